package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ludens/env"
	"ludens/internal/chart"
	runs "ludens/internal/run"
	"ludens/train"
)

// page puts the panels of a run together.
func (r *curves) page() chart.Page {
	last := r.points[len(r.points)-1]
	hours := r.hours()
	took := time.Duration(hours[len(hours)-1] * float64(time.Hour)).Round(time.Second)
	rows := append([][]chart.Chart{{r.notes()}, {r.losses(), r.policies()}}, r.strengths()...)
	rows = append(rows,
		[]chart.Chart{r.results(), r.endings()},
		[]chart.Chart{r.lengths(), r.diversity()},
		[]chart.Chart{r.reliability(), r.forecasts()},
		[]chart.Chart{r.learning(), r.rate(), r.gradients()},
		[]chart.Chart{r.age(), r.time()},
	)
	return chart.Page{
		Title: fmt.Sprintf("%s: %d of %d iterations", r.config.Game, last.At.Iteration, r.config.Train.Iterations),
		Note: fmt.Sprintf("%s games, %s positions, %s steps in %v; network %dx%d, %d simulations a move; %s",
			grouped(last.At.Games), grouped(last.At.Positions), grouped(last.At.Steps), took,
			r.config.Network.Channels, r.config.Network.Blocks, r.config.Search.Simulations, r.dir),
		Rows: rows,
	}
}

// grouped writes a count with commas: "203,482".
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// x is where the iterations stand.
func (r *curves) x() []float64 {
	x, _ := r.axis()
	return x
}

// axis returns where the iterations stand, and what that is called.
func (r *curves) axis() (x []float64, label string) {
	switch r.over {
	case "positions":
		return r.each(func(m runs.Metric) float64 { return float64(m.At.Positions) }), "positions"
	case "time":
		hours := r.hours()
		if hours[len(hours)-1] > 2 {
			return hours, "hours"
		}
		for i := range hours {
			hours[i] *= 60
		}
		return hours, "minutes"
	}
	return r.each(func(m runs.Metric) float64 { return float64(m.At.Iteration) }), "iteration"
}

// frame is what the panels over time have in common.
func (r *curves) frame(title, note string) chart.Frame {
	x, label := r.axis()
	return chart.Frame{
		Title: title, Note: note, Empty: "not known of this run",
		X: chart.Axis{Label: label, Whole: r.over == "iterations", From: x[0], To: x[len(x)-1]},
	}
}

func (r *curves) shares(title, note string) chart.Frame {
	f := r.frame(title, note)
	f.Y = chart.Axis{Percent: true, From: 0, To: 1}
	return f
}

func (r *curves) series(name string, y []float64) chart.Series {
	return chart.Series{Name: name, X: r.x(), Y: y}
}

func (r *curves) losses() chart.Chart {
	series := []chart.Series{
		r.series("policy", r.each(func(m runs.Metric) float64 { return m.Losses.Policy })),
		r.series("value", r.each(func(m runs.Metric) float64 { return m.Losses.Value })),
	}
	if r.config.Network.Score {
		series = append(series, r.series("score", r.each(func(m runs.Metric) float64 { return m.Losses.Score })))
	}
	return chart.Line{Frame: r.frame("Losses", "cross-entropy, nats, mean over the steps of an iteration"), Series: series}
}

func (r *curves) policies() chart.Chart {
	even := r.series("even", r.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Even }))
	even.Dashed, even.Hue = true, chart.Grey
	return chart.Line{
		Frame: r.frame("Entropy of the policies", "nats; even: if all legal moves were equally likely"),
		Series: []chart.Series{
			r.series("network", r.each(func(m runs.Metric) float64 { return m.Losses.Entropy })),
			r.series("search", r.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Target })),
			even,
		},
	}
}

// strengths are two panels for each opponent, or two that say there is none.
func (r *curves) strengths() (rows [][]chart.Chart) {
	for _, opponent := range r.opponents() {
		score := r.shares("Score against "+opponent, "as each role, with 95 % intervals")
		score.Rules = []chart.Rule{{At: 0.5, Name: "even"}}
		elo := r.frame("Elo above "+opponent, "where neither side won every game")
		elo.Rules = []chart.Rule{{At: 0}}
		elo.Empty = "one side won every game of every meeting"
		a, b := chart.Line{Frame: score}, chart.Line{Frame: elo}
		for _, role := range []env.Player{env.First, env.Second} {
			s := r.against(opponent, role)
			a.Series = append(a.Series, r.measured(r.roles[role], s))
			b.Series = append(b.Series, r.measured(r.roles[role], s.elo()))
		}
		rows = append(rows, []chart.Chart{a, b})
	}
	if rows == nil {
		f := r.shares("Strength", "")
		f.Empty = "not measured yet"
		if r.config.Evaluation.Watch != "" && r.config.Evaluation.Every > 0 {
			f.Empty += fmt.Sprintf(": against %s, every %d iterations", r.config.Evaluation.Watch, r.config.Evaluation.Every)
		}
		rows = [][]chart.Chart{{chart.Line{Frame: f}}}
	}
	return rows
}

// measured joins the iterations that were measured.
func (r *curves) measured(name string, s strength) chart.Series {
	series := chart.Series{Name: name, Points: true}
	for i, x := range r.x() {
		if !math.IsNaN(s.score[i]) {
			series.X, series.Y = append(series.X, x), append(series.Y, s.score[i])
			series.Low, series.High = append(series.Low, s.low[i]), append(series.High, s.high[i])
		}
	}
	return series
}

