package cetran

import (
	"math/bits"

	"ludens/env"
)

// material is which men are on the board beside the kings. The number of a
// placement of them is
//
//	((White's king*64 + Black's king)*64 + first man)*64 + second man
//
// in the image of the placement that makes it least, where a pawn has 48 squares
// and White's king those of one corner: all officers move alike in all eight
// directions of the square, so he is brought into the triangle a1-d1-d4; pawns
// leave only left and right, and he is brought to the files a to d.
type material struct {
	men        []man   // White's first, else in the order of their codes
	pawns      [2]bool // a player has some
	begin      uint64  // its least number in an endgame
	placements uint64  // above the numbers of all placements
}

// man is a man and his owner.
type man struct {
	kind  kind
	owner env.Player
}

// manCodes is above the codes of all men; 0 is no man.
const manCodes = 2*int(kinds) + 1

func (m man) code() int { return 1 + int(m.owner)*int(kinds) + int(m.kind) }

func newMaterial(men []man, begin uint64) material {
	m := material{men: inOrder(men), begin: begin}
	for _, man := range men {
		if man.kind == pawn {
			m.pawns[man.owner] = true
		}
	}
	m.placements = 64
	if m.hasPawns() {
		m.placements *= uint64(len(leftHalf.squares))
	} else {
		m.placements *= uint64(len(triangle.squares))
	}
	for _, man := range men {
		m.placements *= man.squares()
	}
	return m
}

// inOrder returns up to two men in the order of their codes.
func inOrder(men []man) []man {
	if len(men) == 2 && men[0].code() > men[1].code() {
		return []man{men[1], men[0]}
	}
	return men
}

func (m *material) hasPawns() bool { return m.pawns[env.First] || m.pawns[env.Second] }

// key distinguishes materials.
func (m *material) key() int {
	key := 0
	for _, man := range m.men {
		key = key*manCodes + man.code()
	}
	return key
}

// turned returns the material with colours changed.
func (m *material) turned() *material {
	men := make([]man, len(m.men))
	for i, man := range m.men {
		men[i] = man
		men[i].owner = man.owner.Other()
	}
	turned := newMaterial(men, 0)
	return &turned
}

// squares returns on how many squares a man may stand, and at which they begin.
func (m man) squares() uint64 {
	if m.kind == pawn {
		return 48
	}
	return 64
}

func (m man) lowest() square {
	if m.kind == pawn {
		return 8
	}
	return 0
}

// placement is where the kings stand, and n other men in the order of a
// material.
type placement struct {
	kings  [2]square
	others [mostMen - 2]square
	n      int
}

// find takes the placement on a board as it looks to p: from Black's side,
// colours are changed and the board is turned upside down. It returns the
// key of the material, unless there are too many men.
func (p *placement) find(b *board, from env.Player) (key int, ok bool) {
	turn := flip * square(from)
	p.kings = [2]square{b.king(from) ^ turn, b.king(from.Other()) ^ turn}
	p.n = 0
	var codes [mostMen - 2]int
	for others := b.occupied() &^ b.kind[king]; others != 0; others &= others - 1 {
		if p.n == len(p.others) {
			return 0, false
		}
		s := first(others)
		k, owner := b.at(s)
		codes[p.n], p.others[p.n] = man{k, owner ^ from}.code(), s^turn
		p.n++
	}
	if p.n == 2 && codes[0] > codes[1] {
		codes[0], codes[1] = codes[1], codes[0]
		p.others[0], p.others[1] = p.others[1], p.others[0]
	}
	for _, code := range codes[:p.n] {
		key = key*manCodes + code
	}
	return key, true
}

// overlaps reports whether two men stand on one square.
func (p *placement) overlaps() bool {
	set := p.kings[0].bit() | p.kings[1].bit()
	for _, s := range p.others[:p.n] {
		set |= s.bit()
	}
	return bits.OnesCount64(set) < 2+p.n
}

