package diagram

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Text draws d in plain characters, one line a row, with coordinates and the
// caption. A piece is its Letter. Last and Hints are not shown: the text is
// that of the position, whatever led to it.
func Text(d Diagram) string {
	var b strings.Builder
	margin := width(d.Ranks)
	slants, _ := d.Slants()
	first, _ := d.ends()
	for row := range d.Rows {
		if margin > 0 {
			rank := d.Ranks[row]
			spaces(&b, margin-utf8.RuneCountInString(rank))
			b.WriteString(rank + "  ")
		}
		if slants != nil { // a cell takes two characters
			spaces(&b, int(2*(slants[row]+float64(first[row]))))
		}
		var line strings.Builder
		for col := first[row]; col < d.Cols; col++ {
			if col > first[row] {
				line.WriteByte(' ')
			}
			line.WriteRune(d.Cells[row*d.Cols+col].letter())
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if d.Files != nil {
		if margin > 0 {
			spaces(&b, margin+2)
		}
		if slants != nil { // columns lean to the right
			spaces(&b, int(2*slants[d.Rows-1])+1)
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
	case c.Ground == NoCell:
		return ' '
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

// ANSI draws d for a terminal of 256 colours: three characters a square, which
// makes it nearly square, with coordinates, the last move in amber, and hints
// as brackets or dots.
func ANSI(d Diagram) string {
	var b strings.Builder
	margin := width(d.Ranks)
	slants, _ := d.Slants()
	first, _ := d.ends()
	for row := range d.Rows {
		if margin > 0 {
			spaces(&b, margin-utf8.RuneCountInString(d.Ranks[row]))
			b.WriteString(faint(d.Ranks[row]) + " ")
		}
		if slants != nil { // a cell takes four characters
			spaces(&b, int(4*(slants[row]+float64(first[row]))))
		}
		for col := first[row]; col < d.Cols; col++ {
			switch {
			case d.Cells[row*d.Cols+col].Ground == NoCell:
			case slants != nil:
				b.WriteString(d.tile(row*d.Cols+col) + plain + " ")
			default:
				b.WriteString(d.tile(row*d.Cols + col))
			}
		}
		b.WriteString(plain + "\n")
	}
	if d.Files != nil {
		if margin > 0 {
			spaces(&b, margin+1)
		}
		var files strings.Builder
		if slants != nil {
			spaces(&b, int(4*slants[d.Rows-1])+2)
		}
		for _, f := range d.Files {
			files.WriteString(" " + f)
			spaces(&files, 2-utf8.RuneCountInString(f)+b2i(slants != nil))
		}
		b.WriteString(faint(strings.TrimRight(files.String(), " ")) + "\n")
	}
	if d.Caption != "" {
		b.WriteString(d.Caption + "\n")
	}
	return b.String()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// plain takes all colours back.
const plain = "\x1b[0m"

func faint(s string) string { return "\x1b[2m" + s + plain }

// xterm is a colour of the 256.
type xterm uint8

const (
	amber    xterm = 136
	lime     xterm = 157
	white    xterm = 231
	black    xterm = 16
	navy     xterm = 17
	fineLine xterm = 252
)

var (
	tiles = [...]xterm{
		Plain: 244, LightCell: 247, DarkCell: 242, BlueCell: 67, GreenCell: 65, RedCell: 131,
		CornerCell: 240, ThroneCell: 240, HoleCell: 25, NoCell: 16,
	}
	pens  = [...]xterm{NoSide: fineLine, FirstSide: white, SecondSide: black}
	discs = [...]xterm{NoTone: white, BlueTone: 39, GreenTone: 77, RedTone: 203, YellowTone: 220}
)

// tile returns the three characters of a cell.
func (d Diagram) tile(cell int) string {
	c := d.Cells[cell]
	ground := tiles[c.Ground]
	if slices.Contains(d.Last, cell) {
		ground = amber
	}
	sign, pen := d.sign(c)
	text := " " + string(sign) + " "
	if slices.Contains(d.Hints, cell) {
		text = "[" + string(sign) + "]"
		if c.Piece.Figure == Nothing {
			text, pen = " • ", lime
		}
	}
	return fmt.Sprintf("\x1b[1;48;5;%d;38;5;%dm%s", ground, pen, text)
}

// sign returns what stands in the middle of a tile, and its colour.
func (d Diagram) sign(c Cell) (rune, xterm) {
	p := c.Piece
	switch {
	case p.Figure == Disc && p.Tone != NoTone:
		return '●', discs[p.Tone]
	case p.Figure == Disc:
		return '●', d.pen(p.Side)
	case p.Figure != Nothing:
		return p.Letter, d.pen(p.Side)
	case c.Ground == HoleCell:
		return '●', navy
	case d.Grid != NoGrid && c.Mark == StarMark:
		return '╋', fineLine
	case d.Grid != NoGrid && c.Mark == NoMark:
		return '┼', fineLine
	case c.Mark != NoMark:
		return c.letter(), fineLine
	case c.Ground == Plain:
		return '·', fineLine
	}
	return ' ', fineLine
}
