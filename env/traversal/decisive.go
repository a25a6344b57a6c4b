package traversal

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
	m, b := s.game.move(a, s.mover), s.game.board
	switch m.verb {
	case step, jump:
		cost := b.cost[s.mover][s.cells[m.from].kind()]
		return s.need[s.mover] + cost[m.to] - cost[m.from]
	case put:
		return s.need[s.mover] + b.cost[s.mover][0][m.to] - b.absent
	}
	return s.need[s.mover]
}

// endsOtherwise reports that the next action might win by another ending.
func (s *State) endsOtherwise() bool {
	r := &s.game.rules
	return r.Win == "filled" || s.game.scored() && s.ply+1 >= r.Cap ||
		r.Capture && len(s.men[s.mover.other()]) == 1 || r.stuckWins() && s.hand(s.mover.other()) == 0 && s.nearlyStuck()
}

// stuckWins reports that somebody may win because there is no move.
func (r *rules) stuckWins() bool {
	return r.NoMove == "loses" || r.NoMove == "pass" && r.Stuck != "draw"
}

// nearlyStuck reports that one move of the mover might leave the other side without any.
// A move takes away at most a step to its target from each direction, a jump to it, and
// a jump over the square that it leaves; a capture, the man's own and jumps over him.
func (s *State) nearlyStuck() bool {
	steps, jumps := len(s.game.board.steps), len(s.game.board.jumps)
	most := steps + 2*jumps
	if s.game.rules.Capture {
		most += steps + 2*jumps
	}
	b, x, n := s.game.board, s.mover.other(), 0
	for _, from := range s.men[x] {
		m := s.cells[from]
		for _, d := range b.steps {
			if to := b.next[facing(d, x)][from]; to >= 0 && s.cells[to] == nobody && s.free(m, from, to) {
				n++
			}
		}
		for _, d := range b.jumps {
			if s.landing(m, from, d) >= 0 {
				n++
			}
		}
		if n > most {
			return false
		}
	}
	return true
}
