package tafl

// A piece is captured when the squares around it are closed: by enemies of it, or
// because they are special and hostile to its kind. These functions look at the board
// after a move, with the moved piece on its new square.

// enemyBeside reports whether an enemy of side x stands beside c. Nothing falls without
// one, and most often there is none.
func (g *Game) enemyBeside(b board, c cell, x side) bool {
	if g.fast == byWord {
		_ = b[king]
		enemies := b[attacker]
		if x == attackers {
			enemies = b[defender] | b[king]
		}
		return g.near[c]&enemies != 0
	}
	for w, near := range g.near[int(c)*g.words : (int(c)+1)*g.words] {
		if near != 0 && near&g.sideWord(b, x.other(), w) != 0 {
			return true
		}
	}
	return false
}

// captured adds the pieces that fall by a move of a piece of kind k beside which an enemy
// stands: those that it captures and, if the rules are so, the moved one. It reports
// whether there are any.
func (g *Game) captured(b board, k kind, m move, taken *set) bool {
	fell := false
	if g.hammers.has(k) {
		fell = g.struck(b, k, m.to, taken)
		if g.walls != nil {
			fell = g.breakWalls(b, k, m.to, taken) || fell
		}
	}
	if g.jumpers && g.kinds[k].jumps == Captures {
		if over := g.jumped(b, m); over != g.beyond {
			taken.add(over)
			fell = true
		}
	}
	if g.law.passive {
		fell = g.endanger(b, m.to, taken, fell)
	}
	return fell
}

// struck adds each enemy beside the piece of kind k on c of whom enough sides are closed,
// or who stands between two, where that is enough (third).
func (g *Game) struck(b board, k kind, c cell, taken *set) (fell bool) {
	enemy := g.sides[k].other()
	for d := range directions {
		v := g.next[d][c]
		victim := g.kindIn(b, enemy, v)
		if victim == nothing {
			continue
		}
		strength := g.strengthAt(victim, v)
		if strength == 2 && g.closed(b, victim, g.next[d][v]) || strength > 2 && g.besieged(b, victim, v, c) ||
			g.law.third && victim != king && g.trapped(b, victim, v) {
			taken.add(v)
			fell = true
		}
	}
	return fell
}

// strengthAt returns how many sides of a piece of kind k on c must be closed.
func (g *Game) strengthAt(k kind, c cell) uint8 {
	if k == king {
		return g.strength[c]
	}
	return g.kinds[k].strength
}

// closed reports whether square n helps to capture a piece of kind k beside it.
func (g *Game) closed(b board, k kind, n cell) bool {
	x := g.sides[k].other()
	if g.anvils[x].has(g.kindIn(b, x, n)) {
		return true
	}
	class := g.kinds[k].class
	return g.hostile[class].has(n) && (g.always[class].has(n) || g.kindAt(b, n) == nothing)
}

// helps reports whether a piece on n helps to capture one of side x.
func (g *Game) helps(b board, x side, n cell) bool {
	return g.anvils[x.other()].has(g.kindIn(b, x.other(), n))
}

// besieged reports whether three or all sides of the piece of kind k on v are closed; the
// one where the hammer stands is.
func (g *Game) besieged(b board, k kind, v, hammer cell) bool {
	sides, shut := uint8(0), uint8(0)
	for d := range directions {
		n := g.next[d][v]
		if n == g.beyond {
			continue
		}
		if sides++; n == hammer || g.closed(b, k, n) {
			shut++
		}
	}
	switch g.strengthAt(k, v) {
	case 3:
		return shut >= 3
	case 4:
		return shut == sides
	}
	return false
}

// trapped reports whether the piece of kind k on c stands between enemies: enough of its
// sides are closed and, where two are enough, one of them at least by a piece.
func (g *Game) trapped(b board, k kind, c cell) bool {
	if g.strengthAt(k, c) != 2 {
		return g.besieged(b, k, c, g.beyond)
	}
	x := g.sides[k]
	for _, d := range [...]int{up, right} {
		one, other := g.next[d][c], g.next[d^2][c]
		if g.closed(b, k, one) && g.closed(b, k, other) && (g.helps(b, x, one) || g.helps(b, x, other)) {
			return true
		}
	}
	return false
}

