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

// row returns one row of cells of a batch of boards, without border.
func row[T Float](b Board, x []T, board, r, ch int) []T {
	return x[(board*b.Padded()+b.At(r, 0))*ch:][:b.Cols*ch]
}

// Flatten writes each board as planes.
//
//	src: [n, padded, ch]
//	dst: n rows of [ch, rows, cols], the first at 0 and stride floats apart
func Flatten[T Float](b Board, dst, src []T, n, ch, stride int) {
	for i := range n {
		for r := range b.Rows {
			in := row(b, src, i, r, ch)
			for k := range ch {
				out := dst[i*stride+k*b.Cells()+r*b.Cols:][:b.Cols]
				for c, at := 0, k; c < len(out) && at < len(in); c, at = c+1, at+ch {
					out[c] = in[at]
				}
			}
		}
	}
}

// Pack writes planes as boards: the other way round. It leaves the border
// alone, which must be zero.
//
//	src: n rows of [ch, rows, cols], one after the other
//	dst: [n, padded, ch]
func Pack[T, S Float](b Board, dst []T, src []S, n, ch int) {
	for i := range n {
		for r := range b.Rows {
			out := row(b, dst, i, r, ch)
			for k := range ch {
				in := src[(i*ch+k)*b.Cells()+r*b.Cols:][:b.Cols]
				for c, at := 0, k; c < len(in) && at < len(out); c, at = c+1, at+ch {
					out[at] = T(in[c])
				}
			}
		}
	}
}

// Zones is how many zones a board has. All cells of one see the same taps of a 3x3
// convolution, so that a plane with one number everywhere comes to the same in all of
// them:
//
//	0 1 1 1 2        zone 4 sees all nine taps, zone 1 misses the
//	3 4 4 4 5        upper three, zone 0 the upper three and the
//	3 4 4 4 5        two others on its left
//	6 7 7 7 8
const Zones = 9

// Zone returns the zone of a cell, on a board of at least two rows and two columns.
func (b Board) Zone(row, col int) int { return 3*third(row, b.Rows) + third(col, b.Cols) }

// third returns 0 for the first of n, 2 for the last and 1 for those between.
func third(i, n int) int {
	switch i {
	case 0:
		return 0
	case n - 1:
		return 2
	}
	return 1
}

// Sees reports whether a tap, 3*row + column, is on the board for the cells of a zone.
func Sees(zone, tap int) bool {
	return onBoard(zone/3, tap/3) && onBoard(zone%3, tap%3)
}

// onBoard reports the same of a row or a column of taps.
func onBoard(third, tap int) bool { return third+tap != 0 && third+tap != 4 }

// ZoneLayout writes numbers of zones to all cells of boards.
type ZoneLayout struct {
	board Board
	zones []int // of each cell, row by row
}

// NewZoneLayout returns one for boards of at least two rows and two columns.
func NewZoneLayout(b Board) *ZoneLayout {
	l := &ZoneLayout{board: b}
	for r := range b.Rows {
		for c := range b.Cols {
			l.zones = append(l.zones, b.Zone(r, c))
		}
	}
	return l
}

// Spread writes to each cell of n boards what its zone has. It writes no border.
//
//	src: [n, Zones, ch]
//	dst: [n, padded, ch]
func (l *ZoneLayout) Spread(dst, src []float32, n, ch int) {
	for i := range n {
		from := src[i*Zones*ch:][:Zones*ch]
		for r := range l.board.Rows {
			to := row(l.board, dst, i, r, ch)
			for c, zone := range l.zones[r*l.board.Cols:][:l.board.Cols] {
				copy(to[c*ch:][:ch], from[zone*ch:])
			}
		}
	}
}

// Layout moves numbers between planes and the boards of one number of channels.
type Layout[T Float] struct{ loops layoutLoops[T] }

// layoutLoops are the two ways as one path goes them.
type layoutLoops[T Float] interface {
	flatten(dst, src []T, n, stride int)
	pack(dst, src []T, n int)
}

// NewLayout returns one, on the active path.
func NewLayout[T Float](b Board, ch int) *Layout[T] {
	vector, ok := newVectorLayout(Active(), b, ch).(layoutLoops[T])
	if ok { // T is float32
		return &Layout[T]{vector}
	}
	return &Layout[T]{plainLayout[T]{b, ch}}
}

// Flatten does what the function Flatten does.
func (l *Layout[T]) Flatten(dst, src []T, n, stride int) { l.loops.flatten(dst, src, n, stride) }

// Pack does what the function Pack does.
func (l *Layout[T]) Pack(dst, src []T, n int) { l.loops.pack(dst, src, n) }

// plainLayout is the portable path, and the reference of the others.
type plainLayout[T Float] struct {
	board Board
	ch    int
}

func (l plainLayout[T]) flatten(dst, src []T, n, stride int) {
	Flatten(l.board, dst, src, n, l.ch, stride)
}
func (l plainLayout[T]) pack(dst, src []T, n int) { Pack(l.board, dst, src, n, l.ch) }
