package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Line shows series of values over X, each with the band of its interval.
type Line struct {
	Frame
	Series []Series
}

// Series is one line. A point whose X or Y is not finite is left out and
// interrupts it.
type Series struct {
	Name      string
	X, Y      []float64 // of one length
	Low, High []float64 // the interval of each point; nil: none
	Hue       Hue
	Points    bool   // measured at its points only: they are marked and joined by a thin line
	Dashed    bool   // what would be, for comparison
	Mark      string // beside the last point; "": none
}

func (c Line) frame() Frame { return c.Frame }

func (c Line) grid() (upright, flat bool) { return false, true }

func (c Line) height(width vg.Length) vg.Length { return frameHeight(c.Frame, width, plotHeight) }

func (c Line) paint(to draw.Canvas, l *look) { paintFrame(to, l, c) }

func (c Line) extent() (x, y span) {
	x, y = nothing(), nothing()
	for _, s := range c.Series {
		for _, run := range c.runs(s) {
			for _, i := range run {
				x, y = x.with(s.X[i]), y.with(s.Y[i])
				if s.Low != nil && !(c.Frame.Y.Log && s.Low[i] <= 0) {
					y = y.with(s.Low[i])
				}
				if s.High != nil {
					y = y.with(s.High[i])
				}
			}
		}
	}
	return x, y
}

func (c Line) scales() (x, y scale) {
	xs, ys := c.extent()
	for _, r := range c.Rules {
		if !r.Upright {
			ys = ys.with(r.At)
		}
	}
	x, y = c.X.fit(xs), c.Y.fit(ys)
	if xs.lo < xs.hi { // lines run from edge to edge
		x.span = c.X.wide(xs)
	}
	return x, y
}

// runs returns the indices of the points that can be shown, a run for each
// stretch without a gap.
func (c Line) runs(s Series) (runs [][]int) {
	fresh := true
	for i := range min(len(s.X), len(s.Y)) {
		x, y := s.X[i], s.Y[i]
		if !finite(x) || !finite(y) || c.Frame.X.Log && x <= 0 || c.Frame.Y.Log && y <= 0 {
			fresh = true
			continue
		}
		if fresh {
			runs = append(runs, nil)
			fresh = false
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
	}
	return runs
}

func (c Line) draw(p plane) {
	for i, s := range c.Series {
		for _, run := range c.runs(s) {
			s.drawBand(p, p.hue(s.Hue, i), run)
		}
	}
	for i, s := range c.Series {
		for _, run := range c.runs(s) {
			s.drawRun(p, p.hue(s.Hue, i), run)
		}
	}
}

// drawBand tints what lies between Low and High; around a lone point it is a bar.
func (s Series) drawBand(p plane, hue color.Color, run []int) {
	if s.Low == nil || s.High == nil {
		return
	}
	if len(run) == 1 {
		i := run[0]
		p.StrokeLine2(draw.LineStyle{Color: veil(hue), Width: 4}, p.X(s.X[i]), p.Y(s.low(i)), p.X(s.X[i]), p.Y(s.high(i)))
		return
	}
	var upper, lower []vg.Point
	for _, i := range run {
		upper = append(upper, p.at(s.X[i], s.high(i)))
		lower = append([]vg.Point{p.at(s.X[i], s.low(i))}, lower...)
	}
	p.FillPolygon(veil(hue), append(upper, lower...))
}

// low and high are the ends of an interval; an unknown one is the value itself.
func (s Series) low(i int) float64 {
	if math.IsNaN(s.Low[i]) {
		return s.Y[i]
	}
	return s.Low[i]
}

func (s Series) high(i int) float64 {
	if math.IsNaN(s.High[i]) {
		return s.Y[i]
	}
	return s.High[i]
}

func (s Series) drawRun(p plane, hue color.Color, run []int) {
	line := draw.LineStyle{Color: hue, Width: 1.4}
	if s.Points {
		line.Width = 0.9
	}
	if s.Dashed {
		line = draw.LineStyle{Color: hue, Width: 0.9, Dashes: []vg.Length{3, 2}}
	}
	points := make([]vg.Point, len(run))
	for k, i := range run {
		points[k] = p.at(s.X[i], s.Y[i])
	}
	p.StrokeLines(line, points)
	if s.Mark != "" {
		last := points[len(points)-1]
		p.FillText(middle(style(sizeText, hue)), vg.Point{X: last.X + 4, Y: last.Y}, s.Mark)
	}
	if s.Points || len(run) == 1 {
		for _, pt := range points {
			p.DrawGlyphNoClip(draw.GlyphStyle{Color: p.ground, Radius: 2.8, Shape: draw.CircleGlyph{}}, pt)
			p.DrawGlyphNoClip(draw.GlyphStyle{Color: hue, Radius: 2, Shape: draw.CircleGlyph{}}, pt)
		}
	}
}

// names stand at the ends of their lines.
func (c Line) names(p plane) (names []name) {
	for i, s := range c.Series {
		runs := c.runs(s)
		if s.Name == "" || len(runs) == 0 {
			continue
		}
		last := runs[len(runs)-1]
		names = append(names, name{s.Name, named(p.hue(s.Hue, i)), p.Y(s.Y[last[len(last)-1]])})
	}
	return names
}
