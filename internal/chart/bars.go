package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Stack shows how wholes divide into parts: a bar for each X, the parts on one
// another in their order. Where bars are many they run together into areas.
type Stack struct {
	Frame
	At    []float64 // where the bars stand, increasing
	Parts []Part
}

// Part is what one part has of each bar. What is not finite or negative is
// nothing.
type Part struct {
	Name string
	Size []float64 // as many as bars
	Hue  Hue
}

func (c Stack) frame() Frame { return c.Frame }

func (c Stack) grid() (upright, flat bool) { return false, true }

func (c Stack) height(width vg.Length) vg.Length { return frameHeight(c.Frame, width, plotHeight) }

func (c Stack) paint(to draw.Canvas, l *look) { paintFrame(to, l, c) }

func (p Part) size(i int) float64 {
	if i < len(p.Size) && finite(p.Size[i]) && p.Size[i] > 0 {
		return p.Size[i]
	}
	return 0
}

// bars returns the indices of the bars that can be shown.
func (c Stack) bars() (bars []int) {
	for i, x := range c.At {
		if finite(x) && !(c.X.Log && x <= 0) && c.total(i) > 0 {
			bars = append(bars, i)
		}
	}
	return bars
}

func (c Stack) total(i int) (sum float64) {
	for _, p := range c.Parts {
		sum += p.size(i)
	}
	return sum
}

func (c Stack) extent() (x, y span) {
	x, y = nothing(), nothing()
	for _, i := range c.bars() {
		x, y = x.with(c.At[i]), y.with(0, c.total(i))
	}
	return x, y
}

func (c Stack) scales() (x, y scale) {
	xs, ys := c.extent()
	x, y = c.X.fit(xs), c.Y.fit(ys)
	if c.Y.From == c.Y.To { // bars stand on the ground and fill the height
		y.span = span{0, ys.with(0, 1e-9).hi}
	}
	if n := float64(len(c.bars()) - 1); n > 0 { // half a bar on either side
		if half := math.Pow(xs.hi/xs.lo, 0.5/n); c.X.Log {
			x.span = span{xs.lo / half, xs.hi * half}
		} else {
			half := (xs.hi - xs.lo) / n / 2
			x.span = span{xs.lo - half, xs.hi + half}
		}
	}
	return x, y
}

func (c Stack) draw(p plane) {
	bars := c.bars()
	left, right := c.edges(p, bars)
	base := make([]float64, len(bars))
	for n, part := range c.Parts {
		var outline [2][]vg.Point // of areas that run together: upper and lower edge
		for k, i := range bars {
			top := base[k] + part.size(i)
			upper := []vg.Point{{X: left[k], Y: p.Y(top)}, {X: right[k], Y: p.Y(top)}}
			lower := []vg.Point{{X: right[k], Y: p.Y(base[k])}, {X: left[k], Y: p.Y(base[k])}}
			base[k] = top
			outline[0], outline[1] = append(outline[0], upper...), append(lower, outline[1]...)
			if k == len(bars)-1 || right[k] < left[k+1] {
				p.FillPolygon(p.hue(part.Hue, n), append(outline[0], outline[1]...))
				outline = [2][]vg.Point{}
			}
		}
	}
}

// edges returns the left and right edge of each bar: halfway to the neighbours,
// with a gap between them where there is room for one.
func (c Stack) edges(p plane, bars []int) (left, right []vg.Length) {
	const gap, widest = 8, 20
	for k, i := range bars {
		x := p.X(c.At[i])
		before, after := x-p.Min.X, p.Max.X-x
		half := min(before, after)
		if k > 0 {
			before = x - right[k-1]
			half = min(half, (x-p.X(c.At[bars[k-1]]))/2)
		}
		if k < len(bars)-1 {
			after = (p.X(c.At[bars[k+1]]) - x) / 2
			half = min(half, after)
		}
		if len(bars)*gap < int(p.Max.X-p.Min.X) {
			before, after = min(half*0.8, widest), min(half*0.8, widest)
		}
		left, right = append(left, x-before), append(right, x+after)
	}
	return left, right
}

// names stand beside their part of the last bar; a part that no bar has is not
// named.
func (c Stack) names(p plane) (names []name) {
	bars := c.bars()
	if len(bars) == 0 {
		return nil
	}
	base, last := 0.0, bars[len(bars)-1]
	for n, part := range c.Parts {
		top := base + part.size(last)
		if part.Name != "" && slices.ContainsFunc(bars, func(i int) bool { return part.size(i) > 0 }) {
			names = append(names, name{part.Name, named(p.hue(part.Hue, n)), (p.Y(base) + p.Y(top)) / 2})
		}
		base = top
	}
	return names
}

// Histogram shows how often values fall into bins of one width.
type Histogram struct {
	Frame
	Values []float64
}

func (c Histogram) frame() Frame { return c.Frame }

func (c Histogram) grid() (upright, flat bool) { return false, true }

func (c Histogram) height(width vg.Length) vg.Length { return frameHeight(c.Frame, width, plotHeight) }

func (c Histogram) paint(to draw.Canvas, l *look) { paintFrame(to, l, c) }

func (c Histogram) names(plane) []name { return nil }

// aboutBins is about how many bins there are.
const aboutBins = 24

// bins returns the left edge of the first of about that many bins, the width of all, and how
// many values each holds. The edges are round numbers.
func bins(all []float64, about float64) (first, width float64, counts []int) {
	values := nothing().with(all...)
	if values.empty() {
		return 0, 0, nil
	}
	whole := true
	for _, v := range all {
		whole = whole && (!finite(v) || v == math.Trunc(v))
	}
	width = 1
	if values.hi > values.lo {
		width = roundStep((values.hi - values.lo) / about)
	}
	if whole {
		width = max(1, width)
	}
	first = math.Floor(values.lo/width) * width
	counts = make([]int, int((values.hi-first)/width)+1)
	for _, v := range all {
		if finite(v) {
			counts[min(len(counts)-1, int((v-first)/width))]++
		}
	}
	return first, width, counts
}

func (c Histogram) extent() (x, y span) {
	first, width, counts := bins(c.Values, aboutBins)
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
	first, width, counts := bins(c.Values, aboutBins)
	for i, n := range counts {
		lo, hi := p.X(first+width*float64(i)), p.X(first+width*float64(i+1))
		if hi-lo > 4 {
			lo, hi = lo+0.4, hi-0.4
		}
		top := p.Y(float64(n))
		p.FillPolygon(p.hue(0, 0), []vg.Point{{X: lo, Y: p.Min.Y}, {X: hi, Y: p.Min.Y}, {X: hi, Y: top}, {X: lo, Y: top}})
	}
}
