package race

import (
	"slices"

	"ludens/env/diagram"
)

// Cetro's boards have coloured rows: each side has a man of the row's colour on every dark
// square of its nearest rows, from the edge inwards blue, green and red, and they belong on
// the rows of their colours on the other side. A game with such a board has the names,
// planes of actions and drawings of Cetro, whatever its other rules are: so a network for
// Cetro can begin it.

const colours = "BGR"

var colourNames = [len(colours)]string{"blue", "green", "red"}

// coloured reports whether a board is one of Cetro's.
func (l *layout) coloured() bool {
	n := len(l.letters)
	if n < 2 || n > len(colours) || string(l.letters) != colours[:n] || l.rows%2 == 0 || l.cols%2 == 0 || l.rows <= 2*n || l.rows*l.cols > 2*cetroSquares {
		return false
	}
	for at, m := range l.start {
		row, want := at/l.cols, noMan
		switch {
		case at%2 == 1: // light
		case row < n:
			want = newMan(row, north)
		case l.rows-1-row < n:
			want = newMan(l.rows-1-row, south)
		}
		if m != want || !l.there[at] {
			return false
		}
		for x := range side(2) {
			for kind := range l.letters {
				if l.goal[x][kind][at] != (want == newMan(kind, x.other())) {
					return false
				}
			}
		}
	}
	return true
}

// cetro returns the place of a vector among the planes of Cetro's actions; the number of
// these for all others.
func (v vector) cetro() int {
	ways := []vector{{-2, -2}, {-2, 2}, {1, -1}, {1, 1}}
	if i := slices.Index(ways, v); i >= 0 {
		return i
	}
	return len(ways)
}

// plainWays reports whether men go as Cetro's do.
func (g *Game) plainWays() bool {
	return g.coloured && !g.law.chain && slices.Equal(g.board.steps, ways{backwardRight, backwardLeft}) &&
		slices.Equal(g.board.jumps, ways{forwardRight, forwardLeft})
}

// pairOf returns how the men of Cetro go, or nil if they do not or if a rule is on that says
// which of them may.
func (g *Game) pairOf() *pair {
	r := &g.law
	if !g.plain || r.capture || !r.crowding || r.over != anyMan || r.lock != unlocked {
		return nil
	}
	p := &pair{left: uint8(g.board.cols+1) / 2, right: uint8(g.board.cols-1) / 2}
	for i, l := range g.lanes[south] {
		for _, h := range l.hops {
			p.room[i] |= h.room
		}
	}
	return p
}

// retreats reports that the men of a board of Cetro's step back only, as Cetro's do: texts
// call it a retreat then.
func (g *Game) retreats() bool {
	return g.coloured && !slices.ContainsFunc(g.board.steps, func(d direction) bool { return vectors[d].down <= 0 })
}

// rowGrounds and rowMarks are those of the coloured rows.
var (
	rowGrounds = [...]diagram.Ground{diagram.BlueCell, diagram.GreenCell, diagram.RedCell}
	rowMarks   = [...]diagram.Mark{diagram.DotMark, diagram.RingMark, diagram.BarMark}
	tones      = [...]diagram.Tone{diagram.BlueTone, diagram.GreenTone, diagram.RedTone}
)

// rowGround returns the empty cell of a board of Cetro's.
func (b *board) rowGround(at int) diagram.Cell {
	row := at / b.cols
	switch row = min(row, b.rows-1-row); {
	case at%2 == 1:
		return diagram.Cell{Ground: diagram.LightCell}
	case row < len(b.letters):
		return diagram.Cell{Ground: rowGrounds[row], Mark: rowMarks[row]}
	}
	return diagram.Cell{Ground: diagram.DarkCell}
}
