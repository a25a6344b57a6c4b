package watch

import (
	"fmt"
	"math"
	"strings"

	"ludens/train"
)

// Line is a line of a diagnosis: what it is about, "" for the same as before, and
// what it says.
type Line struct{ About, Text string }

// Diagnosis says how a run was at an iteration.
func Diagnosis(roles [2]string, it train.Iteration) (lines []Line) {
	d := it.Diagnosis
	row := func(about, format string, values ...any) {
		lines = append(lines, Line{about, fmt.Sprintf(format, values...)})
	}
	row("games", "half of them %d to %d plies long, %.0f %% duplicates, as if from %.0f openings",
		d.Quartiles[0], d.Quartiles[2], percentOf(it.Games.Duplicates, it.Games.Played), math.Exp(d.OpeningEntropy))
	if n := it.Games.Handicapped + it.Games.AgainstPast; n > 0 {
		row("", "in %.0f %% one side had a handicap, in %.0f %% it was an earlier network",
			percentOf(it.Games.Handicapped, it.Games.Played), percentOf(it.Games.AgainstPast, it.Games.Played))
	}
	row("endings", "%s", endingsLine(roles, d.Endings, it.Games.Played))
	row("policy", "entropy %.2f nats in search, %.2f if even; the network has taken up %.0f %% of that, %.2f nats are left",
		d.Policy.Target, d.Policy.Even, 100*d.Policy.Learned(), d.Policy.Gap)
	row("value", "%.0f points in a hundred off what came, %s; Brier %.3f, %.3f for a constant",
		100*d.Value.Error, sureness(d.Value.Excess), d.Value.Brier, d.Value.Constant)
	if u := it.Unseen; u.Positions > 0 {
		row("unseen", "on new games the network alone prefers the search's move in %.0f %% of the positions, %.0f %% by chance; its values and the results correlate by %.2f",
			100*u.Agreement, 100*u.Even, u.Correlation)
	}
	row("window", "%d positions, %.1f iterations old on average", it.Window, d.Age)
	row("gradient", "norm %.2f, %d of %d steps clipped", it.Losses.Gradient, it.Losses.Clipped, it.Losses.Steps)
	if len(d.Advice) == 0 {
		row("advice", "nothing looks wrong")
	}
	for _, a := range d.Advice {
		row("advice", "%s", a.Text)
	}
	return lines
}

// sureness says which way values err.
func sureness(excess float64) string {
	if excess < 0 {
		return fmt.Sprintf("%.0f too modest", -100*excess)
	}
	return fmt.Sprintf("%.0f too sure", 100*excess)
}

// endingsLine names the most frequent endings.
func endingsLine(roles [2]string, endings []train.Ending, games int) string {
	const most = 4
	var parts []string
	for _, e := range endings[:min(most, len(endings))] {
		parts = append(parts, fmt.Sprintf("%.0f %% %s", percentOf(e.Games, games), endingName(roles, e)))
	}
	return strings.Join(parts, "; ")
}
