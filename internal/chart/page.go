// Package chart draws figures as a journal would print them: small multiples on
// one page, thin grids, names beside what they name, colours that most
// colour-blind people can distinguish, on light and on dark ground.
//
// A figure is data. [Line], [Stack], [Histogram], [Dots] and [Notes] are charts,
// a [Page] holds rows of them and writes itself as PNG or SVG:
//
//	page := chart.Page{Title: "A run", Rows: [][]chart.Chart{{
//		chart.Line{Frame: chart.Frame{Title: "Loss"}, Series: []chart.Series{{Name: "value", X: x, Y: y}}},
//	}}}
//	err := page.SVG(w, chart.Light)
//
// Values that are not finite are left out, and a chart without any says so in
// words: nothing here panics over what it is to show.
package chart

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"ludens/internal/disk"
)

// Page is a figure: rows of charts under one title. The charts of a row share
// its width evenly.
type Page struct {
	Title string
	Note  string // under the title
	Rows  [][]Chart
	Width int // pixels as displayed; 0: 800
}

// Chart is one of Line, Stack, Histogram, Dots and Notes.
type Chart interface {
	// height returns how high the chart wants to be at a width.
	height(width vg.Length) vg.Length
	// paint draws the chart into c.
	paint(c draw.Canvas, l *look)
}

// Spaces of a page.
const (
	margin = vg.Length(16)
	gapX   = vg.Length(20)
	gapY   = vg.Length(18)
)

// PNG writes the page as a picture with two pixels a displayed pixel.
func (p Page) PNG(w io.Writer, t Theme) error {
	l := &looks[t]
	c := vgimg.NewWith(vgimg.UseWH(p.width(), p.height()), vgimg.UseDPI(2*96), vgimg.UseBackgroundColor(l.ground))
	p.paint(draw.New(c), l)
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

func (p Page) width() vg.Length {
	if p.Width == 0 {
		return 600
	}
	return vg.Length(p.Width) * 3 / 4
}

func (p Page) height() vg.Length {
	h := margin + p.headHeight()
	for _, row := range p.Rows {
		h += p.rowHeight(row) + gapY
	}
	return h
}

// headHeight is that of title and note and the space under them.
func (p Page) headHeight() vg.Length {
	h := vg.Length(0)
	if p.Title != "" {
		h += sizeHead * 1.5
	}
	if p.Note != "" {
		h += vg.Length(len(wrap(p.Note, style(sizeText, nil), p.width()-2*margin))) * lineHeight
	}
	if h > 0 {
		h += 12
	}
	return h
}

func (p Page) column(charts int) vg.Length {
	return (p.width() - 2*margin - vg.Length(charts-1)*gapX) / vg.Length(max(1, charts))
}

func (p Page) rowHeight(row []Chart) (h vg.Length) {
	for _, c := range row {
		h = max(h, c.height(p.column(len(row))))
	}
	return h
}

func (p Page) paint(c draw.Canvas, l *look) {
	top := c.Max.Y - margin
	y := top
	if p.Title != "" {
		c.FillText(bold(style(sizeHead, l.ink)), vg.Point{X: margin, Y: y}, p.Title)
		y -= sizeHead * 1.5
	}
	paintLines(c, style(sizeText, l.faint), margin, y, wrap(p.Note, style(sizeText, nil), p.width()-2*margin))
	y = top - p.headHeight()
	for _, row := range p.Rows {
		h, w := p.rowHeight(row), p.column(len(row))
		for i, chart := range row {
			x := margin + vg.Length(i)*(w+gapX)
			chart.paint(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y - h}, Max: vg.Point{X: x + w, Y: y}}}, l)
		}
		y -= h + gapY
	}
}

// ErrEnding is that the name of a file does not say which picture it is.
var ErrEnding = errors.New("want a name that ends in .png or .svg")

// Save writes the page into a file, as its ending says: .png or .svg.
func (p Page) Save(file string, t Theme) error {
	write := p.PNG
	switch strings.ToLower(filepath.Ext(file)) {
	case ".png":
	case ".svg":
		write = p.SVG
	default:
		return fmt.Errorf("%s: %w", file, ErrEnding)
	}
	return disk.Write(file, func(w io.Writer) error { return write(w, t) })
}

// SVG writes the page as a drawing that needs nothing else. Its letters are those
// of the reader's machine; each text says how wide it is, so that another
// typeface does not disturb the page.
func (p Page) SVG(w io.Writer, t Theme) error {
	l := &looks[t]
	c := vgsvg.New(p.width(), p.height())
	whole := draw.New(c)
	c.SetColor(l.ground)
	c.Fill(whole.Rectangle.Path())
	p.paint(whole, l)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, polish(b.String(), p.Title))
	return err
}

// svgText is a text as vgsvg writes it: weight, size and words.
var svgText = regexp.MustCompile(`<text [^>]*font-weight:(\w+)[^>]*font-size:([0-9.]+)px[^>]*>([^<]*)</text>`)

// polish titles the drawing, gives its texts their width and names the typefaces
// that may stand in for ours.
func polish(svg, title string) string {
	svg = svgText.ReplaceAllStringFunc(svg, func(text string) string {
		part := svgText.FindStringSubmatch(text)
		return fmt.Sprintf(`<text textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s`, textWidth(part[1], part[2], part[3]), text[len("<text"):])
	})
	head, body, _ := strings.Cut(shorten(svg), "<g ")
	return fmt.Sprintf("%s<title>%s</title>\n<g font-family=\"Liberation Sans,Arial,Helvetica,sans-serif\" %s", head, html.EscapeString(title), body)
}

// What vgsvg writes of every text though it is the same of all or goes without saying, and
// its numbers with more digits than can be seen: a tenth of a point is a seventh of a pixel.
var (
	needless = strings.NewReplacer(
		"<!-- Generated by SVGo and Plotinum VG -->\n", "", "\n\tstyle=", " style=",
		"font-family:Liberation Sans;", "", "font-variant:normal;", "", "font-weight:normal;", "", "font-style:normal;", "")
	svgPlace = regexp.MustCompile(` (d|x|y)="[^"]*"`)
	digits   = regexp.MustCompile(`[0-9]+\.[0-9]{2,}`)
)

// shorten returns the drawing without them, a fifth smaller.
func shorten(svg string) string {
	return svgPlace.ReplaceAllStringFunc(needless.Replace(svg), func(place string) string {
		return digits.ReplaceAllStringFunc(place, func(number string) string {
			v, _ := strconv.ParseFloat(number, 64)
			return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
		})
	})
}

// textWidth returns how wide our typeface sets a text that was escaped.
func textWidth(weight, size, escaped string) float64 {
	points, _ := strconv.ParseFloat(size, 64)
	st := style(font.Length(points), nil)
	if weight == "bold" {
		st = bold(st)
	}
	return st.Width(html.UnescapeString(escaped)).Points()
}

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
