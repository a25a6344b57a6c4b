package stones

import "math/bits"

// arrive does what the mover's stone does that has just come to a cell, and ends the turn
// unless a mill has been made.
func (s *State) arrive(c int) {
	g := s.game
	if g.rules.Flip != "none" {
		flipped := s.flips(c)
		for i := range g.words {
			for w := flipped[i]; w != 0; w &= w - 1 {
				q := i<<6 + bits.TrailingZeros64(w)
				s.hash ^= stoneHash[0][q] ^ stoneHash[1][q]
			}
			s.stones[0][i] ^= flipped[i]
			s.stones[1][i] ^= flipped[i]
		}
	}
	if g.rules.Capture {
		s.capture(c)
	}
	if g.rules.Mill > 0 && s.milled(c, s.side) {
		if takable := s.prey(); !takable.empty() {
			s.taking = true
			return
		}
	}
	s.turn(c)
}

// flips returns the enemy stones that the mover's stone on a cell flips, or would.
func (s *State) flips(c int) (t set) {
	g, own, other := s.game, &s.stones[s.side], &s.stones[1-s.side]
	switch g.rules.Flip {
	case "neighbours":
		return g.beside[c].and(other)
	case "lines":
		for i := range g.dirs {
			next := g.dirs[i].next
			q := int(next[c])
			if q < 0 || !other.has(q) {
				continue
			}
			for q = int(next[q]); q >= 0 && other.has(q); q = int(next[q]) {
			}
			if q < 0 || !own.has(q) {
				continue
			}
			for q = int(next[c]); other.has(q); q = int(next[q]) {
				t.add(q)
			}
		}
	}
	return t
}

// flanking returns the empty cells where a stone of a side flips others in lines.
func (s *State) flanking(side int8, vacant *set) (t set) {
	g := s.game
	if g.words == 1 {
		own, other, out := s.stones[side][0], s.stones[1-side][0], uint64(0)
		for i := range g.dirs {
			d := &g.dirs[i]
			run := uint64(0)
			for more := d.one(own) & other; more != 0; more = d.one(more) & other {
				run |= more
			}
			out |= d.one(run)
		}
		t[0] = out & vacant[0]
		return t
	}
	for i := range g.dirs {
		d := &g.dirs[i]
		more, run := g.onward(&s.stones[side], d), set{}
		for more = more.and(&s.stones[1-side]); !more.empty(); more = more.and(&s.stones[1-side]) {
			run = run.or(&more)
			more = g.onward(&more, d)
		}
		d.spread(&run, &t, g.words)
	}
	return t.and(vacant)
}

// putsOf returns the cells where a side may put a stone.
func (s *State) putsOf(side int8) set {
	g, vacant := s.game, s.vacant()
	switch g.rules.Put {
	case "flanking":
		if g.rules.Flip == "neighbours" {
			near := g.around(&s.stones[1-side])
			return vacant.and(&near)
		}
		return s.flanking(side, &vacant)
	case "beside":
		near := g.around(&s.stones[side])
		return vacant.and(&near)
	}
	if g.rules.Capture {
		return s.livable(side, &vacant)
	}
	return vacant
}

// milled reports whether the stone of a side on a cell is part of a mill.
func (s *State) milled(c int, side int8) bool {
	own := &s.stones[side]
	for i := range s.game.millsOf[c] {
		if rest := s.game.millsOf[c][i].minus(own); rest.empty() {
			return true
		}
	}
	return false
}

// prey returns the enemy stones that a mill lets the mover remove: those outside mills, or
// all if there are none.
func (s *State) prey() (t set) {
	other := &s.stones[1-s.side]
	t = *other
	for i := range s.game.mills {
		mill := &s.game.mills[i]
		if rest := mill.minus(other); rest.empty() {
			t = t.minus(mill)
		}
	}
	if t.empty() {
		return *other
	}
	return t
}

// removing reports that the game begins with a removal now.
func (s *State) removing() bool {
	g := s.game
	return g.rules.Removal && s.stones[s.side] == g.start[s.side] && s.stones[s.side].count() > 1
}

// takable returns the stones that may be removed now.
func (s *State) takable() (t set) {
	g := s.game
	if s.taking {
		return s.prey()
	}
	own := s.stones[s.side]
	gone := g.start[1-s.side].minus(&s.stones[1-s.side])
	if gone.empty() {
		t = g.middle()
		t = t.or(&g.corners)
		return t.and(&own)
	}
	near := g.around(&gone)
	return near.and(&own)
}

// middle returns the cells of the middle: one, two or four.
func (g *Game) middle() (t set) {
	for row := (g.rows - 1) / 2; row <= g.rows/2; row++ {
		for col := (g.cols - 1) / 2; col <= g.cols/2; col++ {
			t.add(row*g.cols + col)
		}
	}
	return t.and(&g.cells)
}
