package exact

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/solve"
)

func TestProportion(t *testing.T) {
	// Wilson's interval of 5 of 10, by its formula with z = 1.959964.
	const z = 1.959964
	centre, half := (0.5+z*z/20)/(1+z*z/10), z/(1+z*z/10)*math.Sqrt(0.25/10+z*z/400)
	p := NewProportion(5, 10)
	if p.Positions != 10 || p.Count != 5 || p.Share != 0.5 || math.Abs(p.Low-(centre-half)) > 1e-6 || math.Abs(p.High-(centre+half)) > 1e-6 {
		t.Errorf("%+v, want %v to %v", p, centre-half, centre+half)
	}
	if p := NewProportion(0, 0); p.Share != 0 || p.Low != 0 || p.High != 1 {
		t.Errorf("of nothing: %+v", p)
	}
	for n := 1; n <= 30; n++ {
		for k := 0; k <= n; k++ {
			p, q := NewProportion(k, n), NewProportion(n-k, n)
			if !(0 <= p.Low && p.Low <= p.Share && p.Share <= p.High && p.High <= 1) || math.Abs(p.Low+q.High-1) > 1e-9 {
				t.Errorf("%d of %d: %+v, and %+v of the rest", k, n, p, q)
			}
		}
	}
	k := newKept(solve.Tally{Positions: 8, Kept: 6}, solve.Tally{Positions: 4, Kept: 2})
	if k.All.Share != 0.75 || k.Decisive.Share != 0.5 || k.All.Positions != 8 || k.Decisive.Count != 2 {
		t.Errorf("%+v", k)
	}
}

// The best moves come first: soon won, late won, drawn, late lost, soon lost; those
// that are alike stay in their order.
func TestBestFirst(t *testing.T) {
	order := []env.Worth{{Sign: 1, Plies: 1}, {Sign: 1, Plies: 9}, {}, {Sign: -1, Plies: 8}, {Sign: -1, Plies: 2}}
	for range 20 {
		worths := slices.Clone(order)
		worths = append(worths, order...)
		rand.Shuffle(len(worths), func(i, j int) { worths[i], worths[j] = worths[j], worths[i] })
		got := bestFirst(worths)
		for k, i := range got {
			if worths[i] != order[k/2] {
				t.Fatalf("%v: move %d is at place %d", worths, i, k)
			}
			if k%2 == 1 && got[k-1] > i {
				t.Fatalf("%v: %d before %d, which are alike", worths, got[k-1], i)
			}
		}
	}
	if got := bestFirst(nil); len(got) != 0 {
		t.Errorf("no moves: %v", got)
	}
}

// A table lies where it was named, or by its game's name in the cache; what a file
// system would not take is not in it.
func TestFile(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	seen := map[string]string{}
	for _, name := range []string{"tictactoe", "connect4", "cetro-5x5", "wtf:first=attackers,man_range=2", "wtf:first=attackers,man_range=3", "cetran2:fifty=off"} {
		g := games.Must(name)
		if got, err := File(g, "my.table"); err != nil || got != "my.table" {
			t.Errorf("%s: %s, %v", name, got, err)
		}
		path, err := File(g, "")
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(path)
		if !strings.HasSuffix(base, ".solution") || strings.ContainsAny(base, `:/\ *?"<>|`) {
			t.Errorf("%s: %q is no name for a file", name, base)
		}
		if other, twice := seen[path]; twice {
			t.Errorf("%s and %s have one file, %s", name, other, path)
		}
		seen[path] = name
	}
}

// A position of a solved game is reported with all its moves, the best first, and one that
// is over is refused.
func TestLookAtTicTacToe(t *testing.T) {
	g := games.Must("tictactoe")
	s := g.New(0)
	for _, text := range []string{"a1", "b1", "a2", "b2"} { // crosses win by a3
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	p, err := Look(t.Context(), g, "", s)
	if err != nil {
		t.Fatal(err)
	}
	if p.Game != "tictactoe" || p.ToMove != "crosses" || p.Verdict.String() != "won in 1" || p.Clock != nil || len(p.Moves) != 5 || p.Moves[0].Move != "a3" {
		t.Errorf("%+v", p)
	}
	for _, m := range p.Moves[1:] {
		if m.Verdict.String() == "won in 1" {
			t.Errorf("%+v", m)
		}
	}
	s.Play(s.Legal(nil)[slices.IndexFunc(s.Legal(nil), func(a env.Action) bool { return s.Format(a) == "a3" })])
	if _, err := Look(t.Context(), g, "", s); err == nil || !strings.Contains(err.Error(), "the game is over in this position: first wins") {
		t.Errorf("a game that is over: %v", err)
	}
}
