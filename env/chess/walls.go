package chess

import (
	"fmt"
	"slices"

	"ludens/env"
)

// Squares that moves close for good. Such a square holds a wall: nothing lands on it or passes
// it, but men hop over it. A wall is a piece of a kind of its own that no man captures and that
// is on neither side: the sets of a board are without it.

// readWalls adds the kind of walls, where moves close squares.
func (g *Game) readWalls() error {
	g.wall = noKind
	g.walling = g.keys.Walls != "no"
	g.closes = g.keys.Trail || g.walling
	for letter, m := range g.keys.Men {
		switch {
		case m.Petrifies && m.Royal:
			return wrongf("men."+letter+".petrifies", "a royal man would turn into a wall himself: want petrifies = false, and moves that do not capture")
		case m.Royal && g.walling:
			return wrongf("men."+letter+".royal", "with walls a turn has two moves, and none between them is a check: want royal = false, and extinction")
		case m.Petrifies && g.walling:
			return wrongf("men."+letter+".petrifies", "with walls: want one of the two")
		case m.Petrifies && g.keys.CapturesToHand:
			return wrongf("men."+letter+".petrifies", "with captures_to_hand: want one of the two")
		}
		g.closes = g.closes || m.Petrifies
	}
	switch {
	case !g.closes:
		return nil
	case g.keys.Blast:
		return wrongf("blast", "with trail, walls or petrifies: want blast = false, for nothing explodes a wall")
	case g.walling && (g.keys.Trail || g.keys.Drops || g.keys.Pass != "no"):
		return wrongf("walls", "with trail, drops or pass: want walls = \"no\"")
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

// With Keys.Walls a turn has two actions of one player: a move, and a square that is closed. Between
// them State.walled is the man who has moved, and the board is as behind the move, but the turn is
// still his side's.

// goOn gives the turn back to the side that has made a move m, for it closes a square now.
func (s *State) goOn(m move) {
	s.walled = m.to
	s.board.turnBack()
}

// turnBack is board.pass, but what can be captured in passing stays.
func (b *board) turnBack() {
	b.toMove = b.toMove.Other()
	b.hash ^= b.hashes.turn
}

// close closes a square, the second half of a turn, and opens that of the duck.
func (s *State) close(q square) {
	g, b := s.game, &s.board
	if s.number += btoi(b.toMove == env.Second); g.keys.Walls == "duck" {
		g.open(b)
	} else {
		s.past, s.checks = s.past[:0], s.checks[:0] // no earlier position comes back
	}
	g.build(b, q)
	b.turnBack()
	g.repass(b, q, s.moves[:0])
	s.walled, s.last = nowhere, [2]square{nowhere, q}
	s.recall()
	s.judged, s.found, s.weighed = false, unfound, false
	s.work.forget()
}

// open opens all squares that moves have closed.
func (g *Game) open(b *board) {
	for q := range square(g.cells) {
		if g.isWall(b, q) {
			b.hash ^= b.hashes.man[b.at[q]][q]
			b.at[q] = 0
		}
	}
}

// repass leaves what can still be captured in passing once q has been closed. It writes on spare.
func (g *Game) repass(b *board, q square, spare []move) {
	if b.victim == nowhere {
		return
	}
	var room [mostPassed]square
	victim, squares := b.victim, room[:0]
	for _, p := range b.passed {
		if p != nowhere && p != q {
			squares = append(squares, p)
		}
	}
	if b.unpass(); len(squares) == 0 {
		return
	}
	if b.canPass(squares, victim); !g.canCapturePassing(b, spare) {
		b.unpass()
	}
}

// within reports whether some squares are among others.
func within(some, all []square) bool {
	return !slices.ContainsFunc(some, func(q square) bool { return !slices.Contains(all, q) })
}

// closable returns the empty squares that p may close after his man has come to a square.
func (g *Game) closable(b *board, p env.Player, at square) (s set) {
	for q := range square(g.cells) {
		if b.at[q] == 0 && g.wallRegion[p].has(q) {
			s.add(q)
		}
	}
	if g.keys.Walls != "arrow" {
		return s
	}
	var aims set
	t := tour{g: g, b: b, kind: kindOf(b.at[at]), from: at}
	ways := g.ways[p][t.kind][at]
	for i := range ways {
		t.follow(&ways[i], func(w *way, to square) {
			if w.quiet && s.has(to) {
				aims.add(to)
			}
		})
	}
	return aims
}

// leavesRoom reports whether the mover can close a square after a move.
func (g *Game) leavesRoom(b *board, m move) bool {
	after := *b
	g.shift(&after, m)
	return !g.closable(&after, b.toMove, m.to).empty()
}

// closings appends the second halves of the turn.
func (s *State) closings(dst []move) []move {
	s.game.closable(&s.board, s.board.toMove, s.walled).each(func(q square) {
		dst = append(dst, move{q, q, noKind, walled})
	})
	return dst
}

// parseWalled reads the square of the man who has moved where a square is to be closed: it leaves
// the turn to the other side, to whom the rest of a position refers.
func (s *State) parseWalled(text string, half bool) error {
	if !half {
		return nil
	}
	g, b := s.game, &s.board
	q, err := g.parse(text)
	if err != nil || !g.walling || b.at[q] == 0 || ownerOf(b.at[q]) != b.toMove || g.isWall(b, q) || g.closable(b, b.toMove, q).empty() {
		return fmt.Errorf("%q stands for no man who has moved and for a square to be closed", text)
	}
	s.walled = q
	b.pass()
	return nil
}

// wallsWritten says how the second half of a turn is written.
func (g *Game) wallsWritten() string {
	if g.walling {
		return " A square that is closed is `@d5`."
	}
	return ""
}

// wallInWords says which square is closed in the second half of a turn, and for how long.
func (g *Game) wallInWords() (text string) {
	if g.wallRegion != [2]set{g.whole(), g.whole()} {
		text = " of " + g.setInWords(g.wallRegion[0])
		if g.wallRegion[0] != g.wallRegion[1] {
			text += ", Black of " + g.setInWords(g.wallRegion[1])
		}
	}
	switch g.keys.Walls {
	case "arrow":
		return text + ", one to which the man who has moved could go on, for good."
	case "duck":
		return text + ", until the next one is closed."
	}
	return text + " for good."
}
