package chess

import (
	"math"
	"math/bits"
	"slices"

	"ludens/env"
)

// What follows holds on boards of at most 64 squares, whose sets are one word: where the
// pieces of a game go and what they attack, compiled from the ways of way.go.

// Classes of pieces. Each has a set on the board. Those of pieces that attack alike are for
// finding the attackers of a square by looking outward from it.
const (
	rookClass   = iota // along whole ranks and files; on 8 by 8 only
	bishopClass        // along whole diagonals; on 8 by 8 only
	leapClass          // the first of those that attack some squares whatever stands between

	pathClass   = mostClasses - 2 // what moves along paths
	riseClass   = mostClasses - 1 // what may be promoted
	mostClasses = 16
)

// masks are the tables of a game.
type masks struct {
	movers      [][64]mover  // by piece
	doubles     [][64]uint64 // by piece: to where it comes so that it can be captured in passing
	paths       []clearance  // of all movers
	odd         []odd        // of all movers; the first is empty
	leaps       int          // above the last class of leapers; those above it attack along paths
	count       int          // of classes
	near        [2][64][mostClasses]uint64
	routes      [mostClasses][2]*[64][64][]uint64 // of path classes, by target and origin: the squares passed by each path
	passers     [2][64]uint64                     // from where a square can be captured on in passing
	hunters     [2][64]uint64                     // from where a piece of a player that has just come to a square may be so captured
	planeOf     [2][64][64]uint8                  // of a move that does not promote, by player and squares
	target      [][64]uint8                       // by plane and cell: where it leads, nowhere off the board
	views       [2][64]uint8
	free        [2]kindMasks // squares where a man is not stuck, by kind
	ahead       [2]uint64    // regions of promotion
	setwise     [2][]setwise // moves of one kind that are found for all its pieces at once; nil: there is none
	setwiseKind kind         // that kind
	rising      [2]uint64    // from where some man may come to be promoted
	cells       int
	turns       bool // top to bottom by reversing bytes
	wide        bool // more than 128 planes of actions
}

// kindMasks is a set of squares by kind.
type kindMasks [mostKinds]uint64

// classSet is the classes of a kind, a bit each.
type classSet uint16

// mover is where a kind goes from one square. It fills a line of the cache.
type mover struct {
	wide    uint64 // all that it may enter: nothing else
	both    uint64 // leaps, to an empty square or capturing
	quiet   uint64 // leaps to an empty square only, and those that only capture
	capture uint64
	passing uint64 // leaps that capture in passing
	jump    uint64 // a leap to an empty square past these,
	over    uint64 // as a pawn's double step
	first   uint32 // paths[first:][:paths] lead to empty squares or captures
	odd     uint16 // the place in masks.odd of what is none of these; 0: nothing
	paths   uint8
	form    form
}

// form says what moves of a mover are more than leaps, a bit each.
type form uint8

const (
	alongRook form = 1 << iota // whole ranks and files of a board of 8 by 8
	alongBishop
	alongPaths
	oddly
)

// clearance is a leap to a square that needs others empty.
type clearance struct{ passed, to uint64 }

// odd are paths that either only capture or never do.
type odd struct{ quiet, capture []clearance }

func maskOf(squares []square) (m uint64) {
	for _, q := range squares {
		m |= 1 << q
	}
	return m
}

// compileMasks fills in the tables, unless the board or its pieces ask for more: then
// g.masks stays nil, and moves are found square by square.
func (g *Game) compileMasks() {
	if g.masks = g.newMasks(); g.masks == nil {
		for k := range g.traits {
			g.traits[k].classes = 0
		}
	}
}

func (g *Game) newMasks() *masks {
	if g.cells > 64 || g.hops || g.keys.Facing || g.rarely || g.walling || g.planes.n > mostSorted {
		return nil
	}
	m := &masks{movers: make([][64]mover, 1+2*len(g.kinds)), doubles: make([][64]uint64, 1+2*len(g.kinds)), odd: make([]odd, 1), cells: g.cells, turns: g.rows == 8 && g.cols == 8, wide: g.planes.n > 128}
	for k := range g.kinds {
		for p := range env.Player(2) {
			if !g.compileMoves(m, kind(k), p) {
				return nil
			}
		}
	}
	if !g.compileClasses(m) {
		return nil
	}
	g.compileHunters(m)
	g.compileViews(m)
	g.compileSetwise(m)
	for p := range env.Player(2) {
		m.ahead[p] = g.promotion[p][0]
		for k := range g.kinds {
			for q := range square(g.cells) {
				if t := &m.movers[pieceOf(kind(k), p)][q]; len(g.kinds[k].promotes) > 0 && (t.wide|t.passing)&m.ahead[p] != 0 || g.keys.PromotionBegins && m.ahead[p]>>q&1 != 0 {
					m.rising[p] |= 1 << q
				}
				if !g.stuck(kind(k), p, q) {
					m.free[p][k] |= 1 << q
				}
			}
		}
	}
	return m
}

