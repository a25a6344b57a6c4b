package tafl

import "fmt"

const (
	maxSide  = 19
	maxCells = maxSide * maxSide
	maxWords = maxCells/64 + 1
)

// cell is the number of a square, row by row from the top left.
type cell uint16

// set is a set of cells: bit c%64 of word c/64.
type set [maxWords]uint64

func (s *set) add(c cell) { s[c>>6] |= 1 << (c & 63) }

func (s *set) drop(c cell) { s[c>>6] &^= 1 << (c & 63) }

// set adds c to the set if it is to be in it.
func (s *set) set(c cell, in bool) {
	if in {
		s.add(c)
	}
}

func (s *set) has(c cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *set) empty() bool { return s[0]|s[1]|s[2]|s[3]|s[4]|s[5] == 0 }

func (s *set) meets(t *set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// directions are those of the actions, clockwise from the top. Rows count from the top.
// The opposite of d is d^2.
var directions = [4]struct{ rows, cols int }{up: {-1, 0}, right: {0, 1}, down: {1, 0}, left: {0, -1}}

const (
	up = iota
	right
	down
	left
)

// grid is a board without pieces.
type grid struct {
	rows, cols int
	words      int  // of a set of cells; their last bit is not a square
	beyond     cell // off the board: the last bit of the words, which no set has

	next [len(directions)][]cell // the neighbour in a direction, or beyond
	near []uint64                // the words of all neighbours of each cell
	ways [len(directions)]set    // cells with a neighbour in that direction
	all  set
	edge set
}

func newGrid(rows, cols int) grid {
	g := grid{rows: rows, cols: cols, words: rows*cols/64 + 1}
	g.beyond = cell(64*g.words - 1)
	g.near = make([]uint64, 64*g.words*g.words)
	for d, step := range directions {
		for c := range cell(64 * g.words) {
			n := g.beyond
			if int(c) < g.cells() {
				n = g.at(g.row(c)+step.rows, g.col(c)+step.cols)
				g.survey(c, d, n)
			}
			g.next[d] = append(g.next[d], n)
		}
	}
	return g
}

// survey fills in that n is the neighbour of c in direction d.
func (g *grid) survey(c cell, d int, n cell) {
	g.all.add(c)
	if n == g.beyond {
		g.edge.add(c)
		return
	}
	g.near[int(c)*g.words+int(n>>6)] |= 1 << (n & 63)
	g.ways[d].add(c)
}

func (g *grid) cells() int { return g.rows * g.cols }

func (g *grid) row(c cell) int { return int(c) / g.cols }

func (g *grid) col(c cell) int { return int(c) % g.cols }

// at returns the cell of a row and a column, or beyond.
func (g *grid) at(row, col int) cell {
	if row < 0 || row >= g.rows || col < 0 || col >= g.cols {
		return g.beyond
	}
	return cell(row*g.cols + col)
}

// beside returns whether a neighbour of c is in s.
func (g *grid) beside(c cell, s *set) bool {
	for d := range directions {
		if s.has(g.next[d][c]) {
			return true
		}
	}
	return false
}

// length returns how far a piece can go in a direction at most.
func (g *grid) length(d int) int {
	if d == up || d == down {
		return g.rows - 1
	}
	return g.cols - 1
}

// name returns "d4": files from the left, ranks from the bottom.
func (g *grid) name(c cell) string {
	return fmt.Sprintf("%c%d", 'a'+g.col(c), g.rows-g.row(c))
}

// cellOf returns the cell of a name.
func (g *grid) cellOf(name string) (cell, bool) {
	for c := range cell(g.cells()) {
		if g.name(c) == name {
			return c, true
		}
	}
	return g.beyond, false
}

// squareRule says whom a square lets stop and pass, and against whom it helps while
// it is empty; nil: every piece, every piece, no piece.
type squareRule struct{ stop, pass, hostile *Kinds }

// ruleOf returns that of a square.
func (g *Game) ruleOf(c cell) squareRule {
	r := &g.rules
	switch {
	case r.Throne && g.thrones.has(c):
		return squareRule{&r.ThroneStop, &r.ThronePass, &r.ThroneHostile}
	case r.Corners && g.corners.has(c):
		return squareRule{&r.CornerStop, &r.CornerPass, &r.CornerHostile}
	case g.camps.has(c):
		return squareRule{&r.CampStop, &r.CampPass, &r.CampHostile}
	case g.forts.has(c):
		return squareRule{&r.FortStop, &r.FortPass, &r.FortHostile}
	}
	return squareRule{}
}

// special fills in what the squares let pieces do, by kind, and whom they help to
// capture, by class.
func (g *Game) special() {
	for c := range cell(g.cells()) {
		rule := g.ruleOf(c)
		for k, p := range g.kinds {
			if rule.stop == nil || rule.stop.include(p.class) {
				g.stop[k].add(c)
			}
			if rule.pass == nil || rule.pass.include(p.class) {
				g.pass[k].add(c)
			}
		}
		throne := g.rules.Throne && g.thrones.has(c)
		for class := attacker; class <= king; class++ {
			g.always[class].set(c, throne && g.rules.ThroneAlways.include(class))
			g.hostile[class].set(c, g.always[class].has(c) || rule.hostile != nil && rule.hostile.include(class) ||
				throne && class == king && g.rules.KingCapture == FourNearThrone)
		}
		g.marked.set(c, g.thrones.has(c) || g.corners.has(c) || g.camps.has(c) || g.forts.has(c))
		g.sealed.set(c, !g.stop[attacker].has(c) && !g.pass[attacker].has(c) && !(g.rules.CampWithin && g.camps.has(c)))
		g.escapes.set(c, g.rules.Escape == ToEdge && g.edge.has(c) || g.rules.Escape != ToEdge && g.corners.has(c))
		g.strength = append(g.strength, g.strengthOf(c))
	}
}

// never is the strength of a king who cannot be captured.
const never = 5

// strengthOf returns how many sides of a king on c must be closed: two opposite ones,
// any three, four: all that there are, or never.
func (g *Game) strengthOf(c cell) uint8 {
	r := &g.rules
	onThrone := r.Throne && g.thrones.has(c)
	beside := r.Throne && g.beside(c, &g.thrones)
	strength := 2
	switch {
	case r.KingCapture == FourOrEdge,
		r.KingCapture == FourNearThrone && (onThrone || beside),
		r.KingCapture == FourOnThrone && onThrone:
		strength = 4
	case r.KingCapture == FromFour && g.edge.has(c):
		strength = never
	case r.KingCapture == FromFour:
		strength = 4
	}
	for _, s := range []struct {
		here  bool
		sides int
	}{
		{true, r.Strength}, {g.edge.has(c), r.StrengthEdge}, {beside, r.StrengthBeside}, {onThrone, r.StrengthThrone},
	} {
		if s.here && s.sides != 0 {
			strength = s.sides
		}
	}
	return uint8(strength)
}
