package run

import (
	"fmt"
	"math"
	"slices"
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
	if h := it.HeldOut; h != nil {
		row("held out", "cross entropy of %d positions that were not learned from %.4f nats, %.4f by the evaluation before", h.Positions, h.After, h.Before)
	} else {
		row("policy", "entropy %.2f nats in search, %.2f if even; the network has taken up %.0f %% of that, %.2f nats are left",
			d.Policy.Target, d.Policy.Even, 100*d.Policy.Learned(), d.Policy.Gap)
	}
	row("value", "%.0f points in a hundred away from the results, %s; Brier %.3f, %.3f for a constant",
		100*d.Value.Error, sureness(d.Value.Excess), d.Value.Brier, d.Value.Constant)
	if u := it.Unseen; u.Positions > 0 {
		row("unseen", "on new games the network alone prefers the search's move in %.0f %% of the positions, %.0f %% by chance; its values and the results correlate by %.2f",
			100*u.Agreement, 100*u.Even, u.Correlation)
	}
	row("window", "%d positions, %.1f iterations old on average", it.Window, d.Age)
	if it.HeldOut == nil {
		row("gradient", "norm %.2f, %d of %d steps clipped", it.Losses.Gradient, it.Losses.Clipped, it.Losses.Steps)
	}
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

// Warnings follows what looks wrong with a run, to report when that begins and when
// it ends and not at every iteration.
type Warnings struct{ open []warning }

type warning struct {
	about       string
	first, last int // iterations
}

// patience is how many iterations without a warning end it.
const patience = 3

// After returns what is to be reported after an iteration.
func (w *Warnings) After(at int, advice []train.Advice) (lines []string) {
	for _, a := range advice {
		i := slices.IndexFunc(w.open, func(x warning) bool { return x.about == a.About })
		if i < 0 {
			w.open = append(w.open, warning{a.About, at, at})
			lines = append(lines, "look: "+a.Text)
		} else {
			w.open[i].last = at
		}
	}
	w.open = slices.DeleteFunc(w.open, func(x warning) bool {
		over := at-x.last >= patience
		if over {
			lines = append(lines, "better: "+x.String())
		}
		return over
	})
	return lines
}

// String returns "duplicates, in iterations 3 to 17".
func (x warning) String() string {
	if x.first == x.last {
		return fmt.Sprintf("%s, in iteration %d", x.about, x.first)
	}
	return fmt.Sprintf("%s, in iterations %d to %d", x.about, x.first, x.last)
}
