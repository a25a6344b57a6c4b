package diagram

import (
	"fmt"
	"strings"
)

// Grid is a net of lines on whose crossings pieces stand, in the place of squares.
type Grid uint8

const (
	NoGrid    Grid = iota
	PointGrid      // gomoku: lines, and stars
	RiverGrid      // xiangqi: a river across the middle, and a palace on either side
	LinkGrid       // lines between the cells of Links, on which pieces stand
	HexGrid        // cells are hexagons: each row lies half a cell to the right of the row above it
)

// Lines returns the lines of d's grid as a path of SVG from the board's upper left corner, in
// units of 1/40 of a cell; "" if there is none.
func (d Diagram) Lines() string {
	if d.Grid == NoGrid || d.Grid == HexGrid {
		return ""
	}
	var path strings.Builder
	line := func(row, col, toRow, toCol int) {
		at := func(n int) float64 { return unit * (float64(n) + 0.5) }
		fmt.Fprintf(&path, "M%s %sL%s %s", num(at(col)), num(at(row)), num(at(toCol)), num(at(toRow)))
	}
	for _, l := range d.Links {
		line(l[0]/d.Cols, l[0]%d.Cols, l[1]/d.Cols, l[1]%d.Cols)
	}
	if d.Grid == LinkGrid {
		return path.String()
	}
	last, right := d.Rows-1, d.Cols-1
	for row := range d.Rows {
		line(row, 0, row, right)
	}
	for col := range d.Cols {
		if d.Grid == RiverGrid && col > 0 && col < right {
			line(0, col, d.Rows/2-1, col)
			line(d.Rows/2, col, last, col)
			continue
		}
		line(0, col, last, col)
	}
	if d.Grid == RiverGrid {
		left := d.Cols/2 - 1
		for _, row := range []int{0, last - 2} {
			line(row, left, row+2, left+2)
			line(row, left+2, row+2, left)
		}
	}
	return path.String()
}

// stars marks the points that players find their way by: those in the fourth lines of a board
// of 13 at least, in the third of a smaller one, and the middle.
func (d Diagram) stars() (cells []int) {
	if d.Grid != PointGrid || min(d.Rows, d.Cols) < 9 || d.Rows%2 == 0 || d.Cols%2 == 0 {
		return nil
	}
	in := 2
	if min(d.Rows, d.Cols) >= 13 {
		in = 3
	}
	for _, row := range []int{in, d.Rows - 1 - in} {
		cells = append(cells, row*d.Cols+in, row*d.Cols+d.Cols-1-in)
	}
	return append(cells, d.Rows/2*d.Cols+d.Cols/2)
}

// OnPoints returns d with a grid in the place of its squares: they are plain, with stars.
func (d Diagram) OnPoints(g Grid) Diagram {
	d = d.Uncheckered()
	d.Grid = g
	for _, i := range d.stars() {
		if d.Cells[i].Mark == NoMark {
			d.Cells[i].Mark = StarMark
		}
	}
	return d
}

// Uncheckered returns d with plain squares in the place of light and dark ones. It writes
// into d's cells.
func (d Diagram) Uncheckered() Diagram {
	for i, c := range d.Cells {
		if c.Ground == LightCell || c.Ground == DarkCell {
			d.Cells[i].Ground = Plain
		}
	}
	return d
}
