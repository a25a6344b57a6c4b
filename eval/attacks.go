package eval

import (
	"math/bits"

	"ludens/env"
)

// sets are the room in which attacks are found: sets of cells, words each.
type sets struct {
	attacks  []uint64    // by piece
	own, all [2][]uint64 // the cells of a player's pieces, and what they attack
	by       [2][]uint64 // what the pieces of a kind attack
	kinds    []uint8     // by cell that is not empty
	danger   [2]danger   // to the other player
}

// clear makes room for n pieces.
func (s *sets) clear(f *Features, n int) {
	if s.kinds == nil {
		s.kinds = make([]uint8, 64*f.words)
		for o := range 2 {
			s.own[o], s.all[o] = make([]uint64, f.words), make([]uint64, f.words)
			s.by[o] = make([]uint64, f.kinds*f.words)
		}
	}
	s.room(n * f.words)
	for o := range 2 {
		clear(s.own[o])
		clear(s.all[o])
		clear(s.by[o])
	}
}

// room makes room for attacks of n words.
func (s *sets) room(n int) {
	if cap(s.attacks) < n {
		s.attacks = make([]uint64, n, 2*n)
	}
	s.attacks = s.attacks[:n]
}

// findAttacks appends what follows from what the pieces attack.
func (f *Features) findAttacks(s env.State, p *Position) {
	p.sets.clear(f, len(p.pieces))
	f.attacking.Attacks(s, p.pieces, p.attacks)
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o := x.Owner & 1
		p.own[o][x.Cell>>6] |= 1 << (x.Cell & 63)
		p.kinds[x.Cell] = x.Kind
		for w, hit := range p.attacks[i*f.words : (i+1)*f.words] {
			p.all[o][w] |= hit
			p.by[o][int(x.Kind)*f.words+w] |= hit
		}
	}
	f.findSieges(s, p)
	if f.forward != 0 && !p.plain {
		f.findStructure(p)
	}
	for o := range p.Of {
		for w := range f.words {
			f.findThreats(p, o, w)
		}
	}
}

// findSieges appends the squares that pieces attack, and those of them in a ring.
func (f *Features) findSieges(s env.State, p *Position) {
	of := p.Of
	for o := range p.danger {
		p.danger[o].count = 0
	}
	var attackers, touched [2]int
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o, k := x.Owner&1, uint16(x.Kind)
		free, near, royal := 0, 0, p.royal[1-o]
		for w, hit := range p.attacks[i*f.words : (i+1)*f.words] {
			free += bits.OnesCount64(hit &^ p.own[o][w])
			if royal >= 0 {
				near += bits.OnesCount64(hit & f.ring[royal*f.words+w])
			}
		}
		of[o] = append(of[o], f.begin.mobility+k*mobilities+uint16(min(free, mobilities-1)))
		if near > 0 {
			attackers[o]++
			p.danger[o].besiege(x.Kind)
			touched[o] += near
			for range near {
				of[o] = append(of[o], f.begin.ring+k)
			}
		}
	}
	for o := range of {
		p.Of[o] = append(of[o], f.begin.attackers+uint16(min(attackers[o], sieges-1)), f.begin.touched+uint16(min(touched[o], sieges-1)))
		if f.royals && !p.calm {
			f.findDanger(s, p, o)
		}
	}
}

// findThreats appends what attacks and defends o's pieces on the cells of a word.
func (f *Features) findThreats(p *Position, o, w int) {
	list, kinds := p.Of[o], p.kinds[64*w:64*w+64]
	own, all, theirs := p.own[o][w], p.all[o][w], p.all[1-o][w]
	for rest := own & all; rest != 0; rest &= rest - 1 {
		list = append(list, f.begin.defended+uint16(kinds[bits.TrailingZeros64(rest)&63]))
	}
	for rest := own & theirs &^ all; rest != 0; rest &= rest - 1 {
		list = append(list, f.begin.hanging+uint16(kinds[bits.TrailingZeros64(rest)&63]))
	}
	if own&theirs != 0 {
		for j := range f.kinds {
			for rest := own & p.by[1-o][j*f.words+w]; rest != 0; rest &= rest - 1 {
				list = append(list, f.begin.threatened+uint16(kinds[bits.TrailingZeros64(rest)&63])*uint16(f.kinds)+uint16(j))
			}
		}
	}
	p.Of[o] = list
}

// rings returns for each cell the cells beside it, and itself.
func rings(cells, cols int) []uint64 {
	words := env.Words(cells)
	all := make([]uint64, cells*words)
	for a := range cells {
		for b := range cells {
			if max(abs(a/cols-b/cols), abs(a%cols-b%cols)) <= 1 {
				all[a*words+b/64] |= 1 << (b % 64)
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }
