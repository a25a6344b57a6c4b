package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// brush is a way to make a drawing. Lengths are in units of 1/40 of a square.
type brush interface {
	rect(x, y, w, h float64, p paint)
	circle(x, y, r float64, p paint)
	path(d string, p paint)
	// text writes s with its baseline at y, centred on x.
	text(x, y, size float64, s string, c rgb)
	// stamp makes a drawing whose upper left corner comes to (x, y). Stamps of
	// one name are equal.
	stamp(name string, x, y float64, draw func())
}

// paint is how a shape is filled and outlined; a width of 0 draws no line.
type paint struct {
	filled bool
	fill   rgb
	line   rgb
	width  float64
}

func fill(c rgb) paint { return paint{filled: true, fill: c} }

func stroke(c rgb, width float64) paint { return paint{line: c, width: width} }

func outlined(c, line rgb, width float64) paint {
	return paint{filled: true, fill: c, line: line, width: width}
}

// unit is the side of a square.
const unit = 40.0

const (
	pad         = 8.0  // around everything
	labelSize   = 11.0 // of ranks and files
	captionSize = 13.0
	outline     = 1.4 // of figures
)

// scene is a diagram about to be drawn in a theme.
type scene struct {
	Diagram
	palette
	theme         Theme
	width, height float64
	left, top     float64 // of the board
	slants        []float64
	breadth       float64 // of the board, in cells
}

func newScene(d Diagram, t Theme) *scene {
	s := &scene{Diagram: d, palette: palettes[t].inked(d), theme: t, top: pad}
	s.slants, s.breadth = d.Slants()
	margin := pad
	if d.Ranks != nil {
		margin += math.Ceil(labelSize * (0.4 + 0.6*float64(width(d.Ranks))))
	}
	board := unit * s.breadth
	caption := captionSize * 0.56 * float64(utf8.RuneCountInString(d.Caption))
	s.width = math.Ceil(max(margin+board+pad, pad+caption+pad))
	s.left = max(margin, math.Floor((s.width-board)/2))
	s.height = s.top + unit*float64(d.Rows) + pad
	if d.Files != nil {
		s.height += labelSize
	}
	if d.Caption != "" {
		s.height += captionSize + pad
	}
	return s
}

// draw draws everything, from the back to the front.
func (s *scene) draw(b brush) {
	b.rect(0, 0, s.width, s.height, fill(s.page))
	if s.Grid == LinkGrid { // between its points, too, there is board
		b.rect(s.left, s.top, unit*float64(s.Cols), unit*float64(s.Rows), fill(s.grounds[Plain]))
	}
	for i := range s.Cells {
		s.ground(b, i)
	}
	if lines := s.Lines(); lines != "" {
		b.stamp(fmt.Sprintf("%v-grid-%d-%d-%d", s.theme, s.Grid, s.Rows, s.Cols), s.left, s.top, func() { b.path(lines, stroke(s.palette.mark, 1)) })
	}
	if s.slants == nil {
		b.rect(s.left, s.top, unit*float64(s.Cols), unit*float64(s.Rows), stroke(s.border(), 1.5))
	}
	for i, c := range s.Cells {
		if c.Piece.Figure != Nothing {
			s.piece(b, i, c.Piece)
		}
	}
	for _, i := range s.Hints {
		s.pointOut(b, i)
	}
	s.labels(b)
}

// border returns the colour of the line about the board.
func (s *scene) border() rgb {
	if len(s.Cells) > 0 && s.Cells[0].Ground == HoleCell {
		return s.grounds[HoleCell].mix(0, 0.25)
	}
	return s.grid
}

// corner returns the upper left corner of a cell.
func (s *scene) corner(cell int) (x, y float64) {
	row, col := cell/s.Cols, cell%s.Cols
	x, y = s.left+unit*float64(col), s.top+unit*float64(row)
	if s.slants != nil {
		x += unit * s.slants[row]
	}
	return x, y
}

// ground draws an empty square and its mark.
func (s *scene) ground(b brush, cell int) {
	x, y := s.corner(cell)
	c := s.Cells[cell]
	colour := s.grounds[c.Ground]
	last := slices.Contains(s.Last, cell)
	switch c.Ground {
	case NoCell:
		return
	case HoleCell:
		b.rect(x, y, unit, unit, fill(colour))
		rim := outlined(s.page, colour.mix(0, 0.25), 1)
		if last {
			rim = outlined(s.page, s.sides[FirstSide].fill, 5)
		}
		b.circle(x+unit/2, y+unit/2, 15.5, rim)
	case BlueCell, GreenCell, RedCell: // the colour is part of the rules: a frame leaves it as it is
		b.rect(x, y, unit, unit, fill(colour))
		if last {
			b.rect(x+1.75, y+1.75, unit-3.5, unit-3.5, stroke(s.last, 3.5))
		}
	default:
		if last {
			colour = colour.mix(s.last, 0.45)
		}
		if s.slants != nil {
			b.path(hexagon(x, y), outlined(colour, s.grid, 1))
			break
		}
		b.rect(x, y, unit, unit, s.square(c.Ground, colour))
	}
	s.mark(b, x, y, c.Mark)
}

// square returns the paint of a square: those that do not differ from their
// neighbours have lines between them, but on a grid.
func (s *scene) square(g Ground, colour rgb) paint {
	if g == LightCell || g == DarkCell || s.Grid != NoGrid && g == Plain {
		return fill(colour)
	}
	return outlined(colour, s.grid, 0.8)
}

// mark draws the sign of a square in its lower left corner, where pieces leave
// it to be seen; the cross fills the square.
func (s *scene) mark(b brush, x, y float64, m Mark) {
	if m == NoMark {
		return
	}
	const at, r = 6.0, 2.4
	b.stamp(s.theme.String()+"-mark"+[...]string{"", "-cross", "-dot", "-ring", "-bar", "-star"}[m], x, y, func() {
		switch m {
		case CrossMark:
			b.path("M7 7 L33 33 M33 7 L7 33", stroke(s.palette.mark, 2))
		case DotMark:
			b.circle(at, unit-at, r, fill(s.palette.mark))
		case StarMark:
			b.circle(unit/2, unit/2, 3, fill(s.palette.mark))
		case RingMark:
			b.circle(at, unit-at, r, stroke(s.palette.mark, 1.3))
		case BarMark:
			b.rect(at-3, unit-at-1, 6, 2, fill(s.palette.mark))
		}
	})
}

// pointOut marks a cell of Hints: a dot, or a ring about a piece.
func (s *scene) pointOut(b brush, cell int) {
	x, y := s.corner(cell)
	if s.Cells[cell].Piece.Figure != Nothing {
		b.circle(x+unit/2, y+unit/2, 18, stroke(s.hint, 2.5))
		return
	}
	b.circle(x+unit/2, y+unit/2, 5, fill(s.hint))
}

// labels writes the coordinates and the caption.
func (s *scene) labels(b brush) {
	const drop = 0.36 // from the middle of a digit to its foot, in sizes
	first, foots := s.ends()
	for row, label := range s.Ranks {
		x := s.left - labelSize*(0.3+0.3*float64(width(s.Ranks)))
		if s.slants != nil {
			x += unit * (s.slants[row] + float64(first[row]))
		}
		b.text(x, s.top+unit*(float64(row)+0.5)+drop*labelSize, labelSize, label, s.label)
	}
	foot := s.top + unit*float64(s.Rows)
	for col, label := range s.Files {
		if s.slants != nil { // below the last cell of the column, which leans to the right
			x, y := s.corner(foots[col]*s.Cols + col)
			b.text(x+unit, y+unit+labelSize+3, labelSize, label, s.label)
			continue
		}
		b.text(s.left+unit*(float64(col)+0.5), foot+labelSize+3, labelSize, label, s.label)
	}
	if s.Caption != "" {
		b.text(s.left+unit*s.breadth/2, s.height-pad, captionSize, s.Caption, s.caption)
	}
}

// SVG writes d as a picture that stands alone or goes into a page as it is:
// each kind of piece is defined once, under a name that means the same in
// every diagram.
func SVG(w io.Writer, d Diagram, t Theme) error {
	s := newScene(d, t)
	b := svg{made: map[string]bool{}}
	b.out = &b.body
	s.draw(&b)
	var all bytes.Buffer
	fmt.Fprintf(&all, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img"`+
		` stroke-linejoin="round" stroke-linecap="round" font-family="system-ui, sans-serif" text-anchor="middle">`+"\n",
		num(s.width), num(s.height), num(s.width), num(s.height))
	if d.Caption != "" {
		fmt.Fprintf(&all, "<title>%s</title>\n", escape(d.Caption))
	}
	if b.defs.Len() > 0 {
		fmt.Fprintf(&all, "<defs>\n%s</defs>\n", b.defs.Bytes())
	}
	all.Write(b.body.Bytes())
	all.WriteString("</svg>\n")
	_, err := w.Write(all.Bytes())
	return err
}

// svg is a brush that writes elements.
type svg struct {
	defs, body bytes.Buffer
	out        *bytes.Buffer // body, or defs inside a stamp
	made       map[string]bool
}

func (b *svg) rect(x, y, w, h float64, p paint) {
	fmt.Fprintf(b.out, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", num(x), num(y), num(w), num(h), p.attributes())
}

func (b *svg) circle(x, y, r float64, p paint) {
	fmt.Fprintf(b.out, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", num(x), num(y), num(r), p.attributes())
}

func (b *svg) path(d string, p paint) {
	fmt.Fprintf(b.out, `<path d="%s"%s/>`+"\n", d, p.attributes())
}

func (b *svg) text(x, y, size float64, s string, c rgb) {
	fmt.Fprintf(b.out, `<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`+"\n", num(x), num(y), num(size), c.hex(), escape(s))
}

func (b *svg) stamp(name string, x, y float64, draw func()) {
	id := "ludens-" + name
	if !b.made[id] {
		b.made[id] = true
		b.out = &b.defs
		fmt.Fprintf(b.out, "<g id=%q>\n", id)
		draw()
		b.out.WriteString("</g>\n")
		b.out = &b.body
	}
	fmt.Fprintf(b.out, `<use href="#%s" x="%s" y="%s"/>`+"\n", id, num(x), num(y))
}

// attributes returns the fill and the line as SVG has them.
func (p paint) attributes() string {
	a := ` fill="none"`
	if p.filled {
		a = fmt.Sprintf(` fill=%q`, p.fill.hex())
	}
	if p.width > 0 {
		a += fmt.Sprintf(` stroke=%q stroke-width="%s"`, p.line.hex(), num(p.width))
	}
	return a
}

// num writes a length in at most two decimals.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // a Buffer takes everything
	return b.String()
}
