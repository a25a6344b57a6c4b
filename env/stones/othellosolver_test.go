package stones

import "math/bits"

// othello is a position on 6 by 6: the stones of the mover and of the other side. The board is the
// middle of 8 rows of 8 bits, so that a shift by a row, a column or a diagonal never leaves it
// unseen.
type othello struct{ own, other uint64 }

const (
	othelloCells   uint64 = 0x007e7e7e7e7e7e00
	othelloCorners uint64 = 1<<9 | 1<<14 | 1<<49 | 1<<54
	othelloRows    uint64 = 0x00ffffffffffff00 // all but the first and the last row, which hold no stones
)

// othelloQuarters are the four parts of the board for parity: who moves last in one is better off.
var othelloQuarters = [4]uint64{0x0e0e0e00, 0x70707000, 0x0e0e0e00 << 24, 0x70707000 << 24}

// beside returns the squares around some squares, and these.
func beside(s uint64) uint64 {
	s |= s<<1 | s>>1
	return s | s<<8 | s>>8
}

func (b othello) empty() uint64 { return othelloCells &^ (b.own | b.other) }
func (b othello) empties() int  { return bits.OnesCount64(b.empty()) }
func (b othello) margin() int   { return bits.OnesCount64(b.own) - bits.OnesCount64(b.other) }
func (b othello) pass() othello { return othello{b.other, b.own} }

// runs returns the other side's stones in an unbroken line from some squares, on both sides along
// a direction: at most four.
func (b othello) runs(from uint64, d uint) (up, down uint64) {
	up, down = b.other&(from<<d), b.other&(from>>d)
	for range 3 {
		up |= b.other & (up << d)
		down |= b.other & (down >> d)
	}
	return up, down
}

// toward returns the empty squares from which a line along a direction would be flipped.
func (b othello) toward(d uint) uint64 {
	up, down := b.runs(b.own, d)
	return (up<<d | down>>d) & b.empty()
}

func (b othello) moves() uint64 { return b.toward(1) | b.toward(8) | b.toward(7) | b.toward(9) }

// flips returns what a stone put on a square flips, nothing where it may not be put.
func (b othello) flips(at uint64) (flipped uint64) {
	if beside(at)&b.other == 0 {
		return 0
	}
	for _, d := range [4]uint{1, 8, 7, 9} {
		up, down := b.runs(at, d)
		if up<<d&b.own != 0 {
			flipped |= up
		}
		if down>>d&b.own != 0 {
			flipped |= down
		}
	}
	return flipped
}

// put returns the position behind a move, the other side to move.
func (b othello) put(at uint64) othello {
	f := b.flips(at)
	return othello{b.other &^ f, b.own | f | at}
}

// estimate orders moves: mobility, corners, and empty squares beside the other side's stones.
func (b othello) estimate() int {
	own, other := b.moves(), b.pass().moves()
	count := func(s, t uint64) int { return bits.OnesCount64(s) - bits.OnesCount64(t) }
	return 8*count(own, other) + 30*count(b.own&othelloCorners, b.other&othelloCorners) +
		10*count(own&othelloCorners, other&othelloCorners) + 3*count(beside(b.other)&b.empty(), beside(b.own)&b.empty())
}

// solver proves bounds of margins by null windows: fail-soft alpha-beta with a table.
type solver struct {
	table [][2]entry // the deeper entry first, and the newer
	shift int
	nodes uint64
}

// entry is a position, whole, with its bounds, the best move and the number of empty squares in the
// rows of the two words that hold no stones.
type entry struct{ own, other uint64 }

// newSolver returns a solver with a table of 32 bytes times a power of two.
func newSolver(power int) *solver {
	return &solver{table: make([][2]entry, 1<<power), shift: 64 - power}
}

func (o *solver) slot(b othello) *[2]entry {
	hash := (b.own*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b.other*0xc2b2ae3d27d4eb4f, 31)) * 0xd6e8feb86659fd93
	return &o.table[hash>>o.shift]
}

func (e entry) is(b othello) bool {
	return e.own&othelloRows == b.own && e.other&othelloRows == b.other
}

// find returns what is known of a position.
func (o *solver) find(b othello) (low, high int, move uint64) {
	for _, e := range o.slot(b) {
		if e.is(b) {
			return int(int8(e.own)), int(int8(e.own >> 56)), 1 << (e.other & 63)
		}
	}
	return -36, 36, 0
}

