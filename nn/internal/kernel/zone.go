package kernel

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
