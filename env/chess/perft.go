package chess

import (
	"math/bits"

	"ludens/env"
)

// Perft returns the number of sequences of depth legal moves: the leaves of the game tree
// at that depth. As is the custom in chess only mate and stalemate end a sequence, or what
// decides a game: draws do not. The last ply is counted without being played.
func (s *State) Perft(depth int) int {
	switch {
	case depth <= 0:
		return 1
	case s.game.masks == nil || s.game.decides:
		return int(env.Perft(s, depth))
	}
	t := tree{s.game, make([]treeLevel, depth)}
	return t.leaves(&s.board, depth)
}

// tree walks a game tree; it keeps the moves of one position per level.
type tree struct {
	game   *Game
	levels []treeLevel
}

type treeLevel struct {
	work work
	next board
}

// leaves returns the number of leaves depth plies below b.
func (t *tree) leaves(b *board, depth int) (n int) {
	level := &t.levels[depth-1]
	level.work.forget()
	level.work.find(t.game, b, ^uint64(0))
	if depth == 1 {
		return level.work.count(t.game, b)
	}
	level.work.each(t.game, b, false, func(m move) {
		t.game.become(&level.next, b)
		t.game.play(&level.next, m, nil)
		n += t.leaves(&level.next, depth-1)
	})
	return n
}

// count returns how many moves were found.
func (w *work) count(g *Game, b *board) (n int) {
	for i := range w.men[:w.n] {
		r := &w.men[i]
		switch n += bits.OnesCount64(r.to); {
		case r.up == 0:
		case w.trial || g.limited:
			for rest := r.up; rest != 0; rest &= rest - 1 {
				n += w.promotions(g, b, r, square(bits.TrailingZeros64(rest)))
			}
		default:
			n += len(g.kinds[r.kind].promotes) * bits.OnesCount64(r.up)
		}
	}
	n += bits.OnesCount8(w.castl)
	if g.keys.Drops {
		for _, set := range w.drops {
			n += bits.OnesCount64(set)
		}
	}
	return n
}

// promotions returns how many promotions a piece has on a square.
func (w *work) promotions(g *Game, b *board, r *reach, q square) (n int) {
	for _, k := range g.kinds[r.kind].promotes {
		if g.hasRoom(b, k) && (!w.trial || w.safe(g, b, *r, 1<<q, k) != 0) {
			n++
		}
	}
	return n
}
