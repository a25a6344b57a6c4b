package stones

import "math/bits"

// The bounds of a board.
const (
	maxSide  = 19
	maxCells = 256
	maxWords = maxCells / 64
)

// set is a set of cells, counted row by row from the top left. The few loops of a game that
// take most of the time run over the words that its board has.
type set [maxWords]uint64

func (s *set) has(c int) bool { return s[c>>6&3]>>(c&63)&1 != 0 }

func (s *set) add(c int) { s[c>>6&3] |= 1 << (c & 63) }

func (s *set) drop(c int) { s[c>>6&3] &^= 1 << (c & 63) }

func (s *set) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

func (s *set) and(t *set) set { return set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]} }

func (s *set) or(t *set) set { return set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]} }

func (s *set) minus(t *set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]} }

func (s *set) meets(t *set) bool { return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0 }

func (s *set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// first returns the lowest cell of a set that is not empty.
func (s *set) first() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// nth returns the cell of a set that n others of it, fewer than all, come before.
func (s *set) nth(n int) int {
	for i, w := range s {
		if k := bits.OnesCount64(w); n >= k {
			n -= k
			continue
		}
		// The number of bits up to each byte and within it, then the bytes that lie before.
		sums := w - w>>1&0x5555555555555555
		sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
		sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * eachByte
		at := 8 * bits.OnesCount64(((uint64(n)*eachByte|0x80*eachByte)-sums)&(0x80*eachByte))
		return i<<6 + at + int(nthOfByte[w>>(at&63)&0xff][n-int(sums<<8>>(at&63)&0xff)])
	}
	return -1
}

const eachByte = 0x0101010101010101

// nthOfByte is the position of the nth bit of a byte.
var nthOfByte = func() (t [256][8]uint8) {
	for w := range t {
		n := 0
		for i := range 8 {
			if w>>i&1 != 0 {
				t[w][n] = uint8(i)
				n++
			}
		}
	}
	return t
}()

// each calls visit for each cell of s, in increasing order.
func (s *set) each(visit func(c int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i<<6 + bits.TrailingZeros64(w))
		}
	}
}
