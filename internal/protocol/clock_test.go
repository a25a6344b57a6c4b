package protocol

import (
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
)

// Times as boards write them.
func TestMinutes(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Minute, "2:30": 150 * time.Second, "0:07": 7 * time.Second, "0": 0, "1.5": 90 * time.Second,
		"1:0.25": 60250 * time.Millisecond, "1440": 24 * time.Hour, "86400": 60 * 24 * time.Hour,
	} {
		if got, err := minutes(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", ":", "x", "5:x", "-1", "1:-1", "NaN", "86401", "1:86401", "Inf"} {
		if got, err := minutes(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}

// What a board says of time, and what the engine then knows.
func TestCECPClock(t *testing.T) {
	type known struct {
		clock                clock
		base, moveTime       time.Duration
		perControl, maxDepth int
	}
	of := func(c *cecp) known { return known{c.clock, c.base, c.moveTime, c.perControl, c.depthLimit} }
	c := &cecp{}
	for _, step := range []struct {
		say  func(string) error
		text string
		good bool
		want known
	}{
		{c.setMoveTime, "10", true, known{moveTime: 10*time.Second - lag}},
		{c.setMoveTime, "0.05", true, known{moveTime: 25 * time.Millisecond}},
		{c.setMoveTime, "0", false, known{moveTime: 25 * time.Millisecond}},
		{c.setLevel, "40 5 0", true, known{clock: clock{left: 5 * time.Minute}, base: 5 * time.Minute, perControl: 40}},
		{c.setLevel, "0 2:30 12", true, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setLevel, "-1 2:30 12", false, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setLevel, "0 2:30", false, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setLevel, "x 1 1", false, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setLevel, "1 x 1", false, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setLevel, "1 1 x", false, known{clock: clock{left: 150 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setClock, "9000", true, known{clock: clock{left: 90 * time.Second, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setClock, "-7", true, known{clock: clock{left: 10 * time.Millisecond, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setClock, "1000000001", false, known{clock: clock{left: 10 * time.Millisecond, increment: 12 * time.Second}, base: 150 * time.Second}},
		{c.setDepth, "1", true, known{clock: clock{left: 10 * time.Millisecond, increment: 12 * time.Second}, base: 150 * time.Second, maxDepth: 1}},
		{c.setDepth, "0", false, known{clock: clock{left: 10 * time.Millisecond, increment: 12 * time.Second}, base: 150 * time.Second, maxDepth: 1}},
	} {
		if err := step.say(step.text); (err == nil) != step.good {
			t.Errorf("%q: error %v", step.text, err)
		}
		if got := of(c); got != step.want {
			t.Errorf("after %q: %+v, want %+v", step.text, got, step.want)
		}
	}
}

// Chances are given per thousand games, and sum up to them.
func TestThousands(t *testing.T) {
	for _, tt := range []struct {
		chances [3]float32
		want    string
	}{
		{[3]float32{1, 0, 0}, "wdl 1000 0 0"}, {[3]float32{0, 0, 1}, "wdl 0 0 1000"}, {[3]float32{0, 1, 0}, "wdl 0 1000 0"},
		{[3]float32{0.5, 0.25, 0.25}, "wdl 500 250 250"}, {[3]float32{0.0126, 0.975, 0.0124}, "wdl 13 975 12"},
		{[3]float32{0.5006, 0, 0.4996}, "wdl 501 0 499"},
	} {
		if got := wdl(tt.chances); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.chances, got, tt.want)
		}
	}
}

// A depth of one ply ends a search that has no other end.
func TestDepthOfOne(t *testing.T) {
	script{"> go infinite", "> stop", "< bestmove ", "> go depth 1", "< bestmove "}.run(t, "uci", source)
}

// The clocks of OpenTafl: the attackers' first; an overtime is for one move.
func TestOTEPClock(t *testing.T) {
	const ms = time.Millisecond
	for text, want := range map[string][2]clock{
		"300000 298000 10 3 2": {{left: 300000 * ms}, {left: 298000 * ms}},
		"300000 9000* 10 3 2":  {{left: 300000 * ms}, {left: 9000 * ms, moves: 1}},
		"1* -5 10 3 2":         {{left: ms, moves: 1}, {}},
		"1000000000 0 10 3 2":  {{left: 1e9 * ms}, {}},
	} {
		var o otep
		if err := o.setClock(text); err != nil || o.clocks != want {
			t.Errorf("%q: %+v, %v; want %+v", text, o.clocks, err, want)
		}
	}
	for _, text := range []string{"", "300000", "x 1", "1 x", "1 1000000001", "1** 1"} {
		o := otep{clocks: [2]clock{{left: 7}, {left: 8}}}
		if err := o.setClock(text); err == nil || o.clocks != [2]clock{{left: 7}, {left: 8}} {
			t.Errorf("%q: %+v, %v; want an error and the clocks as they were", text, o.clocks, err)
		}
	}
}

// A text is read as the game that it holds: a record, or PGN of one game.
func TestReadGames(t *testing.T) {
	g := games.Must(source)
	const pgn = "[White \"a\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n"
	r, err := read(g, pgn)
	if err != nil || r.First != "a" || r.Second != "b" || len(r.Moves) != 2 || r.Moves[0] != "e2e4" || r.Result != env.Drawn {
		t.Errorf("PGN: %+v, %v", r, err)
	}
	for name, text := range map[string]string{
		"two games": pgn + "\n" + pgn, "an illegal move": "[White \"a\"]\n\n1. e5 *\n", "another game's record": "[Game \"celta\"]\n\n1. d5c5\n",
	} {
		if r, err := read(g, text); err == nil {
			t.Errorf("%s: %+v, want an error", name, r)
		}
	}
}
