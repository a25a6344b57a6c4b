package space_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
	"ludens/env/space"
)

// spaces are one or two of each family.
var spaces = []string{"tafl7", "cetro-any", "cetran2-any", "gomoku:length=4|5,cap=40", "othello:rows=4,cols=4,pass=*",
	"russian-draughts:backward=*,promote=*", "celta:corner_hostile=*,first=*", "three-check:checks=2|3"}

// known returns those of the spaces that the families can make today.
func known(t *testing.T) (all []*space.Space) {
	t.Helper()
	for _, name := range spaces {
		if s, ok := game(t, name).(*space.Space); ok {
			all = append(all, s)
			continue
		}
		t.Errorf("%s is one game", name)
	}
	return all
}

// own returns the game that a position of a space is of, and the same position there.
func own(t *testing.T, g *space.Space, s env.State) (env.Game, env.State) {
	t.Helper()
	name, position, _ := strings.Cut(g.Position(s), " ")
	member := game(t, name)
	n, _ := env.As[env.Notated](member)
	state, err := n.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return member, state
}

// A position of a space can do what the member's can, and answers alike. Each question is asked
// with the texts of the moves, since actions may have other numbers.
func TestPositionsAnswerAsTheMembersDo(t *testing.T) {
	texts := func(s env.State, actions []env.Action) []string { return env.Texts(s, actions) }
	questions := map[string]func(env.State) any{
		"score":  func(s env.State) any { return [2]float32{env.Estimate(s, env.First), env.Estimate(s, env.Second)} },
		"player": func(s env.State) any { return s.ToMove() },
		"text":   func(s env.State) any { return s.String() },
		"moves":  func(s env.State) any { return texts(s, s.Legal(nil)) },
		"decisive": func(s env.State) any {
			if d, ok := s.(env.Decisive); ok {
				return texts(s, d.Decisive(nil))
			}
			return texts(s, s.Legal(nil))
		},
		"loud": func(s env.State) any {
			if q, ok := s.(env.Tactical); ok {
				return texts(s, q.Loud(nil))
			}
			return nil
		},
		"gains": func(s env.State) (gains any) {
			if q, ok := s.(env.Tactical); ok {
				all := map[string]int{}
				for _, a := range q.Loud(nil) {
					all[s.Format(a)] = q.Gain(a)
				}
				return all
			}
			return nil
		},
		"material": func(s env.State) any {
			if c, ok := s.(env.Countable); ok {
				return [2][]env.Men{c.Material(env.First), c.Material(env.Second)}
			}
			return nil
		},
		"squares": func(s env.State) any {
			all := map[string]env.Squares{}
			for _, a := range s.Legal(nil) {
				all[s.Format(a)] = env.SquaresOf(s, a)
			}
			return all
		},
		"owners": func(s env.State) (all any) {
			d := diagram.Of(s)
			owners := ""
			for c := range d.Cells {
				p, ok := env.OwnerOf(s, d, c)
				owners += map[bool]string{true: p.String(), false: "."}[ok]
			}
			return owners
		},
		"recurs": func(s env.State) any {
			if r, ok := s.(env.Recurrent); ok {
				return r.Recurs()
			}
			return env.Ongoing
		},
		"constraint": func(s env.State) any {
			if c, ok := s.(env.Constrained); ok {
				return c.Constraint()
			}
			return ""
		},
		"short texts": func(s env.State) any {
			w, ok := s.(env.SANWriter)
			all := []string{}
			for _, a := range s.Legal(nil) {
				text := s.Format(a)
				if ok {
					text = w.SAN(a)
				}
				if back, err := env.ReadMove(s, text); err != nil || back != a {
					return text + " is read as another move"
				}
				all = append(all, text)
			}
			slices.Sort(all)
			return all
		},
	}
	for _, g := range known(t) {
		for n := range uint64(4) {
			s, rng := g.New(n), seed.New(n).At("answers", 0).Rand()
			for ply := 0; s.Result() == env.Ongoing && ply < 40; ply++ {
				if ply%8 == 0 {
					_, want := own(t, g, s)
					for what, ask := range questions {
						if a, b := ask(s), ask(want); !reflect.DeepEqual(a, b) {
							t.Errorf("%s, %s of\n%s\n%v, its member says %v", g.Position(s), what, s, a, b)
						}
					}
				}
				play(s, rng)
			}
			if t.Failed() {
				return
			}
		}
	}
}

func play(s env.State, rng *rand.Rand) {
	legal := s.Legal(nil)
	s.Play(legal[rng.IntN(len(legal))])
}

// The text of a position names its rules; what has been read is the position that was written.
func TestPositionsAreReadBack(t *testing.T) {
	for _, g := range known(t) {
		s, rng := g.New(5), seed.New(5).Rand()
		for ply := 0; s.Result() == env.Ongoing && ply < 20; ply++ {
			back, err := g.ParsePosition(g.Position(s))
			if err != nil {
				t.Fatal(err)
			}
			if g.Position(back) != g.Position(s) || !slices.Equal(back.Legal(nil), s.Legal(nil)) {
				t.Fatalf("%s is read as another position", g.Position(s))
			}
			play(s, rng)
		}
	}
}

