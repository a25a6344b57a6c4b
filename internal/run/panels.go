package run

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ludens/internal/chart"
	"ludens/internal/report"
	"ludens/train"
)

func (p panels) losses() chart.Chart {
	series := []chart.Series{
		p.series("policy", p.each(func(m Metric) float64 { return m.Losses.Policy })),
		p.series("value", p.each(func(m Metric) float64 { return m.Losses.Value })),
	}
	if p.Config.Network.Score {
		series = append(series, p.series("score", p.each(func(m Metric) float64 { return m.Losses.Score })))
	}
	return chart.Line{Frame: p.frame("Losses", "cross-entropy, nats, mean over the steps of an iteration"), Series: series}
}

// heldOut returns a number of the positions that a run by alpha-beta held out.
func heldOut(value func(h train.HeldOut) float64) func(m Metric) float64 {
	return func(m Metric) float64 {
		if m.HeldOut == nil {
			return math.NaN()
		}
		return value(*m.HeldOut)
	}
}

// heldOut is what a run by alpha-beta has in place of losses.
func (p panels) heldOut() chart.Chart {
	f := p.frame("Held-out positions", "cross-entropy in nats, of games that were not learned from")
	f.Rules = []chart.Rule{{At: math.Ln2, Name: "even guess"}}
	return chart.Line{Frame: f, Series: []chart.Series{
		p.series("before", p.each(heldOut(func(h train.HeldOut) float64 { return h.Before }))),
		p.series("after", p.each(heldOut(func(h train.HeldOut) float64 { return h.After }))),
	}}
}

func (p panels) policies() chart.Chart {
	even := p.series("even", p.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Even }))
	even.Dashed, even.Hue = true, chart.Grey
	return chart.Line{
		Frame: p.frame("Entropy of the policies", "nats; even: if all legal moves were equally likely"),
		Series: []chart.Series{
			p.series("network", p.each(func(m Metric) float64 { return m.Losses.Entropy })),
			p.series("search", p.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Target })),
			even,
		},
	}
}

func (p panels) learning() chart.Chart {
	return chart.Line{
		Frame:  p.frame("Search over network", "KL divergence, nats: what is left to learn"),
		Series: []chart.Series{p.series("", p.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Gap }))},
	}
}

func (p panels) rate() chart.Chart {
	f := p.frame("Learning rate", "")
	f.Y.Log = true
	return chart.Line{Frame: f, Series: []chart.Series{p.series("", p.each(func(m Metric) float64 { return float64(m.Rate) }))}}
}

func (p panels) gradients() chart.Chart {
	last := p.Points[len(p.Points)-1].Losses
	f := p.frame("Gradient", "norm before clipping")
	if clip := p.Config.Optimiser.ClipNorm; clip > 0 {
		f.Rules = []chart.Rule{{At: float64(clip), Name: "clip"}}
		f.Note = fmt.Sprintf("norm; of the last steps %.0f %% clipped", percentOf(last.Clipped, last.Steps))
	}
	return chart.Line{Frame: f, Series: []chart.Series{p.series("", p.each(func(m Metric) float64 { return m.Losses.Gradient }))}}
}

func (p panels) age() chart.Chart {
	return chart.Line{
		Frame:  p.frame("Age of what is trained on", "iterations, mean over the window"),
		Series: []chart.Series{p.series("", p.diagnosed(func(d train.Diagnosis) float64 { return d.Age }))},
	}
}

// time shows what an iteration takes. The first of a session has no beginning
// that would be known: it begins with the session.
func (p panels) time() chart.Chart {
	f := p.frame("Time", "seconds an iteration")
	playing := p.each(func(m Metric) float64 { return m.Playing })
	rest := make([]float64, len(playing))
	for i := range rest {
		rest[i] = p.seconds[i] - playing[i]
	}
	waiting := "self-play"
	if p.Config.Train.Lag > 0 {
		waiting = "waiting for self-play"
	}
	return chart.Stack{Frame: f, At: p.x(), Parts: []chart.Part{{Name: waiting, Size: playing}, {Name: "learning, saving, measuring", Size: rest}}}
}

