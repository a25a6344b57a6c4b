package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Histogram shows how often values fall into bins of one width.
type Histogram struct {
	Frame
	Values []float64
	Bins   int // about this number; 0: 24
	Hue    Hue
}

func (c Histogram) frame() Frame { return c.Frame }

func (c Histogram) grid() (upright, flat bool) { return false, true }

func (c Histogram) height(width vg.Length) vg.Length { return frameHeight(c.Frame, width, plotHeight) }

func (c Histogram) paint(to draw.Canvas, l *look) { paintFrame(to, l, c) }

func (c Histogram) names(plane) []name { return nil }

// bins returns the left edge of the first bin, the width of all, and how many
// values each holds. The edges are round numbers.
func (c Histogram) bins() (first, width float64, counts []int) {
	values := nothing().with(c.Values...)
	if values.empty() {
		return 0, 0, nil
	}
	about, whole := c.Bins, true
	if about <= 0 {
		about = 24
	}
	for _, v := range c.Values {
		whole = whole && (!finite(v) || v == math.Trunc(v))
	}
	width = 1
	if values.hi > values.lo {
		width = roundStep((values.hi - values.lo) / float64(about))
	}
	if whole {
		width = max(1, width)
	}
	first = math.Floor(values.lo/width) * width
	counts = make([]int, int((values.hi-first)/width)+1)
	for _, v := range c.Values {
		if finite(v) {
			counts[min(len(counts)-1, int((v-first)/width))]++
		}
	}
	return first, width, counts
}

func (c Histogram) extent() (x, y span) {
	first, width, counts := c.bins()
	x, y = nothing(), nothing()
	if len(counts) == 0 {
		return x, y
	}
	x = x.with(first, first+width*float64(len(counts)))
	for _, n := range counts {
		y = y.with(0, float64(n))
	}
	return x, y
}

func (c Histogram) scales() (x, y scale) {
	xs, ys := c.extent()
	x, y = c.X.fit(xs), c.Y.fit(ys)
	y.lo = 0
	return x, y
}

func (c Histogram) draw(p plane) {
	first, width, counts := c.bins()
	for i, n := range counts {
		lo, hi := p.X(first+width*float64(i)), p.X(first+width*float64(i+1))
		if hi-lo > 4 {
			lo, hi = lo+0.4, hi-0.4
		}
		top := p.Y(float64(n))
		p.FillPolygon(p.hue(c.Hue, 0), []vg.Point{{X: lo, Y: p.Min.Y}, {X: hi, Y: p.Min.Y}, {X: hi, Y: top}, {X: lo, Y: top}})
	}
}
