package watch

import (
	"fmt"

	"ludens/internal/chart"
	runs "ludens/internal/run"
	"ludens/train"
)

func (p panels) losses() chart.Chart {
	series := []chart.Series{
		p.series("policy", p.each(func(m runs.Metric) float64 { return m.Losses.Policy })),
		p.series("value", p.each(func(m runs.Metric) float64 { return m.Losses.Value })),
	}
	if p.Config.Network.Score {
		series = append(series, p.series("score", p.each(func(m runs.Metric) float64 { return m.Losses.Score })))
	}
	return chart.Line{Frame: p.frame("Losses", "cross-entropy, nats, mean over the steps of an iteration"), Series: series}
}

func (p panels) policies() chart.Chart {
	even := p.series("even", p.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Even }))
	even.Dashed, even.Hue = true, chart.Grey
	return chart.Line{
		Frame: p.frame("Entropy of the policies", "nats; even: if all legal moves were equally likely"),
		Series: []chart.Series{
			p.series("network", p.each(func(m runs.Metric) float64 { return m.Losses.Entropy })),
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
	return chart.Line{Frame: f, Series: []chart.Series{p.series("", p.each(func(m runs.Metric) float64 { return float64(m.Rate) }))}}
}

func (p panels) gradients() chart.Chart {
	last := p.Points[len(p.Points)-1].Losses
	f := p.frame("Gradient", "norm before clipping")
	if clip := p.Config.Optimiser.ClipNorm; clip > 0 {
		f.Rules = []chart.Rule{{At: float64(clip), Name: "clip"}}
		f.Note = fmt.Sprintf("norm; of the last steps %.0f %% clipped", percentOf(last.Clipped, last.Steps))
	}
	return chart.Line{Frame: f, Series: []chart.Series{p.series("", p.each(func(m runs.Metric) float64 { return m.Losses.Gradient }))}}
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
	playing := p.each(func(m runs.Metric) float64 { return m.Playing })
	rest := make([]float64, len(playing))
	for i := range rest {
		rest[i] = p.seconds[i] - playing[i]
	}
	return chart.Stack{Frame: f, At: p.x(), Parts: []chart.Part{{Name: "self-play", Size: playing}, {Name: "learning, saving, measuring", Size: rest}}}
}
