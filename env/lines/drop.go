package lines

// fall is a position as the solver sees it.
type fall struct {
	board  *layout
	own    uint64 // of the mover
	taken  uint64 // of both
	stones int    // how many are taken
}

// open returns the cells where a stone can fall.
func (d fall) open() uint64 { return d.board.landings(d.taken) }

// threats returns the empty cells that would complete a line of some stones.
func (d fall) threats(own uint64) uint64 { return d.board.threats(own) &^ d.taken }

// play returns the position after a stone of the mover.
func (d fall) play(stone uint64) fall {
	return fall{board: d.board, own: d.own ^ d.taken, taken: d.taken | stone, stones: d.stones + 1}
}

// unpunished returns the moves after which the opponent has no win in one.
func (d fall) unpunished() uint64 {
	open, his := d.open(), d.threats(d.own^d.taken)
	if forced := open & his; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0 // two wins cannot both be stopped
		}
		open = forced
	}
	return open &^ (his >> 1) // nor is he given the cell below a win
}

// mirrorUpTo is up to how many stones a position and its mirror image share a
// key: later on they are seldom met together.
const mirrorUpTo = 20

// key distinguishes positions, up to the mirror while that pays.
func (d fall) key() entry {
	b := d.board
	key := d.taken + b.floors + d.own
	if d.stones <= mirrorUpTo {
		key = min(key, b.mirror(d.taken)+b.floors+b.mirror(d.own))
	}
	return entry(key)
}

// mirror swaps left and right where stones fall.
func (b *layout) mirror(stones uint64) (m uint64) {
	up, cols := b.game.rows+1, b.game.cols
	for col := range cols {
		m |= (stones & b.drops[col&63].column) >> (col * up & 63) << ((cols - 1 - col) * up & 63)
	}
	return m
}