// number returns the number of a placement.
func (m *material) number(p *placement) uint64 {
	k := p.kings[env.First]
	if m.hasPawns() {
		return m.digits(p, uint(k>>2&sideways), &leftHalf)
	}
	way := cornerwards[k]
	n := m.digits(p, way, &triangle)
	if k = images[way][k]; k.file() == k.rank() {
		n = min(n, m.digits(p, way|diagonally, &triangle))
	}
	return n
}

// digits returns the number of one image of a placement. Equal men are
// distinguished by their squares only, so the lower comes first.
func (m *material) digits(p *placement, way uint, home *home) uint64 {
	image := &images[way]
	var at [mostMen - 2]square
	for i, s := range p.others[:p.n] {
		at[i] = image[s]
	}
	if p.n == 2 && m.men[0] == m.men[1] && at[0] > at[1] {
		at[0], at[1] = at[1], at[0]
	}
	n := home.place[image[p.kings[env.First]]]*64 + uint64(image[p.kings[env.Second]])
	for i, man := range m.men {
		n = n*man.squares() + uint64(at[i]-man.lowest())
	}
	return n
}

// placement is the inverse of digits.
func (m *material) placement(n uint64) placement {
	p := placement{n: len(m.men)}
	for i := len(m.men) - 1; i >= 0; i-- {
		man := m.men[i]
		p.others[i] = square(n%man.squares()) + man.lowest()
		n /= man.squares()
	}
	home := &triangle
	if m.hasPawns() {
		home = &leftHalf
	}
	p.kings = [2]square{home.squares[n/64], square(n % 64)}
	return p
}

// pawnSquares returns a number below all numbers of placements that says
// where the pawns stand, left and right being one.
func (m *material) pawnSquares(n uint64) uint64 {
	if !m.hasPawns() {
		return 0
	}
	var set, image uint64
	p := m.placement(n)
	for i, man := range m.men {
		if man.kind == pawn {
			set |= p.others[i].bit()
			image |= images[sideways][p.others[i]].bit()
		}
	}
	return min(ends(set), ends(image))
}

// ends returns a number that distinguishes sets of up to two squares.
func ends(set uint64) uint64 {
	return uint64(bits.TrailingZeros64(set)*64 + bits.Len64(set))
}

// images returns how many placements have the number of p: eight, unless the
// reflection in a long diagonal leaves it as it is.
func (m *material) images(p *placement) int {
	if m.hasPawns() {
		return 2
	}
	way := cornerwards[p.kings[env.First]]
	if m.digits(p, way, &triangle) == m.digits(p, way|diagonally, &triangle) {
		return 4
	}
	return 8
}

// The symmetries of the board are sums of these, the last done last.
const (
	sideways   = 1 // left and right
	upwards    = 2 // up and down
	diagonally = 4 // in the diagonal a1-h8
)

// images is where each symmetry carries each square.
var images = func() (table [8][64]square) {
	for way := range table {
		for s := range square(64) {
			file, rank := s.file(), s.rank()
			if way&sideways != 0 {
				file = 7 - file
			}
			if way&upwards != 0 {
				rank = 7 - rank
			}
			if way&diagonally != 0 {
				file, rank = rank, file
			}
			table[way][s] = square(8*rank + file)
		}
	}
	return table
}()

// home is where White's king is brought, and the place of each square there.
type home struct {
	squares []square
	place   [64]uint64
}

func newHome(belongs func(file, rank int) bool) (h home) {
	for s := range square(64) {
		if belongs(s.file(), s.rank()) {
			h.place[s] = uint64(len(h.squares))
			h.squares = append(h.squares, s)
		}
	}
	return h
}

var (
	triangle = newHome(func(file, rank int) bool { return rank <= file && file < 4 })
	leftHalf = newHome(func(file, _ int) bool { return file < 4 })
)

// cornerwards is the symmetry that brings each square into the triangle.
var cornerwards = func() (ways [64]uint) {
	for s := range ways {
		for images[ways[s]][s].file() > 3 || images[ways[s]][s].rank() > images[ways[s]][s].file() {
			ways[s]++
		}
	}
	return ways
}()
