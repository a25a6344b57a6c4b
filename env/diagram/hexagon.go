package diagram

import "fmt"

// overhang is how far a hexagon reaches into the rows above and below its own.
const overhang = unit / 8

// hexagon returns the outline of a hexagon as a path of SVG, whose row begins at (x, y).
func hexagon(x, y float64) string {
	left, middle, right := num(x), num(x+unit/2), num(x+unit)
	high, low := num(y+overhang), num(y+unit-overhang)
	return fmt.Sprintf("M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sZ", left, high, middle, num(y-overhang), right, high, right, low, middle, num(y+unit+overhang), left, low)
}

// Slants returns how far each row is drawn to the right, in cells, and how wide the board is;
// nil if its cells are squares. The leftmost cell of the board has no room to its left.
func (d Diagram) Slants() (slants []float64, breadth float64) {
	if d.Grid != HexGrid {
		return nil, float64(d.Cols)
	}
	left, right := float64(d.Cols+d.Rows), 0.0
	for i, c := range d.Cells {
		if c.Ground != NoCell {
			x := float64(i/d.Cols)/2 + float64(i%d.Cols)
			left, right = min(left, x), max(right, x+1)
		}
	}
	for row := range d.Rows {
		slants = append(slants, float64(row)/2-left)
	}
	return slants, right - left
}

// ends returns the first column with a cell of each row of hexagons, and the last row of each
// column: where labels stand. Rows of squares begin with the first column.
func (d Diagram) ends() (first, foot []int) {
	first, foot = make([]int, d.Rows), make([]int, d.Cols)
	for row := range d.Rows {
		for col := d.Cols - 1; col >= 0; col-- {
			if d.Cells[row*d.Cols+col].Ground != NoCell {
				if d.Grid == HexGrid {
					first[row] = col
				}
				foot[col] = row
			}
		}
	}
	return first, foot
}
