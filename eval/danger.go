package eval

import (
	"math/bits"

	"ludens/env"
)

// danger is what a player's pieces do together to the other one's royal piece.
type danger struct {
	besiegers [mostBesiegers]uint8 // kinds of the pieces that attack its ring, the first of them
	count     int
	checks    []uint64 // cells from which a piece would attack it
}

const (
	mostBesiegers = 8
	checkings     = 4 // cells to check from: none that is safe, one, two, three or more
)

// besiege notes a piece that attacks the ring.
func (d *danger) besiege(kind uint8) {
	if d.count < mostBesiegers {
		d.besiegers[d.count] = kind
		d.count++
	}
}

// pair is the feature of two pieces that attack the ring.
func (f *Features) pair(a, b uint8) uint16 {
	return f.begin.pair + uint16(min(a, b))*uint16(f.kinds) + uint16(max(a, b))
}

// check finds the cells from which a piece like x, the first of its kind, would attack the other
// royal piece: those that it would attack from there if it were the other player's. It is so for
// pieces that go back as they come, and for pawns; of others it is a guess.
func (d *danger) check(f *Features, s env.State, x env.Piece, royal int) []uint64 {
	if d.checks == nil {
		d.checks = make([]uint64, f.words)
	}
	f.attacking.AttacksFrom(s, x, x.Owner.Other(), royal, d.checks)
	return d.checks
}

// findDanger appends what o's pieces do together to the other royal piece.
func (f *Features) findDanger(s env.State, p *Position, o int) {
	royal, d, list := p.royal[1-o], &p.danger[o], p.Of[o]
	if royal < 0 {
		return
	}
	for i, a := range d.besiegers[:d.count] {
		for _, b := range d.besiegers[:i] {
			list = append(list, f.pair(a, b))
		}
	}
	weak, kinds := 0, f.mortal
	for w, near := range f.ring[royal*f.words : (royal+1)*f.words] {
		guarded := uint64(0)
		for rest := kinds; rest != 0; rest &= rest - 1 {
			guarded |= p.by[1-o][bits.TrailingZeros64(rest)*f.words+w]
		}
		weak += bits.OnesCount64(near & p.all[o][w] &^ guarded)
	}
	list = append(list, f.begin.weak+uint16(min(weak, sieges-1)))
	for _, x := range p.pieces {
		if int(x.Owner) != o || x.Cell < 0 || kinds>>x.Kind&1 == 0 {
			continue
		}
		kinds &^= 1 << x.Kind
		checks, k, all, safe := d.check(f, s, x, royal), int(x.Kind), 0, 0
		for w, from := range checks {
			from &= p.by[o][k*f.words+w] &^ p.own[o][w]
			all += bits.OnesCount64(from)
			safe += bits.OnesCount64(from &^ p.all[1-o][w])
		}
		if all > 0 {
			list = append(list, f.begin.check+uint16(checkings*k+min(safe, checkings-1)))
		}
	}
	p.Of[o] = list
}

// dangers returns the sum of what findDanger finds.
func (t *swift) dangers(f *Features, s env.State, p *Position, o int) (sum int64) {
	royal, d, w := p.royal[1-o], &t.danger[o], t.weight
	if royal < 0 {
		return 0
	}
	for i, a := range d.besiegers[:d.count] {
		for _, b := range d.besiegers[:i] {
			sum += w[f.pair(a, b)]
		}
	}
	guarded := uint64(0)
	for rest := f.mortal; rest != 0; rest &= rest - 1 {
		guarded |= t.by[1-o][bits.TrailingZeros64(rest)]
	}
	sum += w[int(f.begin.weak)+min(bits.OnesCount64(f.ring[royal]&t.all[o]&^guarded), sieges-1)]
	kinds := f.mortal
	for _, x := range p.pieces {
		if int(x.Owner) != o || x.Cell < 0 || kinds>>(x.Kind&63)&1 == 0 {
			continue
		}
		kinds &^= 1 << (x.Kind & 63)
		if from := d.check(f, s, x, royal)[0] & t.by[o][x.Kind&63] &^ t.own[o]; from != 0 {
			safe := bits.OnesCount64(from &^ t.all[1-o])
			sum += w[int(f.begin.check)+checkings*int(x.Kind)+min(safe, checkings-1)]
		}
	}
	return sum
}
