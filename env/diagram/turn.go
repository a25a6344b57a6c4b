package diagram

import "slices"

// Turned returns d as it is seen from the other side.
func (d Diagram) Turned() Diagram {
	d.Cells, d.Files, d.Ranks = slices.Clone(d.Cells), slices.Clone(d.Files), slices.Clone(d.Ranks)
	slices.Reverse(d.Cells)
	slices.Reverse(d.Files)
	slices.Reverse(d.Ranks)
	d.Last, d.Hints = d.opposite(d.Last), d.opposite(d.Hints)
	return d
}

// opposite returns where cells lie on the turned board.
func (d Diagram) opposite(cells []int) (all []int) {
	for _, c := range cells {
		all = append(all, d.Rows*d.Cols-1-c)
	}
	return all
}
