package main

import (
	"strings"
	"testing"
)

// What a record claims is held against what happens; the error names the move.
func TestFalseClaims(t *testing.T) {
	const falseClaim = "false claim "
	for _, test := range []struct{ name, game, text, want string }{
		{"captures that did not happen", "wtf", "d2-e2xa1,g7 c4-c2", `record: move 1: ` + falseClaim + `in "d2-e2xa1,g7": nothing is captured`},
		{"a king's capture that did not", "wtf", "d2-e2 c4-c2#", `record: move 1...: ` + falseClaim + `in "c4-c2#": it deserves no #`},
		{"nothing is claimed", "wtf", "d2-e2 c4-c2", ""},
		{"an escape that did not happen", "celta", "d5-e5+", `record: move 1: ` + falseClaim},
		{"a game without captures", "cetro", "b2xd4", `record: move 1: ` + falseClaim},
		{"a game without mates", "cetro", "b2-d4#", `record: move 1: ` + falseClaim},
		{"demands are no claims", "cetro", "b2-d4 d8-f6!", ""},
		{"a check", "cetran2:array=qrknchsa/KSNRCAQH", "c1d3+", `record: move 1: ` + falseClaim + `in "c1d3+": it is not check`},
		{"a mate, in algebraic notation", "cetran2:array=qrknchsa/KSNRCAQH", "Nd3#", `record: move 1: ` + falseClaim + `in "Nd3#": it is not mate`},
		{"a capture, in algebraic notation", "cetran2:array=qrknchsa/KSNRCAQH", "e4 e5 dxe4", `record: move 2`},
		{"a capture of nothing", "cetran2:array=qrknchsa/KSNRCAQH", "Nxd3", `record: move 1: ` + falseClaim + `in "Nxd3": nothing is captured`},
		{"in passing", "cetran2:array=qrknchsa/KSNRCAQH", "e2-e4ep", `record: move 1: ` + falseClaim + `in "e2-e4ep": nothing is captured in passing`},
		{"Game Courier's lists", "cetran2:array=qrknchsa/KSNRCAQH", "N c1xd3", `record: move 1`},
		{"no claims at all", "cetran2:array=qrknchsa/KSNRCAQH", "Nd3 e5 Nxe5", ""},
		{"a result", "tictactoe", "[Result \"second wins\"]\n\na1 a2 b1 b2 c1", `record: ` + falseClaim + `after move 3: result "second wins", but by the rules it is "first wins"`},
		{"an ending in the game's words", "celta", "[Result \"first wins\"]\n[Ending \"the king reached a corner\"]\n\nd5-e5", `record: ` + falseClaim + `after move 1: ending "the king reached a corner", but by the rules the game goes on`},
		{"who resigned", "celta", "[Result \"first wins\"]\n[Ending \"attackers resigned\"]\n\nd5-e5", ""},
		{"PGN", "cetran2:array=qrknchsa/KSNRCAQH", "[White \"Ana\"]\n\n1. Nd3+ e5 *", `chess: pgn: game 1: move 1: ` + falseClaim + `in "Nd3+": it is not check`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.want == "" {
				if out := works(t, test.text+"\n", "replay", "-", "--game", test.game); !strings.Contains(out, "all legal") {
					t.Errorf("got\n%s", out)
				}
				return
			}
			if a := try(test.text+"\n", "replay", "-", "--game", test.game); a.code != 1 || !strings.Contains(a.errs, test.want) {
				t.Errorf("got %d\n%s\nwant %s", a.code, a.errs, test.want)
			}
		})
	}
}
