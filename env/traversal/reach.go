package traversal

import (
	"slices"

	"ludens/env"
)

// list finds what the mover may do.
func (s *State) list() {
	g := s.game
	s.legal, s.moves, s.jumps = s.legal[:0], false, false
	switch {
	case s.judging():
		s.legal = append(s.legal, g.sheet.extra(acceptAction), g.sheet.extra(vetoAction))
		return
	case s.hand(s.mover) > 0:
		s.listPuts()
	default:
		s.listMoves()
	}
	s.moves = len(s.legal) > 0
	if !s.moves {
		s.legal = append(s.legal, g.sheet.extra(passAction))
	}
	if g.rules.Demand == flagged {
		s.listDemands()
	}
	slices.Sort(s.legal)
}

// listPuts lists where the mover may put a man of his reserve.
func (s *State) listPuts() {
	for _, at := range s.game.board.placed {
		if s.cells[at] == nobody {
			s.legal = append(s.legal, s.game.putting(s.mover, at))
		}
	}
}

// listMoves lists the mover's steps and jumps.
func (s *State) listMoves() {
	for _, from := range s.men[s.mover] {
		s.listSteps(from)
	}
	steps := len(s.legal)
	for _, from := range s.men[s.mover] {
		s.listJumps(from)
	}
	if !s.game.rules.Blocking && s.hand(s.mover.other()) == 0 && s.nearlyStuck() {
		steps -= s.dropBlocking(0, steps)
		s.dropBlocking(steps, len(s.legal))
	}
	s.jumps = len(s.legal) > steps
	if s.jumps && (s.must || s.game.rules.Demand == always) {
		s.legal = append(s.legal[:0], s.legal[steps:]...)
	}
}

// listSteps lists the steps of the mover's man on a cell.
func (s *State) listSteps(from int) {
	b := s.game.board
	for _, d := range b.steps {
		to := b.next[facing(d, s.mover)][from]
		if to >= 0 && s.cells[to] == nobody && s.free(s.cells[from], from, to) {
			s.legal = append(s.legal, s.game.action(s.mover, from, to))
		}
	}
}

// listJumps lists the squares that the mover's man on a cell reaches by jumps. He is
// lifted for so long: nobody stands where he came from.
func (s *State) listJumps(from int) {
	m := s.cells[from]
	s.cells[from] = nobody
	s.search++
	s.visited[from] = s.search
	s.queue = append(s.queue[:0], from)
	for i := 0; i < len(s.queue); i++ {
		at := s.queue[i]
		for _, d := range s.game.board.jumps {
			to := s.landing(m, at, d)
			if to < 0 || s.visited[to] == s.search {
				continue
			}
			s.visited[to] = s.search
			s.legal = append(s.legal, s.game.action(s.mover, from, to))
			if s.game.rules.Chain {
				s.queue = append(s.queue, to)
			}
		}
	}
	s.cells[from] = m
}

// landing returns where a jump of m brings him from a cell, or -1 if there is none.
func (s *State) landing(m man, at int, d direction) int {
	way := s.game.board.next[facing(d, m.side())]
	over := way[at]
	if over < 0 || s.cells[over] == nobody || !s.jumpable(m.side(), s.cells[over].side()) {
		return -1
	}
	to := way[over]
	if to < 0 || s.cells[to] != nobody || !s.free(m, at, to) {
		return -1
	}
	return to
}

// jumpable reports whether men of x jump over men of another side.
func (s *State) jumpable(x, other side) bool {
	switch s.game.rules.Over {
	case "own":
		return x == other
	case "enemy":
		return x != other
	}
	return true
}

// free reports whether m may go from one square to another, as to where he belongs.
func (s *State) free(m man, from, to int) bool {
	goal := s.game.board.goal[m.side()][m.kind()]
	switch s.game.rules.Lock {
	case "goal":
		return !goal[from] || goal[to]
	case "square":
		return !goal[from]
	}
	return true
}

// reach reports whether a side has a jump, and whether it has a step, whatever is
// demanded of it.
func (s *State) reach(x side) (jumps, steps bool) {
	b := s.game.board
	for _, from := range s.men[x] {
		m := s.cells[from]
		for _, d := range b.steps {
			if to := b.next[facing(d, x)][from]; !steps && to >= 0 && s.cells[to] == nobody && s.free(m, from, to) {
				steps = true
			}
		}
		for _, d := range b.jumps {
			if !jumps && s.landing(m, from, d) >= 0 {
				jumps = true
			}
		}
		if jumps && steps {
			break
		}
	}
	return jumps, steps
}

// able reports whether a side can do anything but pass.
func (s *State) able(x side) bool {
	jumps, steps := s.reach(x)
	return jumps || steps || s.hand(x) > 0
}

// dropBlocking takes those of the actions from low to high away that leave the other
// side without a move, and returns how many.
func (s *State) dropBlocking(low, high int) int {
	kept := slices.DeleteFunc(s.legal[low:high], func(a env.Action) bool {
		return !s.after(a, func() bool { return s.able(s.mover.other()) })
	})
	end := low + len(kept)
	s.legal = append(s.legal[:end], s.legal[high:]...)
	return high - end
}

// after reports what is true once the mover has played a, a pass or a move.
func (s *State) after(a env.Action, claim func() bool) bool {
	m := s.game.move(a, s.mover)
	if m.verb != step && m.verb != jump {
		return claim()
	}
	taken, lost := s.taken(m), nobody
	if taken >= 0 {
		lost = s.cells[taken]
		s.take(taken)
	}
	s.carry(m.from, m.to)
	is := claim()
	s.carry(m.to, m.from)
	if taken >= 0 {
		s.add(lost, taken)
	}
	return is
}
