package cetran

// A path is one way of the sissa: n steps like a rook and then n like a bishop,
// or n like a bishop and then n like a rook, with any turn between the legs.
// All 2n-1 squares passed, the corner included, must be empty.
type path struct {
	to     square
	passed uint64
}

// sissaPaths holds the paths from each square, sorted so that those with a
// common first leg stand together, the shorter legs first.
var sissaPaths = func() (table [64][]path) {
	for s := range table {
		table[s] = append(twoLegs(square(s), straight, diagonal), twoLegs(square(s), diagonal, straight)...)
	}
	return table
}()

// twoLegs returns the paths from s whose first leg has one of the directions
// of first, the second one of those of second.
func twoLegs(s square, first, second []direction) (paths []path) {
	for _, d1 := range first {
		for n := 1; n < 8; n++ {
			corner, leg, ok := walk(s, d1, n)
			if !ok {
				break
			}
			for _, d2 := range second {
				if to, rest, ok := walk(corner, d2, n); ok {
					paths = append(paths, path{to: to, passed: leg | corner.bit() | rest})
				}
			}
		}
	}
	return paths
}

// walk goes n steps from s and returns where that ends and the squares strictly
// between.
func walk(s square, d direction, n int) (end square, passed uint64, ok bool) {
	end, ok = s.step(n*d.dx, n*d.dy)
	if !ok {
		return nowhere, 0, false
	}
	return end, between[s][end], true
}

// sissaAttacks returns the squares a sissa on s attacks when occ is occupied.
func sissaAttacks(s square, occ uint64) (set uint64) {
	for _, p := range sissaPaths[s&63] {
		if p.passed&occ == 0 {
			set |= p.to.bit()
		}
	}
	return set
}

// sissaReach is what a sissa attacks on an empty board.
var sissaReach = func() (table [64]uint64) {
	for s := range square(64) {
		table[s] = sissaAttacks(s, 0)
	}
	return table
}()

// sissaRoutes holds, for two squares, the squares passed by each path from one
// to the other: at most four. The paths back are the same ones reversed, so
// that a king may look outward for sissas.
var sissaRoutes = func() (table [64][64][]uint64) {
	for s := range table {
		for _, p := range sissaPaths[s] {
			table[s][p.to] = append(table[s][p.to], p.passed)
		}
	}
	return table
}()
