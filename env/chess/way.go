package chess

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// A way leads a man along squares in line, from a square that is not among them.
type way struct {
	squares                          []square
	manner                           manner
	quiet, capture, passing, passant bool // passant: what goes it can be captured in passing
}

// lands reports whether the man may stop on square i of the way.
func (w *way) lands(i int) bool {
	switch w.manner {
	case leap:
		return i == len(w.squares)-1
	case ride:
		return true
	}
	return i > 0
}

// waysFrom returns the ways of a kind of p from a square. Squares that the man never enters are
// on them, for he may pass there.
func (g *Game) waysFrom(w *ware, p env.Player, from square) (list []way) {
	for _, l := range w.legs {
		if l.is && !w.begins(&l, p).has(from) {
			continue
		}
		if l.sissa {
			list = append(list, g.sissa(from)...)
			continue
		}
		for _, v := range l.vectors {
			least := 1
			if l.manner == hop || l.manner == vault {
				least = 2 // the man hopped over, and a square behind him
			}
			if squares := g.walk(from, l, v, p); len(squares) >= least {
				list = append(list, way{squares, l.manner, l.quiet, l.capture, l.passing, l.is && l.lame})
			}
		}
	}
	return list
}

// begins returns from where a kind makes the initial moves of a leg.
func (w *ware) begins(l *leg, p env.Player) set {
	if v := l.vectors[0]; l.manner == leap && max(abs(v.dx), abs(v.dy)) > 2 {
		return w.initialFar[p]
	}
	return w.initial[p]
}

// walk returns the squares of a leg along a vector.
func (g *Game) walk(from square, l leg, v vector, p env.Player) (list []square) {
	if l.manner == leap {
		return g.leapTo(from, l.lame, v, p)
	}
	for n := 1; l.steps == 0 || n <= l.steps; n++ {
		q, ok := g.step(from, vector{n * v.dx, n * v.dy}, p)
		if !ok {
			break
		}
		list = append(list, q)
	}
	return list
}

// leapTo returns the square of a leap behind those that a lame one passes: first along
// a line, then along a diagonal.
func (g *Game) leapTo(from square, lame bool, v vector, p env.Player) (list []square) {
	to, ok := g.step(from, v, p)
	if !ok {
		return nil
	}
	n := max(abs(v.dx), abs(v.dy))
	straight := n - min(abs(v.dx), abs(v.dy))
	for i := 1; lame && i < n; i++ {
		q, ok := g.step(from, v.shrunk(i, straight), p)
		if !ok {
			return nil
		}
		list = append(list, q)
	}
	return append(list, to)
}

// shrunk returns where i steps of v lead, of which the first ones go straight.
func (v vector) shrunk(i, straight int) vector {
	diagonal := max(0, i-straight)
	x, y := diagonal, diagonal
	if abs(v.dx) > abs(v.dy) {
		x = i
	} else {
		y = i
	}
	if abs(v.dx) == abs(v.dy) {
		x, y = i, i
	}
	return vector{x * sign(v.dx), y * sign(v.dy)}
}

func sign(n int) int { return min(max(n, -1), 1) }

// step returns the square at a vector from another, as p's men go: Second's are turned by
// half a turn.
func (g *Game) step(from square, v vector, p env.Player) (square, bool) {
	if p == env.Second {
		v = vector{-v.dx, -v.dy}
	}
	return g.at(g.file(from)+v.dx, g.rank(from)+v.dy)
}

