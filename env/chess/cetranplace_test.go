package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// cellOf is the cell of the drawing that a square's name means.
func cellOf(name string) int { return 8*int('8'-name[1]) + int(name[0]-'a') }

// What the page gets of a move, by hand: cells of the drawing, row by row from the
// top left.
func TestSquares(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		path            string
		captured        string
		promotion       string
	}{
		{"a rook passes what lies between", "6k1/7p/8/8/8/8/8/R6K w - - 0 1", "a1a5", "a2 a3 a4", "", ""},
		{"and back again", "6k1/7p/8/8/7R/8/8/K7 w - - 0 1", "h4c4", "g4 f4 e4 d4", "", ""},
		{"a step passes nothing", "6k1/7p/8/8/8/8/8/R6K w - - 0 1", "a1a2", "", "", ""},
		{"a queen on a diagonal takes", "6k1/7p/8/4p3/8/8/8/QK6 w - - 0 1", "a1e5", "b2 c3 d4", "e5", ""},
		{"a knight jumps", "6k1/7p/8/8/8/8/8/N6K w - - 0 1", "a1b3", "", "", ""},
		{"and to the side", "6k1/7p/8/8/8/8/8/N6K w - - 0 1", "a1c2", "", "", ""},
		{"and takes", "6k1/7p/8/8/8/1p6/8/N6K w - - 0 1", "a1b3", "", "b3", ""},
		{"a chancellor goes like a rook", "6k1/7p/8/8/8/8/8/C6K w - - 0 1", "a1a4", "a2 a3", "", ""},
		{"a chancellor jumps", "6k1/7p/8/8/8/8/8/C6K w - - 0 1", "a1c2", "", "", ""},
		{"a pawn takes in passing", "6k1/7p/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6", "", "d5", ""},
		{"a pawn becomes a queen", "1k6/7P/8/8/8/8/8/7K w - - 0 1", "h7h8q", "", "", "queen"},
		{"a pawn goes two", "6k1/7p/8/8/8/8/4P3/7K w - - 0 1", "e2e4", "e3", "", ""},
		{"a sissa's way is not told", "6k1/7p/8/8/8/8/8/S6K w - - 0 1", "a1b3", "", "", ""},
		{"black's cells are the same", "r5k1/8/8/8/8/8/8/7K b - - 0 1", "a8d8", "b8 c8", "", ""},
	} {
		g := made(t, "cetran2", "")
		s, err := g.ParsePosition(test.fen)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		a, err := env.Parse(s, test.move)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		want := env.Squares{From: cellOf(test.move[:2]), To: cellOf(test.move[2:4]), Promotion: test.promotion, Choice: test.promotion}
		for _, name := range strings.Fields(test.path) {
			want.Path = append(want.Path, cellOf(name))
		}
		for _, name := range strings.Fields(test.captured) {
			want.Captured = append(want.Captured, cellOf(name))
		}
		got := s.(*State).Squares(a)
		if got.From != want.From || got.To != want.To || !slices.Equal(got.Path, want.Path) || !slices.Equal(got.Captured, want.Captured) || got.Promotion != want.Promotion || got.Choice != want.Choice {
			t.Errorf("%s: got %+v, want %+v", test.name, got, want)
		}
	}
}

// In games at random: what is passed is empty and lies in even steps between the
// ends, what is captured was the opponent's, and what stands there afterwards came
// from where it is said to.
func TestSquaresInPlay(t *testing.T) {
	g := made(t, "cetran2", "")
	for n := range 6 {
		s := g.New(uint64(n)).(*State)
		rng := seed.New(uint64(n)).Rand()
		for ply := 0; ply < 60 && s.Result() == env.Ongoing; ply++ {
			legal := s.Legal(nil)
			for _, a := range legal {
				x := s.Squares(a)
				if p, ok := s.Owner(x.From); !ok || p != s.ToMove() {
					t.Fatalf("%s leaves a square that is not the mover's", s.Format(a))
				}
				for i, cell := range x.Path {
					if _, taken := s.Owner(cell); taken {
						t.Fatalf("%s passes a piece on cell %d", s.Format(a), cell)
					}
					k, all := i+1, len(x.Path)+1
					if rows, cols := x.To/8-x.From/8, x.To%8-x.From%8; (cell/8-x.From/8)*all != rows*k || (cell%8-x.From%8)*all != cols*k {
						t.Fatalf("%s passes cell %d, which is not on its way", s.Format(a), cell)
					}
				}
				for _, cell := range x.Captured {
					if p, ok := s.Owner(cell); !ok || p == s.ToMove() {
						t.Fatalf("%s captures nothing on cell %d", s.Format(a), cell)
					}
				}
				if _, occupied := s.Owner(x.To); occupied != slices.Contains(x.Captured, x.To) {
					t.Fatalf("%s goes to a piece that it does not capture", s.Format(a))
				}
			}
			a := legal[rng.IntN(len(legal))]
			x, mover := s.Squares(a), s.ToMove()
			s.Play(a)
			if p, ok := s.Owner(x.To); !ok || p != mover {
				t.Fatalf("nobody has come to cell %d", x.To)
			}
			if _, ok := s.Owner(x.From); ok {
				t.Fatalf("somebody stands on cell %d still", x.From)
			}
		}
	}
}
