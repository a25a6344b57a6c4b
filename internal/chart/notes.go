package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Notes is text among charts: each paragraph behind a dot.
type Notes struct {
	Title string
	Text  []string
}

const indent = vg.Length(9)

func (c Notes) height(width vg.Length) vg.Length {
	h := titleHeight + 4
	for _, t := range c.Text {
		h += vg.Length(len(c.lines(t, width)))*lineHeight + 3
	}
	return h
}

func (c Notes) lines(t string, width vg.Length) []string {
	return wrap(t, style(sizeText, nil), width-indent)
}

func (c Notes) paint(to draw.Canvas, l *look) {
	to.FillText(bold(style(sizeTitle, l.ink)), vg.Point{X: to.Min.X, Y: to.Max.Y}, c.Title)
	y := to.Max.Y - titleHeight - 4
	for _, t := range c.Text {
		lines := c.lines(t, to.Max.X-to.Min.X)
		p := vg.Point{X: to.Min.X + 2.5, Y: y - lineHeight*0.45}
		to.DrawGlyphNoClip(draw.GlyphStyle{Color: l.hue(2, 0), Radius: 1.8, Shape: draw.CircleGlyph{}}, p)
		paintLines(to, style(sizeText, l.ink), to.Min.X+indent, y, lines)
		y -= vg.Length(len(lines))*lineHeight + 3
	}
}

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
