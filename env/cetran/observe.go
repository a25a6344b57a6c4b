package cetran

// PlaneNames returns what each plane of an observation shows. All are seen from
// the mover's side: row 0 is rank 8 for White and rank 1 for Black.
func (g *Game) PlaneNames() []string {
	var planes []string
	for _, owner := range []string{"own ", "enemy "} {
		for _, k := range g.army.men {
			planes = append(planes, owner+names[k])
		}
	}
	if g.army.conversion {
		planes = append(planes, "bishops that may convert", "bishops that must convert")
	}
	return append(planes,
		"square where a pawn can capture in passing",
		"everywhere 1 if the position occurred before",
		"everywhere the fifty-move clock, in tenths of 100 plies",
	)
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	clear(dst[:s.game.spec.Size()])
	us, turn := s.board.toMove, view(s.board.toMove)
	planes := dst
	for _, owner := range [2]uint64{s.board.men[us], s.board.men[us.Other()]} {
		for _, k := range s.game.army.men {
			mark(planes, s.board.kind[k]&owner, turn)
			planes = planes[64:]
		}
	}
	if s.game.army.conversion {
		mark(planes, s.board.free, turn)
		mark(planes[64:], s.board.bound, turn)
		planes = planes[128:]
	}
	if s.board.passant != nowhere {
		planes[s.board.passant^turn] = 1
	}
	fill(planes[64:128], float32(min(s.repeats(), 1)))
	fill(planes[128:192], float32(s.clockStep())/clockSteps)
}

// mark sets the cells of a set of squares to 1.
func mark(plane []float32, set uint64, turn square) {
	for ; set != 0; set &= set - 1 {
		plane[first(set)^turn] = 1
	}
}

func fill(plane []float32, value float32) {
	for i := range plane {
		plane[i] = value
	}
}
