package lines

import "ludens/env"

// Decisive appends the moves that may win at once: those whose row or captures do.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	kept := dst[:n]
	for _, a := range dst[n:] {
		if int(a) != s.game.puts() && s.winsAt(s.landing(a)) {
			kept = append(kept, a)
		}
	}
	return kept
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
