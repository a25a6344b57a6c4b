package wrap

import (
	"strings"
	"unicode"
)

// OneLine replaces what would break a line, a record or a terminal.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
