package chess

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/env/variant"
	"ludens/games"
)

// Where a man goes on an empty board of 7 by 7 from the middle, as drawings. The
// directions of a knight's leaps are those of Fairy-Stockfish's rule book.
func TestBetza(t *testing.T) {
	for _, tt := range []struct{ moves, want string }{
		{"W", "d5 c4 e4 d3"}, {"fsW", "d5 c4 e4"}, {"fbW", "d5 d3"}, {"vW", "d5 d3"}, {"F2", "b6 f6 c5 e5 c3 e3 b2 f2"},
		{"fF", "c5 e5"}, {"lF", "c5 c3"}, {"flF", "c5"}, {"rbF", "e3"}, {"FfW", "c5 d5 e5 c3 e3"}, {"WfF", "c5 d5 e5 c4 e4 d3"},
		{"N", "c6 e6 b5 f5 b3 f3 c2 e2"}, {"fN", "c6 e6"}, {"ffN", "c6 e6"}, {"fsN", "b5 f5"}, {"fhN", "c6 e6 b5 f5"},
		{"rfN", "e6"}, {"frN", "f5"}, {"rhN", "e6 f5 f3 e2"}, {"vN", "c6 e6 c2 e2"}, {"sN", "b5 f5 b3 f3"}, {"hrN", "e6 b5 f3 c2"}, {"hlN", "c6 f5 b3 e2"},
		{"fR", "d7 d6 d5"}, {"R2", "d6 d5 b4 c4 e4 f4 d3 d2"}, {"D", "d6 b4 f4 d2"}, {"A", "b6 f6 b2 f2"}, {"H", "d7 a4 g4 d1"},
		{"C", "c7 e7 a5 g5 a3 g3 c1 e1"}, {"Z", "b7 f7 a6 g6 a2 g2 b1 f1"}, {"G", "a7 g7 a1 g1"}, {"fmWcF", "d5"}, {"pR", ""}, {"gQ", ""},
		{"Sissa", "b7 d7 f7 c6 d6 e6 a5 b5 d5 f5 g5 a4 b4 c4 e4 f4 g4 a3 b3 d3 f3 g3 c2 d2 e2 b1 d1 f1"},
	} {
		text := "family=\"chess\"\nname=\"m\"\nboard=\"\"\"\n......x\n.......\n.......\n.......\n.......\n.......\nX......\n\"\"\"\n[men.X]\nmoves=\"W\"\n[men.M]\nmoves=\"" + tt.moves + "\"\n"
		g := read(t, text)
		s, err := g.ParsePosition("7/7/7/3M3/7/7/7 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, text := range texts(s) {
			got = append(got, text[2:])
		}
		want := strings.Fields(tt.want)
		slices.Sort(want)
		if tt.moves == "Sissa" { // rook squares within reach of a corner, and nightrider squares
			want = sissaSquares()
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", tt.moves, got, want)
		}
	}
}

// sissaSquares are those that a sissa reaches from the middle of an empty board of 7 by 7:
// n files or ranks away, and the nightrider's, n up to 3, whose bend is on the board.
func sissaSquares() (all []string) {
	for x := -3; x <= 3; x++ {
		for y := -3; y <= 3; y++ {
			n := max(abs(x), abs(y))
			if n == 0 || x != 0 && y != 0 && abs(x) != 2*abs(y) && abs(y) != 2*abs(x) {
				continue
			}
			all = append(all, fmt.Sprintf("%c%d", 'd'+x, 4+y))
		}
	}
	slices.Sort(all)
	return all
}

// XBoard gets men by letters; the sissa's text is the one that env/cetran's engine was
// held to, of 388 characters.
func TestBetzaOut(t *testing.T) {
	list, problems := general(t, "cetran2").Betza()
	if len(problems) > 0 {
		t.Error(problems)
	}
	for _, p := range list {
		if p.Letter == "S" && len(p.Moves) != 388 {
			t.Errorf("the sissa has %d characters: %s", len(p.Moves), p.Moves)
		}
	}
	list, problems = general(t, "chess").Betza()
	if got := fmt.Sprint(list, problems); got != "[{K KisO2} {B B} {N N} {Q Q} {R R} {P fmWfceFifmnD}] []" {
		t.Error(got)
	}
	if _, problems = general(t, "xiangqi").Betza(); len(problems) != 3 {
		t.Errorf("xiangqi: %q", problems)
	}
}

// read returns the game of a text.
func read(t *testing.T, text string) *Game {
	t.Helper()
	f, err := variant.Parse("m", text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}
