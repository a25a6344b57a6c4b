package chess

import (
	"testing"
)

// Every way of writing a position that is read, and how it is written.
func TestPositionText(t *testing.T) {
	const start = "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH"
	g := cetran2Game(t)
	for _, tt := range []struct{ text, want string }{
		{start + " w - 0 1", start + " w - 0 1"},
		{start + " w - - 0 1", start + " w - 0 1"},
		{start + " w - -", start + " w - 0 1"},
		{start + " w - 3 9", start + " w - 3 9"},
		{start + " w - 3", start + " w - 3 1"},
		{start + " b", start + " b - 0 1"},
		{start, start + " w - 0 1"},
		{"  " + start + "\t w  -  0 1\n", start + " w - 0 1"},
		{"k7/8/8/3pP3/8/8/8/K7 w d6 0 2", "k7/8/8/3pP3/8/8/8/K7 w d6 0 2"},
		{"k7/8/8/3pP3/8/8/8/K7 w - d6 0 2", "k7/8/8/3pP3/8/8/8/K7 w d6 0 2"},
		{"k7/8/8/3pP3/8/8/8/K7 w - d6", "k7/8/8/3pP3/8/8/8/K7 w d6 0 1"},
		{"k7/8/8/8/3P4/8/8/K7 b d3 0 2", "k7/8/8/8/3P4/8/8/K7 b d3 0 2"},
		{"k7/44/8/8/8/8/8/K7 w - 150 90", "k7/8/8/8/8/8/8/K7 w - 150 90"},
	} {
		s, err := g.ParsePosition(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if got := g.Position(s); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// What a position tells about a capture in passing counts only if it is legal.
func TestPositionKeys(t *testing.T) {
	g := cetran2Game(t)
	for _, tt := range []struct {
		name, a, b string
		equal      bool
	}{
		{"possible capture", "k7/8/8/3pP3/8/8/8/K7 w d6 0 2", "k7/8/8/3pP3/8/8/8/K7 w - 0 2", false},
		{"no pawn there", "k7/8/8/3p1P2/8/8/8/K7 w d6 0 2", "k7/8/8/3p1P2/8/8/8/K7 w - 0 2", true},
		{"pinned pawn", "k3r3/8/8/3pP3/8/8/8/4K3 w d6 0 2", "k3r3/8/8/3pP3/8/8/8/4K3 w - 0 2", true},
		{"move number", "k7/8/8/3pP3/8/8/8/K7 w - 0 2", "k7/8/8/3pP3/8/8/8/K7 w - 0 9", true},
		{"side to move", "k7/8/8/3pP3/8/8/8/K7 w - 0 2", "k7/8/8/3pP3/8/8/8/K7 b - 0 2", false},
		{"clock within ten plies", "k7/8/8/3pP3/8/8/8/K7 w - 10 2", "k7/8/8/3pP3/8/8/8/K7 w - 19 2", true},
		{"clock over ten plies", "k7/8/8/3pP3/8/8/8/K7 w - 19 2", "k7/8/8/3pP3/8/8/8/K7 w - 20 2", false},
		{"clock at its end", "k7/8/8/3pP3/8/8/8/K7 w - 99 2", "k7/8/8/3pP3/8/8/8/K7 w - 100 2", false},
		{"clock beyond", "k7/8/8/3pP3/8/8/8/K7 w - 100 2", "k7/8/8/3pP3/8/8/8/K7 w - 111 2", true},
		{"owner of a man", "k7/8/8/3pN3/8/8/8/K7 w - 0 2", "k7/8/8/3pn3/8/8/8/K7 w - 0 2", false},
	} {
		a, b := position(t, g, tt.a), position(t, g, tt.b)
		if got := a.Key() == b.Key(); got != tt.equal {
			t.Errorf("%s: %s and %s: equal keys %v, want %v", tt.name, tt.a, tt.b, got, tt.equal)
		}
	}
}

// FEN has the six fields that programs of chess ask for, and is read back.
func TestFEN(t *testing.T) {
	for _, tt := range []struct {
		g         *Cetran
		fen, want string
	}{
		{cetran2Game(t), "k7/8/8/3pP3/8/8/8/K7 w d6 0 2", "k7/8/8/3pP3/8/8/8/K7 w - d6 0 2"},
		{cetran2Game(t), "k7/8/8/8/8/8/8/K7 b", "k7/8/8/8/8/8/8/K7 b - - 0 1"},
		{cetran1Game(t), "k7/8/8/8/8/8/8/K1B1B3 w c1e1 - 0 1", "k7/8/8/8/8/8/8/K1B1B3 w c1e1 - 0 1"},
	} {
		s := position(t, tt.g, tt.fen)
		if got := tt.g.FEN(s); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.fen, got, tt.want)
		}
		if again := position(t, tt.g, tt.want); tt.g.Position(again) != tt.g.Position(s) {
			t.Errorf("%s reads as %s", tt.want, tt.g.Position(again))
		}
	}
}

func TestImpossiblePositions(t *testing.T) {
	g := cetran2Game(t)
	for _, tt := range []struct{ text, want string }{
		{"", "is empty"},
		{"k7/8/8/8/8/8/8/K7 w - - 0 1 x", "7 fields: must be at most 6"},
		{"k7/8/8/8/8/8/8 w", "7 rows: must be 8"},
		{"k7/8/8/8/8/8/8/K7/8 w", "9 rows: must be 8"},
		{"k7/8/8/7/8/8/8/K7 w", `rank 5 "7": has 7 squares, want 8`},
		{"k7/8/8/8/9/8/8/K7 w", `rank 4 "9": has 9 squares, want 8`},
		{"k7/8/8/8/8/8/8/KNNNNNNNN w", `rank 1 "KNNNNNNNN": has more than 8 squares`},
		{"k7/8/3B4/8/8/8/8/K7 w", `rank 6 "3B4": unknown 'B': must be one of KQSCAHRNP, small for Black`},
		{"k7/8/8/8/8/8/8/K7 x", `side to move "x": must be w or b`},
		{"k7/8/8/8/8/8/8/K7 w KQkq - 0 1", `castling "KQkq": there is none, must be -`},
		{"k7/8/8/8/8/8/8/K7 w - -1 1", `plies without capture or pawn move: "-1" must be a number in 0..1000000`},
		{"k7/8/8/8/8/8/8/K7 w - 0 0", `move number: "0" must be a number in 1..1000000`},
		{"k7/8/8/8/8/8/8/K7 w - 0 one", `move number: "one" must be a number in 1..1000000`},
		{"8/8/8/8/8/8/8/K7 w", "Black has no king: must be 1"},
		{"k7/8/8/8/8/8/8/K6K w", "White has 2 kings, on a1 and h1: must be 1"},
		{"k7/pp6/pp6/pp6/pp6/pp6/8/K7 w", "Black has 10 pawns: must be at most 8"},
		{"k7/8/8/8/8/QQ6/PPPPPPPP/K7 w", "White has 8 pawns and 1 promoted officers: must be at most 8 together"},
		{"k7/8/8/8/8/8/8/KP6 w", "pawn on b1: pawns never stand on the first and last rank"},
		{"kp6/8/8/8/8/8/8/K7 w", "pawn on b8: pawns never stand on the first and last rank"},
		{"k7/8/8/8/R7/8/8/K7 w", "White can take the king on a8: the side not to move must not be in check"},
		{"k7/8/8/8/8/S7/8/K7 b", ""},
		{"k7/8/8/8/8/s7/8/K7 b", "Black can take the king on a1: the side not to move must not be in check"},
		{"kK6/8/8/8/8/8/8/8 w", "White can take the king on a8: the side not to move must not be in check"},
		{"k7/8/8/3pP3/8/8/8/K7 w e9 0 2", `square of a capture in passing "e9": must be a square or -`},
		{"k7/8/8/3pP3/8/8/8/K7 w d5 0 2", `square of a capture in passing "d5": no man of Black who has just passed there`},
		{"k7/8/8/3pP3/8/8/8/K7 b d6 0 2", `square of a capture in passing "d6": no man of White who has just passed there`},
		{"k7/8/8/3pP3/8/8/8/K7 w e6 0 2", `square of a capture in passing "e6": no man of Black who has just passed there`},
		{"k7/3n4/8/3pP3/8/8/8/K7 w d6 0 2", `square of a capture in passing "d6": no man of Black has passed there with his last move`},
	} {
		s, err := g.ParsePosition(tt.text)
		switch want := "chess: position: " + tt.want; {
		case tt.want == "" && err != nil:
			t.Errorf("%q: %v", tt.text, err)
		case tt.want != "" && (err == nil || err.Error() != want):
			t.Errorf("%q:\ngot  %v\nwant %s", tt.text, err, want)
		case err != nil && s != nil:
			t.Errorf("%q: got a position with the error", tt.text)
		}
	}
}
