package arena

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// A game that the rules do not allow is refused with what is wrong; the same without that fault
// is taken.
func TestVerifyHoldsAGameAgainstItsRules(t *testing.T) {
	g := game(t, "tictactoe")
	won := Game{Actions: []env.Action{0, 3, 1, 4, 2}, Result: env.FirstWins, Values: []Value{-1000, 0, 1000}}
	left := Game{Actions: []env.Action{0, 3}, Result: env.SecondWins, Forfeit: true, Ending: "it hung"}
	drawn := Game{Actions: []env.Action{0, 1, 2, 4, 3, 5, 7, 6, 8}, Result: env.Drawn}
	for _, sound := range []Game{won, left, drawn} {
		if err := sound.Verify(g); err != nil {
			t.Errorf("%+v: %v", sound, err)
		}
	}
	for _, c := range []struct {
		name  string
		of    Game
		spoil func(*Game)
		want  string
	}{
		{"a move on a taken square", won, func(g *Game) { g.Actions[2] = 0 }, "ply 3: action 0 is not legal"},
		{"a move after the end", won, func(g *Game) { g.Actions = append(g.Actions, 5) }, "ply 6: action 5 is not legal"},
		{"a move that is none", won, func(g *Game) { g.Actions[0] = 9 }, "ply 1: action 9 is not legal"},
		{"too many plies", drawn, func(g *Game) { g.Actions = append(g.Actions, 0) }, "10 plies, but tictactoe ends after 9"},
		{"another winner", won, func(g *Game) { g.Result = env.SecondWins }, "it says second wins, the rules say first wins"},
		{"no result", won, func(g *Game) { g.Result = env.Ongoing }, "the rules say first wins"},
		{"cut off where it ended", drawn, func(g *Game) { g.Truncated = true }, "after 9 plies of at most 9 it says that it was cut off: true"},
		{"unfinished", Game{Actions: []env.Action{0, 3}}, func(g *Game) { g.Truncated = true }, "after 2 plies of at most 9"},
		{"a forfeit after the end", won, func(g *Game) { g.Forfeit = true }, "a forfeit of second"},
		{"a forfeit of the other", left, func(g *Game) { g.Result = env.FirstWins }, "a forfeit of first"},
		{"a forfeit that was cut off", left, func(g *Game) { g.Truncated = true }, "a forfeit of first"},
		{"a value too high", won, func(g *Game) { g.Values[2] = 1001 }, "ply 3: a value of 1001 thousandths"},
		{"a value too low, after an opening", won, func(g *Game) { g.Values[0], g.Opening = -1001, 2 }, "ply 3: a value of -1001 thousandths"},
		{"a start that is none", won, func(g *Game) { g.Start = "nonsense" }, ""},
	} {
		bad := c.of
		bad.Actions, bad.Values = slices.Clone(bad.Actions), slices.Clone(bad.Values)
		c.spoil(&bad)
		if err := bad.Verify(g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// How a game ended, in words.
func TestHowGamesEnd(t *testing.T) {
	for want, g := range map[string]Game{
		CutOff: {Truncated: true, Ending: "mate"}, "mate": {Ending: "mate", Result: env.FirstWins}, "drawn": {Result: env.Drawn}, "second wins": {Result: env.SecondWins},
	} {
		if got := g.How(); got != want {
			t.Errorf("%+v: %q, want %q", g, got, want)
		}
	}
	for _, c := range []struct {
		g    Game
		want float64
	}{
		{Game{Result: env.FirstWins}, 1}, {Game{Result: env.FirstWins, Role: env.Second}, 0}, {Game{Result: env.SecondWins, Role: env.Second}, 1},
		{Game{Result: env.SecondWins}, 0}, {Game{Result: env.Drawn}, 0.5}, {Game{Truncated: true, Role: env.Second}, 0.5},
	} {
		if got := c.g.Score(); got != c.want {
			t.Errorf("%+v: %v points, want %v", c.g, got, c.want)
		}
	}
}

// What a mover expects is kept in thousandths, within [-1, 1].
func TestValuesAreRounded(t *testing.T) {
	for v, want := range map[float32]Value{0: 0, 0.0004: 0, 0.0006: 1, -0.0006: -1, 1: 1000, -1: -1000, 3: 1000, -3: -1000, 0.1234: 123} {
		if got := newValue(v); got != want {
			t.Errorf("%v: %d, want %d", v, got, want)
		}
	}
	for _, c := range []struct {
		v    float64
		his  bool
		want float64
	}{{1, true, 1}, {1, false, 0}, {-1, true, 0}, {0, false, 0.5}, {0.5, true, 0.75}, {0.5, false, 0.25}} {
		if got := pointsOf(c.v, c.his); got != c.want {
			t.Errorf("%v, his %v: %v points, want %v", c.v, c.his, got, c.want)
		}
	}
}
