package chess

import "math/bits"

// The lines of a board of 8 by 8 through a square, the square itself left out.
var (
	fileLine    = lines8(vector{0, 1})
	diagonalOf  = lines8(vector{1, 1})
	antiOf      = lines8(vector{1, -1})
	rookLines   = union(lines8(vector{1, 0}), fileLine)
	bishopLines = union(diagonalOf, antiOf)
)

var eight = area{rows: 8, cols: 8, cells: 64}

func lines8(v vector) (table [64]uint64) {
	for q := range square(64) {
		for _, way := range []vector{v, {-v.dx, -v.dy}} {
			for to, ok := eight.offset(q, way); ok; to, ok = eight.offset(to, way) {
				table[q] |= 1 << to
			}
		}
	}
	return table
}

func union(a, b [64]uint64) (table [64]uint64) {
	for q := range table {
		table[q] = a[q] | b[q]
	}
	return table
}

// between holds the squares strictly between two squares of one line.
var between = func() (table [64][64]uint64) {
	for q := range square(64) {
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				passed := uint64(0)
				v := vector{dx, dy}
				for to, ok := eight.offset(q, v); ok && v != (vector{}); to, ok = eight.offset(to, v) {
					table[q][to] = passed
					passed |= 1 << to
				}
			}
		}
	}
	return table
}()

// rookAttacks returns the squares that a rook attacks when occ is occupied.
func rookAttacks(q square, occ uint64) uint64 {
	return sweep(q, fileLine[q&63], occ) | sweepRank(q, occ)
}

// bishopAttacks returns the squares that a bishop attacks when occ is occupied.
func bishopAttacks(q square, occ uint64) uint64 {
	return sweep(q, diagonalOf[q&63], occ) | sweep(q, antiOf[q&63], occ)
}

// sweep returns what a slider sees along a line that holds one square of each rank
// ("hyperbola quintessence": subtracting the slider from the blockers borrows its way up to
// the nearest one; turned upside down, down to it).
func sweep(q square, line, occ uint64) uint64 {
	bit := uint64(1) << (q & 63)
	up := occ & line
	down := bits.ReverseBytes64(up)
	up -= bit
	down -= bits.ReverseBytes64(bit)
	return (up ^ bits.ReverseBytes64(down)) & line
}

// sweepRank is sweep along the rank, where bytes cannot be reversed: the six inner squares
// of a rank decide, and so a small table does.
func sweepRank(q square, occ uint64) uint64 {
	shift := uint(q) & 56
	inner := occ >> (shift + 1) & 63
	return uint64(rankSweeps[q&7][inner]) << shift
}

// rankSweeps is what a slider on a file sees of its rank, by the occupation of the files b
// to g.
var rankSweeps = func() (table [8][64]uint8) {
	for file := range 8 {
		for inner := range 64 {
			for _, step := range []int{-1, 1} {
				for to := file + step; to >= 0 && to < 8; to += step {
					table[file][inner] |= 1 << to
					if inner<<1>>to&1 != 0 {
						break
					}
				}
			}
		}
	}
	return table
}()