// jumped returns the cell of the enemy that a move has jumped, or beyond.
func (g *Game) jumped(b board, m move) cell {
	for d := range directions {
		over := g.next[d][m.from]
		if g.next[d][over] == m.to && g.kindAt(b, over) != nothing {
			return over
		}
	}
	return g.beyond
}

// endanger lets the piece that has moved to c fall if it stands between enemies: the rule
// Passive. fell says whether others have been taken, and endanger whether anything has.
func (g *Game) endanger(b board, c cell, taken *set, fell bool) bool {
	k := g.kindAt(b, c)
	switch {
	case !g.trapped(b, k, c) || fell && g.law.capturesFirst && !g.trappedWithout(b, taken, k, c):
		return fell
	case g.law.fallsFirst:
		*taken = set{}
	}
	taken.add(c)
	return true
}

// trappedWithout is trapped once some pieces have been taken away.
func (g *Game) trappedWithout(b board, taken *set, k kind, c cell) bool {
	var room [maxWords * mostKinds]uint64
	rest := board(room[:len(b)])
	for i := range b {
		rest[i] = b[i] &^ taken[i%g.words]
	}
	return g.trapped(rest, k, c)
}

// look is where to look for a row that falls: at the edge in direction out, through a
// cell, along it.
type look struct {
	cell       cell
	along, out uint8
}

// lookouts returns where each square may close a row. There is no list where the rule is
// off.
func (g *Game) lookouts() [][]look {
	if g.rules.Shieldwall == NoWall {
		return nil
	}
	looks := make([][]look, g.cells())
	for c := range cell(g.cells()) {
		for out := range uint8(len(directions)) {
			along, v := (out+1)%4, g.next[out][c]
			if v != g.beyond {
				if !g.rules.ShieldwallFlank && g.next[out][v] == g.beyond {
					looks[c] = append(looks[c], look{v, along, out})
				}
				continue
			}
			for _, d := range [...]uint8{along, along ^ 2} {
				if v := g.next[d][c]; v != g.beyond {
					looks[c] = append(looks[c], look{v, d, out})
				}
			}
		}
	}
	return looks
}

// breakWalls adds the rows at the edges that fall by the arrival of a piece of kind k on
// c: [Copenhagen] 5b, see Shieldwall. It reports whether there are any.
func (g *Game) breakWalls(b board, k kind, c cell, taken *set) (fell bool) {
	for _, l := range g.walls[c] {
		if g.sides[g.kindAt(b, l.cell)] == g.sides[k].other() {
			fell = g.breakWall(b, g.sides[k].other(), c, l, taken) || fell
		}
	}
	return fell
}

// breakWall adds the row of side x through a cell if it falls by the arrival of a piece
// on c: two or more men, each with a piece in front that helps, and one at both ends.
func (g *Game) breakWall(b board, x side, c cell, l look, taken *set) bool {
	closes := func(n cell) bool { return n == c || g.helps(b, x, n) }
	var row [maxSide]cell
	var ends [2]cell
	row[0] = l.cell
	length := 1
	for i, d := range [...]uint8{l.along, l.along ^ 2} {
		n := g.next[d][l.cell]
		for ; g.sides[g.kindAt(b, n)] == x; n = g.next[d][n] {
			row[length] = n
			length++
		}
		ends[i] = n
	}
	if length < 2 || !g.flanked(b, ends, closes) {
		return false
	}
	for _, n := range row[:length] {
		if !closes(g.next[l.out^2][n]) {
			return false
		}
	}
	fell := false
	for _, n := range row[:length] {
		if g.kindAt(b, n) != king {
			taken.add(n)
			fell = true
		}
	}
	return fell
}

// flanked reports whether both ends of a row are closed: by pieces, or one of them by an
// empty corner.
func (g *Game) flanked(b board, ends [2]cell, closes func(cell) bool) bool {
	corners := 0
	for _, e := range ends {
		if closes(e) {
			continue
		}
		if !g.law.wallEnds.has(e) || g.kindAt(b, e) != nothing {
			return false
		}
		corners++
	}
	return corners < 2
}
