package diagram

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// PNG writes d as a picture in which a cell has square by square pixels.
func PNG(w io.Writer, d Diagram, t Theme, square int) error {
	if square < 8 || square > 1024 {
		return fmt.Errorf("diagram: cells of %d pixels, want 8 to 1024", square)
	}
	c, err := paintScene(newScene(d, t), square)
	if err != nil {
		return fmt.Errorf("diagram: %w", err)
	}
	return c.EncodePNG(w)
}

func paintScene(s *scene, square int) (*canvas, error) {
	letters, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	c := &canvas{scale: float64(square) / unit, letters: letters}
	c.Context = gg.NewContext(int(math.Ceil(s.width*c.scale)), int(math.Ceil(s.height*c.scale)))
	c.SetLineJoinRound()
	c.SetLineCapRound()
	s.draw(c)
	return c, c.err
}

// canvas is a brush that sets pixels. Squares come to lie on whole pixels.
type canvas struct {
	*gg.Context
	scale   float64 // pixels a unit
	x, y    float64 // of the stamp being made, in units
	letters *opentype.Font
	err     error // the first
}

func (c *canvas) rect(x, y, w, h float64, p paint) {
	left, top := c.snap(c.x+x), c.snap(c.y+y)
	c.DrawRectangle(left, top, c.snap(c.x+x+w)-left, c.snap(c.y+y+h)-top)
	c.apply(p)
}

// circle draws the line as a ring that is filled: a stroke would show where it
// begins and ends.
func (c *canvas) circle(x, y, r float64, p paint) {
	px, py := c.at(x, y)
	if p.filled {
		c.DrawCircle(px, py, r*c.scale)
		c.apply(fill(p.fill))
	}
	if p.width > 0 {
		c.DrawCircle(px, py, (r+p.width/2)*c.scale)
		c.DrawCircle(px, py, (r-p.width/2)*c.scale)
		c.SetFillRuleEvenOdd()
		c.apply(fill(p.line))
		c.SetFillRuleWinding()
	}
}

func (c *canvas) path(d string, p paint) {
	var x, y float64 // where the pen is, for H and V
	for _, s := range segments(d) {
		a := s.args
		switch s.command {
		case 'H':
			x = a[0]
		case 'V':
			y = a[0]
		case 'Z':
			c.ClosePath()
			continue
		default:
			x, y = a[len(a)-2], a[len(a)-1]
		}
		switch s.command {
		case 'M':
			c.MoveTo(c.at(x, y))
		case 'L', 'H', 'V':
			c.LineTo(c.at(x, y))
		case 'Q':
			x1, y1 := c.at(a[0], a[1])
			x2, y2 := c.at(x, y)
			c.QuadraticTo(x1, y1, x2, y2)
		case 'C':
			x1, y1 := c.at(a[0], a[1])
			x2, y2 := c.at(a[2], a[3])
			x3, y3 := c.at(x, y)
			c.CubicTo(x1, y1, x2, y2, x3, y3)
		}
	}
	c.apply(p)
}

func (c *canvas) text(x, y, size float64, s string, colour rgb) {
	face, err := opentype.NewFace(c.letters, &opentype.FaceOptions{Size: size * c.scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		c.err = err
		return
	}
	defer face.Close()
	c.SetFontFace(face)
	c.SetColor(colour.opaque())
	px, py := c.at(x, y)
	c.DrawStringAnchored(s, px, py, 0.5, 0)
}

func (c *canvas) stamp(_ string, x, y float64, draw func()) {
	c.x, c.y = x, y
	draw()
	c.x, c.y = 0, 0
}

// at returns the pixel of a point.
func (c *canvas) at(x, y float64) (px, py float64) {
	return (c.x + x) * c.scale, (c.y + y) * c.scale
}

// apply fills and outlines the current path, and forgets it.
func (c *canvas) apply(p paint) {
	if p.filled {
		c.SetColor(p.fill.opaque())
		c.FillPreserve()
	}
	if p.width > 0 {
		c.SetColor(p.line.opaque())
		c.SetLineWidth(p.width * c.scale)
		c.StrokePreserve()
	}
	c.ClearPath()
}

// snap returns the whole pixel nearest to a coordinate.
func (c *canvas) snap(x float64) float64 { return math.Round(x * c.scale) }

func (c rgb) opaque() color.RGBA {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255}
}
