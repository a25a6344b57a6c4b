package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/lesson"
	"ludens/internal/roster"
	"ludens/solve"
)

func gameOf(t *testing.T, name string) env.Game {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A game that is played for the page's openings is legal, one of the game's results, the same
// for the same seed, and another for another seed.
func TestOpeningsArePlayed(t *testing.T) {
	g := gameOf(t, "tictactoe")
	a, err := roster.Analyst(agent.Spec{Source: agent.Source{Kind: "mcts"}, Budget: 8}, g, roster.Open, seed.New(1), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	play := func(at uint64) roster.Beginning {
		p, err := playOpening(t.Context(), g.New(0), g.Spec().MaxPly, a, 8, seed.New(at))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	different := false
	for at := range uint64(5) {
		p := play(at)
		s := g.New(0)
		for ply, move := range p.Moves {
			action, err := env.Parse(s, move)
			if err != nil || !slices.Contains(s.Legal(nil), action) {
				t.Fatalf("seed %d, ply %d: %s is not legal: %v", at, ply+1, move, err)
			}
			s.Play(action)
		}
		if p.Result == env.Ongoing || len(p.Moves) < roster.OpeningPlies && s.Result() != p.Result {
			t.Errorf("seed %d: %v after %v", at, p.Result, p.Moves)
		}
		if !reflect.DeepEqual(p, play(at)) {
			t.Errorf("seed %d: another game the second time", at)
		}
		different = different || !slices.Equal(p.Moves, play(0).Moves)
	}
	if !different {
		t.Error("five seeds, one game")
	}
	if p, err := playOpening(t.Context(), g.New(0), 3, a, 8, seed.New(1)); err != nil || len(p.Moves) != 3 || p.Result != env.Ongoing {
		t.Errorf("at most three plies: %v, %v", p, err)
	}
}

// The puzzles that are mined have exactly one move that keeps the position's exact value; they
// are different, as many as wanted, and the same for the same seed.
func TestPuzzlesAreMined(t *testing.T) {
	g := gameOf(t, "tictactoe")
	table, err := solve.Game(t.Context(), g, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mined := func(from uint64) []lesson.Puzzle {
		found := &collected{want: 4}
		if err := mine(t.Context(), g, found, 400, seed.New(from)); err != nil {
			t.Fatal(err)
		}
		return found.all
	}
	all := mined(1)
	if len(all) != 4 || !reflect.DeepEqual(all, mined(1)) || reflect.DeepEqual(all, mined(2)) {
		t.Fatalf("%d puzzles: want four, the same by the same seed only", len(all))
	}
	read, ok := env.As[env.Notated](g)
	if !ok {
		t.Fatal("tictactoe reads no positions")
	}
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q lesson.Puzzle) bool { return q.Position == p.Position }) {
			t.Errorf("%s comes twice", p.Position)
		}
		s, err := read.ParsePosition(p.Position)
		if err != nil {
			t.Fatal(err)
		}
		worths, err := solve.Moves(t.Context(), table, s, false)
		if err != nil {
			t.Fatal(err)
		}
		best, keep := solve.Best(worths).Sign, 0
		for _, w := range worths {
			if w.Sign == best {
				keep++
			}
		}
		if keep != 1 {
			t.Errorf("%s: %d moves keep its value", p.Position, keep)
		}
	}
}

// A puzzle that is there already is not added again; a kind of starts that a game does not draw
// is refused, and one that it draws gives puzzles.
func TestPuzzlesAreDrawn(t *testing.T) {
	found := &collected{want: 2}
	found.add(lesson.Puzzle{Position: "a"})
	found.add(lesson.Puzzle{Position: "b"})
	found.add(lesson.Puzzle{Position: "a"})
	if len(found.all) != 2 {
		t.Errorf("%d puzzles of two positions", len(found.all))
	}
	for _, name := range []string{"tictactoe", "cetro"} {
		err := drawn(t.Context(), gameOf(t, name), "far", 0.1, &collected{want: 1}, 1, seed.New(1))
		if err == nil || !strings.Contains(err.Error(), `draws no positions of the kind "far"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	near := &collected{want: 1}
	if err := drawn(t.Context(), gameOf(t, "cetro"), "near", 0.05, near, 300, seed.New(1)); err != nil || len(near.all) != 1 {
		t.Errorf("cetro draws %d puzzles near its end, %v", len(near.all), err)
	}
}

// What First can expect at the start is written into a game's calibration, and nothing else of
// it changes. A game without a calibration is refused.
func TestStartOfACalibration(t *testing.T) {
	was, err := os.ReadFile(filepath.Join("..", "..", calibrationPath("celta")))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := seeStart(t.Context(), gameOf(t, "celta")); err == nil {
		t.Error("there is no calibration, and it was changed")
	}
	os.MkdirAll(filepath.Dir(calibrationPath("celta")), 0o755)
	var before, after roster.Calibration
	if err := json.Unmarshal(was, &before); err != nil {
		t.Fatal(err)
	}
	want := before.First
	before.First = -9
	if err := keep(before); err != nil {
		t.Fatal(err)
	}
	if err := seeStart(t.Context(), gameOf(t, "celta")); err != nil {
		t.Fatal(err)
	}
	now, _ := os.ReadFile(calibrationPath("celta"))
	if err := json.Unmarshal(now, &after); err != nil || after.First == -9 || after.First-want > 0.02 || want-after.First > 0.02 {
		t.Errorf("First can expect %v, the tree says %v: %v", after.First, want, err)
	}
	if after.First = -9; !reflect.DeepEqual(before, after) {
		t.Error("more of the calibration has changed")
	}
}
