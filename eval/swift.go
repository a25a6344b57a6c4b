package eval

import (
	"math/bits"

	"ludens/env"
)

// swift sums the weights of what findAttacks finds, of First's less those of Second's, without
// lists, on boards whose sets of cells are one word.
type swift struct {
	lanes  [2][64]lanes // by player and cell; nothing without pieces that only go ahead
	own    [2]uint64    // cells of a player's pieces,
	ahead  [2]uint64    // of those that only go ahead,
	all    [2]uint64    // and what all attack
	by     [2][env.MaxPieceKinds]uint64
	kinds  [64]uint8
	danger [2]danger
	weight []int64
}

// lanes are what of a cell's columns a piece looks at that only goes ahead.
type lanes struct {
	column  uint64
	sides   uint64 // the columns beside it
	road    uint64 // ahead in its column
	front   uint64 // and in those beside it
	beside  uint64 // the cells beside it
	backers uint64 // those a row behind them
}

// newSwift returns the tables for f and its weights, or nil for larger boards.
func newSwift(f *Features, weights []int64) *swift {
	if f.words != 1 || f.attacking == nil {
		return nil
	}
	t := &swift{weight: weights}
	if f.forward == 0 {
		return t
	}
	for o := range t.lanes {
		for c := range f.cells {
			at, l := f.places[c], &t.lanes[o][c]
			for d, to := range f.places {
				bit, rise := uint64(1)<<d, int(at.row)-int(to.row)
				if o == 1 {
					rise = -rise
				}
				switch abs(int(at.column) - int(to.column)) {
				case 0:
					l.column |= bit
					if rise > 0 {
						l.road |= bit
						l.front |= bit
					}
				case 1:
					l.sides |= bit
					switch {
					case rise > 0:
						l.front |= bit
					case rise == 0:
						l.beside |= bit
					case rise == -1:
						l.backers |= bit
					}
				}
			}
		}
	}
	return t
}

// sum returns the sum for the pieces of p, whose attacks are found.
func (t *swift) sum(f *Features, s env.State, p *Position) int64 {
	t.enter(f, p)
	of := [2]int64{t.men(f, p, 0), t.men(f, p, 1)}
	for o := range of {
		of[o] += t.threats(f, o)
		if f.royals && !p.calm {
			of[o] += t.dangers(f, s, p, o)
		}
	}
	return of[env.First] - of[env.Second]
}

// enter finds the sets.
func (t *swift) enter(f *Features, p *Position) {
	t.own, t.ahead, t.all = [2]uint64{}, [2]uint64{}, [2]uint64{}
	for o := range t.by {
		clear(t.by[o][:f.kinds])
	}
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o, bit, hit := x.Owner&1, uint64(1)<<(x.Cell&63), p.attacks[i]
		t.own[o] |= bit
		t.ahead[o] |= bit & -(f.forward >> (x.Kind & 63) & 1)
		t.kinds[x.Cell&63] = x.Kind
		t.all[o] |= hit
		t.by[o][x.Kind&63] |= hit
	}
}

// men returns the sum of o's pieces' mobility, siege and structure.
func (t *swift) men(f *Features, p *Position, o int) (sum int64) {
	w, ring, met := t.weight, uint64(0), uint64(0)
	if royal := p.royal[1-o]; royal >= 0 {
		ring = f.ring[royal]
	}
	attackers, touched, d := 0, 0, &t.danger[o]
	d.count = 0
	for i, x := range p.pieces {
		if x.Cell < 0 || int(x.Owner) != o {
			continue
		}
		k, hit := int(x.Kind&63), p.attacks[i]
		sum += w[int(f.begin.mobility)+k*mobilities+min(bits.OnesCount64(hit&^t.own[o]), mobilities-1)]
		if near := bits.OnesCount64(hit & ring); near > 0 {
			attackers++
			d.besiege(x.Kind)
			touched += near
			sum += int64(near) * w[int(f.begin.ring)+k]
		}
		if f.forward == 0 || p.plain {
			continue
		}
		switch l := &t.lanes[o][x.Cell&63]; {
		case f.forward>>k&1 != 0:
			sum += t.pawn(f, l, o, k, int(x.Cell))
		default:
			if t.ahead[o]&l.column == 0 {
				half := 0
				if t.ahead[1-o]&l.column != 0 {
					half = 1
				}
				sum += w[int(f.begin.open)+2*k+half]
			}
			if met>>k&1 != 0 {
				sum += w[int(f.begin.several)+k]
			}
			met |= 1 << k
		}
	}
	return sum + w[int(f.begin.attackers)+min(attackers, sieges-1)] + w[int(f.begin.touched)+min(touched, sieges-1)]
}

// pawn returns the sum of what findPawn finds.
func (t *swift) pawn(f *Features, l *lanes, o, k, cell int) (sum int64) {
	own, w := t.ahead[o], t.weight[int(f.begin.passed)+k*(f.rows+structures):]
	far := int(f.places[cell].row)
	if o == 1 {
		far = f.rows - 1 - far
	}
	if t.ahead[1-o]&l.front|own&l.road == 0 {
		sum = w[far]
	}
	w = w[f.rows:]
	if own&l.road != 0 {
		sum += w[doubled]
	}
	if own&l.sides == 0 {
		return sum + w[isolated]
	}
	if own&l.beside != 0 {
		sum += w[beside]
	}
	if own&l.backers != 0 {
		sum += w[backed]
	}
	return sum
}

// threats returns the sum of what findThreats finds.
func (t *swift) threats(f *Features, o int) (sum int64) {
	own, all, theirs, w := t.own[o], t.all[o], t.all[1-o], t.weight
	for rest := own & all; rest != 0; rest &= rest - 1 {
		sum += w[int(f.begin.defended)+int(t.kinds[bits.TrailingZeros64(rest)])]
	}
	for rest := own & theirs &^ all; rest != 0; rest &= rest - 1 {
		sum += w[int(f.begin.hanging)+int(t.kinds[bits.TrailingZeros64(rest)])]
	}
	if own&theirs == 0 {
		return sum
	}
	for j := range f.kinds {
		for rest := own & t.by[1-o][j&63]; rest != 0; rest &= rest - 1 {
			sum += w[int(f.begin.threatened)+int(t.kinds[bits.TrailingZeros64(rest)])*f.kinds+j]
		}
	}
	return sum
}