// Two rules that the same board is played by are two positions to a search with a memory.
func TestKeysTellRulesApart(t *testing.T) {
	for _, g := range known(t) {
		keys := map[uint64]string{}
		for n := range uint64(30) {
			s := g.New(n)
			text := g.Position(s)
			if other, met := keys[s.Key()]; met && other != text {
				t.Errorf("%s and %s have one key", text, other)
			}
			keys[s.Key()] = text
		}
		if len(keys) < 2 {
			t.Errorf("%s: one position of 30 draws", g.Spec().Name)
		}
	}
}

func TestWrongPositions(t *testing.T) {
	g := game(t, "celta:first=*").(*space.Space)
	start := g.Position(g.New(0))
	_, board, _ := strings.Cut(start, " ")
	for text, want := range map[string]string{
		"":                       "want the rules and then the position, as in",
		"celta":                  "want the rules and then the position, as in",
		"cuervo " + board:        "the rules of cuervo are not among those of celta:first=*",
		"connect4 7/7/7/7/7/7 x": "connect4 is not of the family tafl",
		"celta 7/7":              "there are 2 rows, want 7",
		"clta " + board:          "clta is not of the family tafl",
	} {
		_, err := g.ParsePosition(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want a line with %q", text, err, want)
		}
	}
}

// A copy is made in any room that there is, and is a position of its own. The room may have been
// of a game with other abilities.
func TestCopiesInEveryRoom(t *testing.T) {
	var rooms []func() env.State
	for _, g := range known(t) {
		rooms = append(rooms, func() env.State { return g.New(1) })
	}
	rooms = append(rooms, func() env.State { return nil }, func() env.State { return game(t, "celta").New(0) })
	for _, g := range known(t) {
		for i, room := range rooms {
			s := g.New(2)
			c := s.Copy(room())
			if reflect.TypeOf(c) != reflect.TypeOf(s) || c.Key() != s.Key() || g.Position(c) != g.Position(s) {
				t.Fatalf("%s in room %d: %T, want %T", g.Spec().Name, i, c, s)
			}
			before := g.Position(s)
			play(c, seed.New(1).Rand())
			if g.Position(s) != before || c.Key() == s.Key() {
				t.Fatalf("%s in room %d: a move of the copy changes the position", g.Spec().Name, i)
			}
			if a, ok := c.(env.Countable); ok && !reflect.DeepEqual(a.Material(env.First), countable(t, g, c).Material(env.First)) {
				t.Fatalf("%s in room %d: the copy counts other pieces", g.Spec().Name, i)
			}
		}
	}
}

func countable(t *testing.T, g *space.Space, s env.State) env.Countable {
	t.Helper()
	_, its := own(t, g, s)
	return its.(env.Countable)
}

// Members that are cut off at different plies end where each of them does.
func TestMembersHaveLimitsOfTheirOwn(t *testing.T) {
	g := game(t, "celta:cap=20|30").(*space.Space)
	if spec := g.Spec(); spec.MaxPly != 30 || !spec.Uncounted {
		t.Fatalf("cut off after %d plies, uncounted: %v", spec.MaxPly, spec.Uncounted)
	}
	met := map[int]bool{}
	for n := range uint64(20) {
		s, rng := g.New(n), seed.New(n).Rand()
		limit := g.Drawn(n).Spec().MaxPly
		ply := 0
		for ; s.Result() == env.Ongoing && !s.(env.Limited).Spent(); ply++ {
			play(s, rng)
		}
		if s.Result() == env.Ongoing && ply != limit {
			t.Errorf("seed %d: spent after %d plies, want %d", n, ply, limit)
		}
		if s.Result() == env.Ongoing {
			met[limit] = true
		}
	}
	if len(met) != 2 {
		t.Errorf("met the limits %v, want 20 and 30", met)
	}
}

// A space begins its games at odds, or from an endgame, as those of its members do that all know
// them, and refuses others.
func TestStartsAndOdds(t *testing.T) {
	g := game(t, "cetran2-any").(*space.Space)
	first := g.Drawn(0)
	for _, o := range g.Odds() {
		s, err := g.Without(o, env.Second, 3)
		if err != nil {
			t.Fatal(err)
		}
		all := s.(env.Countable)
		count := func(p env.Player) (n int) {
			for _, m := range all.Material(p) {
				n += m.Count
			}
			return n
		}
		if count(env.Second) >= count(env.First) {
			t.Errorf("without %v: %d pieces against %d", o, count(env.Second), count(env.First))
		}
	}
	if uneven, ok := env.As[env.Uneven](first); !ok || len(g.Odds()) == 0 || len(g.Odds()) > len(uneven.Odds()) {
		t.Errorf("odds %v", g.Odds())
	}
	if _, err := game(t, "tafl7").(*space.Space).Without(env.Odds{}, env.First, 0); err == nil || !strings.Contains(err.Error(), "tafl7 cannot begin without") {
		t.Errorf("got %v", err)
	}
	for _, kind := range g.Starts() {
		s := g.Start(kind, 0.5, seed.New(8).Rand())
		again := g.Start(kind, 0.5, seed.New(8).Rand())
		if s.Result() != env.Ongoing || g.Position(s) != g.Position(again) {
			t.Errorf("start %s: %s, then %s", kind, g.Position(s), g.Position(again))
		}
	}
	if len(g.Starts()) == 0 {
		t.Error("cetran2-any has no other starts")
	}
}
