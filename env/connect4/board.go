package connect4

// board is a set of cells, column by column and upwards: bit 7*col + height.
// Every seventh bit, above the top row, stays empty, so that no line runs from
// one column into the next (Tromp 1995).
//
//	5 12 19 26 33 40 47
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42
type board uint64

const (
	up     = rows + 1               // from the bottom of a column to that of the next
	bottom = board(0x408_1020_4081) // height 0 of all columns
	full   = bottom * (1<<rows - 1)
)

// column returns the cells of a column.
func column(col int) board { return (1<<rows - 1) << (col * up) }

// has reports whether cell c, counted row by row from the top, is in b.
func (b board) has(c int) bool { return b>>bit(c)&1 != 0 }

// bit returns the bit of cell c, counted row by row from the top.
func bit(c int) int { return c%cols*up + rows - 1 - c/cols }

// cell is the inverse of bit.
func cell(bit int) int { return (rows-1-bit%up)*cols + bit/up }

// four reports whether b holds four in a row.
func (b board) four() bool {
	for _, step := range [...]int{1, up, up - 1, up + 1} { // upright, level, falling, rising
		pairs := b & (b >> step)
		if pairs&(pairs>>(2*step)) != 0 {
			return true
		}
	}
	return false
}
