//go:build (amd64 || arm64) && !purego

package kernel

// band is neighbouring rows of cells that see the same rows of taps. Those on the border
// are left out: their products are zero, and a sum stays what it is.
//
//	. . . . .   above 1, rows 2 of 3: the cells of the first row
//	a b c d .   above 0, rows 3: of those between
//	e f g h .   above 0, rows 2: of the last
type band struct {
	cells []cell
	above int // rows of taps before the first that is on the board
	rows  int // of taps on the board
}

// newBands returns the bands of a board. A cell's input begins at its first tap on
// the board. A cell takes in and out of whatever distances are counted in.
func newBands(b Board, side, in, out int) (bands []band) {
	reach := side / 2
	for r := range b.Rows {
		above := max(0, reach-r)
		next := band{above: above, rows: min(side, b.Rows-r+reach) - above}
		if k := len(bands) - 1; k < 0 || bands[k].above != next.above || bands[k].rows != next.rows {
			bands = append(bands, next)
		}
		last := &bands[len(bands)-1]
		for col := range b.Cols {
			last.cells = append(last.cells, cell{b.At(r-reach+above, col-reach) * in, b.At(r, col) * out})
		}
	}
	return bands
}
