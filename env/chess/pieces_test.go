package chess_test

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// A piece attacks from another cell what one like it would that is the other player's: pawns turn
// round, other pieces do not, and what stands in the way counts.
func TestAttacksFrom(t *testing.T) {
	for _, name := range []string{"chess", "capablanca"} {
		g := games.Must(name)
		a, s := g.(env.Attacking), g.New(0)
		cols := g.Spec().Shape[2]
		from := 4*cols + 3 // in the middle
		set := func(x env.Piece, p env.Player) map[int]bool {
			dst, cells := make([]uint64, env.Words(g.Spec().Cells())), map[int]bool{}
			a.AttacksFrom(s, x, p, from, dst)
			for c := range g.Spec().Cells() {
				if dst[c/64]>>(c%64)&1 != 0 {
					cells[c] = true
				}
			}
			return cells
		}
		for _, x := range a.Pieces(s, nil) {
			own, other := set(x, x.Owner), set(x, x.Owner.Other())
			switch kind := a.PieceKinds()[x.Kind]; {
			case kind.Forward:
				ahead := -cols
				if x.Owner == env.Second {
					ahead = cols
				}
				if len(own) != 2 || !own[from+ahead-1] || !own[from+ahead+1] || len(other) != 2 || !other[from-ahead-1] || !other[from-ahead+1] {
					t.Errorf("%s: a pawn of the %v player attacks %v, the other's %v", name, x.Owner, own, other)
				}
			case kind.Name == "rook":
				if !own[from-cols] || own[from+4*cols] || len(own) != len(other) {
					t.Errorf("%s: a rook attacks %v, the other player's %v", name, own, other)
				}
			}
		}
	}
}
