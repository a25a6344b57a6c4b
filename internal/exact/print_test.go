package exact

import (
	"strings"
	"testing"

	"ludens/solve"
)

// Only nothing is 0 % and only all is 100 %: what is rare is not said to be absent.
func TestSharesInWords(t *testing.T) {
	for _, tt := range []struct {
		n, of uint64
		want  string
	}{{0, 0, "-"}, {0, 9, "0 %"}, {9, 9, "100 %"}, {1, 1 << 40, "0.01 %"}, {1<<40 - 1, 1 << 40, "99.99 %"}, {1, 3, "33.33 %"}} {
		if got := percentFine(tt.n, tt.of); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.n, tt.of, got, tt.want)
		}
	}
	if dashed(0) != "-" || dashed(17) != "17" {
		t.Errorf("%s, %s", dashed(0), dashed(17))
	}
}

// What the clock makes of a position and of an endgame.
func TestClockInWords(t *testing.T) {
	for want, c := range map[string]Clock{
		"won by the clock, too: 7 plies to the end or to a move that starts the clock again, 90 left":                              {Plies: 7, Left: 90, InTime: true},
		"won, but drawn by the clock, wherever it stands (90 plies are left)":                                                      {Left: 90},
		"won, but not within the fifty moves that are left: 95 plies to the end or to a move that starts the clock again, 90 left": {Plies: 95, Left: 90},
	} {
		if got := clockWords("won", c); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
	far := solve.Side{LongestWin: solve.Longest{Plies: 30, Position: "8/8/8"}}
	for want, s := range map[string]solve.EndgameSummary{
		"no clock": {Sides: [2]solve.Side{far, far}}, "-": {Clock: 100}, "all in time": {Clock: 100, Sides: [2]solve.Side{far}}, "7 too slow": {Clock: 100, Beyond: 7, Sides: [2]solve.Side{far}},
	} {
		if got := byTheClock(EndgameSolution{EndgameSummary: s}); got != want {
			t.Errorf("%+v: %s, want %s", s, got, want)
		}
	}
}

// The rows of endgames stand under their head, and say how the games ended that were not won.
func TestEndgameRows(t *testing.T) {
	for want, m := range map[string]EndgameAccuracy{
		"-": {}, "2 drawn: repetition; 1 drawn: stalemate; 3 lost; 4 cut off": {Drawn: map[string]int{"stalemate": 1, "repetition": 2}, Lost: 3, Truncated: 4},
	} {
		if got := restOf(m); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	var out strings.Builder
	roles := [2]string{"white", "black"}
	side := solve.Side{Positions: 4, Won: 1, Drawn: 1, Lost: 2, Ended: 3, Beaten: 1, LongestWin: solve.Longest{Plies: 21, Position: "k7/8"}}
	printOneEndgame(&out, roles, EndgameSolution{EndgameSummary: solve.EndgameSummary{Men: "kq-k", Numbers: 8, Bytes: 16, Sides: [2]solve.Side{side, {}}}})
	lines := strings.Split(out.String(), "\n")
	head, row := strings.Fields(lines[1]), strings.Fields(lines[2])
	if head[0] != "endgame" || row[0] != "kq-k" || strings.Index(lines[1], "positions")+len("positions") != strings.Index(lines[2], "4")+1 {
		t.Errorf("the row is not under its head:\n%s", &out)
	}
	for _, want := range []string{"25.00 %", "50.00 %", "longest win of white: 21 plies, first from k7/8\n", "over with white to move: 3 positions, 1 of them lost\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "of black") {
		t.Errorf("black wins nothing:\n%s", &out)
	}
}

// A table of one agent is as wide as its columns, with a long name on a line of its own, and leaves
// out what no position showed.
func TestAccuracyTable(t *testing.T) {
	v := Accuracy{Agent: "random", Game: "tictactoe", Mix: "all", ToDraw: 2, ToLoss: 1, Thrown: NewProportion(3, 8)}
	v.Kept = newKept(solve.Tally{Positions: 8, Kept: 6}, solve.Tally{Positions: 4, Kept: 2})
	v.Won = v.Kept
	print := func(v Accuracy) string {
		var out strings.Builder
		printAccuracy(&out, v, 60)
		return out.String()
	}
	text := print(v)
	for _, want := range []string{"random on tictactoe      positions", "all                              8       6    75.00 %", "  a wrong move exists            4       2    50.00 %", "of these 2 to a draw, 1 to a loss\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "drawn ") || strings.Contains(text, "lost ") {
		t.Errorf("rows of nothing:\n%s", text)
	}
	v.Agent = "an agent of a long name"
	if text := print(v); !strings.HasPrefix(text, "an agent of a long name on tictactoe\n"+strings.Repeat(" ", 25)+"positions") {
		t.Errorf("a long name:\n%s", text)
	}
}

// The best move of a position is printed first, with what the mover can expect.
func TestPositionIsPrinted(t *testing.T) {
	var out strings.Builder
	printPosition(&out, Position{ToMove: "white", Verdict: solve.Verdict{Worth: "won", Plies: 3}, Clock: &Clock{Plies: 3, Left: 9, InTime: true}, Moves: []Move{{Move: "a1-a8", Verdict: solve.Verdict{Worth: "won", Plies: 3}}, {Move: "a1-a2", Verdict: solve.Verdict{Worth: "drawn"}}}})
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[0], "white to move: won") || !strings.HasPrefix(lines[1], "won by the clock, too") || !strings.HasPrefix(lines[2], "  a1-a8    won") || !strings.HasPrefix(lines[3], "  a1-a2    drawn") {
		t.Errorf("printed\n%s", &out)
	}
}
