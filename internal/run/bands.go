package run

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ludens/internal/chart"
)

// leastSeeds is how many runs that differ in their seeds only are one line with a band: the
// lines of two can be compared with the eye.
const leastSeeds = 3

// groups returns the runs by their indices: those that are drawn as one line together.
func (c Comparison) groups() (all [][]int) {
	rows := c.Configuration()
	bySettings := map[string][]int{}
	var order []string
	for i := range c {
		var settings strings.Builder
		for _, row := range rows {
			if row[0] != "seed" {
				fmt.Fprintf(&settings, "%s=%s\n", row[0], row[1+i])
			}
		}
		if bySettings[settings.String()] == nil {
			order = append(order, settings.String())
		}
		bySettings[settings.String()] = append(bySettings[settings.String()], i)
	}
	for _, settings := range order {
		if g := bySettings[settings]; len(g) >= leastSeeds {
			all = append(all, g)
		} else {
			all = append(all, slices.Collect(slices.Chunk(g, 1))...)
		}
	}
	return all
}

// band is the line of a group of runs that stand at xs: the mean of the iterations that all
// of them have measured, with the band from the lowest to the highest of them.
func (c Comparison) band(group []int, xs [][]float64, values func(r *Curves) []float64) chart.Series {
	first := group[0]
	if len(group) == 1 {
		return chart.Series{Name: c.names()[first], X: xs[first], Y: values(c[first])}
	}
	s := chart.Series{Name: fmt.Sprintf("%s and %d other seeds", c.names()[first], len(group)-1)}
	type point struct{ x, y float64 }
	at := map[int][]point{} // by iteration
	for _, i := range group {
		ys := values(c[i])
		for k, m := range c[i].Points {
			if !math.IsNaN(ys[k]) {
				at[m.At.Iteration] = append(at[m.At.Iteration], point{xs[i][k], ys[k]})
			}
		}
	}
	for _, m := range c[first].Points {
		points := at[m.At.Iteration]
		if len(points) < len(group) {
			continue
		}
		var x, y float64
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range points {
			x, y = x+p.x/float64(len(points)), y+p.y/float64(len(points))
			low, high = min(low, p.y), max(high, p.y)
		}
		s.X, s.Y, s.Low, s.High = append(s.X, x), append(s.Y, y), append(s.Low, low), append(s.High, high)
	}
	return s
}

// Places returns where the iterations of the first run stand, over one of Overs.
func (c Comparison) Places(over string) (x []float64, iterations []int) {
	xs, _ := c.axis(over)
	for _, m := range c[0].Points {
		iterations = append(iterations, m.At.Iteration)
	}
	return xs[0], iterations
}

// WriteTable writes the numbers of the first run as a table.
func (c Comparison) WriteTable(w io.Writer) error { return c[0].WriteTable(w) }
