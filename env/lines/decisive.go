package lines

import "ludens/env"

// Decisive appends the moves that may win at once: those whose row or captures do.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	near, kept := s.nearWins(), dst[:n]
	for _, a := range dst[n:] {
		if int(a) == s.game.puts() {
			continue
		}
		if p := s.landing(a); near.has(p) && s.winsAt(p) {
			kept = append(kept, a)
		}
	}
	return kept
}

// nearWins returns the places where a stone of the mover may win: where it makes a row of
// the length that is to be had, and if his captures may be enough, all.
func (s *State) nearWins() (near set) {
	g, own := s.game, &s.stones[s.side]
	if g.capturing != nil && int(s.captured[s.side])+g.most() >= g.rules.CaptureWins {
		return g.cells
	}
	length, sign := g.aim()
	if sign < 0 {
		return near
	}
	for _, step := range g.steps {
		var behind [maxSide + 1]set // by n: places with n own stones right behind them
		behind[0] = g.cells
		for n := 1; n < length; n++ {
			behind[n] = behind[n-1].and(own.back(n * step))
		}
		ahead := g.cells
		for n := range length {
			if n > 0 {
				ahead = ahead.and(own.ahead(n * step))
			}
			near = near.or(ahead.and(behind[length-1-n]))
		}
	}
	return near
}

// winsAt reports whether the mover's stone on a place wins by its row or its captures.
func (s *State) winsAt(p int) bool {
	if s.rowAt(p, s.side).verdict == winning {
		return true
	}
	if s.game.capturing == nil {
		return false
	}
	n := int(s.captured[s.side])
	s.enclosed(p, s.side, func(int) { n++ })
	return n >= s.game.rules.CaptureWins
}

// unusual reports that the mover might win otherwise: by what his captures leave of the
// enemy's rows, by a full board, or by leaving no cell that the opening allows.
func (s *State) unusual() bool {
	r := &s.game.rules
	if s.game.capturing != nil && r.Longer == nothing && r.Line == loses {
		return true
	}
	return r.Full != "draw" && (s.open.count() <= 1 || int(s.placed) <= r.FirstStones+2*r.Stones)
}
