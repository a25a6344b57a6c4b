package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ludens/env"
	"ludens/train"
)

// health follows what looks wrong with a run, to tell when that begins and when
// it ends and not at every iteration.
type health struct{ ills []ill }

type ill struct {
	about       string
	first, last int // iterations
}

// patience is how many iterations without a complaint end it.
const patience = 3

// news returns what is to be told after an iteration.
func (h *health) news(at int, advice []train.Advice) (lines []string) {
	for _, a := range advice {
		i := slices.IndexFunc(h.ills, func(x ill) bool { return x.about == a.About })
		if i < 0 {
			h.ills = append(h.ills, ill{a.About, at, at})
			lines = append(lines, "look: "+a.Text)
		} else {
			h.ills[i].last = at
		}
	}
	h.ills = slices.DeleteFunc(h.ills, func(x ill) bool {
		over := at-x.last >= patience
		if over {
			lines = append(lines, "better: "+x.String())
		}
		return over
	})
	return lines
}

// String returns "duplicates, in iterations 3 to 17".
func (x ill) String() string {
	if x.first == x.last {
		return fmt.Sprintf("%s, in iteration %d", x.about, x.first)
	}
	return fmt.Sprintf("%s, in iterations %d to %d", x.about, x.first, x.last)
}

// printHealth tells how a run was when it ended.
func printHealth(w io.Writer, roles [2]string, it train.Iteration) {
	d := it.Diagnosis
	fmt.Fprintf(w, "\ndiagnosis of iteration %d\n", it.At.Iteration)
	row := func(what, format string, values ...any) {
		fmt.Fprintf(w, "  %-9s %s\n", what, fmt.Sprintf(format, values...))
	}
	row("games", "half of them %d to %d plies long, %.0f %% duplicates, as if from %.0f openings",
		d.Quartiles[0], d.Quartiles[2], percentOf(it.Games.Duplicates, it.Games.Played), math.Exp(d.OpeningEntropy))
	if n := it.Games.Handicapped + it.Games.AgainstPast; n > 0 {
		row("", "in %.0f %% one side had a handicap, in %.0f %% it was an earlier network",
			percentOf(it.Games.Handicapped, it.Games.Played), percentOf(it.Games.AgainstPast, it.Games.Played))
	}
	row("endings", "%s", endingsLine(roles, d.Endings, it.Games.Played))
	row("policy", "entropy %.2f nats in search, %.2f if even; the network has taken up %.0f %% of that, %.2f nats are left",
		d.Policy.Target, d.Policy.Even, 100*d.Policy.Learnt(), d.Policy.Gap)
	row("value", "%.0f points in a hundred off what came, %s; Brier %.3f, %.3f for a constant",
		100*d.Value.Error, sureness(d.Value.Excess), d.Value.Brier, d.Value.Constant)
	row("window", "%d positions, %.1f iterations old on average", it.Window, d.Age)
	row("gradient", "norm %.2f, %d of %d steps clipped", it.Losses.Gradient, it.Losses.Clipped, it.Losses.Steps)
	if len(d.Advice) == 0 {
		row("advice", "nothing looks wrong")
	}
	for _, a := range d.Advice {
		row("advice", "%s", a.Text)
	}
}

func percentOf(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

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

// endingName returns who won and how, in the game's words: "attackers: the king
// is taken".
func endingName(roles [2]string, e train.Ending) string {
	switch e.Result {
	case env.FirstWins.String():
		return strings.TrimSuffix(roles[env.First]+": "+e.By, ": ")
	case env.SecondWins.String():
		return strings.TrimSuffix(roles[env.Second]+": "+e.By, ": ")
	case env.Drawn.String():
		return strings.TrimSuffix("drawn: "+e.By, ": ")
	}
	return e.By
}
