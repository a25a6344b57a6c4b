package tafl

// A piece is captured when the squares around it are closed: by enemies of it,
// or because they are empty, special and hostile to its kind. These functions
// look at the board after a move, with the moved piece on its new square.

// captured returns the pieces that fall by the arrival of a piece on c: those
// that it captures and, if the rules are so, itself. Most often no enemy is near,
// and nothing falls without one.
func (g *Game) captured(b *board, c cell) (taken squares) {
	if !g.neighbours[c].meets(b.of(b.at(c).side().other())) {
		return taken
	}
	if taken = g.struck(b, c); g.rules.Third {
		taken = taken.or(g.betrayed(b, c))
	}
	if !g.rules.Passive {
		return taken
	}
	rest := *b // the board on which it is seen whether the piece itself falls
	if g.rules.PassiveOrder == CapturesFirst {
		rest.remove(taken)
	}
	switch {
	case !g.trapped(&rest, c):
		return taken
	case g.rules.PassiveOrder == FallsFirst:
		return only(c)
	}
	return taken.or(only(c))
}

// betrayed returns the enemy men beside the piece that has arrived on c who stand
// between two enemies.
func (g *Game) betrayed(b *board, c cell) (taken squares) {
	mover := b.at(c)
	if mover == king && !g.hammer {
		return taken
	}
	men := g.neighbours[c].and(b.of(mover.side().other())).minus(b[king])
	for ; !men.empty(); men = men.rest() {
		if v := men.first(); g.trapped(b, v) {
			taken = taken.or(only(v))
		}
	}
	return taken
}

// struck returns what the piece that has arrived on c captures: each enemy
// beside it whose far side is closed, too. A king who must be besieged falls
// only if that is complete.
func (g *Game) struck(b *board, c cell) (taken squares) {
	mover := b.at(c)
	victims := g.neighbours[c].and(b.of(mover.side().other()))
	if victims.empty() || mover == king && !g.hammer {
		return taken
	}
	for d := range directions {
		v := g.next[d][c]
		if !victims.has(v) {
			continue
		}
		closed := g.closed(b, b.at(v))
		if b[king].has(v) && !g.siege[v].empty() {
			if g.siege[v].within(closed) {
				taken = taken.or(only(v))
			}
		} else if closed.has(g.next[d][v]) {
			taken = taken.or(only(v))
		}
	}
	return taken
}

// trapped reports whether the piece on c stands between two enemies: on two
// opposite sides that are closed, one of them at least by a piece. A king who
// must be besieged is trapped when that is complete.
func (g *Game) trapped(b *board, c cell) bool {
	k := b.at(c)
	closed, enemies := g.closed(b, k), g.enemies(b, k)
	if k == king && !g.siege[c].empty() {
		return g.siege[c].within(closed)
	}
	for _, d := range [...]int{up, right} {
		one, other := g.next[d][c], g.next[d+2][c]
		if closed.has(one) && closed.has(other) && (enemies.has(one) || enemies.has(other)) {
			return true
		}
	}
	return false
}

// closed returns the squares that help to capture a piece of kind k.
func (g *Game) closed(b *board, k kind) squares {
	return g.enemies(b, k).or(g.hostile[k].minus(b.occupied()))
}

// enemies returns the pieces that help to capture one of kind k by standing
// beside it. The king may be none of them.
func (g *Game) enemies(b *board, k kind) squares {
	switch {
	case k.side() == kingsSide:
		return b[attacker]
	case g.anvil:
		return b[defender].or(b[king])
	}
	return b[defender]
}

// hostileTo returns the special squares that, when empty, help to capture a
// piece of kind k.
func (g *Game) hostileTo(k kind) (all squares) {
	r := &g.rules
	if r.Throne && (r.ThroneHostile.include(k) || k == king && r.KingCapture == FourNearThrone) {
		all = all.or(g.throne)
	}
	if r.Corners && r.CornerHostile.include(k) {
		all = all.or(g.corners)
	}
	return all
}

// siegeOf returns the squares that must all be closed to capture a king on c.
// None: he is captured like a man, from two opposite sides. One beyond the
// board: never, since nothing ever closes it.
func (g *Game) siegeOf(c cell) squares {
	around := g.neighbours[c]
	onThrone := g.rules.Throne && g.throne.has(c)
	nearThrone := g.rules.Throne && g.throne.meets(around)
	switch g.rules.KingCapture {
	case FourOrEdge:
		return around
	case FromFour:
		if g.edge.has(c) {
			return only(beyond)
		}
		return around
	case FourNearThrone:
		if onThrone || nearThrone {
			return around
		}
	case FourOnThrone:
		if onThrone {
			return around
		}
	}
	return squares{}
}
