package exact_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/exact"
	"ludens/solve"
)

// cached gives a test a cache of its own and returns the path of a file in it.
func cached(t *testing.T, parts ...string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	return filepath.Join(append([]string{dir, "ludens"}, parts...)...)
}

func made(_ *testing.T, name string) env.Game { return games.Must(name) }

func parsed(t *testing.T, g env.Game, text string) env.State {
	t.Helper()
	n, _ := env.As[env.Notated](g)
	s, err := n.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func endgame(t *testing.T, game, men string) env.Game {
	t.Helper()
	g, err := solve.Endgame(made(t, game), men)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// work is a Work on a game in a file of the current folder.
func work(t *testing.T, game string) exact.Work {
	t.Helper()
	return exact.Work{Game: made(t, game), File: "t.solution", Memory: 1 << 30, Workers: 2}
}

// There is one table for games of which the positions are worth the same.
func TestFile(t *testing.T) {
	for game, want := range map[string]string{
		"tictactoe":               "tictactoe.solution",
		"cetro-5x5":               "cetro-5x5-demand-always.solution",
		"cetro-5x5:demand=always": "cetro-5x5-demand-always.solution",
		"cetro-5x5:demand=veto":   "cetro-5x5-demand-veto.solution",
	} {
		want = cached(t, "solves", want)
		if got, err := exact.File(made(t, game), ""); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", game, got, err, want)
		}
	}
	want := cached(t, "solves", "celta-k-aa.solution")
	if got, err := exact.File(endgame(t, "celta", "k/aa"), ""); err != nil || got != want {
		t.Errorf("an endgame: got %s, %v, want %s", got, err, want)
	}
	if got, err := exact.File(made(t, "tictactoe"), "here"); err != nil || got != "here" {
		t.Errorf("a path that is given: got %s, %v", got, err)
	}
}

// negamax is what a position of tic-tac-toe is worth to its mover, by trying
// everything: +1, 0 or -1.
func negamax(s env.State) int {
	if s.Result() != env.Ongoing {
		return int(s.Result().For(s.ToMove()))
	}
	best := -1
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		best = max(best, -negamax(next))
	}
	return best
}

// A table is kept in its file and nothing is left beside it; what is read out of
// it is what trying everything finds, for every move.
func TestSolve(t *testing.T) {
	t.Chdir(t.TempDir())
	w := work(t, "tictactoe")
	var phases []string
	w.Seen = func(p solve.Progress) {
		if !slices.Contains(phases, p.Phase) {
			phases = append(phases, p.Phase)
		}
	}
	s, err := w.Solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Won != 2836 || s.Drawn != 1052 || s.Lost != 632 || s.Endless != "drawn" || s.File != "t.solution" || s.Workers != 2 || s.Endgame != nil {
		t.Errorf("got %+v", s)
	}
	if left, _ := os.ReadDir("."); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if !slices.Contains(phases, "working back") {
		t.Errorf("nobody was told of the work, but %v", phases)
	}
	for _, position := range []string{".../.../...", "x../.../...", "x../.o./..x", "xx./oo./...", ".x./.o./..."} {
		for _, file := range []string{"t.solution", ""} {
			agrees(t, w.Game, file, parsed(t, w.Game, position))
		}
	}
}

// agrees compares what is printed of a position with negamax.
func agrees(t *testing.T, g env.Game, file string, s env.State) {
	t.Helper()
	p, err := exact.Look(context.Background(), g, file, s)
	if err != nil {
		t.Fatal(err)
	}
	if want := (env.Worth{Sign: negamax(s)}).String(); p.Worth != want {
		t.Errorf("%s: %s, want %s", p.Position, p.Worth, want)
	}
	order := map[string]int{"won": 0, "drawn": 1, "lost": 2}
	for i, m := range p.Moves {
		a, err := env.Parse(s, m.Move)
		if err != nil {
			t.Fatal(err)
		}
		next := s.Copy(nil)
		next.Play(a)
		if want := (env.Worth{Sign: -negamax(next)}).String(); m.Worth != want {
			t.Errorf("%s, %s: %s, want %s", p.Position, m.Move, m.Worth, want)
		}
		if i > 0 && order[m.Worth] < order[p.Moves[i-1].Worth] {
			t.Errorf("%s: %s stands behind worse moves", p.Position, m.Move)
		}
	}
	if len(p.Moves) != len(s.Legal(nil)) {
		t.Errorf("%s: %d moves", p.Position, len(p.Moves))
	}
}

