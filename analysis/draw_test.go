package analysis_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/analysis"
	"ludens/env"
)

// Moves are drawn in proportion to (N + P)^(1/temperature), which DrawChances says.
func TestDraw(t *testing.T) {
	moves := []env.MoveStats{{Action: 1, Visits: 8, Prior: 0.5}, {Action: 2, Visits: 2, Prior: 0.25}, {Action: 3, Prior: 0.25}}
	won := []env.MoveStats{{Action: 1, Visits: 1, Prior: 0.5, Value: 1}, {Action: 2, Visits: 9, Prior: 0.25}, {Action: 3, Prior: 0.25, Value: -1}}
	lost := []env.MoveStats{{Action: 1, Visits: 8, Prior: 0.5}, {Action: 2, Visits: 90, Prior: 0.25, Value: -1}, {Action: 3, Prior: 0.25}}
	seen := []env.MoveStats{{Action: 1, Prior: 0.5, Value: 1}, {Action: 2, Prior: 0.25, Value: 1}, {Action: 3, Prior: 0.25, Value: 1}} // the first is proved at once
	even := []env.MoveStats{{Action: 1}, {Action: 2}, {Action: 3}}
	for _, c := range []struct {
		moves       []env.MoveStats
		temperature float64
		want        [3]float64
	}{
		{moves, 0, [3]float64{1, 0, 0}},
		{moves, 1, [3]float64{8.5 / 11, 2.25 / 11, 0.25 / 11}},
		{moves, 2, [3]float64{math.Sqrt(8.5) / 4.9155, math.Sqrt(2.25) / 4.9155, math.Sqrt(0.25) / 4.9155}},
		{moves, 0.01, [3]float64{1, 0, 0}},
		{won, 1, [3]float64{10.5 / 11, 0.25 / 11, 0.25 / 11}},
		{lost, 1, [3]float64{8.5 / 9, 0.25 / 9, 0.25 / 9}},
		{seen, 1, [3]float64{1.5 / 2, 0.25 / 2, 0.25 / 2}},
		{even, 1, [3]float64{1. / 3, 1. / 3, 1. / 3}},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		const n = 20_000
		var got [3]float64
		for range n {
			got[analysis.Draw(c.moves, c.temperature, rng)-1] += 1. / n
		}
		chances := analysis.DrawChances(c.moves, c.temperature)
		for i := range got {
			if math.Abs(chances[i]-c.want[i]) > 1e-4 {
				t.Errorf("temperature %v: move %d has the chance %.4f, want %.4f", c.temperature, i+1, chances[i], c.want[i])
			}
			if math.Abs(got[i]-c.want[i]) > 0.012 { // more than three standard deviations
				t.Errorf("temperature %v: move %d is drawn with %.3f, want %.3f", c.temperature, i+1, got[i], c.want[i])
			}
		}
	}
}
