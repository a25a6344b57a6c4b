package tafl

import (
	"testing"

	"ludens/env/diagram"
)

// A side keeps its colour in all games of the family, whichever side moves first.
func TestColours(t *testing.T) {
	for _, name := range []string{"celta", "celta:first=attackers", "tablut", "tablut:first=king"} {
		g := game(t, name)
		s := g.New(0).(*State)
		drawn := s.Diagram()
		for c, square := range drawn.Cells {
			var want diagram.Piece
			if k := g.kindAt(s.board, cell(c)); k != nothing {
				want = diagram.Piece{Figure: diagram.Disc, Side: diagram.FirstSide, Letter: rune(k.letter())}
				if k == attacker {
					want.Side = diagram.SecondSide
				}
				if k == king {
					want.Figure = diagram.Crowned
				}
			}
			if square.Piece != want {
				t.Errorf("%s: on %s: got %+v, want %+v", name, g.name(cell(c)), square.Piece, want)
			}
		}
	}
}
