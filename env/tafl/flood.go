package tafl

// Sets that spread over the board, a step at a time.

// before moves a set by one cell against direction d: to the cells whose neighbour in
// that direction is in s, and some that have no neighbour there.
func (g *grid) before(s *set, d int) {
	n := uint(g.cols)
	if d == right || d == left {
		n = 1
	}
	if d == up || d == left {
		for i := g.words - 1; i > 0; i-- {
			s[i] = s[i]<<(n&63) | s[i-1]>>((64-n)&63)
		}
		s[0] <<= n & 63
		return
	}
	for i := range g.words - 1 {
		s[i] = s[i]>>(n&63) | s[i+1]<<((64-n)&63)
	}
	s[g.words-1] >>= n & 63
}

// step moves a set by one cell in direction d; what would leave the board is gone.
func (g *grid) step(s *set, d int) {
	for w := range g.words {
		s[w] &= g.ways[d][w]
	}
	g.before(s, d^2)
}

// grow adds to s its neighbours that are open. It reports whether there were any.
func (g *grid) grow(s, open *set) (grown bool) {
	if g.words == 1 {
		w := s[0]
		s[0] = g.growWord(w, open[0])
		return s[0] != w
	}
	if g.words == 2 {
		return g.growPair(s, open)
	}
	from := *s
	for d := range directions {
		way := from
		g.step(&way, d)
		for w := range g.words {
			s[w] |= way[w] & open[w]
		}
	}
	for w := range g.words {
		grown = grown || s[w] != from[w]
	}
	return grown
}

// growPair is grow on boards of two words.
func (g *grid) growPair(s, open *set) (grown bool) {
	n, from := int8(g.cols), pair{s[0], s[1]}
	right, left := pair{g.ways[right][0], g.ways[right][1]}, pair{g.ways[left][0], g.ways[left][1]}
	all := from.before(n).or(from.before(-n)).or(from.and(right).before(-1)).or(from.and(left).before(1))
	s[0], s[1] = from.lo|all.lo&open[0], from.hi|all.hi&open[1]
	return s[0] != from.lo || s[1] != from.hi
}

// connected reports whether a cell of goal can be reached from area over open cells. It
// spreads area as far as it had to look.
func (g *grid) connected(area, open, goal *set) bool {
	for {
		for w := range g.words {
			if area[w]&goal[w] != 0 {
				return true
			}
		}
		if !g.grow(area, open) {
			return false
		}
	}
}

// growWord is grow on boards of one word.
func (g *grid) growWord(s, open uint64) uint64 {
	n := uint(g.cols)
	return s | (s<<(n&63)|s>>(n&63)|s&g.ways[right][0]<<1|s&g.ways[left][0]>>1)&open
}

// connectedWord is connected on boards of one word.
func (g *grid) connectedWord(area, open, goal uint64) bool {
	for area&goal == 0 {
		grown := g.growWord(area, open)
		if grown == area {
			return false
		}
		area = grown
	}
	return true
}

// twoWays reports whether two ways lead from a cell to cells of goal over open ones, which
// share none but the first. If so, no single square that is taken cuts it off. It may
// miss them where the shortest way crosses all others.
func (g *grid) twoWays(from cell, open set, goal *set) bool {
	if goal.has(from) {
		return true
	}
	var before [64 * maxWords]cell
	for range 2 {
		end := g.wayTo(from, &open, goal, &before)
		if end == g.beyond {
			return false
		}
		for ; end != from; end = before[end] {
			open.drop(end)
		}
	}
	return true
}

// wayTo returns the nearest cell of goal, or beyond, and fills in where one comes from.
func (g *grid) wayTo(from cell, open, goal *set, before *[64 * maxWords]cell) cell {
	var queue [maxCells]cell
	var met set
	queue[0] = from
	met.add(from)
	for i, n := 0, 1; i < n; i++ {
		for d := range directions {
			c := g.next[d][queue[i]]
			if met.has(c) || !open.has(c) {
				continue
			}
			before[c] = queue[i]
			if goal.has(c) {
				return c
			}
			met.add(c)
			queue[n] = c
			n++
		}
	}
	return g.beyond
}