// reliability shows what came of what the search said, in the last iterations.
func (r *curves) reliability() chart.Chart {
	const recent = 5
	from := max(0, len(r.points)-recent)
	sums := map[int]train.Bin{}
	for _, m := range r.points[from:] {
		for _, b := range m.Diagnosis.Value.Bins {
			k, n := min(9, int(10*b.Said)), float64(b.Positions)
			s := sums[k]
			sums[k] = train.Bin{Positions: s.Positions + b.Positions, Said: s.Said + n*b.Said, Came: s.Came + n*b.Came}
		}
	}
	came := chart.Series{Name: "search", Points: true}
	for k := range 10 {
		if s := sums[k]; s.Positions > 0 {
			came.X, came.Y = append(came.X, s.Said/float64(s.Positions)), append(came.Y, s.Came/float64(s.Positions))
		}
	}
	whole := chart.Axis{Percent: true, From: 0, To: 1}
	f := chart.Frame{
		Title: "Do values come true?", X: whole, Y: whole, Empty: "no game with a result yet",
		Note: fmt.Sprintf("what the mover scored, by what the search said; iterations %d to %d", r.points[from].At.Iteration, r.points[len(r.points)-1].At.Iteration),
	}
	f.X.Label = "said"
	series := []chart.Series{came}
	if len(came.X) > 0 {
		series = append(series, chart.Series{Name: "as said", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true, Hue: chart.Grey})
	}
	return chart.Line{Frame: f, Series: series}
}

func (r *curves) forecasts() chart.Chart {
	judged := func(value func(c train.Calibration) float64) []float64 {
		return r.diagnosed(func(d train.Diagnosis) float64 {
			if d.Value.Positions == 0 {
				return math.NaN()
			}
			return value(d.Value)
		})
	}
	constant := r.series("constant guess", judged(func(c train.Calibration) float64 { return c.Constant }))
	constant.Dashed, constant.Hue = true, chart.Grey
	return chart.Line{Frame: r.frame("Errors of the values", "points a game; Brier: the mean square, calibration: the mean of tenths"), Series: []chart.Series{
		r.series("Brier", judged(func(c train.Calibration) float64 { return c.Brier })),
		r.series("calibration", judged(func(c train.Calibration) float64 { return c.Error })),
		constant,
	}}
}

func (r *curves) learning() chart.Chart {
	return chart.Line{
		Frame:  r.frame("Search over network", "KL divergence, nats: what is left to learn"),
		Series: []chart.Series{r.series("", r.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Gap }))},
	}
}

func (r *curves) rate() chart.Chart {
	f := r.frame("Learning rate", "")
	f.Y.Log = true
	return chart.Line{Frame: f, Series: []chart.Series{r.series("", r.each(func(m runs.Metric) float64 { return float64(m.Rate) }))}}
}

func (r *curves) gradients() chart.Chart {
	last := r.points[len(r.points)-1].Losses
	f := r.frame("Gradient", "norm before clipping")
	if clip := r.config.Optimiser.ClipNorm; clip > 0 {
		f.Rules = []chart.Rule{{At: float64(clip), Name: "clip"}}
		f.Note = fmt.Sprintf("norm; of the last steps %.0f %% clipped", percentOf(last.Clipped, last.Steps))
	}
	return chart.Line{Frame: f, Series: []chart.Series{r.series("", r.each(func(m runs.Metric) float64 { return m.Losses.Gradient }))}}
}

func (r *curves) age() chart.Chart {
	return chart.Line{
		Frame:  r.frame("Age of what is learnt from", "iterations, mean over the window"),
		Series: []chart.Series{r.series("", r.diagnosed(func(d train.Diagnosis) float64 { return d.Age }))},
	}
}

// time shows what an iteration takes. The first of a session has no beginning
// that would be known: it begins with the session.
func (r *curves) time() chart.Chart {
	f := r.frame("Time", "seconds an iteration")
	playing := r.each(func(m runs.Metric) float64 { return m.Playing })
	rest := make([]float64, len(playing))
	for i := range rest {
		rest[i] = r.seconds[i] - playing[i]
	}
	return chart.Stack{Frame: f, At: r.x(), Parts: []chart.Part{{Name: "self-play", Size: playing}, {Name: "learning, saving, measuring", Size: rest}}}
}

// notes are the advice of the last iteration, and what was wrong before.
func (r *curves) notes() chart.Chart {
	var h health
	var past, now []string
	for _, m := range r.points {
		before := slices.Clone(h.ills)
		h.news(m.At.Iteration, m.Diagnosis.Advice)
		for _, x := range before {
			if !slices.ContainsFunc(h.ills, func(y ill) bool { return y.about == x.about && y.first == x.first }) {
				past = append(past, "It was so before and is no more: "+x.String()+".")
			}
		}
	}
	last := r.points[len(r.points)-1]
	for _, a := range last.Diagnosis.Advice {
		now = append(now, a.Text+".")
	}
	if len(now) == 0 {
		now = []string{"Nothing looks wrong in the last iteration."}
	}
	if last.Diagnosis.Endings == nil {
		now = []string{"The run was not diagnosed: it is of an older version."}
	}
	return chart.Notes{Title: "Advice", Text: append(now, past...)}
}
