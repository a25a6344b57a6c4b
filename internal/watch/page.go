package watch

import (
	"fmt"
	"time"

	"ludens/internal/chart"
	"ludens/internal/report"
)

// Overs are what curves can run over.
var Overs = []string{"iterations", "positions", "time"}

// Page draws the curves on one page, over one of Overs.
func (r *Curves) Page(over string) chart.Page {
	p := panels{r, over}
	last := p.Points[len(p.Points)-1]
	hours := p.hours()
	took := time.Duration(hours[len(hours)-1] * float64(time.Hour)).Round(time.Second)
	rows := append([][]chart.Chart{{p.notes()}, {p.losses(), p.policies()}}, p.strengths()...)
	rows = append(rows,
		[]chart.Chart{p.results(), p.endings()},
		[]chart.Chart{p.lengths(), p.diversity()},
		[]chart.Chart{p.reliability(), p.forecasts()},
		[]chart.Chart{p.learning(), p.rate(), p.gradients()},
		[]chart.Chart{p.age(), p.time()},
	)
	return chart.Page{
		Title: fmt.Sprintf("%s: %d of %d iterations", p.Config.Game, last.At.Iteration, p.Config.Train.Iterations),
		Note: fmt.Sprintf("%s games, %s positions, %s steps in %v; network %dx%d, %d simulations a move; %s",
			report.Grouped(last.At.Games), report.Grouped(last.At.Positions), report.Grouped(last.At.Steps), took,
			p.Config.Network.Channels, p.Config.Network.Blocks, p.Config.Search.Simulations, p.Dir),
		Rows: rows,
	}
}
