package chess

import (
	"ludens/env"
	"ludens/env/seed"
)

// Symmetries of a board as a mover sees it are made of these.
const (
	rightToLeft = 1 << iota
	topToBottom
	filesToRanks
)

// turns are the names of those without filesToRanks, which are no symmetries of a game: seen
// from the other side they are each another one.
var turns = [filesToRanks]string{"identity", "mirror", "upside down", "half turn"}

// image returns where squares go.
func (a *area) image(turn int) *[mostCells]square {
	image := new([mostCells]square)
	for q := range square(a.cells) {
		x, y := int(q)%a.cols, int(q)/a.cols
		if turn&rightToLeft != 0 {
			x = a.cols - 1 - x
		}
		if turn&topToBottom != 0 {
			y = a.rows - 1 - y
		}
		if turn&filesToRanks != 0 {
			x, y = y, x
		}
		image[q] = square(y*a.cols + x)
	}
	return image
}

// keptBy reports whether a set is its own image.
func (s set) keptBy(image *[mostCells]square) bool {
	var t set
	s.each(func(q square) { t.add(image[q]) })
	return s == t
}

// findSymmetries returns the symmetries of the board that the rules keep: holes, the ways
// of all men, and regions. The start need not be its own image. Castling has none.
func (g *Game) findSymmetries() (all []env.Symmetry) {
	if g.keys.Pass != "no" { // on one cell
		return []env.Symmetry{g.symmetry(turns[0], g.image(0), 0)}
	}
	for turn, name := range turns {
		if image := g.image(turn); turn == 0 || len(g.castlings) == 0 && g.kept(image) {
			all = append(all, g.symmetry(name, image, turn))
		}
	}
	return all
}

// kept reports whether the rules are the same after squares have moved to their images.
func (g *Game) kept(image *[mostCells]square) bool {
	if !g.holes.keptBy(image) {
		return false
	}
	for p := range env.Player(2) {
		if g.keys.Drops && (!g.dropRegion[p].keptBy(image) || g.keys.DropOnto != "any" && image[0] >= square(g.cols)) || !g.passingRegion[p].keptBy(image) || !g.wallRegion[p].keptBy(image) || !g.goal[p].keptBy(image) {
			return false
		}
		for k := range g.kinds {
			if !g.kindKept(kind(k), p, image) || g.keys.Drops && !g.kinds[k].dropsIn[p].keptBy(image) {
				return false
			}
		}
	}
	return true
}

// kindKept reports whether a kind moves, and is promoted, as before.
func (g *Game) kindKept(k kind, p env.Player, image *[mostCells]square) bool {
	w := &g.kinds[k]
	return w.stays[p].keptBy(image) && w.avoids[p].keptBy(image) && (len(w.promotes) == 0 || g.promotion[p].keptBy(image)) && g.sameWays(p, k, image)
}

// sameWays reports whether the ways of a kind go over into each other: whether the ways
// from a square, turned, are those from its image, in any order. Sums of hashes are
// compared.
func (g *Game) sameWays(p env.Player, k kind, image *[mostCells]square) bool {
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
func (w *way) hash(image *[mostCells]square) uint64 {
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
func (g *Game) symmetry(name string, image *[mostCells]square, turned int) env.Symmetry {
	s := env.Symmetry{Name: name, Cells: make([]int, g.cells), Actions: make([]env.Action, g.spec.Actions)}
	for q := range s.Cells {
		s.Cells[q] = int(image[q])
	}
	turn := func(v vector) vector {
		if turned&rightToLeft != 0 {
			v.dx = -v.dx
		}
		if turned&topToBottom != 0 {
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
