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
		n, w := uint(g.cols), s[0]
		w |= (w<<(n&63) | w>>(n&63) | w&g.ways[right][0]<<1 | w&g.ways[left][0]>>1) & open[0]
		grown, s[0] = w != s[0], w
		return grown
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
