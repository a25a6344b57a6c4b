package race

import (
	"math/bits"

	"ludens/env"
)

// On boards of several words men are looked at one by one, and so are chains of jumps on
// all boards.

// each calls visit for the squares of a set in increasing order until it returns false.
func each(words []uint64, visit func(q int) bool) {
	for w, word := range words {
		for ; word != 0; word &= word - 1 {
			if !visit(64*w + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// lockedIn returns the squares where x's man on q belongs, if he may not leave them and is
// on one of them; or nil.
func (s *State) lockedIn(x side, q int) *set {
	if s.game.law.lock == unlocked {
		return nil
	}
	if goal := &s.game.board.halves[x].goal[s.kindAt(x, q)]; goal.has(q) {
		return goal
	}
	return nil
}

// lands returns where x's man on from arrives by a step or jump of a lane, or -1. Who is
// locked in a set stays in it.
func (s *State) lands(x side, l *lane, from int, locked *set) int {
	g := s.game
	next, all := g.board.halves[x].next[l.d], s.all(x)
	to := next[from]
	if l.jump && to >= 0 {
		over := int(to)
		if !has(all, over) || g.law.over != anyMan && has(s.own(x), over) != (g.law.over == ownMan) {
			return -1
		}
		to = next[over]
	}
	if to < 0 || has(all, int(to)) || locked != nil && (g.law.lock == squareLock || !locked.has(int(to))) {
		return -1
	}
	return int(to)
}

// ableWide is able, man by man.
func (s *State) ableWide(x side) (jumps, steps bool) {
	each(s.own(x), func(q int) bool {
		locked := s.lockedIn(x, q)
		for i := range s.game.lanes[x] {
			l := &s.game.lanes[x][i]
			if l.jump && !jumps {
				jumps = s.lands(x, l, q, locked) >= 0
			} else if !l.jump && !steps {
				steps = s.lands(x, l, q, locked) >= 0
			}
		}
		return !jumps || !steps
	})
	return jumps, steps
}

// waysWide is ways, man by man.
func (s *State) waysWide(x side, most int) (n int) {
	each(s.own(x), func(q int) bool {
		locked := s.lockedIn(x, q)
		for i := range s.game.lanes[x] {
			if s.lands(x, &s.game.lanes[x][i], q, locked) >= 0 {
				n++
			}
		}
		return n <= most
	})
	return n
}

// appendWide appends the mover's steps, and his jumps where they are not chained.
func (s *State) appendWide(dst []env.Action, jumpsOnly bool) []env.Action {
	g := s.game
	for i := range g.lanes[s.mover] {
		l := &g.lanes[s.mover][i]
		if l.jump && g.law.chain || !l.jump && jumpsOnly {
			continue
		}
		each(s.own(s.mover), func(q int) bool {
			if s.lands(s.mover, l, q, s.lockedIn(s.mover, q)) >= 0 {
				dst = append(dst, l.base+env.Action(g.board.cell[q]))
			}
			return true
		})
	}
	return dst
}

// appendChains appends the mover's chains of jumps, man by man.
func (s *State) appendChains(dst []env.Action) []env.Action {
	g := s.game
	may := s.own(s.mover)
	if g.board.words == 1 {
		may = []uint64{0}
		for i, from := range s.reach() {
			if g.lanes[s.mover][i].jump {
				may[0] |= from
			}
		}
	}
	each(may, func(from int) bool {
		to := s.landings(s.mover, from)
		each(to[:g.board.words], func(to int) bool {
			dst = append(dst, g.action(from, to))
			return true
		})
		return true
	})
	return dst
}

// landings returns the squares that x's man on a square reaches by jumps, one after the
// other. He is lifted meanwhile: the square that he came from is empty. He may not end there.
func (s *State) landings(x side, from int) (met set) {
	g := s.game
	kind := s.kindAt(x, from)
	goal, locks := &g.board.halves[x].goal[kind], g.law.lock != unlocked
	bit, w := uint64(1)<<(from&63), from>>6
	s.own(x)[w] ^= bit
	s.all(x)[w] ^= bit
	var queue [mostSide * mostSide]int16
	queue[0] = int16(from)
	met.add(from)
	for i, n := 0, 1; i < n; i++ {
		at := int(queue[i])
		var locked *set
		if locks && goal.has(at) {
			locked = goal
		}
		for k := range g.lanes[x] {
			l := &g.lanes[x][k]
			if !l.jump {
				continue
			}
			if to := s.lands(x, l, at, locked); to >= 0 && !met.has(to) {
				met.add(to)
				queue[n] = int16(to)
				n++
			}
		}
	}
	met[w] &^= bit
	s.own(x)[w] ^= bit
	s.all(x)[w] ^= bit
	return met
}