// panels draws curves over iterations, positions or time.
type panels struct {
	*Curves
	over string
}

// x is where the iterations stand.
func (p panels) x() []float64 {
	x, _ := p.axis()
	return x
}

// axis returns where the iterations stand, and what that is called.
func (p panels) axis() (x []float64, label string) {
	switch p.over {
	case "positions":
		return p.each(func(m Metric) float64 { return float64(m.At.Positions) }), "positions"
	case "time":
		hours := p.hours()
		if hours[len(hours)-1] > 2 {
			return hours, "hours"
		}
		for i := range hours {
			hours[i] *= 60
		}
		return hours, "minutes"
	}
	return p.each(func(m Metric) float64 { return float64(m.At.Iteration) }), "iteration"
}

// frame is what the panels over time have in common.
func (p panels) frame(title, note string) chart.Frame {
	x, label := p.axis()
	return chart.Frame{
		Title: title, Note: note, Empty: "not known of this run",
		X: chart.Axis{Label: label, Whole: p.over == "iterations", From: x[0], To: x[len(x)-1]},
	}
}

func (p panels) shares(title, note string) chart.Frame {
	f := p.frame(title, note)
	f.Y = chart.Axis{Percent: true, From: 0, To: 1}
	return f
}

func (p panels) series(name string, y []float64) chart.Series {
	return chart.Series{Name: name, X: p.x(), Y: y}
}

// Overs are what curves can run over.
var Overs = []string{"iterations", "positions", "time"}

// Page draws the curves on one page, over one of Overs.
func (r *Curves) Page(over string) chart.Page {
	p := panels{r, over}
	last := p.Points[len(p.Points)-1]
	hours := p.hours()
	took := time.Duration(hours[len(hours)-1] * float64(time.Hour)).Round(time.Second)
	games := [][]chart.Chart{{p.results(), p.endings()}, {p.lengths(), p.diversity()}, {p.reliability(), p.forecasts()}}
	page := chart.Page{
		Title: fmt.Sprintf("%s: %d of %d iterations", p.Config.Game, last.At.Iteration, p.Config.Train.Iterations),
		Note: fmt.Sprintf("%s games, %s positions, %s steps in %v; network %dx%d, %d simulations a move; %s",
			report.Grouped(last.At.Games), report.Grouped(last.At.Positions), report.Grouped(last.At.Steps), took,
			p.Config.Network.Channels, p.Config.Network.Blocks, p.Config.Search.Simulations, p.Dir),
	}
	if p.Config.ByAlphaBeta() {
		page.Note = fmt.Sprintf("%s games, %s positions in %v; evaluation for alpha-beta, which has no policy and no gradient; %d positions a move; %s",
			report.Grouped(last.At.Games), report.Grouped(last.At.Positions), took, p.Config.AlphaBeta.Nodes, p.Dir)
		page.Rows = slices.Concat([][]chart.Chart{{p.notes()}, {p.heldOut()}}, p.strengths(), games, [][]chart.Chart{{p.age(), p.time()}})
		return page
	}
	page.Rows = slices.Concat([][]chart.Chart{{p.notes()}, {p.losses(), p.policies()}}, p.strengths(), games,
		[][]chart.Chart{{p.learning(), p.rate(), p.gradients()}, {p.age(), p.time()}})
	return page
}

// notes are the warnings of the last iteration, and what was wrong before.
func (p panels) notes() chart.Chart {
	var w Warnings
	var past, now []string
	for _, m := range p.Points {
		before := slices.Clone(w.open)
		w.After(m.At.Iteration, m.Diagnosis.Advice)
		for _, x := range before {
			if !slices.ContainsFunc(w.open, func(y warning) bool { return y.about == x.about && y.first == x.first }) {
				past = append(past, "It was so before and is no more: "+x.String()+".")
			}
		}
	}
	last := p.Points[len(p.Points)-1]
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
