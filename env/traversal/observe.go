package traversal

import "fmt"

// plane is a plane of an observation.
type plane struct {
	name string
	draw func(s *State, dst []float32)
}

// PlaneNames returns what each plane of an observation shows. All are seen from the
// mover's side, his own at the bottom.
func (g *Game) PlaneNames() (names []string) {
	for _, p := range g.planes() {
		names = append(names, p.name)
	}
	return names
}

// planes returns all there are, in their order.
func (g *Game) planes() (all []plane) {
	add := func(name string, draw func(s *State, dst []float32)) { all = append(all, plane{name, draw}) }
	r, b := &g.rules, g.board
	for kind := range b.letters {
		add("own "+g.men(kind), func(s *State, dst []float32) { s.markMen(dst, s.mover, kind) })
	}
	for kind := range b.letters {
		add("enemy "+g.men(kind), func(s *State, dst []float32) { s.markMen(dst, s.mover.other(), kind) })
	}
	for kind := range b.letters {
		add("squares where own "+g.men(kind)+" belong", func(s *State, dst []float32) { s.mark(dst, b.goal[s.mover][kind]) })
	}
	add("squares where enemy men belong", func(s *State, dst []float32) { s.markCells(dst, b.far[s.mover.other()]) })
	if b.holed() {
		add("squares of the board", func(s *State, dst []float32) { s.mark(dst, b.square) })
	}
	if r.Vacate > 0 {
		add("squares where own men began", func(s *State, dst []float32) { s.mark(dst, b.origin[s.mover]) })
	}
	if r.Reserve > 0 {
		add("squares where men are put", func(s *State, dst []float32) { s.markCells(dst, b.placed) })
		add(fmt.Sprintf("everywhere the own reserve, in parts of %d", r.Reserve), func(s *State, dst []float32) { fill(dst, s.hand(s.mover), r.Reserve) })
		add(fmt.Sprintf("everywhere the enemy reserve, in parts of %d", r.Reserve), func(s *State, dst []float32) { fill(dst, s.hand(s.mover.other()), r.Reserve) })
	}
	if r.Demand == flagged || r.Demand == byVeto {
		add("everywhere 1 if the mover must jump", func(s *State, dst []float32) { fillIf(dst, s.must) })
	}
	if r.Demand == byVeto {
		add("where the step to be judged began", func(s *State, dst []float32) { s.markJudged(dst, s.judged.from) })
		add("where the step to be judged ended", func(s *State, dst []float32) { s.markJudged(dst, s.judged.to) })
	}
	add("everywhere 1 if the position occurred before", func(s *State, dst []float32) { fillIf(dst, s.seen > 0) })
	add(fmt.Sprintf("everywhere the moves the mover still needs, in parts of %d", b.worst), func(s *State, dst []float32) { fill(dst, s.need[s.mover], b.worst) })
	add(fmt.Sprintf("everywhere the moves the enemy still needs, in parts of %d", b.worst), func(s *State, dst []float32) { fill(dst, s.need[s.mover.other()], b.worst) })
	if g.timed() {
		add("everywhere the plies played, in parts of the cap", func(s *State, dst []float32) { fill(dst, min(s.ply, r.Cap), r.Cap) })
	}
	return all
}

// men names those of a kind: "men", or "men A" where there are several.
func (g *Game) men(kind int) string {
	if len(g.board.letters) == 1 {
		return "men"
	}
	return "men " + string(g.board.letters[kind])
}

// holed reports whether the board has holes.
func (b *board) holed() bool {
	for _, square := range b.square {
		if !square {
			return true
		}
	}
	return false
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	n := s.game.board.cells()
	clear(dst[:s.game.spec.Size()])
	for i, p := range s.game.drawn {
		p.draw(s, dst[i*n:(i+1)*n])
	}
}

// markMen sets the cells of a side's men of a kind to 1.
func (s *State) markMen(dst []float32, x side, kind int) {
	m := newMan(kind, x)
	for _, at := range s.men[x] {
		if s.cells[at] == m {
			dst[s.game.board.view(at, s.mover)] = 1
		}
	}
}

// mark sets the cells that are marked to 1.
func (s *State) mark(dst []float32, marked []bool) {
	for at, is := range marked {
		if is {
			dst[s.game.board.view(at, s.mover)] = 1
		}
	}
}

// markCells sets cells to 1.
func (s *State) markCells(dst []float32, cells []int) {
	for _, at := range cells {
		dst[s.game.board.view(at, s.mover)] = 1
	}
}

// markJudged sets a cell of the step to be judged to 1, if there is one.
func (s *State) markJudged(dst []float32, at int) {
	if at >= 0 {
		dst[s.game.board.view(at, s.mover)] = 1
	}
}

// fill sets all cells to n parts of whole.
func fill(dst []float32, n, whole int) {
	x := float32(n) / float32(whole)
	for i := range dst {
		dst[i] = x
	}
}

// fillIf sets all cells to 1, or leaves them.
func fillIf(dst []float32, yes bool) {
	if yes {
		fill(dst, 1, 1)
	}
}
