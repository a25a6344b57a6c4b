package diagram

import (
	"strings"
	"unicode/utf8"
)

// Text draws d in plain characters, one line a row, with coordinates and the
// caption. A piece is its Letter. Last and Hints are not shown: the text is
// that of the position, whatever led to it.
func Text(d Diagram) string {
	var b strings.Builder
	margin := width(d.Ranks)
	for row := range d.Rows {
		if margin > 0 {
			rank := d.Ranks[row]
			spaces(&b, margin-utf8.RuneCountInString(rank))
			b.WriteString(rank + "  ")
		}
		for col := range d.Cols {
			if col > 0 {
				b.WriteByte(' ')
			}
			b.WriteRune(d.Cells[row*d.Cols+col].letter())
		}
		b.WriteByte('\n')
	}
	if d.Files != nil {
		if margin > 0 {
			spaces(&b, margin+2)
		}
		b.WriteString(strings.Join(d.Files, " ") + "\n")
	}
	if d.Caption != "" {
		b.WriteString(d.Caption + "\n")
	}
	return b.String()
}

// letter returns what plain text shows of c.
func (c Cell) letter() rune {
	switch {
	case c.Piece.Figure != Nothing:
		return c.Piece.Letter
	case c.Mark == CrossMark:
		return '+'
	case c.Mark == DotMark:
		return ':'
	case c.Mark == RingMark:
		return '\''
	case c.Mark == BarMark:
		return '-'
	}
	return '.'
}

// width returns the number of characters of the longest label.
func width(labels []string) int {
	n := 0
	for _, l := range labels {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}

func spaces(b *strings.Builder, n int) {
	for range n {
		b.WriteByte(' ')
	}
}
