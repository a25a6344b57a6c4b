package bench

import (
	"cmp"
	"fmt"
	"slices"

	"ludens/internal/chart"
)

// page draws the roofline, both axes logarithmic. Points have the numbers of their names.
func (r *roofline) page() chart.Page {
	const left, right, lowest = 0.5, 1024, 4
	c := chart.Line{Frame: chart.Frame{
		Title: fmt.Sprintf("One core, %s, float32", r.machine.Kernels),
		Note: fmt.Sprintf("GFLOP/s over operations for each byte that must come or go: layers of %s on %dx%d in batches of %d (blue), and whole networks (orange)",
			rooflineNet, rooflineSide, rooflineSide, rooflineBatch),
		X:      chart.Axis{Log: true, From: left, To: right},
		Y:      chart.Axis{Log: true, From: lowest, To: 2 * r.peak / 1e9},
		Rules:  []chart.Rule{{At: r.peak / 1e9, Name: fmt.Sprintf("multiply-adds, %.0f GFLOP/s", r.peak/1e9)}},
		Height: 500,
	}}
	for v := left; v <= right; v *= 2 {
		c.X.Ticks = append(c.X.Ticks, v)
	}
	for i, roof := range r.roofs { // each up to its ridge
		c.Series = append(c.Series, chart.Series{
			Name: fmt.Sprintf("%s, %.0f GB/s", roof.name, roof.bandwidth/1e9), Hue: chart.Hue(3 + i),
			X: []float64{max(left, lowest*1e9/roof.bandwidth), r.peak / roof.bandwidth}, Y: []float64{max(lowest, left*roof.bandwidth/1e9), r.peak / 1e9},
		})
	}
	byRate := func(a, b spot) int { return cmp.Compare(b.rate, a.rate) }
	for i, s := range slices.SortedStableFunc(slices.Values(r.points), byRate) {
		hue := chart.Hue(1)
		if s.network {
			hue = 2
		}
		mark := fmt.Sprint(i + 1)
		c.Series = append(c.Series, chart.Series{Name: mark + " " + s.name, Mark: mark, Hue: hue, X: []float64{s.intensity}, Y: []float64{s.rate / 1e9}})
	}
	return chart.Page{Title: "Roofline", Rows: [][]chart.Chart{{c}}}
}
