package race

import (
	"slices"

	"ludens/env"
)

// Decisive appends the moves that bring the mover's last man home. Where the game might
// end in another way it appends all actions.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.judging() || s.endsOtherwise() {
		return dst
	}
	idle := func(a env.Action) bool { return s.needAfter(a) != 0 }
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// needAfter returns the moves that the mover's men still need after a.
func (s *State) needAfter(a env.Action) int {
	m, b := &s.game.moves[a], s.game.board
	cost := b.halves[s.mover].cost
	switch m.verb {
	case step, jump:
		i := s.kindAt(s.mover, int(m.from)) * b.squares
		return s.need[s.mover] + int(cost[i+int(m.to)]) - int(cost[i+int(m.from)])
	case put:
		return s.need[s.mover] + int(cost[m.to]) - b.absent
	}
	return s.need[s.mover]
}

// endsOtherwise reports that the next action might win by another ending.
func (s *State) endsOtherwise() bool {
	r, you := &s.game.law, s.mover.other()
	switch {
	case r.filled, r.scored && s.ply+1 >= r.cap, r.capture && count(s.own(you)) == 1:
		return true
	case !s.game.stuckWins() || s.hand(you) > 0:
		return false
	case s.game.pair != nil && r.blocked == passes:
		return s.bothNearlyStuck()
	}
	return s.nearlyStuck()
}

// stuckWins reports whether a side may win because there is no move.
func (g *Game) stuckWins() bool {
	return g.law.blocked == loses || g.law.blocked == passes && g.rules.Stuck != "draw"
}

// nearlyStuck reports that one move of the mover might leave the other side without any.
// A move takes away at most a step to its target from each direction, a jump to it, and
// a jump over the square that it leaves; a capture, the man's own and jumps over him.
func (s *State) nearlyStuck() bool {
	steps, jumps := len(s.game.board.steps), len(s.game.board.jumps)
	most := steps + 2*jumps
	if s.game.law.capture {
		most += steps + 2*jumps
	}
	return s.ways(s.mover.other(), most) <= most
}

// bothNearlyStuck reports that after one move neither side might have another. A move takes away at
// most those of its own man (4), those to its target (4 jumps and 4 steps) and jumps over
// the square it leaves (4): no two sides share one.
func (s *State) bothNearlyStuck() bool {
	const most = 4 + 4 + 4 + 4
	return s.ways(south, most)+s.ways(north, most) <= most
}