func (o *solver) keep(b othello, low, high int, move uint64) {
	s, n := o.slot(b), b.empties()
	e := entry{b.own | uint64(uint8(low)) | uint64(uint8(high))<<56, b.other | uint64(bits.TrailingZeros64(move)) | uint64(n)<<56}
	switch {
	case s[0].is(b):
		s[0] = e
	case n >= int(s[0].other>>56):
		s[0], s[1] = e, s[0]
	default:
		s[1] = e
	}
}

// value returns a bound of the mover's margin: a lower one if it is at least beta, else an upper one.
func (o *solver) value(b othello, beta int) int {
	if b.empties() <= 5 {
		return o.last(b, beta, false)
	}
	o.nodes++
	low, high, best := o.find(b)
	switch {
	case low >= beta:
		return low
	case high < beta:
		return high
	}
	var room [24]reply
	replies := o.replies(room[:0], b, best)
	if len(replies) == 0 {
		if b.pass().moves() == 0 {
			return b.margin()
		}
		return -o.value(b.pass(), 1-beta)
	}
	if b.empties() >= 9 { // one of the replies may be known to be good enough
		for i := range replies {
			if _, most, _ := o.find(replies[i].b); -most >= beta {
				return -most
			}
		}
	}
	top := -100
	for i := range replies {
		if v := -o.value(replies[i].b, 1-beta); v > top {
			if top, best = v, replies[i].at; v >= beta {
				break
			}
		}
	}
	if top >= beta {
		low = top
	} else {
		high = top
	}
	o.keep(b, low, high, best)
	return top
}

// reply is a move and the position behind it; the best have the least rank.
type reply struct {
	b    othello
	at   uint64
	rank int
}

// replies appends the moves, the one that was best before first. Far from the end a shallow search
// ranks them, nearer to it how many moves the other side has.
func (o *solver) replies(dst []reply, b othello, before uint64) []reply {
	n, odd := b.empties(), b.odd()
	for m := b.moves(); m != 0; m &= m - 1 {
		r := reply{at: m & -m}
		r.b = b.put(r.at)
		switch {
		case r.at == before:
			r.rank = -1 << 30
		case n >= 13:
			r.rank = o.look(r.b, (n-13)/2, -1<<20, 1<<20)
		default:
			moves := r.b.moves()
			r.rank = 8*bits.OnesCount64(moves) + 8*bits.OnesCount64(moves&othelloCorners) + 2*bits.OnesCount64(beside(r.b.other)&r.b.empty())
			r.rank -= 12*bits.OnesCount64(r.at&othelloCorners) + 4*bits.OnesCount64(r.at&odd)
		}
		i := len(dst)
		for dst = append(dst, r); i > 0 && dst[i-1].rank > r.rank; i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = r
	}
	return dst
}

// look is alpha-beta to a depth, of estimates.
func (o *solver) look(b othello, depth, alpha, beta int) int {
	if depth == 0 {
		return b.estimate()
	}
	o.nodes++
	m := b.moves()
	if m == 0 {
		if b.pass().moves() == 0 {
			return 1000 * b.margin()
		}
		return -o.look(b.pass(), depth, -beta, -alpha)
	}
	top := -1 << 20
	for ; m != 0 && top < beta; m &= m - 1 {
		top = max(top, -o.look(b.put(m&-m), depth-1, -beta, -max(alpha, top)))
	}
	return top
}

// odd returns the quarters with an odd number of empty squares.
func (b othello) odd() (s uint64) {
	for _, q := range othelloQuarters {
		if bits.OnesCount64(b.empty()&q)%2 == 1 {
			s |= q
		}
	}
	return s
}

// last is value with few empty squares: without a table, the odd quarters first.
func (o *solver) last(b othello, beta int, passed bool) int {
	o.nodes++
	top, odd := -100, b.odd()
	for _, part := range [2]uint64{odd, ^odd} {
		for m := b.empty() & part; m != 0; m &= m - 1 {
			at := m & -m
			f := b.flips(at)
			if f == 0 {
				continue
			}
			if top = max(top, -o.last(othello{b.other &^ f, b.own | f | at}, 1-beta, false)); top >= beta {
				return top
			}
		}
	}
	switch {
	case top > -100:
		return top
	case passed:
		return b.margin()
	}
	return -o.last(b.pass(), 1-beta, true)
}
