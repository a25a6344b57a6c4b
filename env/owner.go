package env

import "ludens/env/diagram"

// Owned is a State that knows whose the pieces on its diagram are.
type Owned interface {
	// Owner returns whose piece stands on a cell of the diagram; ok is false where
	// none does.
	//
	// Law: pieces that are drawn alike belong to the same player, in all positions
	// that come of one start. The piece that a legal action moves is the mover's.
	Owner(cell int) (p Player, ok bool)
}

// OwnerOf returns whose piece stands on a cell of the diagram d of s. Where s is
// not Owned, First has the pieces of the first side.
func OwnerOf(s State, d diagram.Diagram, cell int) (p Player, ok bool) {
	if x, owned := s.(Owned); owned {
		return x.Owner(cell)
	}
	piece := d.Cells[cell].Piece
	if piece.Side == diagram.SecondSide {
		p = Second
	}
	return p, piece.Figure != diagram.Nothing
}

// SideOf returns the side of the diagram d of s whose pieces are p's.
func SideOf(s State, d diagram.Diagram, p Player) diagram.Side {
	for cell, c := range d.Cells {
		owner, ok := OwnerOf(s, d, cell)
		if ok && owner == p {
			return c.Piece.Side
		}
		if ok {
			return diagram.FirstSide + diagram.SecondSide - c.Piece.Side
		}
	}
	return diagram.FirstSide + diagram.Side(p)
}
