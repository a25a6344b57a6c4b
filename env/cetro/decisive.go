package cetro

import (
	"slices"

	"ludens/env"
)

// Decisive appends the moves that bring the mover's last man home. Where the
// game might end in another way, by the cap or because nobody can move any
// more, and where a retreat is judged, it appends all actions.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.judging() || s.nearlyStuck() || s.game.scored && s.ply+1 >= s.game.cap {
		return dst
	}
	idle := func(a env.Action) bool { return s.needAfter(s.game.moves[a]) != 0 }
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// needAfter returns the moves that the mover's men still need after m.
func (s *State) needAfter(m move) int {
	me := &s.sides[s.mover]
	if m.verb != jump && m.verb != retreat {
		return me.need
	}
	cost := &s.game.board.cost[me.colourAt(m.from)]
	return me.need + int(cost[m.to]) - int(cost[m.from])
}

// nearlyStuck reports that one move might leave nobody another. A move takes
// away at most those of its own man (4), those to its target (4 jumps and 4
// retreats) and jumps over the square it leaves (4): no two players share one.
func (s *State) nearlyStuck() bool {
	count := 0
	for p := range s.sides {
		side := &s.sides[p]
		jl, jr, rl, rr := s.game.board.reach(side.own, side.all)
		count += jl.count() + jr.count() + rl.count() + rr.count()
	}
	return count <= 4+4+4+4
}
