package env

import (
	"strconv"
	"strings"
)

// Arranged is a Notated Game whose positions people put together piece by piece.
type Arranged interface {
	Notated
	// Arrange writes the text of a position without history: who is to move, and what
	// stands on the cells of the diagram, row by row from the top: the Letter of a
	// piece, 0 for none. No game need lead to it: ParsePosition says why not. Where the
	// pieces themselves determine whose turn it is, toMove is ignored.
	Arrange(letters []rune, toMove Player) string
}

// Rows writes what stands on a board, row by row: letters, and
// either a dot for each empty cell or the number of those in a row.
func Rows(letters []rune, cols int, dots bool) string {
	var text strings.Builder
	empty := 0
	gap := func() {
		if empty > 0 {
			text.WriteString(strconv.Itoa(empty))
		}
		empty = 0
	}
	for i, letter := range letters {
		if i > 0 && i%cols == 0 {
			gap()
			text.WriteByte('/')
		}
		switch {
		case letter != 0:
			gap()
			text.WriteRune(letter)
		case dots:
			text.WriteByte('.')
		default:
			empty++
		}
	}
	gap()
	return text.String()
}
