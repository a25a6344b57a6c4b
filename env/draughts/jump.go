package draughts

import "math/bits"

// jumps are the captures that the mover may make now.
type jumps struct {
	n   int
	all [160]step
}

// way returns where a move ends, and the enemy piece on its way that is captured, or -1.
func (s *State) way(m step) (to, hit int8) {
	to, hit = m.from, -1
	for range m.n {
		to = s.game.next[to][m.dir]
		if s.pieces[s.mover.Other()]>>to&1 != 0 {
			hit = to
		}
	}
	return to, hit
}

// find finds the captures of the mover, or those of the piece that goes on.
func (s *State) find() {
	s.jumps.n = 0
	own := s.pieces[s.mover]
	if s.chain >= 0 {
		own = 1 << s.chain
	}
	best := 1
	for ; own != 0; own &= own - 1 {
		q := int8(bits.TrailingZeros64(own))
		s.pieces[s.mover] &^= 1 << q // it leaves its square, which it may pass again
		s.gather(q, s.kings>>q&1 != 0, s.dead, &best)
		s.pieces[s.mover] |= 1 << q
	}
}

// gather appends the captures of a piece. Under the rule of the most they are those that lead
// to as many captures as any; best is the number so far.
func (s *State) gather(q int8, king bool, dead uint64, best *int) {
	s.eachJump(q, king, dead, func(m step, to, hit int8) {
		if s.game.rules.Most {
			n := 1 + s.most(to, s.crowned(to, king), dead|1<<hit)
			if n < *best {
				return
			}
			if n > *best {
				*best, s.jumps.n = n, 0
			}
		}
		if s.jumps.n < len(s.jumps.all) {
			s.jumps.all[s.jumps.n] = m
			s.jumps.n++
		}
	})
}

// crowned reports whether a piece captures as a king once it has come to a square.
func (s *State) crowned(to int8, king bool) bool {
	return king || s.game.rules.Promote == "continues" && s.game.last[s.mover]>>to&1 != 0
}

// most returns how many pieces a piece that has captured can capture after that.
func (s *State) most(q int8, king bool, dead uint64) (n int) {
	if !king && s.game.rules.Promote == "stops" && s.game.last[s.mover]>>q&1 != 0 {
		return 0
	}
	s.eachJump(q, king, dead, func(_ step, to, hit int8) {
		n = max(n, 1+s.most(to, s.crowned(to, king), dead|1<<hit))
	})
	return n
}

// eachJump calls visit for each capture of a piece of the mover on a square. Captured pieces
// stay on the board, and are not jumped over again. Of the squares behind a piece where a flying
// king may land, those from which it can go on come alone.
func (s *State) eachJump(q int8, king bool, dead uint64, visit func(m step, to, hit int8)) {
	g, enemy := s.game, s.pieces[s.mover.Other()]
	free := s.free()
	for d := range int8(4) {
		if !king && !g.rules.Backward && !forward(d, s.mover) {
			continue
		}
		hit, n := g.next[q][d], int8(1)
		for king && g.rules.Flying && hit >= 0 && free>>hit&1 != 0 {
			hit, n = g.next[hit][d], n+1
		}
		if hit < 0 || enemy>>hit&1 == 0 || dead>>hit&1 != 0 {
			continue
		}
		s.land(step{q, d, n}, hit, king, dead, free, visit)
	}
}

// land calls visit for the squares behind a captured piece.
func (s *State) land(m step, hit int8, king bool, dead, free uint64, visit func(m step, to, hit int8)) {
	g := s.game
	more := false
	if king && g.rules.Flying && !g.rules.Most {
		for to := g.next[hit][m.dir]; to >= 0 && free>>to&1 != 0; to = g.next[to][m.dir] {
			more = more || s.goesOn(to, dead|1<<hit)
		}
	}
	for to := g.next[hit][m.dir]; to >= 0 && free>>to&1 != 0; to = g.next[to][m.dir] {
		if m.n++; !more || s.goesOn(to, dead|1<<hit) {
			visit(m, to, hit)
		}
		if !king || !g.rules.Flying {
			return
		}
	}
}

// goesOn reports whether a king could capture from a square.
func (s *State) goesOn(q int8, dead uint64) (can bool) {
	g, enemy := s.game, s.pieces[s.mover.Other()]
	free := s.free()
	for d := range int8(4) {
		hit := g.next[q][d]
		for hit >= 0 && free>>hit&1 != 0 {
			hit = g.next[hit][d]
		}
		if hit >= 0 && enemy>>hit&1 != 0 && dead>>hit&1 == 0 {
			behind := g.next[hit][d]
			can = can || behind >= 0 && free>>behind&1 != 0
		}
	}
	return can
}
