package tafl

// look is where to look for a row that falls: at the edge in direction out, through a
// cell, along it.
type look struct {
	cell       cell
	along, out uint8
}

// lookouts returns where each square may close a row. There is no list where the rule is
// off.
func (g *Game) lookouts() [][]look {
	if g.rules.Shieldwall == NoWall {
		return nil
	}
	looks := make([][]look, g.cells())
	for c := range cell(g.cells()) {
		for out := range uint8(len(directions)) {
			along, v := (out+1)%4, g.next[out][c]
			if v != g.beyond {
				if !g.rules.ShieldwallFlank && g.next[out][v] == g.beyond {
					looks[c] = append(looks[c], look{v, along, out})
				}
				continue
			}
			for _, d := range [...]uint8{along, along ^ 2} {
				if v := g.next[d][c]; v != g.beyond {
					looks[c] = append(looks[c], look{v, d, out})
				}
			}
		}
	}
	return looks
}

// breakWalls adds the rows at the edges that fall by the arrival of a piece of kind k on
// c: [Copenhagen] 5b, see Shieldwall. It reports whether there are any.
func (g *Game) breakWalls(b board, k kind, c cell, taken *set) (fell bool) {
	for _, l := range g.walls[c] {
		if g.sides[g.kindAt(b, l.cell)] == g.sides[k].other() {
			fell = g.breakWall(b, g.sides[k].other(), c, l, taken) || fell
		}
	}
	return fell
}

// breakWall adds the row of side x through a cell if it falls by the arrival of a piece
// on c: two or more men, each with a piece in front that helps, and one at both ends.
func (g *Game) breakWall(b board, x side, c cell, l look, taken *set) bool {
	closes := func(n cell) bool { return n == c || g.helps(b, x, n) }
	var row [maxSide]cell
	var ends [2]cell
	row[0] = l.cell
	length := 1
	for i, d := range [...]uint8{l.along, l.along ^ 2} {
		n := g.next[d][l.cell]
		for ; g.sides[g.kindAt(b, n)] == x; n = g.next[d][n] {
			row[length] = n
			length++
		}
		ends[i] = n
	}
	if length < 2 || !g.flanked(b, ends, closes) {
		return false
	}
	for _, n := range row[:length] {
		if !closes(g.next[l.out^2][n]) {
			return false
		}
	}
	fell := false
	for _, n := range row[:length] {
		if g.kindAt(b, n) != king {
			taken.add(n)
			fell = true
		}
	}
	return fell
}

// flanked reports whether both ends of a row are closed: by pieces, or one of them by an
// empty corner.
func (g *Game) flanked(b board, ends [2]cell, closes func(cell) bool) bool {
	corners := 0
	for _, e := range ends {
		if closes(e) {
			continue
		}
		if !g.law.wallEnds.has(e) || g.kindAt(b, e) != nothing {
			return false
		}
		corners++
	}
	return corners < 2
}
