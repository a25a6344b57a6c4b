package eval

import (
	"math/bits"

	"ludens/env"
)

// findAttacks appends what follows from what the pieces attack.
func (f *Features) findAttacks(s env.State, p *Position, royal [2]int) {
	if len(p.attacks) < len(p.pieces) {
		p.attacks = make([]uint64, 2*len(p.pieces))
	}
	f.attacking.Attacks(s, p.pieces, p.attacks)
	var own, all [2]uint64
	var by [2][env.MaxPieceKinds]uint64
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		own[x.Owner&1] |= 1 << x.Cell
		all[x.Owner&1] |= p.attacks[i]
		by[x.Owner&1][x.Kind&63] |= p.attacks[i]
	}
	var attackers, touched [2]int
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o, k, bit := x.Owner&1, uint16(x.Kind), uint64(1)<<x.Cell
		of := append(p.Of[o], f.begin.mobility+k*mobilities+uint16(min(bits.OnesCount64(p.attacks[i]&^own[o]), mobilities-1)))
		if at := royal[1-o]; at >= 0 {
			if n := bits.OnesCount64(p.attacks[i] & f.ring[at]); n > 0 {
				attackers[o]++
				touched[o] += n
				for range n {
					of = append(of, f.begin.ring+k)
				}
			}
		}
		defended := all[o]&bit != 0
		if defended {
			of = append(of, f.begin.defended+k)
		}
		if all[1-o]&bit != 0 {
			if !defended {
				of = append(of, f.begin.hanging+k)
			}
			for j := range f.kinds {
				if by[1-o][j]&bit != 0 {
					of = append(of, f.begin.threatened+k*uint16(f.kinds)+uint16(j))
				}
			}
		}
		p.Of[o] = of
	}
	for o := range p.Of {
		p.Of[o] = append(p.Of[o], f.begin.attackers+uint16(min(attackers[o], sieges-1)), f.begin.touched+uint16(min(touched[o], sieges-1)))
	}
}

// rings returns for each cell of a board of one word the cells beside it, and itself.
func rings(cells, cols int) []uint64 {
	if cells > 64 {
		return nil
	}
	all := make([]uint64, cells)
	for a := range cells {
		for b := range cells {
			if max(abs(a/cols-b/cols), abs(a%cols-b%cols)) <= 1 {
				all[a] |= 1 << b
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }
