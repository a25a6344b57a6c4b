package envtest

import (
	"ludens/env"
	"ludens/env/diagram"
)

// The pieces of a Placing game are those of its diagram, its actions start where the mover
// sees their squares, and what captures attacks.
func checkPieces(k *kit) error {
	g, ok := env.As[env.Placing](k.game)
	if !ok {
		return nil
	}
	type kind struct {
		index uint8
		owner env.Player
	}
	drawn := map[kind]diagram.Piece{}
	return k.each(func(p position) error {
		pictured, ok := p.State.(diagram.Pictured)
		if !ok {
			return nil
		}
		d, pieces := pictured.Diagram(), g.Pieces(p.State, nil)
		there := map[int]bool{}
		for _, x := range pieces {
			if int(x.Kind) >= len(g.PieceKinds()) || x.Owner != env.First && x.Owner != env.Second {
				return p.breach("there is no piece %+v", x)
			}
			if x.Cell == env.InHand {
				continue
			}
			c := int(x.Cell)
			who, ok := env.OwnerOf(p.State, d, c)
			if !ok || who != x.Owner || there[c] {
				return p.breach("%+v is not the piece on its cell, or listed twice", x)
			}
			there[c] = true
			as := kind{x.Kind, x.Owner}
			if was, met := drawn[as]; met && was != d.Cells[c].Piece {
				return p.breach("%+v is drawn as %s, and another of its kind as %s", x, d.Cells[c].Piece.Name(), was.Name())
			}
			drawn[as] = d.Cells[c].Piece
		}
		for c := range d.Cells {
			if _, ok := env.OwnerOf(p.State, d, c); ok && !there[c] {
				return p.breach("the piece on cell %d is not listed", c)
			}
		}
		return k.startsWhereSeen(p, g, pieces)
	})
}

// startsWhereSeen checks where actions start and what they attack.
func (k *kit) startsWhereSeen(p position, g env.Placing, pieces []env.Piece) error {
	words := env.Words(k.spec.Cells())
	attacks := make([]uint64, len(pieces)*words)
	attacking, known := env.As[env.Attacking](k.game)
	if known {
		attacking.Attacks(p.State, pieces, attacks)
	}
	at := map[int]int{}
	for i, x := range pieces {
		at[int(x.Cell)] = i
	}
	for _, a := range p.Legal(nil) {
		move := env.SquaresOf(p.State, a)
		if move.From < 0 || int(a) >= k.spec.Planes()*k.spec.Cells() {
			continue
		}
		if seen := g.Seen(move.From, p.ToMove()); seen != int(a)%k.spec.Cells() {
			return p.breach("%s starts on cell %d, which the mover sees as %d, want %d", p.Format(a), move.From, seen, int(a)%k.spec.Cells())
		}
		if known && len(move.Captured) > 0 && move.Captured[0] == move.To && attacks[at[move.From]*words+move.To/64]>>(move.To%64)&1 == 0 {
			return p.breach("%s captures on a cell that its piece does not attack", p.Format(a))
		}
	}
	return nil
}
