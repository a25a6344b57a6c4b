package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// library is a collection of games of tic-tac-toe by their moves; it counts how often
// it was read.
func library(name string, read *int, changed time.Time, lines ...string) Collection {
	return Collection{Name: name, Kind: "match", Title: name, Game: "tictactoe", Changed: changed, Each: func(ctx context.Context, g env.Game, visit Visit) error {
		*read++
		for _, line := range lines {
			sheet, err := record.NewSheet(g, record.Record{Game: "tictactoe", Moves: strings.Fields(line)})
			if err != nil {
				return err
			}
			var actions []env.Action
			for ply, text := range sheet.Record().Moves {
				a, _ := env.Parse(sheet.At(ply), text)
				actions = append(actions, a)
			}
			if err := visit(g.New(0), actions, sheet.State().Result()); err != nil {
				return err
			}
		}
		return ctx.Err()
	}}
}

// A position is looked up by what it is: by another order of moves, too. The moves are
// the most frequent first, each with what became of its games.
func TestExplore(t *testing.T) {
	read, when := 0, time.Unix(1e9, 0)
	h := open(t, Config{Collections: func(context.Context) ([]Collection, error) {
		return []Collection{
			library("m", &read, when, "a1 b1 a2 b2 a3", "a1 b1 a2 c3", "a2 b1 a1 b2 c3 b3", "b2"),
			{Name: "other", Kind: "match", Game: "celta", Each: library("", &read, when).Each},
		}, nil
	}})
	var list []struct{ Kind, Name, Title string }
	if h.get("/api/collections?game=tictactoe", &list); len(list) != 1 || list[0].Name != "m" {
		t.Errorf("collections of tic-tac-toe: %v", list)
	}
	look := func(moves string) (found explored, shown string) {
		t.Helper()
		if status := h.post("/api/explore", map[string]any{"game": "tictactoe", "moves": strings.Fields(moves), "kind": "match", "name": "m"}, &found); status != 200 {
			t.Fatal(status)
		}
		for _, m := range found.Moves {
			shown += fmt.Sprintf("%s %d-%d-%d-%d ", m.Text, m.First, m.Drawn, m.Second, m.Cut)
		}
		return found, strings.TrimSpace(shown)
	}
	for moves, want := range map[string]string{
		"":               "a1 1-0-0-1 a2 0-0-1-0 b2 0-0-0-1",
		"a1 b1 a2":       "b2 1-0-1-0 c3 0-0-0-1",
		"a2 b1 a1":       "b2 1-0-1-0 c3 0-0-0-1",
		"c1":             "",
		"a1 b1 a2 b2 a3": "", // it is over
	} {
		if found, got := look(moves); got != want || found.Games != 4 {
			t.Errorf("after %q: %q of %d games, want %q of 4", moves, got, found.Games, want)
		}
	}
	if read != 1 {
		t.Errorf("the games were read %d times, want once", read)
	}
	when = when.Add(time.Second)
	if look(""); read != 2 {
		t.Errorf("after a change the games were read %d times, want twice", read)
	}
}

// What is not there is reported; a collection that cannot be read is no end of the server.
func TestExploreRefusals(t *testing.T) {
	h := open(t, Config{Runs: func() ([]Run, error) {
		return []Run{{Name: "r", Game: "tictactoe", Each: func(context.Context, env.Game, Visit) error { return errors.New("damaged") }}, {Name: "none", Game: "tictactoe"}}, nil
	}})
	for _, test := range []struct {
		question map[string]any
		status   int
		want     string
	}{
		{map[string]any{"game": "tictactoe", "kind": "match", "name": "r"}, 404, "no such collection"},
		{map[string]any{"game": "tictactoe", "kind": "run", "name": "none"}, 404, "no such collection"},
		{map[string]any{"game": "celta", "kind": "run", "name": "r"}, 404, "no such collection"},
		{map[string]any{"game": "tictactoe", "kind": "run", "name": "r"}, 500, "damaged"},
		{map[string]any{"game": "tictactoe", "moves": []string{"z9"}}, 422, "illegal"},
	} {
		if status, why := h.told("/api/explore", test.question); status != test.status || !strings.Contains(why, test.want) {
			t.Errorf("%v: %d %q, want %d %q", test.question, status, why, test.status, test.want)
		}
	}
}

// Two indexes stay in memory, the last that were asked for.
func TestCountsAreBounded(t *testing.T) {
	g := games.Must("tictactoe")
	var k counts
	read := 0
	for _, name := range []string{"a", "b", "c", "c", "b", "a"} {
		if _, err := k.of(t.Context(), library(name, &read, time.Time{}, "a1 b1"), g); err != nil {
			t.Fatal(err)
		}
	}
	if read != 4 || len(k) != mostKept {
		t.Errorf("read %d times, %d kept; want 4 and %d", read, len(k), mostKept)
	}
}