// wholeLine are the ways that one of the two sliders of chess has.
var wholeLine = [2][]vector{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}}

// slides reports whether a kind rides without bounds along all ranks and files, or all
// diagonals, of a board of 8 by 8.
func (g *Game) slides(w *ware, class int) bool {
	if g.rows != 8 || g.cols != 8 || !g.holes.empty() || w.stays != [2]set{g.whole(), g.whole()} {
		return false
	}
	return slices.ContainsFunc(w.legs, func(l leg) bool {
		return l.manner == ride && l.steps == 0 && l.quiet && l.capture && !l.passing && !l.is && slices.Equal(sortedVectors(vectorSet(l.vectors)), sortedVectors(vectorSet(wholeLine[class])))
	})
}

func vectorSet(list []vector) map[vector]bool {
	all := map[vector]bool{}
	for _, v := range list {
		all[v] = true
	}
	return all
}

// compileMoves fills in where a kind of p goes; false if masks cannot say it.
func (g *Game) compileMoves(m *masks, k kind, p env.Player) bool {
	w := &g.kinds[k]
	table, doubles := &m.movers[pieceOf(k, p)], &m.doubles[pieceOf(k, p)]
	rook, bishop := g.slides(w, rookClass), g.slides(w, bishopClass)
	for from := range square(g.cells) {
		t := &table[from]
		t.first = uint32(len(m.paths))
		var odd odd
		for _, way := range g.ways[p][k][from] {
			if way.passing {
				if way.manner != leap || len(way.squares) != 1 {
					return false
				}
				t.passing |= maskOf(way.squares) & w.stays[p][0]
			}
			if way.passant && (way.capture || way.manner != leap) {
				return false
			}
			for i, to := range way.squares {
				if !way.lands(i) || !w.stays[p].has(to) || !way.quiet && !way.capture {
					continue
				}
				c := clearance{maskOf(way.squares[:i]), 1 << to}
				if way.passant {
					doubles[from] |= c.to
				}
				switch t.wide |= c.to; {
				case way.manner == ride && way.quiet && way.capture && (rook && g.straight(from, to) || bishop && g.slanted(from, to)):
				case c.passed != 0 && way.quiet && way.capture:
					m.paths = append(m.paths, c)
				case c.passed != 0 && way.quiet:
					odd.quiet = append(odd.quiet, c)
				case c.passed != 0:
					odd.capture = append(odd.capture, c)
				case way.quiet && way.capture:
					t.both |= c.to
				case way.quiet:
					t.quiet |= c.to
				default:
					t.capture |= c.to
				}
			}
		}
		if len(odd.quiet) == 1 {
			t.over, t.jump, odd.quiet = odd.quiet[0].passed, odd.quiet[0].to, nil
		}
		paths := len(m.paths) - int(t.first)
		if t.paths = uint8(paths); paths > math.MaxUint8 || len(m.odd) > math.MaxUint16 {
			return false
		}
		t.form = formOf(rook, bishop, paths > 0, odd.quiet != nil || odd.capture != nil)
		if t.form&oddly != 0 {
			t.odd, m.odd = uint16(len(m.odd)), append(m.odd, odd)
		}
		if doubles[from] != 0 && !g.doubleAlone(doubles[from], p, k, from) {
			return false
		}
	}
	return true
}

func formOf(rook, bishop, paths, odd bool) (f form) {
	for i, is := range []bool{rook, bishop, paths, odd} {
		f |= form(btoi(is)) << i
	}
	return f
}

// pathsOf returns the paths of a mover.
func (m *masks) pathsOf(t *mover) []clearance { return m.paths[t.first:][:t.paths] }

func (a *area) straight(x, y square) bool { return a.file(x) == a.file(y) || a.rank(x) == a.rank(y) }
func (a *area) slanted(x, y square) bool  { return abs(a.file(x)-a.file(y)) == abs(a.rank(x)-a.rank(y)) }

// doubleAlone reports whether what can be captured in passing comes to its square on no
// other way.
func (g *Game) doubleAlone(double uint64, p env.Player, k kind, from square) bool {
	ways := map[square]int{}
	for _, way := range g.ways[p][k][from] {
		for i, to := range way.squares {
			if way.lands(i) && (way.quiet || way.capture) {
				ways[to]++
			}
		}
	}
	for rest := double; rest != 0; rest &= rest - 1 {
		if ways[square(bits.TrailingZeros64(rest))] > 1 {
			return false
		}
	}
	return true
}

