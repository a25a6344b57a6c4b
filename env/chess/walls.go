package chess

// Squares that moves close for good. Such a square holds a wall: nothing lands on it or passes
// it, but men hop over it. A wall is a piece of a kind of its own that no man captures and that
// is on neither side: the sets of a board are without it.

// readWalls adds the kind of walls, where moves close squares.
func (g *Game) readWalls() error {
	g.wall = noKind
	g.closes = g.keys.Trail
	for letter, m := range g.keys.Men {
		switch {
		case m.Petrifies && m.Royal:
			return wrongf("men."+letter+".petrifies", "a royal man would turn into a wall himself: want petrifies = false, and moves that do not capture")
		case m.Petrifies && g.keys.CapturesToHand:
			return wrongf("men."+letter+".petrifies", "with captures_to_hand: want one of the two")
		}
		g.closes = g.closes || m.Petrifies
	}
	switch {
	case !g.closes:
		return nil
	case g.keys.Blast:
		return wrongf("blast", "with trail or petrifies: want blast = false, for nothing explodes a wall")
	case g.keys.Trail && g.keys.Castling != "":
		return wrongf("trail", "with castling: want castling = \"\"")
	}
	g.wall = kind(len(g.kinds))
	for k := range g.kinds {
		g.kinds[k].spares.add(g.wall)
	}
	g.kinds = append(g.kinds, ware{letter: '*', name: "wall", mark: "*", base: g.wall, was: noKind, free: noKind, bound: noKind, worth: 1})
	if len(g.kinds) > mostKinds {
		return wrongf("men", "%d kinds of men, walls among them: want at most %d", len(g.kinds), mostKinds)
	}
	return nil
}

// men returns how many kinds of men there are: all but walls.
func (g *Game) men() int { return len(g.kinds) - btoi(g.closes) }

// isWall reports whether a square holds a wall.
func (g *Game) isWall(b *board, q square) bool { return g.closes && b.at[q] == pieceOf(g.wall, 0) }

// build closes an empty square.
func (g *Game) build(b *board, q square) {
	b.at[q] = pieceOf(g.wall, 0)
	b.hash ^= b.hashes.man[b.at[q]][q]
}

// closeBehind closes what a man's move closes: the square that he left, and his own if he has
// captured and his kind petrifies.
func (g *Game) closeBehind(b *board, m move, mover kind, captures bool) {
	if g.keys.Trail {
		g.build(b, m.from)
	}
	if captures && g.turns(mover) {
		g.lift(b, m.to)
		g.build(b, m.to)
	}
}

// turns reports whether a man of a kind turns into a wall when he captures.
func (g *Game) turns(mover kind) bool { return g.kinds[g.kinds[mover].base].petrifies }

// observeWalls writes the plane of closed squares.
func (s *State) observeWalls(e *easel) {
	plane := e.next()
	for q := range square(s.game.cells) {
		if s.game.isWall(&s.board, q) {
			plane[s.game.view(q, s.board.toMove)] = 1
		}
	}
}
