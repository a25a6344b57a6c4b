package web

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// Who plays is shown by his own pieces, also where the attackers, who are dark,
// move first; and a piece belongs to whom it says.
func TestStones(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		game, first, second string // sprite and shade
	}{
		{"celta", "1-1-0 light", "1-2-0 dark"},
		{"celta:first=attackers", "1-2-0 dark", "1-1-0 light"},
		{"tablut", "1-2-0 dark", "1-1-0 light"},
		{"cetro", "5-1-3 light", "6-2-1 dark"},
		{"cetran2", "7-1-0 light", "7-2-0 dark"},
		{"connect4", "1-1-3 red", "1-2-4 yellow"},
		{"tictactoe", "3-1-0 light", "4-2-0 dark"},
	} {
		g := games.Must(test.game)
		all := stones(g, env.Dress{})
		for p, want := range []string{test.first, test.second} {
			if got := all[p].Sprite + " " + all[p].Shade; got != want {
				t.Errorf("%s: %s is shown by %s, want %s", test.game, g.Spec().Roles[p], got, want)
			}
		}
		var s story
		h.post("/api/game", line{Game: test.game, Moves: []string{}}, &s)
		for _, c := range s.Legal {
			if c.Piece > 0 && s.Kinds[c.Piece-1].Side != s.Positions[0].ToMove {
				t.Errorf("%s: %s moves a piece of player %d, whose turn it is not", test.game, c.Text, s.Kinds[c.Piece-1].Side)
			}
		}
		if !slices.ContainsFunc(s.Legal, func(c choice) bool { return c.Piece > 0 }) {
			t.Errorf("%s: no move has a piece", test.game)
		}
	}
}
