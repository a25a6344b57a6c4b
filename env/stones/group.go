package stones

import "math/bits"

// capture removes the enemy groups that the mover's stone on a cell deprives of their last
// empty neighbour, or its own group if that has none then, and sees to ko.
func (s *State) capture(c int) {
	g, side, enemy := s.game, s.side, 1-s.side
	dead, near := set{}, set{}
	for i := range g.words {
		near[i] = g.beside[c][i] & s.stones[enemy][i]
		dead[i] = near[i] & s.atari[enemy][i]
	}
	taken := 0
	if !dead.empty() {
		dead = g.flood(dead, &s.stones[enemy])
		taken = s.remove(&dead, enemy)
	}
	vacant := s.vacant()
	var stone set
	stone.add(c)
	own, n := s.breath(stone, side, &vacant)
	if n == 0 {
		s.remove(&own, side)
		vacant = s.vacant()
		s.relieve(&own, enemy, &vacant)
		return
	}
	if n == 1 {
		s.mark(&own, side, true)
	} else {
		s.relieve(&stone, side, &vacant)
	}
	if g.rules.Ko == "simple" && n == 1 && taken == 1 && own == stone {
		s.ko = int16(dead.first())
	}
	if taken > 0 {
		s.relieve(&dead, side, &vacant)
	}
	for near = near.minus(&dead); !near.empty(); {
		var one set
		one.add(near.first())
		group, n := s.breath(one, enemy, &vacant)
		if n == 1 {
			s.mark(&group, enemy, true)
		}
		near = near.minus(&group)
	}
}

// breath returns the group of a side to which stones belong, and how many empty neighbours it
// has. Of a group with two or more it may return a part only.
func (s *State) breath(group set, side int8, vacant *set) (set, int) {
	g, own := s.game, &s.stones[side]
	for {
		near, n, grown := g.around(&group), 0, false
		for i := range g.words {
			n += bits.OnesCount64(near[i] & vacant[i])
			w := group[i] | near[i]&own[i]
			grown = grown || w != group[i]
			group[i] = w
		}
		if n > 1 || !grown {
			return group, n
		}
	}
}

// remove takes stones of a side off the board, and returns how many.
func (s *State) remove(group *set, side int8) (n int) {
	for i := range s.game.words {
		for w := group[i]; w != 0; w &= w - 1 {
			s.hash ^= stoneHash[side][i<<6+bits.TrailingZeros64(w)]
			n++
		}
		s.stones[side][i] &^= group[i]
		s.gone[side][i] |= group[i]
		s.atari[side][i] &^= group[i]
	}
	s.quiet = 0
	return n
}

// mark notes whether a group has one empty neighbour only.
func (s *State) mark(group *set, side int8, one bool) {
	for i := range s.game.words {
		s.atari[side][i] &^= group[i]
		if one {
			s.atari[side][i] |= group[i]
		}
	}
}

// relieve looks again at the groups of a side that had one empty neighbour, beside stones that have
// come or gone.
func (s *State) relieve(stones *set, side int8, vacant *set) {
	g := s.game
	near := g.around(stones)
	near = near.and(&s.atari[side])
	for !near.empty() {
		var one set
		one.add(near.first())
		group := g.flood(one, &s.atari[side]) // groups do not touch
		if _, n := s.breath(group, side, vacant); n > 1 {
			s.mark(&group, side, false)
		}
		near = near.minus(&group)
	}
}

// groups calls visit for each group of a side.
func (s *State) groups(side int8, visit func(group set)) {
	for rest := s.stones[side]; !rest.empty(); {
		var one set
		one.add(rest.first())
		group := s.game.flood(one, &s.stones[side])
		visit(group)
		rest = rest.minus(&group)
	}
}

// breathe finds the groups with one empty neighbour, and returns a stone of a group with none,
// or -1.
func (s *State) breathe() (dead int) {
	dead = -1
	vacant := s.vacant()
	for side := range int8(2) {
		s.groups(side, func(group set) {
			_, n := s.breath(group, side, &vacant)
			s.mark(&group, side, n == 1)
			if n == 0 {
				dead = group.first()
			}
		})
	}
	return dead
}

// livable returns the empty cells where a stone of a side captures, or its group has an
// empty neighbour then, and which neither ko nor superko closes.
func (s *State) livable(side int8, vacant *set) (t set) {
	g := s.game
	t = *vacant
	if !g.rules.Suicide {
		// A stone lives beside an empty cell, by a capture, and beside a group of its own
		// that has another empty neighbour.
		var life set
		for i := range g.words {
			life[i] = vacant[i] | s.atari[1-side][i] | s.stones[side][i]&^s.atari[side][i]
		}
		near := g.around(&life)
		t = t.and(&near)
	}
	if s.ko >= 0 {
		t.drop(int(s.ko))
	}
	if g.superko {
		s.forbid(side, &t)
	}
	return t
}

// forbid closes the cells where a stone of a side would bring an earlier board back.
func (s *State) forbid(side int8, open *set) {
	s.banned = 0
	for i := range s.game.words {
		w := open[i]
		if !s.game.rules.Suicide {
			w &= s.gone[side][i] // where such a stone was on that board, and has gone
		}
		for ; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			if s.seen(s.boardAfter(c, side)) {
				open.drop(c)
				s.banned ^= closedHash[c]
			}
		}
	}
}

// boardAfter returns the hash of the board after a stone of a side on a cell.
func (s *State) boardAfter(c int, side int8) uint64 {
	g, h := s.game, s.hash^stoneHash[side][c]
	beside := &g.beside[c]
	if beside.meets(&s.atari[1-side]) {
		dead := beside.and(&s.atari[1-side])
		dead = g.flood(dead, &s.stones[1-side])
		dead.each(func(q int) { h ^= stoneHash[1-side][q] })
		return h
	}
	if !g.rules.Suicide {
		return h
	}
	own := s.stones[side]
	own.add(c)
	vacant := s.vacant()
	vacant.drop(c)
	var one set
	one.add(c)
	one = g.flood(one, &own)
	if near := g.around(&one); !near.meets(&vacant) {
		one.each(func(q int) { h ^= stoneHash[side][q] })
	}
	return h
}

// remember adds the board to the past.
func (s *State) remember() {
	s.past = append(s.past, s.hash)
	s.filter[s.hash>>6&7] |= 1 << (s.hash & 63)
}

// seen reports whether there has been a board of a hash.
func (s *State) seen(h uint64) bool {
	if s.filter[h>>6&7]>>(h&63)&1 == 0 {
		return false
	}
	for _, old := range s.past {
		if old == h {
			return true
		}
	}
	return false
}

// barred returns the cells where only an earlier board forbids the mover's stone.
func (s *State) barred() (t set) {
	if s.banned == 0 {
		return t
	}
	all := *s
	all.filter = [len(all.filter)]uint64{} // as if there had been no board before
	t = all.putsOf(s.side)
	return t.minus(&s.open)
}

// bar closes the cells of a set for the mover, as earlier boards do.
func (s *State) bar(cells *set) {
	cells.each(func(c int) {
		s.open.drop(c)
		s.banned ^= closedHash[c]
	})
}
