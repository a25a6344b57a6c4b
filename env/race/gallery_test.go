package race

import "testing"

// What the sources say of the boards, and the moves that follow from them.
func TestGallery(t *testing.T) {
	for _, test := range []struct {
		game                    string
		men, squares, far, need int // of a side: men, squares of the board, squares where men belong, moves at the start (0: not counted by hand)
	}{
		{"halma", 19, 256, 19, 0},
		{"halma-8x8", 10, 64, 10, 0},
		{"halma-10x10", 15, 100, 15, 0},
		{"grasshopper", 10, 64, 10, 0},
		{"grasshopper-10x10", 15, 100, 15, 0},
		{"ugolki", 16, 64, 16, 48},        // 4*(2+2+1+1) along the ranks, and as many along the files
		{"ugolki-12", 12, 64, 12, 46},     // 3*(2+2+1+1) along the ranks, 4*(3+2+2) along the files
		{"five-field-kono", 7, 25, 7, 22}, // 4+3+4+3+4 of the first rank, 2+2 of the second
		{"conspirateurs", 20, 289, 39, 0},
		{"salta", 15, 100, 15, 105}, // each of 15 men goes 7 ranks
		{"cetro", 14, 81, 14, 42},
	} {
		g := general(t, file(t, test.game, ""))
		s := g.New(0).(*State)
		for x := range side(2) {
			if got := g.board.total(x); got != test.men {
				t.Errorf("%s: %d men, want %d", test.game, got, test.men)
			}
			if got := count(g.board.halves[x].far[:]); got != test.far {
				t.Errorf("%s: men belong on %d squares, want %d", test.game, got, test.far)
			}
			if got := s.need[x]; test.need > 0 && got != test.need {
				t.Errorf("%s: %d moves, want %d", test.game, got, test.need)
			}
		}
		if got := g.board.cells(); got != test.squares {
			t.Errorf("%s: %d squares, want %d", test.game, got, test.squares)
		}
	}
}
