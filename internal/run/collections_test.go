package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ludens/arena"
	"ludens/env"
	gamelist "ludens/env/games"
)

// match writes the folder of a match with that many games of tic-tac-toe, all alike.
func match(t *testing.T, dir string, about map[string]string, n int) {
	t.Helper()
	f, _, err := arena.Open(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range n {
		game := arena.Game{Index: i, Actions: []env.Action{0, 3, 1, 4, 2}, Result: env.FirstWins}
		if err := f.Append(arena.Entry{Game: &game}); err != nil {
			t.Fatal(err)
		}
	}
}

// The games of matches and of other studies are collections; those that are against
// the rules are left out.
func TestCollections(t *testing.T) {
	t.Chdir(t.TempDir())
	match(t, "matches/m", map[string]string{"game": "tictactoe", "a": "greedy", "b": "random"}, 3)
	match(t, "ladders/l", map[string]string{"game": "tictactoe", "study": "ladder"}, 2)
	match(t, "matches/nothing", map[string]string{"game": "nothing"}, 1)
	put(t, "matches/none/games.jsonl", "{}", 1)
	r := newResults([]string{"matches", "ladders", "nowhere"}, nil)
	all, err := r.Collections(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatalf("%d collections, %v; want 2", len(all), err)
	}
	g, err := gamelist.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		want := map[string]int{"match": 3, "ladder": 2}[c.Kind]
		if title := map[string]string{"match": "greedy against random (matches/m)", "ladder": "ladders/l"}[c.Kind]; c.Title != title {
			t.Errorf("%s has the title %q, want %q", c.Name, c.Title, title)
		}
		count := func(ctx context.Context, fail error) (n int, err error) {
			err = c.Each(ctx, g, func(s env.State, actions []env.Action, r env.Result) error {
				for _, a := range actions {
					s.Play(a)
				}
				if s.Result() != r {
					t.Errorf("a game that ends %v is told to end %v", s.Result(), r)
				}
				n++
				return fail
			})
			return n, err
		}
		if n, err := count(t.Context(), nil); n != want || err != nil || c.Game != "tictactoe" {
			t.Errorf("%+v: %d games, %v; want %d", c, n, err, want)
		}
		enough := errors.New("enough")
		if n, err := count(t.Context(), enough); n != 1 || err != enough {
			t.Errorf("after an error: %d games, %v", n, err)
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		if n, err := count(gone, nil); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("nobody waits: %d games, %v", n, err)
		}
	}
	os.WriteFile(filepath.Join("matches", "m", "games.jsonl"), []byte("damaged\n"), 0o644)
	n := 0
	for _, c := range all {
		c.Each(t.Context(), g, func(env.State, []env.Action, env.Result) error { n++; return nil })
	}
	if n != 2 {
		t.Errorf("with a damaged file: %d games, want 2", n)
	}
}

// The games of a run that keeps none are no collection's fault.
func TestEachOfARun(t *testing.T) {
	r := oldRun(t, 1)
	if err := r.Each(t.Context(), r.Game, func(env.State, []env.Action, env.Result) error { return nil }); err != nil {
		t.Errorf("a run without games: %v", err)
	}
}
