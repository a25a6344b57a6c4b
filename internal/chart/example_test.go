package chart_test

import (
	"bytes"
	"fmt"

	"ludens/internal/chart"
)

// A learning curve with its intervals beside how the games ended.
func Example() {
	iterations := []float64{10, 20, 30}
	page := chart.Page{Title: "celta", Rows: [][]chart.Chart{{
		chart.Line{
			Frame: chart.Frame{
				Title: "Against greedy", Note: "score with its 95 % interval",
				X: chart.Axis{Label: "iteration", Whole: true}, Y: chart.Axis{Percent: true, From: 0, To: 1},
				Rules: []chart.Rule{{At: 0.5, Name: "even"}},
			},
			Series: []chart.Series{{
				Name: "attackers", X: iterations, Y: []float64{0.30, 0.62, 0.91},
				Low: []float64{0.21, 0.52, 0.84}, High: []float64{0.40, 0.71, 0.95}, Points: true,
			}},
		},
		chart.Stack{
			Frame: chart.Frame{Title: "How games end", Y: chart.Axis{Percent: true}},
			At:    iterations,
			Parts: []chart.Part{{Name: "won", Size: []float64{0.4, 0.7, 0.9}}, {Name: "drawn", Size: []float64{0.6, 0.3, 0.1}, Hue: chart.Grey}},
		},
	}}}
	var svg bytes.Buffer
	fmt.Println(page.SVG(&svg, chart.Light), svg.Len() > 0)
	// Output: <nil> true
}
