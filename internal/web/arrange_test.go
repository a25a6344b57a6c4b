package web

import (
	"net/http"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

// The start of every game can be taken apart on a board and put together again; an
// empty board cannot be played, or begins the game.
func TestEveryGameCanBeArranged(t *testing.T) {
	h := open(t, Config{})
	for _, e := range games.List() {
		g := games.Must(e.Name)
		kinds := palette(g, env.Dress{})
		if len(kinds) < 2 {
			t.Errorf("%s: a palette of %d pieces", e.Name, len(kinds))
		}
		known := map[string]bool{"": true}
		for _, k := range kinds {
			known[k.Letter] = true
		}
		var cells []string
		for _, letter := range lettersOf(diagram.Of(g.New(7))) {
			cell := strings.Trim(string(letter), "\x00")
			cells = append(cells, cell)
			if !known[cell] {
				t.Errorf("%s: %q is not on the palette", e.Name, cell)
			}
		}
		for toMove := range 2 {
			var answer struct{ Position, Error string }
			status := h.post("/api/arrange", map[string]any{"game": e.Name, "cells": cells, "toMove": toMove}, &answer)
			if status != http.StatusOK && (toMove == 0 || !strings.Contains(answer.Error, "check")) {
				t.Errorf("%s, player %d to move: %d %+v", e.Name, toMove, status, answer)
			}
			var s story
			if h.post("/api/game", line{Game: e.Name, Position: answer.Position}, &s); len(s.Positions) != 1 {
				t.Fatalf("%s: position %q: %+v", e.Name, answer.Position, s)
			} else if got := s.Positions[0].ToMove; turns(g) && got != toMove {
				t.Errorf("%s: player %d is to move, want %d", e.Name, got, toMove)
			}
		}
	}
}

// What cannot be is refused in a line without our names and without the text.
func TestArrangeRefuses(t *testing.T) {
	h := open(t, Config{})
	empty := make([]string, 64)
	with := func(n int, pieces ...string) []string {
		all := make([]string, n)
		copy(all, pieces)
		return all
	}
	for _, test := range []struct {
		game   string
		cells  []string
		toMove int
		want   string
	}{
		{"cetran2", empty, 0, "White has no king: must be 1"},
		{"cetran2", with(64, "K", "k"), 0, "can take the king"},
		{"cetran2", with(64, "Z"), 0, "'Z'"},
		{"cetran2", with(64, "KK"), 0, `"KK" on cell 0: want one letter, or none`},
		{"cetran2", with(3), 0, "3 cells: the board has 64"},
		{"tictactoe", with(9, "x", "x"), 0, "2 x and 0 o, but x begins"},
		{"tictactoe", with(9), 2, "player 2 to move: want 0 or 1"},
		{"connect4", with(42, "r"), 0, "the stone in column 1 has nothing below it"},
		{"nothing", nil, 0, `no game "nothing"`},
	} {
		status, got := h.told("/api/arrange", map[string]any{"game": test.game, "cells": test.cells, "toMove": test.toMove})
		if status != http.StatusUnprocessableEntity || !strings.Contains(got, test.want) || strings.Contains(got, "\n") || strings.Contains(got, "/") {
			t.Errorf("%s %.20v: got %d %q, want %q", test.game, test.cells, status, got, test.want)
		}
	}
}