// sissa returns the ways of the sissa: n steps like a rook and then n like a bishop, or
// the other way round, with any turn between that is no straight line.
func (g *Game) sissa(from square) (list []way) {
	straight := []vector{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal := []vector{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	for _, legs := range [2][2][]vector{{straight, diagonal}, {diagonal, straight}} {
		for _, first := range legs[0] {
			for n := 1; n < mostSide; n++ {
				for _, second := range legs[1] {
					if squares := g.twoLegs(from, first, second, n); squares != nil {
						list = append(list, way{squares: squares, quiet: true, capture: true})
					}
				}
			}
		}
	}
	return list
}

// twoLegs returns n squares along each of two vectors, or nil if the board ends.
func (g *Game) twoLegs(from square, first, second vector, n int) (list []square) {
	x, y := g.file(from), g.rank(from)
	for i := range 2 * n {
		v := first
		if i >= n {
			v = second
		}
		x, y = x+v.dx, y+v.dy
		q, ok := g.at(x, y)
		if !ok {
			return nil
		}
		list = append(list, q)
	}
	return list
}

// A path is a way on which men of some kinds attack a square.
type path struct {
	kinds  kindSet
	manner manner
	passed []square // between the two
}

// origin is a square from which another may be attacked.
type origin struct {
	from  square
	kinds kindSet // of all paths
	paths []path
}

// furnish fills in the ways of all kinds, and from where they attack.
func (g *Game) furnish() {
	for p := range env.Player(2) {
		g.attackers[p] = make([][]origin, g.cells)
		g.origins[p] = make([]uint8, g.cells*g.cells)
		g.aimed[p] = make([]set, g.cells)
		g.ways[p] = make([][][]way, len(g.kinds))
		for k := range g.kinds {
			g.ways[p][k] = make([][]way, g.cells)
			for from := range square(g.cells) {
				if !g.holes.has(from) {
					g.furnishFrom(p, kind(k), from)
				}
			}
		}
	}
}

func (g *Game) furnishFrom(p env.Player, k kind, from square) {
	w := &g.kinds[k]
	all := g.waysFrom(w, p, from)
	g.ways[p][k][from] = all
	for _, way := range all {
		g.hops = g.hops || way.manner == hop || way.manner == vault
		if !way.capture {
			continue
		}
		for i, to := range way.squares {
			if way.lands(i) && w.stays[p].has(to) {
				g.attack(p, to, from, path{1 << k, way.manner, way.squares[:i]})
			}
		}
	}
	if w.royal && g.keys.Facing {
		lines := []vector{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
		if !g.keys.FacingRanks {
			lines = lines[:2]
		}
		for _, v := range lines {
			squares := g.walk(from, leg{manner: ride}, v, p)
			for i, to := range squares {
				g.attack(p, to, from, path{1 << k, ride, squares[:i]})
			}
		}
	}
}

// attack adds a path to those on which p attacks a square from another.
func (g *Game) attack(p env.Player, to, from square, way path) {
	list := &g.attackers[p][to]
	at := &g.origins[p][int(to)*g.cells+int(from)]
	if *at == 0 {
		*list = append(*list, origin{from: from})
		*at = uint8(len(*list)) // at most a board's squares
	}
	g.aimed[p][to].add(from)
	(*list)[*at-1].kinds |= way.kinds
	paths := &(*list)[*at-1].paths
	for j := range *paths {
		same := &(*paths)[j]
		if same.manner == way.manner && slices.Equal(same.passed, way.passed) {
			same.kinds |= way.kinds
			return
		}
	}
	*paths = append(*paths, way)
}

// open reports whether a man attacks on the path.
func (b *board) open(w *path) bool {
	between := 0
	for _, q := range w.passed {
		if b.at[q] != 0 {
			between++
		}
	}
	switch w.manner {
	case hop:
		return between == 1
	case vault:
		return between == 1 && b.at[w.passed[len(w.passed)-1]] != 0
	}
	return between == 0
}

// attacked reports whether p attacks a square.
func (g *Game) attacked(b *board, q square, p env.Player) bool {
	if g.masks != nil {
		return g.masks.attacked(b, q, p, b.own[0][0]|b.own[1][0])
	}
	all, numbers, aimed := g.attackers[p][q], g.origins[p][int(q)*g.cells:], &g.aimed[p][q]
	for i := range aimed {
		for word := aimed[i] & b.own[p][i]; word != 0; word &= word - 1 {
			from := square(64*i + bits.TrailingZeros64(word))
			o, k := &all[numbers[from]-1], kindOf(b.at[from])
			if !o.kinds.has(k) {
				continue
			}
			for j := range o.paths {
				if w := &o.paths[j]; w.kinds.has(k) && b.open(w) {
					return true
				}
			}
		}
	}
	return false
}

// comesBack reports whether p's man of a kind could go from one square to another of an empty
// board.
func (g *Game) comesBack(p env.Player, k kind, from, to square) bool {
	for i := range g.ways[p][k][from] {
		way := &g.ways[p][k][from][i]
		if at := slices.Index(way.squares, to); at >= 0 && way.quiet && way.manner != hop && way.manner != vault && way.lands(at) {
			return true
		}
	}
	return false
}

// returns reports whether men of a kind have a move that could be taken back.
func (g *Game) returns(k kind) bool {
	for p := range g.ways {
		for from := range g.ways[p][k] {
			for _, way := range g.ways[p][k][from] {
				for _, to := range way.squares {
					if g.comesBack(env.Player(p), k, to, square(from)) {
						return true
					}
				}
			}
		}
	}
	return false
}
