package lines

// rowAt returns what the rows through a stone decide for its side: a win, if one of them
// does, goes before a loss.
func (s *State) rowAt(p int, side int8) (best decision) {
	own := &s.stones[side]
	for _, step := range s.game.steps {
		n := 1
		for q := p + step; own.has(q); q += step {
			n++
		}
		for q := p - step; own.has(q); q -= step {
			n++
		}
		best = best.better(s.game.decide(n))
	}
	return best
}

// decision is what a row decides, and whether it is longer than a line.
type decision struct {
	verdict verdict
	longer  bool
}

// decide returns what a row of n stones decides for its side.
func (g *Game) decide(n int) decision {
	return decision{g.verdicts[n], n > g.rules.Length && g.rules.Longer != same}
}

// better returns the better of two decisions; of equal ones that of a line.
func (d decision) better(e decision) decision {
	if e.verdict > d.verdict || e.verdict == d.verdict && d.longer && !e.longer {
		return e
	}
	return d
}

// rows returns what all rows of a side decide.
func (s *State) rows(side int8) (best decision) {
	s.stones[side].each(func(p int) { best = best.better(s.rowAt(p, side)) })
	return best
}

// take removes what a stone of a side has just enclosed, and returns how many that is.
func (s *State) take(p int, side int8) (n int) {
	s.enclosed(p, side, func(q int) {
		s.stones[1-side].drop(q)
		s.hash ^= stoneHash[1-side][q]
		s.open.add(q)
		n++
	})
	s.captured[side] += int16(n)
	return n
}

// enclosed calls visit for each enemy stone that a stone of a side encloses, or would.
func (s *State) enclosed(p int, side int8, visit func(q int)) {
	own, other := &s.stones[side], &s.stones[1-side]
	for _, step := range s.game.steps {
		for _, step := range [2]int{step, -step} {
			for _, n := range s.game.capturing {
				if !all(other, p, step, n) || !own.has(p+(n+1)*step) {
					continue
				}
				for i := range n {
					visit(p + (i+1)*step)
				}
			}
		}
	}
}

// all reports whether the n places behind p have stones of a set.
func all(stones *set, p, step, n int) bool {
	for i := range n {
		if !stones.has(p + (i+1)*step) {
			return false
		}
	}
	return true
}
