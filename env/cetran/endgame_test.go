package cetran

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

func TestEndgameNames(t *testing.T) {
	g := endgameGame(t, nil)
	if got, want := g.EndgameNames(3), strings.Fields("kq-k ks-k kc-k ka-k kh-k kr-k kn-k kp-k"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	four := g.EndgameNames(4)
	if len(four) != 28+28 || !slices.Contains(four, "kqr-k") || !slices.Contains(four, "kq-kr") || !slices.Contains(four, "knn-k") {
		t.Errorf("got %v", four)
	}
	for _, name := range append(four, g.EndgameNames(3)...) {
		endgameOf(t, name)
	}
	if got := g.EndgameNames(5); got != nil {
		t.Errorf("got %v of five men", got)
	}
}

func TestEndgameMistakes(t *testing.T) {
	for name, want := range map[string]string{
		"":       "as in kq-kr",
		"kq":     "as in kq-kr",
		"q-k":    "as in kq-kr",
		"kq-k-k": "as in kq-kr",
		"KQ-K":   "as in kq-kr",
		"kqk-k":  "'k' is no man: want small letters of qscahrnp after each king",
		"kqR-k":  "'R' is no man",
		"kb-k":   "'b' is no man",
		"k-k":    "has 2 men: want 3 or 4, kings among them",
		"kqrn-k": "has 5 men: want 3 or 4, kings among them",
		"k-kq":   "want kq-k: the side with more men first",
		"kr-kq":  "want kq-kr: the side with more men first, else that whose men come earlier in kqscahrnp",
		"krq-k":  "want kqr-k: ",
		"kp-kp":  "want them on one side",
	} {
		_, err := endgameGame(t, nil).Endgame(name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `cetran: endgame "`+name+`"`) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
	cetran1, err := New("cetran1", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cetran1.(env.Endgames).Endgame("kq-k"); err == nil || !strings.Contains(err.Error(), "bishops that may convert") {
		t.Errorf("Cetran 1: got %v", err)
	}
}

// The number of an endgame's positions is known for those that chess has: with
// White to move 144508 of king and queen, 175168 of king and rook against king;
// with Black to move, the ends of the game counted, 223944 of the latter.
func TestNumberOfEndgamePositions(t *testing.T) {
	for name, want := range map[string][2]int{"kq-k": {144508, 223944}, "kr-k": {175168, 223944}} {
		e := endgameOf(t, name)
		var got [2]int
		for i := range e.Len() {
			if s := e.At(i, nil); s != nil {
				got[s.ToMove()] += e.Share(i)
			}
		}
		if got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

var someEndgames = []string{"kq-k", "ks-k", "kh-k", "kp-k", "kqs-k", "kaa-k", "kc-kr", "ks-ks", "kqp-k", "kpp-k", "kr-kp"}

func TestEndgameThereAndBack(t *testing.T) {
	g, rng := endgameGame(t, nil), seed.New(1).Rand()
	for _, name := range someEndgames {
		e := endgameOf(t, name)
		var s env.State
		for met := 0; met < 2000; {
			i := rng.Uint64N(e.Len())
			at := e.At(i, s)
			if at == nil {
				continue
			}
			met++
			s = at
			if back, ok := e.Of(s); back != i || !ok {
				t.Fatalf("%s: %d is\n%sand that has number %d, %v", name, i, s, back, ok)
			}
			twin, err := g.ParsePosition(g.Position(s))
			if err != nil || twin.Key() != s.Key() {
				t.Fatalf("%s: %d is no position: %v\n%s", name, i, err, s)
			}
		}
	}
}

// Of officers all eight images of a position share its number, and what play can
// make of them does too: every officer moves alike in all directions of the
// square, the sissa among them. Pawns leave left and right. With
// colours changed and the board turned upside down it is the same position,
// unless both sides have equal men.
func TestEndgameSymmetries(t *testing.T) {
	rng := seed.New(2).Rand()
	for _, name := range someEndgames {
		e := endgameOf(t, name)
		for range 200 {
			s := drawEndgame(e, rng)
			i, _ := e.Of(s)
			for way := range images {
				if way&^sideways != 0 && s.board.kind[pawn] != 0 {
					continue
				}
				image := imageOf(s, way, false)
				if j, ok := e.Of(image); i != j || !ok || !slices.Equal(becomes(e, s), becomes(e, image)) {
					t.Fatalf("%s: symmetry %d: number %d, want %d, or other moves\n%s%s", name, way, j, i, s, image)
				}
			}
			if j, ok := e.Of(imageOf(s, 0, true)); name != "ks-ks" && (i != j || !ok) {
				t.Fatalf("%s: colours changed: number %d and %d\n%s", name, i, j, s)
			}
		}
	}
}

// The eight images of a position without symmetry are eight positions, those of
// one that a diagonal reflects into itself are four.
func TestShare(t *testing.T) {
	for _, test := range []struct {
		name, position string
		want           int
	}{
		{"kq-k", "8/8/8/8/8/5k2/8/K1Q5 b", 8},
		{"kq-k", "8/8/8/5k2/8/2Q5/8/K7 b", 8},
		{"kq-k", "8/8/8/4k3/8/2Q5/8/K7 w", 0}, // the queen's check: no position
		{"kq-k", "7k/8/8/8/8/2Q5/8/K7 b", 4},
		{"kqq-k", "8/8/8/5k2/8/1Q6/2Q5/K7 b", 8},
		{"kqq-k", "7k/8/8/8/8/1Q6/2Q5/K7 b", 4},
		{"kp-k", "7k/8/8/8/8/1P6/8/K7 b", 2},
	} {
		e := endgameOf(t, test.name)
		s, err := endgameGame(t, nil).ParsePosition(test.position)
		if (err != nil) != (test.want == 0) {
			t.Errorf("%s: %v", test.position, err)
		}
		if err != nil {
			continue
		}
		if i, ok := e.Of(s); !ok || e.Share(i) != test.want {
			t.Errorf("%s: shared by %d, want %d", test.position, e.Share(i), test.want)
		}
	}
}

// Play from an endgame stays in it, to the end; whose move it is stays too; and
// the stage changes with the moves that start the clock again.
func TestEndgamesStayNumbered(t *testing.T) {
	rng := seed.New(3).Rand()
	for _, name := range append(someEndgames, "kn-k") {
		e := endgameOf(t, name)
		for range 200 {
			var s env.State = drawEndgame(e, rng)
			for ply := 0; s.Result() == env.Ongoing && ply < 40; ply++ {
				i, _ := e.Of(s)
				s = e.At(i, nil)
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
				next, ok := e.Of(s)
				if !ok || e.At(next, nil).ToMove() != s.ToMove() {
					t.Fatalf("%s: number %d, %v\n%s", name, next, ok, s)
				}
				if zeroing := s.(*State).clock == 0; zeroing != (e.Stage(next) != e.Stage(i)) {
					t.Fatalf("%s: zeroing %v, but the stage goes from %d to %d\n%s", name, zeroing, e.Stage(i), e.Stage(next), s)
				}
			}
		}
	}
}

// Draws are positions with all the men, wherever they may stand.
func TestDrawEndgame(t *testing.T) {
	e, rng := endgameOf(t, "kr-kp"), seed.New(4).Rand()
	var met [2]uint64
	for range 5000 {
		s := drawEndgame(e, rng)
		if i, ok := e.Of(s); !ok || e.Share(i) != 2 {
			t.Fatalf("number %d, %v\n%s", i, ok, s)
		}
		for p := range met {
			met[p] |= s.board.kind[king] & s.board.men[p]
		}
	}
	if met != [2]uint64{^uint64(0), ^uint64(0)} {
		t.Errorf("kings were drawn on %x and %x only", met[0], met[1])
	}
}

func TestLeft(t *testing.T) {
	for _, test := range []struct {
		fifty string
		want  int
		ok    bool
	}{{"on", 7, true}, {"off", 7, false}} {
		g := endgameGame(t, []env.Setting{{Name: "fifty", Value: test.fifty}})
		s, err := g.ParsePosition("8/8/8/3k4/8/8/8/K6S w - 93 80")
		if err != nil {
			t.Fatal(err)
		}
		if left, ok := s.(*State).Left(); left != test.want || ok != test.ok {
			t.Errorf("fifty=%s: got %d, %v", test.fifty, left, ok)
		}
		e, err := g.newEndgame("ks-k")
		if err != nil || (e.Limit() > 0) != test.ok {
			t.Errorf("fifty=%s: limit %d, %v", test.fifty, e.Limit(), err)
		}
	}
}

// imageOf returns the image of a position under a symmetry of the board,
// followed by a change of colours with the board turned upside down.
func imageOf(s *State, way int, turned bool) *State {
	image := s.game.blank()
	for k, set := range s.board.kind {
		for ; set != 0; set &= set - 1 {
			from := first(set)
			p, to := s.board.owner(from.bit()), images[way][from]
			if turned {
				p, to = p.Other(), to^flip
			}
			image.board.put(kind(k), p, to)
		}
	}
	if (s.board.toMove == env.Second) != turned {
		image.board.pass()
	}
	return image
}

// becomes returns the numbers of what a move makes of a position, in order.
func becomes(e *endgame, s *State) (numbers []uint64) {
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		i, ok := e.Of(next)
		if !ok {
			i = e.Len()
		}
		numbers = append(numbers, i)
	}
	slices.Sort(numbers)
	return numbers
}

func drawEndgame(e *endgame, rng *rand.Rand) *State {
	for {
		if s := e.Draw(rng, nil); s != nil {
			return s.(*State)
		}
	}
}

func endgameOf(t *testing.T, name string) *endgame {
	t.Helper()
	e, err := endgameGame(t, nil).Endgame(name)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*endgame)
}

func endgameGame(t *testing.T, settings []env.Setting) *Game {
	t.Helper()
	g, err := New("cetran2", settings)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}
