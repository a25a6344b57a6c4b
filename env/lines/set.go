package lines

import "math/bits"

// The bounds of a board.
const (
	maxSide  = 19
	maxCells = maxSide * maxSide
	words    = 7 // enough for 21 rows of 20: a board and what surrounds it
)

// set is a set of places. The board is surrounded by places that never have a stone,
// so that no walk needs to look where it ends: cell (row, col) of a board with cols
// columns is the place (row+1)*(cols+1) + col+1.
type set [words]uint64

func (s *set) has(p int) bool { return s[p>>6]>>(p&63)&1 != 0 }

func (s *set) add(p int) { s[p>>6] |= 1 << (p & 63) }

func (s *set) drop(p int) { s[p>>6] &^= 1 << (p & 63) }

func (s set) and(t set) set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s set) or(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s set) xor(t set) set {
	for i := range s {
		s[i] ^= t[i]
	}
	return s
}

func (s set) minus(t set) set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

func (s set) empty() bool { return s == set{} }

func (s set) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// ahead returns the places from which n places on there is one of s.
func (s set) ahead(n int) (t set) {
	skip, shift := n>>6, n&63
	for i := range words - skip {
		t[i] = s[i+skip] >> shift
		if i+skip+1 < words {
			t[i] |= s[i+skip+1] << (64 - shift) // a shift by 64 gives 0
		}
	}
	return t
}

// each calls visit for each place of s, in increasing order.
func (s set) each(visit func(p int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i<<6 + bits.TrailingZeros64(w))
		}
	}
}
