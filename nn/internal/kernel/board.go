package kernel

// Board is the layout of activations over rows x columns cells: channels last,
// one row of zeros above and below, and one column of zeros that is the right
// border of its row and the left border of the next:
//
//	. . . . .        3 rows, 4 columns: Width 5, Padded 26;
//	. a b c d        the leading dot is the corner above and
//	. e f g h        left of a, and cell (r, c) stands at
//	. i j k l        (r+1)*Width + c + 1
//	. . . . . .
type Board struct{ Rows, Cols int }

// Cells returns how many cells the game has.
func (b Board) Cells() int { return b.Rows * b.Cols }

// Width returns the distance in cells from one row to the next.
func (b Board) Width() int { return b.Cols + 1 }

// Padded returns how many cells the layout has, border included.
func (b Board) Padded() int { return (b.Rows+2)*b.Width() + 1 }

// At returns where a cell stands in the layout; row and col may be -1 or one
// past the last.
func (b Board) At(row, col int) int { return (row+1)*b.Width() + col + 1 }

// Pack writes planes as a batch of boards. It leaves the border alone, which
// must be zero.
//
//	planes: [n, ch, rows, cols]
//	dst:    [n, padded, ch]
func Pack[T, S Float](b Board, dst []T, planes []S, n, ch int) {
	cells, size := b.Cells(), b.Padded()*ch
	for i := range n {
		for r := range b.Rows {
			for c := range b.Cols {
				cell := dst[i*size+b.At(r, c)*ch:][:ch]
				src := planes[i*ch*cells+r*b.Cols+c:]
				for k := range cell {
					cell[k] = T(src[k*cells])
				}
			}
		}
	}
}

// Flatten writes rows of cells as planes: the transpose of each board.
//
//	src: [n, cells, ch]
//	dst: n rows of [ch, cells], the first at 0 and stride floats apart
func Flatten[T Float](dst, src []T, n, cells, ch, stride int) {
	for i := range n {
		out := dst[i*stride:][:ch*cells]
		for c := range cells {
			for k, v := range src[(i*cells+c)*ch:][:ch] {
				out[k*cells+c] = v
			}
		}
	}
}
