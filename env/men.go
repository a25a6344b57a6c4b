package env

import "strings"

// Manned is a Game whose men move each in a way of its own, which it can show.
type Manned interface {
	// Men returns each kind once.
	Men() []Man
}

// Man is a kind of men.
type Man struct {
	Name   string   `json:"name"`   // "sissa"
	Letter string   `json:"letter"` // in drawings: "S"
	Moves  string   `json:"moves"`  // as its author wrote them, or in words
	Reach  []string `json:"reach"`  // a small board, a row a line: where it goes from the middle
}

// The signs of Man.Reach.
const (
	Nowhere      = '.' // it does not go there
	AnyWay       = '+' // it goes there, and captures
	GoesOnly     = 'o'
	CapturesOnly = 'x'
	AtFirst      = '*' // it goes there from its first square only
	Hops         = '^' // it goes there over another man
)

// ReachSide is the width and height of the empty board on which a man is shown.
const ReachSide = 9

// Reach draws where the man of a letter goes from the middle of an empty board. sign
// returns one of the signs above for a square that lies so far down and to the right.
func Reach(letter string, sign func(down, right int) byte) (rows []string) {
	const middle = ReachSide / 2
	for down := -middle; down <= middle; down++ {
		var row []string
		for right := -middle; right <= middle; right++ {
			if down == 0 && right == 0 {
				row = append(row, letter)
				continue
			}
			row = append(row, string(sign(down, right)))
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}
