package tafl

import (
	"math/bits"

	"ludens/env"
)

// Decisive appends the moves that may win at once: those of the king to where he
// escapes, or those that end beside him; and those that may make a fort. Where a side may
// win in another way it appends all moves.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	g, kept := s.game, dst[:n]
	if s.mover == kingsSide {
		builds := s.builders()
		for _, a := range dst[n:] {
			if m := g.moveOf(a); m.from == s.king && g.escapes.has(m.to) || builds != nil && builds(m) {
				kept = append(kept, a)
			}
		}
		return kept
	}
	near := g.near[int(s.king)*g.words : (int(s.king)+1)*g.words]
	for _, a := range dst[n:] {
		if m := g.moveOf(a); near[m.to>>6]>>(m.to&63)&1 != 0 {
			kept = append(kept, a)
		}
	}
	return kept
}

// unusual reports that the mover might win otherwise than by the king's escape or
// capture, or by a fort: by cutting off, by leaving no man or no move, by a repetition.
func (s *State) unusual() bool {
	return s.mover == attackers && s.game.law.encloses && !s.twoWaysOut() || s.mayRepeat() || !s.atEase(s.mover.other())
}

// twoWaysOut reports that no move of the attackers can cut the king off: a move takes one
// square, and opens others.
func (s *State) twoWaysOut() bool {
	g, open := s.game, s.game.open(s.board)
	return (!g.rules.Encirclement || g.twoWays(s.king, open, &g.edge)) &&
		(g.rules.Surround == NoSurround || g.twoWays(s.king, open, &g.escapes))
}

// mayRepeat reports that the mover wins by a repetition which a move may bring about.
func (s *State) mayRepeat() bool {
	g, win := s.game, env.WinFor(s.ToMove())
	return g.law.repeat > 0 && s.most+2 >= g.law.repeat && (g.outcomes[repeated][attackers] == win || g.outcomes[repeated][kingsSide] == win)
}

// builders returns which moves may make a fort; nil: none does. A quiet move of a man
// changes the king's refuge, which does not exist yet, in two ways: it opens the square
// that it leaves, beside it, or closes a way within it.
func (s *State) builders() func(move) bool {
	g := s.game
	if g.rules.EdgeFort == NoFort {
		return nil
	}
	inside, safe := s.inside()
	closing := false
	switch {
	case !safe:
		closing = !s.exposed()
	case inside.meets(&g.edge):
		return func(move) bool { return true } // its walls may need a man
	}
	return func(m move) bool {
		if m.from == s.king || g.beside(m.from, &inside) || closing {
			return true
		}
		if m.from == m.to || !g.enemyBeside(s.board, m.to, kingsSide) {
			return false
		}
		_, taken := s.after(m)
		return !taken.empty()
	}
}

// exposed reports that two ways lead from the king to squares beside attackers, so that
// no single man closes both.
func (s *State) exposed() bool {
	g := s.game
	enemies, all := g.of(s.board, attackers), g.all
	goal := enemies
	g.grow(&goal, &all)
	for w := range g.words {
		goal[w] &^= enemies[w]
	}
	return g.twoWays(s.king, g.refuge(s.board), &goal)
}

// atEase reports that no move of the other side can leave this one without a man or a
// move. A move harms only men beside its target: those it captures or stands in the way
// of; and, where rows fall, rows at the edges. So it is enough that more can move than
// squares have neighbours, or that the king has two ways to go. Squares that not every
// piece may enter are left aside.
func (s *State) atEase(of side) bool {
	g, n := s.game, 0
	empty := g.empties(s.board)
	for w := range g.words {
		empty[w] &^= g.marked[w]
	}
	if of == kingsSide {
		for w, near := range g.near[int(s.king)*g.words : (int(s.king)+1)*g.words] {
			n += bits.OnesCount64(near & empty[w])
		}
		if n >= 2 {
			return true
		}
	}
	free, men := empty, set{}
	g.grow(&free, &g.all)
	for w := range g.words {
		men[w] = g.sideWord(s.board, of, w)
	}
	if g.walls != nil {
		g.dropRows(&men)
	}
	n = 0
	for w := range g.words {
		n += bits.OnesCount64(men[w] & free[w] &^ s.board[int(king)*g.words+w])
	}
	return n > len(directions)
}

// dropRows takes those out of a set who stand beside another of it at an edge.
func (g *Game) dropRows(men *set) {
	edge, beside := *men, set{}
	for w := range g.words {
		edge[w] &= g.edge[w]
	}
	for d := range directions {
		way := edge
		g.step(&way, d)
		for w := range g.words {
			beside[w] |= way[w]
		}
	}
	for w := range g.words {
		men[w] &^= beside[w] & edge[w]
	}
}
