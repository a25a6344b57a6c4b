package chess

import (
	"ludens/env"
	"ludens/env/seed"
)

// turns are the symmetries of a board: files and ranks of the image of a square. Those
// that swap files and ranks are of square boards only.
var turns = []struct {
	name                string
	swap, right, upside bool
}{
	{"identity", false, false, false},
	{"mirror", false, true, false},
	{"upside down", false, false, true},
	{"half turn", false, true, true},
	{"diagonal", true, false, false},
	{"quarter turn", true, true, false},
	{"three quarter turn", true, false, true},
	{"other diagonal", true, true, true},
}

// findSymmetries returns the symmetries of the board that the rules keep: holes, the ways
// of all men, and regions. The start need not be its own image. Castling has none.
func (g *Game) findSymmetries() (all []env.Symmetry) {
	for i, t := range turns {
		if t.swap && g.rows != g.cols || i > 0 && len(g.castlings) > 0 {
			continue
		}
		image := make([]square, g.cells)
		for q := range square(g.cells) {
			x, y := int(q)%g.cols, int(q)/g.cols
			if t.swap {
				x, y = y, x
			}
			if t.right {
				x = g.cols - 1 - x
			}
			if t.upside {
				y = g.rows - 1 - y
			}
			image[q] = square(y*g.cols + x)
		}
		if i == 0 || g.kept(image) {
			all = append(all, g.symmetry(t.name, image))
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
		if !same(g.promotion[p]) || !same(g.dropRegion[p]) || !same(g.goal[p]) {
			return false
		}
		for k := range g.kinds {
			w := &g.kinds[k]
			if !same(w.stays[p]) || !same(w.dropsIn[p]) || !g.sameWays(p, k, image) {
				return false
			}
			if w.oneAFile && image[1]%square(g.cols) == image[0]%square(g.cols) {
				return false // files become ranks
			}
		}
	}
	if g.keys.Facing && image[1]%square(g.cols) == image[0]%square(g.cols) {
		return false
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

// hash returns a number that tells ways apart, with squares moved to their images.
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
func (g *Game) symmetry(name string, image []square) env.Symmetry {
	s := env.Symmetry{Name: name, Cells: make([]int, g.cells), Actions: make([]env.Action, g.spec.Actions)}
	for q := range s.Cells {
		s.Cells[q] = int(image[q])
	}
	turn := func(v vector) vector { // as the corners move
		at := func(x, y int) (int, int) {
			q := image[(g.rows-1-y)*g.cols+x]
			return g.file(q), g.rank(q)
		}
		x0, y0 := at(0, 0)
		x1, y1 := at(1, 0)
		x2, y2 := at(0, 1)
		return vector{v.dx*(x1-x0) + v.dy*(x2-x0), v.dx*(y1-y0) + v.dy*(y2-y0)}
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
