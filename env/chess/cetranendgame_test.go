package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

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

// The images of a position share its number, and what play can make of them does too: of
// officers, who move alike in all directions of the square, the sissa among them, all eight.
// Pawns leave left and right.
func TestEndgameSymmetries(t *testing.T) {
	rng := seed.New(2).Rand()
	for _, name := range someEndgames {
		e := endgameOf(t, name)
		for range 200 {
			s := drawEndgame(e, rng)
			i, _ := e.Of(s)
			for way, image := range s.game.imagesOfSquares() {
				if way > 1 && s.board.class[riseClass] != 0 {
					continue
				}
				other := s.game.blank()
				s.board.own[0].each(func(q square) { s.game.put(&other.board, kindOf(s.board.at[q]), env.First, image[q]) })
				s.board.own[1].each(func(q square) { s.game.put(&other.board, kindOf(s.board.at[q]), env.Second, image[q]) })
				if s.ToMove() == env.Second {
					other.board.pass()
				}
				if j, ok := e.Of(other); i != j || !ok || !slices.Equal(becomes(e, s), becomes(e, other)) {
					t.Fatalf("%s: symmetry %d: number %d, want %d, or other moves\n%s%s", name, way, j, i, s, other)
				}
			}
		}
	}
}

// The names of endgames, in the order of the army.
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
			met[p] |= s.board.royals[p][0]
		}
	}
	if met != [2]uint64{^uint64(0), ^uint64(0)} {
		t.Errorf("kings were drawn on %x and %x only", met[0], met[1])
	}
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

func endgameGame(t *testing.T, settings []env.Setting) *Cetran {
	t.Helper()
	g, err := New("cetran2", settings)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Cetran)
}
