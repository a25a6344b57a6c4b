package cetran

import "math/bits"

// direction is one step of a man.
type direction struct{ dx, dy int }

var (
	straight = []direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = []direction{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	jumps    = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// What a man on a square attacks that does not slide.
var (
	knightSteps = steps(jumps)
	kingSteps   = steps(append(append([]direction{}, straight...), diagonal...))
	wazirSteps  = steps(straight)
	pawnSteps   = [2][64]uint64{ // by player
		steps([]direction{{-1, 1}, {1, 1}}),
		steps([]direction{{-1, -1}, {1, -1}}),
	}
)

func steps(dirs []direction) (table [64]uint64) {
	for s := range square(64) {
		for _, d := range dirs {
			if t, ok := s.step(d.dx, d.dy); ok {
				table[s] |= t.bit()
			}
		}
	}
	return table
}

// The lines through a square, the square itself left out.
var (
	fileOf      = lines(direction{0, 1})
	diagonalOf  = lines(direction{1, 1})
	antiOf      = lines(direction{1, -1})
	rookLines   = union(lines(direction{1, 0}), fileOf)
	bishopLines = union(diagonalOf, antiOf)
)

func lines(d direction) (table [64]uint64) {
	for s := range square(64) {
		table[s] = ray(s, d) | ray(s, direction{-d.dx, -d.dy})
	}
	return table
}

// ray returns the squares from s to the edge, s left out.
func ray(s square, d direction) (set uint64) {
	for t, ok := s.step(d.dx, d.dy); ok; t, ok = t.step(d.dx, d.dy) {
		set |= t.bit()
	}
	return set
}

func union(a, b [64]uint64) (table [64]uint64) {
	for s := range table {
		table[s] = a[s] | b[s]
	}
	return table
}

// between holds the squares strictly between two squares of one line.
var between = func() (table [64][64]uint64) {
	for s := range square(64) {
		for _, d := range append(append([]direction{}, straight...), diagonal...) {
			for rest := ray(s, d); rest != 0; rest &= rest - 1 {
				t := first(rest)
				table[s][t] = ray(s, d) &^ ray(t, d) &^ t.bit()
			}
		}
	}
	return table
}()

// rookAttacks returns the squares a rook on s attacks when occ is occupied.
func rookAttacks(s square, occ uint64) uint64 {
	return sweep(s, fileOf[s&63], occ) | sweepRank(s, occ)
}

// bishopAttacks returns the squares a bishop on s attacks when occ is occupied.
func bishopAttacks(s square, occ uint64) uint64 {
	return sweep(s, diagonalOf[s&63], occ) | sweep(s, antiOf[s&63], occ)
}

// sweep returns what a slider on s sees along a line that holds one square of
// each rank ("hyperbola quintessence": subtracting the slider from the blockers
// borrows its way up to the nearest one; turned upside down, down to it).
func sweep(s square, line, occ uint64) uint64 {
	up := occ & line
	down := bits.ReverseBytes64(up)
	up -= s.bit()
	down -= bits.ReverseBytes64(s.bit())
	return (up ^ bits.ReverseBytes64(down)) & line
}

// sweepRank is sweep along the rank of s, where bytes cannot be reversed: the
// six inner squares of a rank decide, and so a small table does.
func sweepRank(s square, occ uint64) uint64 {
	shift := uint(s) & flip
	inner := occ >> (shift + 1) & 63
	return uint64(rankSweeps[s&7][inner]) << shift
}

// rankSweeps is what a slider on a file sees of its rank, by the occupation of
// the files b to g.
var rankSweeps = func() (table [8][64]uint8) {
	for file := range square(8) {
		for inner := range 64 {
			for _, d := range straight[:2] {
				for t, ok := file.step(d.dx, 0); ok; t, ok = t.step(d.dx, 0) {
					table[file][inner] |= uint8(t.bit())
					if inner<<1>>t&1 != 0 {
						break
					}
				}
			}
		}
	}
	return table
}()
