package connect4

// drop is a position as the solver sees it.
type drop struct {
	own    board // of the mover
	taken  board // of both
	stones int   // how many are taken
}

// open returns the cells where a stone can fall.
func (d drop) open() board { return (d.taken + bottom) & full }

// winning returns the empty cells where the mover has four in a row.
func (d drop) winning() board { return d.own.threats(d.taken) }

// play returns the position after a stone of the mover.
func (d drop) play(stone board) drop {
	return drop{own: d.own ^ d.taken, taken: d.taken | stone, stones: d.stones + 1}
}

// unpunished returns the moves after which the opponent has no win in one.
func (d drop) unpunished() board {
	open, his := d.open(), (d.own ^ d.taken).threats(d.taken)
	if forced := open & his; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0 // two wins cannot both be stopped
		}
		open = forced
	}
	return open &^ (his >> 1) // nor is he given the cell below a win
}

// threats returns the empty cells that would complete a four of b.
func (b board) threats(taken board) board {
	all := (b << 1) & (b << 2) & (b << 3) // upright
	for _, step := range [...]int{up, up - 1, up + 1} {
		pair := (b << step) & (b << (2 * step))
		all |= pair & (b << (3 * step)) // at the end
		all |= pair & (b >> step)       // third or
		pair = (b >> step) & (b >> (2 * step))
		all |= pair & (b << step) // second of four
		all |= pair & (b >> (3 * step))
	}
	return all & (full &^ taken)
}

// mirrorUpTo is up to how many stones a position and its mirror image share a
// key: later on they are seldom met together.
const mirrorUpTo = 20

// key tells positions apart, up to the mirror while that pays.
func (d drop) key() entry {
	key := d.taken + bottom + d.own
	if d.stones <= mirrorUpTo {
		key = min(key, d.taken.mirror()+bottom+d.own.mirror())
	}
	return entry(key)
}

// mirror swaps left and right.
func (b board) mirror() (m board) {
	for col := range cols {
		m |= (b & column(col)) >> (col * up) << ((cols - 1 - col) * up)
	}
	return m
}
