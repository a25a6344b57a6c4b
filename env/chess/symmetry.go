package chess

import (
	"ludens/env"
	"ludens/env/seed"
)

// turns are the symmetries of a board as a mover sees it. Those that swap files and ranks
// are none of a game: seen from the other side they are each another one.
var turns = []struct {
	name          string
	right, upside bool
}{
	{"identity", false, false},
	{"mirror", true, false},
	{"upside down", false, true},
	{"half turn", true, true},
}

// findSymmetries returns the symmetries of the board that the rules keep: holes, the ways
// of all men, and regions. The start need not be its own image. Castling has none.
func (g *Game) findSymmetries() (all []env.Symmetry) {
	for i, t := range turns {
		image := make([]square, g.cells)
		for q := range square(g.cells) {
			x, y := int(q)%g.cols, int(q)/g.cols
			if t.right {
				x = g.cols - 1 - x
			}
			if t.upside {
				y = g.rows - 1 - y
			}
			image[q] = square(y*g.cols + x)
		}
		if i == 0 || len(g.castlings) == 0 && g.kept(image) {
			all = append(all, g.symmetry(t.name, image, t.right, t.upside))
		}
	}
	return all
}

// kept reports whether the rules are the same after squares have moved to their images.
func (g *Game) kept(image []square) bool {
	same := func(s set) bool {
		var t set
		s.each(func(q square) { t.add(image[q]) })
		return s == t
	}
	if !same(g.holes) {
		return false
	}
	for p := range env.Player(2) {
		if g.keys.Drops && !same(g.dropRegion[p]) || !same(g.goal[p]) {
			return false
		}
		for k := range g.kinds {
			w := &g.kinds[k]
			if !same(w.stays[p]) || g.keys.Drops && !same(w.dropsIn[p]) || len(w.promotes) > 0 && !same(g.promotion[p]) || !g.sameWays(p, k, image) {
				return false
			}
		}
	}
	return true
}

// sameWays reports whether the ways of a kind go over into each other: whether the ways
// from a square, turned, are those from its image, in any order. Sums of hashes are
// compared.
func (g *Game) sameWays(p env.Player, k int, image []square) bool {
	for from := range square(g.cells) {
		var here, there uint64
		for i := range g.ways[p][k][from] {
			here += g.ways[p][k][from][i].hash(image)
		}
		for i := range g.ways[p][k][image[from]] {
			there += g.ways[p][k][image[from]][i].hash(nil)
		}
		if here != there {
			return false
		}
	}
	return true
}

// hash returns a number that distinguishes ways, with squares moved to their images.
func (w *way) hash(image []square) uint64 {
	h := uint64(w.manner)<<4 | uint64(btoi(w.quiet)<<3|btoi(w.capture)<<2|btoi(w.passing)<<1|btoi(w.passant))
	for _, q := range w.squares {
		if image != nil {
			q = image[q]
		}
		h = seed.Mix(h ^ uint64(q))
	}
	return seed.Mix(h)
}

// symmetry returns the permutations of cells and actions.
func (g *Game) symmetry(name string, image []square, right, upside bool) env.Symmetry {
	s := env.Symmetry{Name: name, Cells: make([]int, g.cells), Actions: make([]env.Action, g.spec.Actions)}
	for q := range s.Cells {
		s.Cells[q] = int(image[q])
	}
	turn := func(v vector) vector {
		if right {
			v.dx = -v.dx
		}
		if upside {
			v.dy = -v.dy
		}
		return v
	}
	p := &g.planes
	for plane := range p.n {
		to := plane
		if v := turn(p.vectors[plane]); v != p.vectors[plane] {
			for i := range p.n {
				if p.vectors[i] == v && p.kinds[i] == p.kinds[plane] && p.drops[i] == p.drops[plane] {
					to = i
				}
			}
		}
		for c := range g.cells {
			s.Actions[plane*g.cells+c] = env.Action(to*g.cells + s.Cells[c])
		}
	}
	return s
}

// Symmetries implements env.Symmetric.
func (g *Game) Symmetries() []env.Symmetry { return g.symmetries }
