package stones

import (
	"math/bits"

	"ludens/env"
)

// listMoves appends the moves of the mover's stones.
func (s *State) listMoves(dst []env.Action) []env.Action {
	s.eachMove(s.side, func(first int, from set) bool {
		dst = s.game.list(dst, first, &from)
		return true
	})
	return dst
}

// canMove reports whether a stone of a side can move.
func (s *State) canMove(side int8) (can bool) {
	s.eachMove(side, func(_ int, from set) bool {
		can = can || !from.empty()
		return !can
	})
	return can
}

// eachMove calls visit with the first action of each plane of moves and the cells on which
// stones of a side can move so, plane by plane, while it returns true.
func (s *State) eachMove(side int8, visit func(first int, from set) bool) {
	switch g := s.game; {
	case g.rules.Move == "slide", g.rules.Move == "jump":
		s.eachRun(side, visit)
	case g.rules.Move == "leap":
		s.eachLeap(side, visit)
	case g.rules.Move == "count":
		s.eachCount(side, visit)
	default:
		s.eachStep(side, visit)
	}
}

// flies reports whether a side has so few stones that they move to any cell.
func (s *State) flies(side int8) bool { return s.stones[side].count() <= s.game.rules.Fly }

// eachStep is eachMove for steps to neighbours, and to any cell where a side flies.
func (s *State) eachStep(side int8, visit func(first int, from set) bool) {
	g, vacant, flies := s.game, s.vacant(), s.flies(side)
	own := &s.stones[side]
	for i := range g.planes {
		p := &g.planes[i]
		if p.kind != moves {
			continue
		}
		var from set
		switch {
		case p.target >= 0 && !vacant.has(p.target):
			continue
		case p.target >= 0 && flies:
			from = *own
		case p.target >= 0:
			from = own.and(&g.beside[p.target])
		default:
			own.each(func(c int) {
				if to := int(p.to[c]); to >= 0 && vacant.has(to) && g.beside[c].has(to) {
					from.add(c)
				}
			})
		}
		if !from.empty() && !visit(i*g.rows*g.cols, from) {
			return
		}
	}
}

// eachRun is eachMove for slides over empty cells, and for jumps over enemies.
func (s *State) eachRun(side int8, visit func(first int, from set) bool) {
	g, vacant := s.game, s.vacant()
	for i := 0; i < len(g.planes); {
		p := &g.planes[i]
		if p.kind != moves {
			i++
			continue
		}
		back := &g.dirs[g.opposite(p.dir)]
		clear := g.cells // from where n steps are possible
		for ; i < len(g.planes) && g.planes[i].dir == p.dir; i++ {
			clear = clear.and(&vacant)
			clear = g.onward(&clear, back)
			if g.rules.Move == "jump" {
				clear = clear.and(&s.stones[1-side])
				clear = g.onward(&clear, back)
			}
			from := clear.and(&s.stones[side])
			if from.empty() {
				for i < len(g.planes) && g.planes[i].dir == p.dir {
					i++
				}
				break
			}
			if !visit(i*g.rows*g.cols, from) {
				return
			}
		}
	}
}

// eachLeap is eachMove for leaps to cells at distance two.
func (s *State) eachLeap(side int8, visit func(first int, from set) bool) {
	g, vacant := s.game, s.vacant()
	for i := range g.planes {
		p := &g.planes[i]
		if p.kind != moves {
			continue
		}
		step, from := p.down*g.cols+p.right, set{}
		switch {
		case g.words == 1 && step > 0:
			from[0] = vacant[0] >> (step & 63)
		case g.words == 1:
			from[0] = vacant[0] << (-step & 63)
		case step > 0:
			from = vacant.ahead(step)
		default:
			from = vacant.back(-step)
		}
		for w := range g.words {
			from[w] &= p.room[w] & s.stones[side][w]
		}
		if !from.empty() && !visit(i*g.rows*g.cols, from) {
			return
		}
	}
}

// eachCount is eachMove for stones that move as far as there are stones in their line.
func (s *State) eachCount(side int8, visit func(first int, from set) bool) {
	g := s.game
	taken := s.stones[0].or(&s.stones[1])
	own, other := &s.stones[side], &s.stones[1-side]
	for i := 0; i < len(g.planes); {
		p := &g.planes[i]
		if p.kind != moves {
			i++
			continue
		}
		var from [maxSide]set // by distance - 1
		for w := range g.words {
			for rest := own[w]; rest != 0; rest &= rest - 1 {
				c := w<<6 + bits.TrailingZeros64(rest)
				line := g.lines[p.dir%(len(g.dirs)/2)][c].and(&taken)
				n := line.count()
				if s.passesOver(c, p.dir, n, own, other) {
					from[n-1].add(c)
				}
			}
		}
		for ; i < len(g.planes) && g.planes[i].dir == p.dir; i++ {
			if at := &from[g.planes[i].n-1]; !at.empty() && !visit(i*g.rows*g.cols, *at) {
				return
			}
		}
	}
}

// passesOver reports whether a stone can go n cells in a direction, over none of the other
// side's stones and onto none of its own.
func (s *State) passesOver(c, dir, n int, own, other *set) bool {
	next := s.game.dirs[dir].next
	q := c
	for range n - 1 {
		if q = int(next[q]); q < 0 || other.has(q) || s.closed.has(q) {
			return false
		}
	}
	q = int(next[q])
	return q >= 0 && !own.has(q) && !s.closed.has(q)
}

// move moves the stone on a cell.
func (s *State) move(c int, p *plane) {
	g, to := s.game, int(p.to[c])
	s.last[0], s.last[1] = int16(c), int16(to)
	s.tick()
	s.toggle(c, s.side)
	s.captured(c, p, func(q int) {
		s.toggle(q, 1-s.side)
		s.quiet = 0
	})
	s.toggle(to, s.side)
	if g.rules.Shoot {
		s.moved = int16(to)
		return
	}
	s.arrive(to)
}

// captured calls visit for each enemy stone that a move captures.
func (s *State) captured(c int, p *plane, visit func(q int)) {
	g := s.game
	switch g.rules.Move {
	case "count":
		if to := int(p.to[c]); s.stones[1-s.side].has(to) {
			visit(to)
		}
	case "jump":
		next := g.dirs[p.dir].next
		for range p.n {
			q := int(next[c])
			visit(q)
			c = int(next[q])
		}
	}
}

// targets returns the cells that the stone that has moved can close: those that it could
// move to. There is always the cell that it came from.
func (s *State) targets() (t set) {
	g, vacant := s.game, s.vacant()
	c := int(s.moved)
	for i := range g.planes {
		p := &g.planes[i]
		if p.kind == moves && p.target < 0 && p.to[c] >= 0 && vacant.has(int(p.to[c])) && (p.dir < 0 || s.clear(c, p, &vacant)) {
			t.add(int(p.to[c]))
		}
	}
	return t
}

// clear reports whether all cells up to the end of a move are vacant.
func (s *State) clear(c int, p *plane, vacant *set) bool {
	next := s.game.dirs[p.dir].next
	for to := int(p.to[c]); c != to; {
		if c = int(next[c]); c < 0 || !vacant.has(c) {
			return false
		}
	}
	return true
}
