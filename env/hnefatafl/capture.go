package hnefatafl

import "ludens/env/tafl"

// A piece is captured when the squares around it are closed: by enemies of it, or
// because they are special and hostile to its kind. These functions look at the board
// after a move, with the moved piece on its new square.

// captured returns the pieces that fall by a move: those that it captures and, if the
// rules are so, the moved one. Nothing falls without an enemy beside it.
func (g *Game) captured(b *board, m move) (taken set) {
	if !g.enemyBeside(b, m.to) {
		return taken
	}
	taken = g.struck(b, m.to)
	if g.rules.Third {
		g.betray(b, m.to, &taken)
	}
	if g.rules.Shieldwall != NoWall {
		g.breakWalls(b, m.to, &taken)
	}
	if over := g.jumped(b, m); over != beyond && g.kinds[b.men[m.to]].jumps == Captures {
		taken.add(over)
	}
	if g.rules.Passive {
		g.endanger(b, m.to, &taken)
	}
	return taken
}

// enemyBeside reports whether an enemy of the piece on c stands beside it.
func (g *Game) enemyBeside(b *board, c cell) bool {
	x := g.kinds[b.men[c]].side
	for d := range directions {
		if n := g.next[d][c]; n != beyond && b.men[n] != nothing && g.kinds[b.men[n]].side != x {
			return true
		}
	}
	return false
}

// jumped returns the cell of the enemy that a move has jumped, or beyond.
func (g *Game) jumped(b *board, m move) cell {
	for d := range directions {
		over := g.next[d][m.from]
		if over != beyond && g.next[d][over] == m.to && b.men[over] != nothing {
			return over
		}
	}
	return beyond
}

// struck returns what the piece that has arrived on c captures: each enemy beside it
// of whom enough sides are closed.
func (g *Game) struck(b *board, c cell) (taken set) {
	mover := &g.kinds[b.men[c]]
	if !mover.hammer {
		return taken
	}
	for d := range directions {
		v := g.next[d][c]
		if v == beyond || b.men[v] == nothing || g.kinds[b.men[v]].side == mover.side {
			continue
		}
		strength := g.strengthAt(b, v)
		if strength == 2 && g.closed(b, b.men[v], g.next[d][v]) || strength > 2 && g.besieged(b, v, c, strength) {
			taken.add(v)
		}
	}
	return taken
}

// strengthAt returns how many sides of the piece on c must be closed.
func (g *Game) strengthAt(b *board, c cell) uint8 {
	if b.men[c] == king {
		return g.strength[c]
	}
	return g.kinds[b.men[c]].strength
}

// besieged reports whether three or all sides of the piece on v are closed; the one
// where the hammer stands is.
func (g *Game) besieged(b *board, v, hammer cell, strength uint8) bool {
	sides, shut := 0, 0
	for d := range directions {
		n := g.next[d][v]
		if n == beyond {
			continue
		}
		if sides++; n == hammer || g.closed(b, b.men[v], n) {
			shut++
		}
	}
	switch strength {
	case 3:
		return shut >= 3
	case 4:
		return shut == sides
	}
	return false
}

// closed reports whether square n helps to capture a piece of kind k beside it.
func (g *Game) closed(b *board, k kind, n cell) bool {
	if n == beyond {
		return false
	}
	class := g.kinds[k].class
	if g.always[class].has(n) {
		return true
	}
	if b.men[n] == nothing {
		return g.hostile[class].has(n)
	}
	return g.helps(b, k, n)
}

// helps reports whether a piece on n helps to capture one of kind k.
func (g *Game) helps(b *board, k kind, n cell) bool {
	p := &g.kinds[b.men[n]]
	return b.men[n] != nothing && p.side != g.kinds[k].side && p.anvil
}

// betray adds the ordinary and other men, but not the king, beside the piece that has
// arrived on c who stand between enemies: the rule Third.
func (g *Game) betray(b *board, c cell, taken *set) {
	mover := &g.kinds[b.men[c]]
	if !mover.hammer {
		return
	}
	for d := range directions {
		v := g.next[d][c]
		if v != beyond && b.men[v] != nothing && b.men[v] != king && g.kinds[b.men[v]].side != mover.side && g.trapped(b, v) {
			taken.add(v)
		}
	}
}

// trapped reports whether the piece on c stands between enemies: enough of its sides
// are closed and, where two are enough, one of them at least by a piece.
func (g *Game) trapped(b *board, c cell) bool {
	k := b.men[c]
	strength := g.strengthAt(b, c)
	if strength != 2 {
		return g.besieged(b, c, beyond, strength)
	}
	for _, d := range [...]int{up, right} {
		one, other := g.next[d][c], g.next[d^2][c]
		if g.closed(b, k, one) && g.closed(b, k, other) && (g.helps(b, k, one) || g.helps(b, k, other)) {
			return true
		}
	}
	return false
}

// endanger lets the piece that has moved to c fall if it stands between enemies: the
// rule Passive.
func (g *Game) endanger(b *board, c cell, taken *set) {
	rest := *b // the board on which it is seen whether the piece falls
	if g.rules.PassiveOrder == tafl.CapturesFirst {
		for v := range cell(g.cells()) {
			if taken.has(v) {
				rest.remove(v)
			}
		}
	}
	switch {
	case !g.trapped(&rest, c):
		return
	case g.rules.PassiveOrder == tafl.FallsFirst:
		*taken = set{}
	}
	taken.add(c)
}
