package run

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/chart"
	"ludens/train"
)

// Column is one number of every iteration; NaN where it was not measured.
type Column struct {
	Name   string
	Values []float64
}

// ofNetworks are the columns that a run by alpha-beta has nothing for.
var ofNetworks = []string{
	"steps", "learning_rate", "policy_loss", "value_loss", "score_loss", "network_entropy", "gradient", "clipped_steps",
	"search_entropy", "even_entropy", "policy_gap",
}

// Columns are the numbers of a table.
func (r *Curves) Columns() []Column {
	it := func(name string, value func(m Metric) float64) Column { return Column{name, r.each(value)} }
	dx := func(name string, value func(d train.Diagnosis) float64) Column {
		return Column{name, r.diagnosed(value)}
	}
	all := []Column{
		it("iteration", func(m Metric) float64 { return float64(m.At.Iteration) }),
		{"hours", r.hours()},
		it("games", func(m Metric) float64 { return float64(m.At.Games) }),
		it("positions", func(m Metric) float64 { return float64(m.At.Positions) }),
		it("steps", func(m Metric) float64 { return float64(m.At.Steps) }),
		it("learning_rate", func(m Metric) float64 { return float64(m.Rate) }),
		it("policy_loss", func(m Metric) float64 { return m.Losses.Policy }),
		it("value_loss", func(m Metric) float64 { return m.Losses.Value }),
		it("score_loss", func(m Metric) float64 { return m.Losses.Score }),
		it("network_entropy", func(m Metric) float64 { return m.Losses.Entropy }),
		it("gradient", func(m Metric) float64 { return m.Losses.Gradient }),
		it("clipped_steps", func(m Metric) float64 { return percentOf(m.Losses.Clipped, m.Losses.Steps) / 100 }),
		{"first_wins", r.share(func(g train.Games) int { return g.FirstWins })},
		{"second_wins", r.share(func(g train.Games) int { return g.SecondWins })},
		{"drawn", r.share(func(g train.Games) int { return g.Drawn })},
		{"cut_off", r.share(func(g train.Games) int { return g.Truncated })},
		{"duplicates", r.share(func(g train.Games) int { return g.Duplicates })},
		it("mean_plies", func(m Metric) float64 { return m.Games.MeanPlies }),
		dx("median_plies", func(d train.Diagnosis) float64 { return float64(d.Quartiles[1]) }),
		dx("opening_entropy", func(d train.Diagnosis) float64 { return d.OpeningEntropy }),
		dx("search_entropy", func(d train.Diagnosis) float64 { return d.Policy.Target }),
		dx("even_entropy", func(d train.Diagnosis) float64 { return d.Policy.Even }),
		dx("policy_gap", func(d train.Diagnosis) float64 { return d.Policy.Gap }),
		dx("calibration_error", func(d train.Diagnosis) float64 { return d.Value.Error }),
		dx("brier", func(d train.Diagnosis) float64 { return d.Value.Brier }),
		dx("brier_of_constant", func(d train.Diagnosis) float64 { return d.Value.Constant }),
		dx("too_sure", func(d train.Diagnosis) float64 { return d.Value.Excess }),
		dx("window_age", func(d train.Diagnosis) float64 { return d.Age }),
	}
	if r.Config.ByAlphaBeta() {
		all = slices.DeleteFunc(all, func(c Column) bool { return slices.Contains(ofNetworks, c.Name) })
		all = append(all, it("held_out_before", heldOut(func(h train.HeldOut) float64 { return h.Before })), it("held_out_after", heldOut(func(h train.HeldOut) float64 { return h.After })))
	}
	for _, opponent := range r.opponents() {
		for _, role := range []env.Player{env.First, env.Second} {
			s := r.against(opponent, role)
			name := r.Roles[role] + " against " + opponent
			all = append(all, Column{name, s.score}, Column{name + ", low", s.low}, Column{name + ", high", s.high})
		}
	}
	return all
}

// WriteTable writes the columns as CSV, a line an iteration. What was not measured is
// left empty.
func (r *Curves) WriteTable(w io.Writer) error {
	rows := make([][]string, 1+len(r.Points))
	for _, c := range r.Columns() {
		rows[0] = append(rows[0], c.Name)
		for i := range r.Points {
			number := ""
			if !math.IsNaN(c.Values[i]) {
				number = strconv.FormatFloat(c.Values[i], 'g', 8, 64)
			}
			rows[i+1] = append(rows[i+1], number)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// scalars returns the numbers of an iteration as points of TensorBoard's curves.
func scalars(m Metric) []chart.Scalar {
	played := float64(max(1, m.Games.Played))
	all := []chart.Scalar{
		{Tag: "loss/policy", Value: m.Losses.Policy},
		{Tag: "loss/value", Value: m.Losses.Value},
		{Tag: "loss/score", Value: m.Losses.Score},
		{Tag: "policy/entropy", Value: m.Losses.Entropy},
		{Tag: "learning/rate", Value: float64(m.Rate)},
		{Tag: "learning/gradient", Value: m.Losses.Gradient},
	}
	if h := m.HeldOut; h != nil {
		all = []chart.Scalar{{Tag: "held_out/before", Value: h.Before}, {Tag: "held_out/after", Value: h.After}}
	}
	all = append(all, []chart.Scalar{
		{Tag: "learning/window", Value: float64(m.Window)},
		{Tag: "games/plies", Value: m.Games.MeanPlies},
		{Tag: "games/first_wins", Value: float64(m.Games.FirstWins) / played},
		{Tag: "games/second_wins", Value: float64(m.Games.SecondWins) / played},
		{Tag: "games/drawn", Value: float64(m.Games.Drawn) / played},
		{Tag: "games/cut_off", Value: float64(m.Games.Truncated) / played},
		{Tag: "progress/games", Value: float64(m.At.Games)},
		{Tag: "progress/positions", Value: float64(m.At.Positions)},
		{Tag: "progress/steps", Value: float64(m.At.Steps)},
	}...)
	for _, s := range m.Standings {
		both := s.Roles[env.First].Plus(s.Roles[env.Second])
		all = append(all, chart.Scalar{Tag: "score/" + s.Opponent, Value: both.Mean()})
	}
	return all
}

// WriteScalars writes an iteration for TensorBoard: its step is the iteration.
func WriteScalars(w *chart.EventWriter, m Metric) error {
	return w.Write(WallTime(m), m.At.Iteration, scalars(m))
}

// WallTime returns when an iteration was done, in seconds since 1970, as the run noted
// it; 0 if it did not.
func WallTime(m Metric) float64 {
	if m.Time.IsZero() {
		return 0
	}
	return float64(m.Time.UnixMilli()) / 1000
}

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
