package race

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// The numbers of positions are those of placements, 13!/(3!^3 2!^2) and
// 18!/(3!^2 2!^2 8!), times two sides to move, times what may bind them.
func TestNumbersOfPositions(t *testing.T) {
	for _, test := range []struct {
		game string
		want uint64
	}{
		{"cetro-5x5", 7_207_200 * 2 * 2},
		{"cetro-5x5:demand=none", 7_207_200 * 2},
		{"cetro-5x5:demand=always", 7_207_200 * 2},
		{"cetro-5x5:demand=veto", 7_207_200 * 2 * (2 + 2*3)},
		{"cetro-5x7", 1_102_701_600 * 2 * 2},
	} {
		if got := numbered(t, test.game).Len(); got != test.want {
			t.Errorf("%s: got %d, want %d", test.game, got, test.want)
		}
	}
}

func TestNoNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"cetro":                 "the cap decides",
		"cetro:cap_result=draw": "more positions than",
	} {
		if _, err := game(t, name).Numbering(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	s := placed(t, game(t, "cetro-5x5"), `
		. . b . b
		. g . g .
		. . . . .
		. G . G .
		B . B . B`, "s -")
	if i, ok := numbered(t, "cetro-5x5").Of(s); ok {
		t.Errorf("a position without one man has number %d", i)
	}
}

// A number leads to its position, and that back to the number.
func TestNumbersThereAndBack(t *testing.T) {
	for _, name := range []string{"cetro-5x5", "cetro-5x5:demand=none", "cetro-5x5:demand=veto", "cetro-5x5:first=north", "cetro-5x7"} {
		n, rng := numbered(t, name), seed.New(1).Rand()
		var s env.State
		for range 20_000 {
			i := rng.Uint64N(n.Len())
			next := n.At(i, s)
			if next == nil {
				continue
			}
			s = next
			if back, ok := n.Of(s); back != i || !ok {
				t.Fatalf("%s: %d is\n%sand that has number %d, %v", name, i, s, back, ok)
			}
		}
	}
}

// Every position of a game has a number, and the position of that number has
// the same moves.
func TestGamesStayNumbered(t *testing.T) {
	for _, name := range []string{"cetro-5x5", "cetro-5x5:demand=veto", "cetro-5x7:first=north"} {
		n, rng := numbered(t, name), seed.New(2).Rand()
		g := game(t, name)
		var twin env.State
		for range 30 {
			s := g.New(0)
			for s.Result() == env.Ongoing && s.(*State).ply < 150 {
				i, ok := n.Of(s)
				if twin = n.At(i, twin); !ok || twin == nil || g.Position(s) != g.Position(twin) {
					t.Fatalf("%s: number %d, %v, is another position than %s", name, i, ok, g.Position(s))
				}
				if got, want := legalTexts(twin.(*State)), legalTexts(s.(*State)); strings.Join(got, " ") != strings.Join(want, " ") {
					t.Fatalf("%s: got %v, want %v", g.Position(s), got, want)
				}
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
}

// A position that cannot be judged alone has no number.
func TestImpossibleJudgements(t *testing.T) {
	n := numbered(t, "cetro-5x5:demand=veto")
	g := game(t, "cetro-5x5:demand=veto")
	for i := range uint64(80_000) {
		s := n.At(i, nil)
		if s == nil {
			continue
		}
		if _, err := g.ParsePosition(g.Position(s)); err != nil {
			t.Fatalf("number %d: %v", i, err)
		}
	}
}

// numbered returns the numbering of a game.
func numbered(t testing.TB, name string) env.Numbering {
	t.Helper()
	n, err := game(t, name).Numbering()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// All moves from a position, with their numbers: what a solver does.
func BenchmarkNumbers(b *testing.B) {
	n, rng := numbered(b, "cetro-5x5"), seed.New(1).Rand()
	var s, next env.State
	var legal []env.Action
	moves := 0
	for b.Loop() {
		if at := n.At(rng.Uint64N(n.Len()), s); at != nil {
			s = at
			legal = s.Legal(legal[:0])
			moves += len(legal)
			for _, a := range legal {
				next = s.Copy(next)
				next.Play(a)
				n.Of(next)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
