package cetran

import "math/bits"

// The bishops conversion rule of Cetran 1 (C. Cetina 1983, with his answer of
// 25 August 2019, chessvariants.com/varvar.dir/bcr.html). If the bishops of a
// side start on squares of one colour, it may once in the game convert one of
// them: the first move of that bishop goes one square along a rank or file, and
// may capture. If instead one of them makes an ordinary first move, the first
// move of the other must be a conversion. If one of them is captured before
// either moved, the other is free to convert or not.
//
// board.free holds the bishops that may convert or not and board.bound those
// that must; no other bishop has to do with the rule. A bishop attacks what it
// may capture: a bound one only its four neighbours.

// unconverted sets the bishops free that a side starts with on one colour.
func (b *board) unconverted(bishops uint64) {
	if bishops&darkSquares == 0 || bishops&^darkSquares == 0 {
		b.convertible(b.free|bishops, b.bound)
	}
}

const darkSquares uint64 = 0xaa55aa55aa55aa55 // a1 among them

// moved notes that the mover's bishop has moved from m.from.
func (b *board) moved(m move) {
	from := m.from.bit()
	if (b.free|b.bound)&from == 0 {
		return
	}
	partners := b.free & b.men[b.toMove] &^ from
	bound := b.bound &^ from
	if ordinary := bishopLines[m.from&63]&m.to.bit() != 0; ordinary {
		bound |= partners
	}
	b.convertible(b.free&^(partners|from), bound)
}

// captured notes that a bishop on s has been captured.
func (b *board) captured(s square) {
	b.convertible(b.free&^s.bit(), b.bound&^s.bit())
}

// convertible sets the bishops that may and must convert.
func (b *board) convertible(free, bound uint64) {
	for changed := b.free ^ free; changed != 0; changed &= changed - 1 {
		b.hash ^= hashes.free[bits.TrailingZeros64(changed)]
	}
	for changed := b.bound ^ bound; changed != 0; changed &= changed - 1 {
		b.hash ^= hashes.bound[bits.TrailingZeros64(changed)]
	}
	b.free, b.bound = free, bound
}

// bishopReach returns the squares the bishop on s attacks.
func (b *board) bishopReach(s square, occ uint64) (set uint64) {
	if (b.free|b.bound)&s.bit() != 0 {
		set = wazirSteps[s&63]
	}
	if b.bound&s.bit() == 0 {
		set |= bishopAttacks(s, occ)
	}
	return set
}

// conversions writes the bishops that may and, with a sign, those that must
// convert: "c1e1", "e1!", "-".
func (b *board) conversions() (text string) {
	for rest := b.free | b.bound; rest != 0; rest &= rest - 1 {
		text += first(rest).String()
		if b.bound&(rest&-rest) != 0 {
			text += "!"
		}
	}
	if text == "" {
		return "-"
	}
	return text
}
