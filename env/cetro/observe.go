package cetro

import "fmt"

// PlaneNames returns what each plane of an observation shows. All are seen from
// the mover's side, his own back row at the bottom. It is to be read side by
// side with Observe.
func (g *Game) PlaneNames() (names []string) {
	for _, title := range []string{"own %s men", "enemy %s men", "squares where own %s men belong"} {
		for _, c := range colourNames[:g.board.colours] {
			names = append(names, fmt.Sprintf(title, c))
		}
	}
	if g.demand == onMove || g.demand == byVeto {
		names = append(names, "everywhere 1 if the mover must jump")
	}
	if g.demand == byVeto {
		names = append(names, "where the retreat to be judged began", "where the retreat to be judged ended")
	}
	names = append(names,
		"everywhere 1 if the position occurred before",
		fmt.Sprintf("everywhere the moves the mover still needs, in parts of %d", g.board.worst),
		fmt.Sprintf("everywhere the moves the enemy still needs, in parts of %d", g.board.worst),
	)
	if g.scored {
		names = append(names, "everywhere the plies played, in parts of the cap")
	}
	return names
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	g, b := s.game, s.game.board
	me, you := &s.sides[s.mover], &s.sides[s.mover.Other()]
	clear(dst[:g.spec.Size()])
	e := easel{dst, b.cells()}
	for c := range b.colours {
		e.mark(me.men[c])
	}
	for c := range b.colours {
		e.markTurned(you.men[c])
	}
	for c := range b.colours {
		e.mark(b.goal[c])
	}
	if g.demand == onMove || g.demand == byVeto {
		e.fillIf(s.must)
	}
	if g.demand == byVeto {
		from, to := s.judgement()
		e.markTurned(from)
		e.markTurned(to)
	}
	e.fillIf(s.seen > 0)
	e.fill(me.need, b.worst)
	e.fill(you.need, b.worst)
	if g.scored {
		e.fill(s.ply, g.cap)
	}
}

// judgement returns the squares, as his opponent sees them, of the retreat that
// the mover judges, or nothing.
func (s *State) judgement() (from, to set) {
	if s.judging() {
		from, to = s.judged.from.bit(), s.judged.to.bit()
	}
	return from, to
}

// easel holds the cleared planes that are still to be drawn.
type easel struct {
	planes []float32
	cells  int // of a plane
}

// mark sets the cells of squares to 1.
func (e *easel) mark(squares set) {
	for ; squares != 0; squares &= squares - 1 {
		e.planes[squares.first().cell()] = 1
	}
	e.next()
}

// markTurned marks squares that are given as the other player sees them.
func (e *easel) markTurned(squares set) {
	for ; squares != 0; squares &= squares - 1 {
		e.planes[e.cells-1-squares.first().cell()] = 1
	}
	e.next()
}

// fill sets all cells to n parts of whole.
func (e *easel) fill(n, whole int) {
	x := float32(n) / float32(whole)
	for i := range e.planes[:e.cells] {
		e.planes[i] = x
	}
	e.next()
}

// fillIf sets all cells to 1, or leaves them.
func (e *easel) fillIf(yes bool) {
	if yes {
		e.fill(1, 1)
		return
	}
	e.next()
}

func (e *easel) next() { e.planes = e.planes[e.cells:] }
