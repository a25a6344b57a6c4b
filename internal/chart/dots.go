package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots shows values with their intervals one under another, the first on top:
// ratings, or the fairness of many arrays. Where there are more rows than can be
// read they lose their names and draw together.
type Dots struct {
	Frame
	Rows []Dot
}

// Dot is one row. One whose value is not finite is left out.
type Dot struct {
	Name      string
	Value     float64
	Low, High float64 // equal: no interval
	Hue       Hue     // 0: the first of the palette
}

// legible is how many rows can have names; more take the room of crowd.
const legible, crowd = 60, 24

func (c Dots) frame() Frame { return c.Frame }

func (c Dots) grid() (upright, flat bool) { return true, false }

func (c Dots) names(plane) []name { return nil }

func (c Dots) height(width vg.Length) vg.Length {
	rows := len(c.shown())
	if rows > legible {
		rows = crowd
	}
	return frameHeight(c.Frame, width, max(40, 13*vg.Length(rows)))
}

func (c Dots) paint(to draw.Canvas, l *look) {
	to.Min.Y = to.Max.Y - c.height(to.Max.X-to.Min.X) // rows keep their distance
	paintFrame(to, l, c)
}

// shown returns the rows with a value.
func (c Dots) shown() (rows []Dot) {
	for _, r := range c.Rows {
		if finite(r.Value) && !(c.X.Log && r.Value <= 0) {
			rows = append(rows, r)
		}
	}
	return rows
}

func (c Dots) extent() (x, y span) {
	x, y = nothing(), nothing()
	for i, r := range c.shown() {
		x, y = x.with(r.Value), y.with(float64(i))
		for _, end := range []float64{r.Low, r.High} {
			if r.Low != r.High && !(c.X.Log && end <= 0) {
				x = x.with(end)
			}
		}
	}
	return x, y
}

func (c Dots) scales() (x, y scale) {
	xs, ys := c.extent()
	for _, r := range c.Rules {
		if r.Upright {
			xs = xs.with(r.At)
		}
	}
	rows := c.shown()
	y = scale{span: ys, named: []tick{}}
	y.lo, y.hi = -float64(len(rows))+0.5, 0.5
	if len(rows) <= legible {
		for i, r := range rows {
			y.named = append(y.named, tick{-float64(i), r.Name})
		}
	}
	return c.X.fit(xs), y
}

func (c Dots) draw(p plane) {
	rows := c.shown()
	few := len(rows) <= legible
	width, radius := vg.Length(1.6), vg.Length(2.6)
	if !few {
		width, radius = 0.6, 0.9
	}
	for i, r := range rows {
		y, hue := p.Y(-float64(i)), p.hue(r.Hue, 0)
		if r.Low != r.High {
			line := draw.LineStyle{Color: hue, Width: width}
			if !few {
				line.Color = veil(hue)
			}
			p.StrokeLine2(line, p.X(r.Low), y, p.X(r.High), y)
		}
		p.DrawGlyphNoClip(draw.GlyphStyle{Color: hue, Radius: radius, Shape: draw.CircleGlyph{}}, vg.Point{X: p.X(r.Value), Y: y})
	}
}
