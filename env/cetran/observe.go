package cetran

import "ludens/env"

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
		"how many own men attack a square, in quarters, 4 at most",
		"how many enemy men attack a square, in quarters, 4 at most",
		"everywhere the material ahead: (1 + score) / 2",
		"everywhere the material ahead once captures have settled: (1 + settled score) / 2",
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
	s.board.countAttackers(planes[192:256], us, turn)
	s.board.countAttackers(planes[256:320], us.Other(), turn)
	fill(planes[320:384], (1+s.Score(us))/2)
	fill(planes[384:448], (1+s.Settled(-1, 1))/2)
}

// mostAttackers is how many attackers of a square a plane tells apart.
const mostAttackers = 4

// countAttackers adds to each cell how many men of p attack its square, whether or not
// their king could spare them: what a few layers of convolution can hardly work
// out of a sissa's or a slider's ways.
func (b *board) countAttackers(plane []float32, p env.Player, turn square) {
	occ := b.occupied()
	for men := b.men[p] &^ b.kind[pawn]; men != 0; men &= men - 1 {
		s := first(men)
		k, _ := b.at(s)
		add(plane, b.attacks(k, s, occ), turn)
	}
	for pawns := b.men[p] & b.kind[pawn]; pawns != 0; pawns &= pawns - 1 {
		add(plane, pawnSteps[p][first(pawns)&63], turn)
	}
}

// add counts one more attacker of the cells of a set of squares.
func add(plane []float32, set uint64, turn square) {
	for ; set != 0; set &= set - 1 {
		cell := &plane[first(set)^turn]
		*cell = min(*cell+1.0/mostAttackers, 1)
	}
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
