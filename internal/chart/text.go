package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lineHeight is the distance of two lines of text.
const lineHeight = vg.Length(sizeText * 1.3)

// wrap breaks text between words into lines of at most a width; a word that is
// wider stands alone. No text, no line.
func wrap(s string, st draw.TextStyle, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last >= 0 && st.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// paintLines sets lines one under another, the first with its top at y.
func paintLines(c draw.Canvas, st draw.TextStyle, x, y vg.Length, lines []string) {
	for i, line := range lines {
		c.FillText(st, vg.Point{X: x, Y: y - vg.Length(i)*lineHeight}, line)
	}
}

// widest returns the width of the longest line.
func widest(st draw.TextStyle, lines []string) (w vg.Length) {
	for _, line := range lines {
		w = max(w, st.Width(line))
	}
	return w
}