// What cannot be answered is reported in one line: what is wrong, and what to do.
func TestLookErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	none := cached(t, "solves", "cetro-5x5-demand-veto.solution")
	if err := os.WriteFile("foreign", []byte("a letter"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		game           env.Game
		file, position string
		want           string
	}{
		{made(t, "tictactoe"), "", "xxx/oo./...", "solve: the game is over in this position: first wins"},
		{made(t, "tictactoe"), "foreign", ".../.../...", "foreign: solve: this is not a table of a solved game"},
		{made(t, "cetro-5x5:demand=veto"), "", "b1b1b/1g1g1/5/1G1G1/B1B1B s -", "there is no table at " + none + ": make it with: ludens solve cetro-5x5:demand=veto"},
		{made(t, "cetro-5x5"), "none", "b1b1b/1g1g1/5/1G1G1/B1B1B s -", "there is no table at none: make it with: ludens solve cetro-5x5 -o none"},
		{endgame(t, "celta", "k/a"), "none", "1k5/7/7/7/7/7/2a4 d", "there is no table at none: make it with: ludens solve celta --endgame k/a -o none"},
		{made(t, "celta"), "", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d", "celta cannot be solved: its positions cannot be numbered"},
	} {
		_, err := exact.Look(context.Background(), test.game, test.file, parsed(t, test.game, test.position))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.position, err, test.want)
		}
	}
}

// A position that is searched needs no table, and one with a clock is reported twice:
// what it is worth, and whether there is time.
func TestLookWithoutTables(t *testing.T) {
	cached(t)
	g := made(t, "connect4")
	p, err := exact.Look(context.Background(), g, "", parsed(t, g, "......./......./......./...y.../..ryr../.yryr.."))
	if err != nil || p.Verdict != (solve.Verdict{Worth: "won", Plies: 33}) || p.Moves[0].Move != "4" || p.Clock != nil || p.ToMove != "red" {
		t.Errorf("got %+v, %v", p, err)
	}
	queen := endgame(t, "cetran2", "ks-k")
	for clock, want := range map[string]exact.Clock{"81": {19, 19, true}, "82": {19, 18, false}} {
		p, err := exact.Look(context.Background(), queen, "", parsed(t, queen, "8/8/8/3k4/8/8/8/K6S w - "+clock+" 90"))
		if err != nil || p.Clock == nil || *p.Clock != want || p.Verdict != (solve.Verdict{Worth: "won", Plies: 19}) {
			t.Errorf("clock %s: got %+v, %v", clock, p, err)
		}
	}
}

// An endgame is solved without a file, one of its own table has one.
func TestSolveEndgame(t *testing.T) {
	t.Chdir(t.TempDir())
	w := work(t, "cetran2")
	e, err := w.SolveEndgame(context.Background(), "kh-k")
	if err != nil || e.Men != "kh-k" || e.Clock != 100 || e.Sides[1].LongestLoss.Plies != 30 || e.Workers != 2 {
		t.Errorf("got %+v, %v", e, err)
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := w.SolveEndgame(context.Background(), "kk"); err == nil {
		t.Error("two kings are an endgame")
	}
	w.Game = endgame(t, "cetran2", "kh-k")
	s, err := w.Solve(context.Background())
	if err != nil || s.Endgame == nil || s.Endgame.Sides != e.Sides || s.Game != "cetran2 kh-k" {
		t.Errorf("its own table: got %+v, %v", s, err)
	}
	agree, err := exact.Open(context.Background(), w.Game, "t.solution")
	if err != nil {
		t.Fatal(err)
	}
	worth, err := agree().Solve(context.Background(), parsed(t, w.Game, s.Endgame.Sides[1].LongestLoss.Position), true)
	if err != nil || worth != (env.Worth{Sign: -1, Plies: 30}) {
		t.Errorf("the longest loss is %v, %v", worth, err)
	}
}

// Who stops a work in memory finds nothing of it.
func TestSolveStopped(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := work(t, "tictactoe").Solve(ctx); err == nil {
		t.Error("it was not stopped")
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