// compileClasses puts the kinds into classes by what they attack.
func (g *Game) compileClasses(m *masks) bool {
	var leaps [][2][64]uint64
	m.count = leapClass
	add := func(k, class int) { g.traits[k].classes |= 1 << class }
	for k := range g.kinds {
		table := [2][64]uint64{}
		for p := range env.Player(2) {
			for q := range m.movers[pieceOf(kind(k), p)] {
				t := &m.movers[pieceOf(kind(k), p)][q]
				table[p][q] = t.both | t.capture
				m.passersOf(p, square(q), t)
			}
		}
		for class := range wholeLine {
			if g.slides(&g.kinds[k], class) {
				add(k, class)
			}
		}
		if len(g.kinds[k].promotes) > 0 {
			add(k, riseClass)
		}
		if m.winds(kind(k)) {
			add(k, pathClass)
		}
		if table == ([2][64]uint64{}) {
			continue
		}
		at := slices.Index(leaps, table)
		if at < 0 {
			at = len(leaps)
			leaps = append(leaps, table)
		}
		add(k, leapClass+at)
	}
	m.leaps = leapClass + len(leaps)
	if m.count = m.leaps; m.count > pathClass {
		return false
	}
	for from := range square(g.cells) {
		for p := range env.Player(2) {
			for i := range leaps {
				for rest := leaps[i][p][from]; rest != 0; rest &= rest - 1 {
					m.near[p][bits.TrailingZeros64(rest)][leapClass+i] |= 1 << from
				}
			}
			if m.turns {
				m.near[p][from][rookClass], m.near[p][from][bishopClass] = rookLines[from], bishopLines[from]
			}
		}
	}
	return g.compileRoutes(m, add)
}

// winds reports whether a kind moves along paths.
func (m *masks) winds(k kind) bool {
	for p := range env.Player(2) {
		if slices.ContainsFunc(m.movers[pieceOf(k, p)][:], func(t mover) bool { return t.form&(alongPaths|oddly) != 0 }) {
			return true
		}
	}
	return false
}

// passersOf notes from where squares can be captured on in passing.
func (m *masks) passersOf(p env.Player, from square, t *mover) {
	for rest := t.passing; rest != 0; rest &= rest - 1 {
		m.passers[p][bits.TrailingZeros64(rest)] |= 1 << from
	}
}

// compileHunters notes from where pieces that have passed squares can be captured there.
func (g *Game) compileHunters(m *masks) {
	for p := range env.Player(2) {
		for k := range g.kinds {
			for from := range square(g.cells) {
				for _, w := range g.ways[p][k][from] {
					last := len(w.squares) - 1
					for _, q := range w.squares[:last] {
						if w.passant {
							m.hunters[p][w.squares[last]] |= m.passers[p.Other()][q]
						}
					}
				}
			}
		}
	}
}

// compileRoutes gives each kind that captures along paths a class of its own, or that of a
// kind with the same paths.
func (g *Game) compileRoutes(m *masks, add func(k, class int)) bool {
	for k := range g.kinds {
		var routes [2]*[64][64][]uint64
		found := false
		for p := range env.Player(2) {
			routes[p] = new([64][64][]uint64)
			for from := range square(g.cells) {
				t := &m.movers[pieceOf(kind(k), p)][from]
				for _, c := range slices.Concat(m.pathsOf(t), m.odd[t.odd].capture) {
					at := &routes[p][bits.TrailingZeros64(c.to)][from]
					*at, found = append(*at, c.passed), true
				}
			}
		}
		if !found {
			continue
		}
		class := m.leaps
		for class < m.count && !(sameRoutes(m.routes[class][0], routes[0]) && sameRoutes(m.routes[class][1], routes[1])) {
			class++
		}
		if class == pathClass {
			return false
		}
		if class == m.count {
			m.count++
			m.routes[class] = routes
			if sameRoutes(routes[0], routes[1]) {
				m.routes[class][1] = routes[0]
			}
			for p := range env.Player(2) {
				for to := range routes[p] {
					for from, list := range routes[p][to] {
						if list != nil {
							m.near[p][to][class] |= 1 << from
						}
					}
				}
			}
		}
		add(k, class)
	}
	return true
}

func sameRoutes(a, b *[64][64][]uint64) bool {
	for to := range a {
		for from := range a[to] {
			if !slices.Equal(a[to][from], b[to][from]) {
				return false
			}
		}
	}
	return true
}

// compileViews numbers the moves by cells as the mover sees them.
func (g *Game) compileViews(m *masks) {
	for p := range env.Player(2) {
		for q := range square(g.cells) {
			m.views[p][q] = g.view(q, p)
		}
	}
	m.target = make([][64]uint8, g.planes.n)
	for plane := range m.target {
		for from := range square(g.cells) {
			v := g.planes.vectors[plane]
			to, ok := g.area.offset(from, v)
			if !ok {
				to = nowhere
			}
			if m.target[plane][from] = to; ok && g.planes.kinds[plane] == noKind && v != (vector{}) {
				for p := range env.Player(2) {
					m.planeOf[p][m.views[p][from]][m.views[p][to]] = uint8(plane)
				}
			}
		}
	}
}

// offset returns the cell at a vector from another, if the board has it.
func (a *area) offset(from square, v vector) (square, bool) {
	return a.cell(a.file(from)+v.dx, a.rank(from)+v.dy)
}
