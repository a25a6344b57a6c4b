package hnefatafl

// breakWalls adds the rows at the edges that fall by the arrival of a piece on c:
// [Copenhagen] 5b, see Shieldwall.
func (g *Game) breakWalls(b *board, c cell, taken *set) {
	if !g.kinds[b.men[c]].hammer || g.rules.ShieldwallFlank && !g.edge.has(c) {
		return
	}
	for out := range directions {
		along := (out + 1) % 4
		for from := g.edgeStart(out); from != beyond; {
			from = g.breakWall(b, c, from, along, out, taken)
		}
	}
}

// edgeStart returns the corner at which the edge in direction out begins when it is
// walked clockwise.
func (g *Game) edgeStart(out int) cell {
	switch out {
	case up:
		return 0
	case right:
		return cell(g.cols - 1)
	case down:
		return cell(g.cells() - 1)
	}
	return cell((g.rows - 1) * g.cols)
}

// breakWall looks at the row of enemies of the piece on c that begins on from. It adds
// them if they fall, and returns where to look next.
func (g *Game) breakWall(b *board, c, from cell, along, out int, taken *set) cell {
	mover := b.men[c]
	isEnemy := func(n cell) bool {
		return b.men[n] != nothing && g.kinds[b.men[n]].side != g.kinds[mover].side
	}
	if !isEnemy(from) {
		return g.next[along][from]
	}
	ends := [2]cell{g.next[along^2][from], from}
	length, faced, part := 0, true, false
	for n := from; n != beyond && isEnemy(n); n = g.next[along][n] {
		front := g.next[out^2][n]
		length, ends[1] = length+1, g.next[along][n]
		faced = faced && front != beyond && (front == c || g.helps(b, b.men[n], front))
		part = part || front == c && !g.rules.ShieldwallFlank
	}
	if length >= 2 && faced && g.flanked(b, c, from, ends) && (part || ends[0] == c || ends[1] == c) {
		for n := from; n != ends[1]; n = g.next[along][n] {
			if b.men[n] != king {
				taken.add(n)
			}
		}
	}
	return ends[1]
}

// flanked reports whether both ends of a row are closed: by pieces, or one of them by
// an empty corner.
func (g *Game) flanked(b *board, c, victim cell, ends [2]cell) bool {
	corners := 0
	for _, e := range ends {
		switch {
		case e == beyond:
			return false
		case e == c || g.helps(b, b.men[victim], e):
		case g.rules.Shieldwall == StrongWall && g.rules.Corners && g.corners.has(e) && b.men[e] == nothing:
			corners++
		default:
			return false
		}
	}
	return corners < 2
}
