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

// countAttackers writes to each cell how many men of p attack its square, whether or
// not their king could spare them: what a few layers of convolution can hardly work
// out of a sissa's or a slider's ways.
func (b *board) countAttackers(plane []float32, p env.Player, turn square) {
	n := b.attackers(p)
	mark := func(set uint64, quarters float32) {
		for ; set != 0; set &= set - 1 {
			plane[first(set)^turn] = quarters / 4
		}
	}
	mark(n.one&^n.two&^n.four, 1)
	mark(n.two&^n.one&^n.four, 2)
	mark(n.one&n.two&^n.four, 3)
	mark(n.four, 4)
}

// tally counts something on all squares at once, up to 4: the binary digits of a
// square's count are its bits in three sets, and four stays.
type tally struct{ one, two, four uint64 }

// add counts one more on a set of squares.
func (n *tally) add(set uint64) {
	carry := n.one & set
	n.one ^= set
	n.four |= n.two & carry
	n.two ^= carry
}

// attackers counts on each square the men of p that attack it.
func (b *board) attackers(p env.Player) (n tally) {
	occ := b.occupied()
	for men := b.men[p] &^ b.kind[pawn]; men != 0; men &= men - 1 {
		s := first(men)
		n.add(b.attacks(b.kindOn(s), s, occ))
	}
	toA, toH := pawnCaptures(b.men[p]&b.kind[pawn], p)
	n.add(toA)
	n.add(toH)
	return n
}

// pawnCaptures returns the squares that pawns of p attack towards file a, and those
// towards file h.
func pawnCaptures(pawns uint64, p env.Player) (toA, toH uint64) {
	if p == env.First {
		return pawns &^ fileA << 7, pawns &^ fileH << 9
	}
	return pawns &^ fileA >> 9, pawns &^ fileH >> 7
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
