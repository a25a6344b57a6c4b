package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/internal/cputime"
)

// Rate is how fast something went, or how much of something it took: medians
// over rounds.
type Rate struct {
	Game   string  `json:"game"`
	What   string  `json:"what"`
	Unit   string  `json:"unit"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// String is the rate as a line of a table below Head.
func (r Rate) String() string {
	return fmt.Sprintf("%-16s %-36s %14s %14s %14s %s", r.Game, r.What, figure(r.Median), figure(r.Least), figure(r.Most), r.Unit)
}

// Head returns the head of the table of rates.
func Head() string {
	return fmt.Sprintf("%-16s %-36s %14s %14s %14s", "game", "what", "median", "least", "most")
}

// figure writes large numbers whole and small ones to three digits.
func figure(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// summary returns the rate that the figures of some rounds come to.
func summary(game, what, unit string, seen []float64) Rate {
	slices.Sort(seen)
	return Rate{game, what, unit, seen[len(seen)/2], seen[0], seen[len(seen)-1]}
}

// measure calls work, which returns how many units it did, for some rounds. It
// counts the time that this process has on a core: others disturb little.
func measure(ctx context.Context, game, what, unit string, rounds int, work func() (int, error)) (Rate, error) {
	if _, err := work(); err != nil { // warm up
		return Rate{}, err
	}
	var seen []float64
	for range max(1, rounds) {
		units := 0
		began := cputime.Own()
		for cputime.Own()-began < 300*time.Millisecond {
			if err := ctx.Err(); err != nil {
				return Rate{}, err
			}
			n, err := work()
			if err != nil {
				return Rate{}, err
			}
			units += n
		}
		seen = append(seen, float64(units)/(cputime.Own()-began).Seconds())
	}
	return summary(game, what, unit, seen), nil
}
