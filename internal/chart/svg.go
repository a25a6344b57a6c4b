package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

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
	svg = strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	head, body, _ := strings.Cut(svg, "<g ")
	return fmt.Sprintf("%s<title>%s</title>\n<g %s", head, html.EscapeString(title), body)
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
