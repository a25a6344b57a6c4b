package main

import "testing"

func TestMoves(t *testing.T) {
	for _, test := range []struct{ name, game, position, want string }{
		{"the whole board", "tictactoe", "", "a1 a2 a3 b1 b2 b3 c1 c2 c3"},
		{"the game is over", "tictactoe", "xxx/oo./...", ""},
		{"celta, the start", "celta", "", "c4c1 c4c2 c4c3 c4c5 c4c6 c4c7 d3a3 d3b3 d3c3 d3e3 d3f3 d3g3 d5a5 d5b5 d5c5 d5e5 d5f5 d5g5 e4e1 e4e2 e4e3 e4e5 e4e6 e4e7"},
		{"celta, with captures", "celta", "3a3/2a4/7/aa3aa/2dk3/a3d2/1a5 d",
			"c3a3xa3 c3b3 c3c1 c3c2 c3c4 c3c5 d3d2 d3d4 d3e3 e2b2 e2c2 e2d2 e2e1 e2e3 e2e4 e2e5 e2e6 e2e7 e2f2 e2g2"},
		{"celta, the king is home", "celta", "7/4a2/a6/a5a/a6/a6/k3aa1 a", ""},
		{"cetran, the array of the source", "cetran2", "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1",
			"a2a3 a2a4 b2b3 b2b4 c1b3 c1d3 c2c3 c2c4 d2d3 d2d4 e1d3 e1f3 e2e3 e2e4 f1e3 f1g3 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"},
		{"cetran, stalemate", "cetran2", "1k6/8/Q3A3/8/8/P4N2/8/3K4 b - 6 36", ""},
	} {
		args := []string{"moves", test.game}
		if test.position != "" {
			args = append(args, "--position", test.position)
		}
		if got := works(t, "", args...); got != test.want+"\n" {
			t.Errorf("%s:\ngot  %swant %s", test.name, got, test.want)
		}
	}
}

func TestMovesJSON(t *testing.T) {
	for _, test := range []struct{ position, want string }{
		{"xo./ox./..x", `{"game":"tictactoe","position":"xo./ox./..x","result":"first wins","moves":[],"squares":[]}`},
		{"xoo/ox./.x.", `{"game":"tictactoe","position":"xoo/ox./.x.","to_move":"first","result":"ongoing","moves":["a1","c1","c2"],"squares":[{"from":-1,"to":6},{"from":-1,"to":8},{"from":-1,"to":5}]}`},
	} {
		position := test.position
		if got := works(t, "", "moves", "tictactoe", "--json", "--position", position); got != test.want+"\n" {
			t.Errorf("%s:\ngot  %swant %s", test.position, got, test.want)
		}
	}
}

func TestMovesComplaints(t *testing.T) {
	complaints{
		{`moves`, 2, `moves: too few words; want: ludens moves GAME [--position TEXT]`},
		{`moves celta 3a3`, 2, `moves: "3a3" is one word too many; want: ludens moves GAME [--position TEXT]`},
		{`moves celta --positon x`, 2, `unknown flag: --positon (did you mean "--position"?); see ludens moves --help`},
		{`moves tictactoo`, 1, `games: no game "tictactoo" (did you mean "tictactoe"?)`},
		{`moves tictactoe --position "xx/oo"`, 1, `lines: position xx/oo: 2 rows, want 3`},
		{`moves celta --position "3a3/7 d"`, 1, `tafl: position "3a3/7 d": there are 2 rows, want 7`},
	}.check(t)
}
