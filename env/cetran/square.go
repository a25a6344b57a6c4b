package cetran

import "math/bits"

// square is a square of the board: a1 = 0, b1 = 1, ..., h8 = 63.
type square int8

const nowhere square = -1

// flip turns a square's index upside down, a1 to a8: a square of the board
// xor flip is the cell of the same square in a drawing whose row 0 is rank 8.
const flip = 56

func (s square) file() int { return int(s) & 7 }
func (s square) rank() int { return int(s) >> 3 } // rank 1 is 0

// bit returns the set that holds s alone.
func (s square) bit() uint64 { return 1 << (s & 63) }

// step returns the square dx files and dy ranks away, if the board has it.
func (s square) step(dx, dy int) (square, bool) {
	x, y := s.file()+dx, s.rank()+dy
	if x < 0 || x > 7 || y < 0 || y > 7 {
		return nowhere, false
	}
	return square(8*y + x), true
}

// String returns the square's name: "e4".
func (s square) String() string {
	if s == nowhere {
		return "-"
	}
	return string([]byte{byte('a' + s.file()), byte('1' + s.rank())})
}

// parseSquare reads a square's name.
func parseSquare(text string) (square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return nowhere, false
	}
	return square(8*int(text[1]-'1') + int(text[0]-'a')), true
}

// Sets of squares are bits of a word, a1 the lowest.
const (
	rank1  uint64 = 0xff
	rank3         = rank1 << 16
	rank6         = rank1 << 40
	rank8         = rank1 << 56
	fileA  uint64 = 0x0101010101010101
	fileH         = fileA << 7
	border        = rank1 | rank8 | 0x8181818181818181
)

// first returns the lowest square of a set that is not empty.
func first(set uint64) square { return square(bits.TrailingZeros64(set)) }

// single reports whether a set that is not empty holds one square.
func single(set uint64) bool { return set&(set-1) == 0 }
