//go:build (amd64 || arm64) && !purego

package kernel

import "slices"

// band is cells of a board that see the same taps. The others are on the border: their
// products are zero, and without them a sum is the same to the last bit.
//
//	. . . . . .
//	. a b b b c     b sees the lower two rows of taps,    a the right two columns,
//	. a d d d c     e the upper two,                      c the left two,
//	. a e e e c     and d all nine
//	. . . . . . .
type band struct {
	cells []cell
	taps
}

// taps is a rectangle of a filter: where it begins, and how many rows and columns it has.
type taps struct{ row, col, rows, cols int }

// sees reports whether a tap is one of them.
func (t taps) sees(row, col int) bool {
	row, col = row-t.row, col-t.col
	return 0 <= row && row < t.rows && 0 <= col && col < t.cols
}

// trim is which taps a convolution leaves out where they are not on the board.
type trim int

const (
	wholeFilter trim = iota
	trimRows
	trimAll   // columns, too: of the cells at both sides, whose rows are whole then
	trimZones // all: each zone of the board is a band
)

// of returns the taps of a cell.
func (t trim) of(b Board, side, row, col int) taps {
	above, rows := onAxis(side, row, b.Rows)
	left, cols := onAxis(side, col, b.Cols)
	switch {
	case t == wholeFilter:
		return taps{0, 0, side, side}
	case t == trimAll && cols < side:
		return taps{0, left, side, cols}
	case t == trimZones:
		return taps{above, left, rows, cols}
	}
	return taps{above, 0, rows, side}
}

// onAxis returns the first tap on the board, and how many are on it, of a cell at place i of n.
func onAxis(side, i, n int) (first, count int) {
	first = max(0, side/2-i)
	return first, min(side, n-i+side/2) - first
}

// bands cuts a board. A cell's input begins at its first tap; a cell takes in and out of
// whatever distances are counted in.
func (t trim) bands(b Board, side, in, out int) (bands []band) {
	for r := range b.Rows {
		for c := range b.Cols {
			see := t.of(b, side, r, c)
			k := slices.IndexFunc(bands, func(b band) bool { return b.taps == see })
			if k < 0 {
				k, bands = len(bands), append(bands, band{taps: see})
			}
			from := b.At(r-side/2+see.row, c-side/2+see.col)
			bands[k].cells = append(bands[k].cells, cell{from * in, b.At(r, c) * out})
		}
	}
	return bands
}

// widen puts back the columns of taps that are left out.
func (b *band) widen(side, in int) {
	for i := range b.cells {
		b.cells[i].src -= b.col * in
	}
	b.col, b.cols = 0, side
}

// fastestBands returns the bands that tiles of a family should compute fastest, in steps
// steps for a tap, where a sum waits that many cycles for its next product.
func fastestBands(f family, steps, latency int, of ...[]band) []band {
	return slices.MinFunc(of, func(a, b []band) int {
		return f.cost(a, steps, latency) - f.cost(b, steps, latency)
	})
}

// cost estimates half cycles: a product takes one. What is around a tile takes some 80, and
// as much around tiles of one height.
func (f family) cost(bands []band, steps, latency int) (sum int) {
	const around = 80
	for _, b := range bands {
		f.sweep(len(b.cells), func(_, count, height int) {
			sums := height * f.vectors
			sum += around + count*(b.rows*b.cols*steps*max(sums, 2*latency)+5*sums+around)
		})
	}
	return sum
}
