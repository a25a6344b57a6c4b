package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ludens/arena"
)

// CPUTime is what an agent's moves took.
type CPUTime struct {
	Agent string `json:"agent"`
	arena.CPUTime
	Timed bool `json:"timed"` // its limit is a time: the other is to have as much
}

// equalTime is how far apart the CPU times per move of two agents may be, as a share of
// their mean, where the time of one is limited.
const equalTime = 0.1

// apart returns how far apart two CPU times per move are, as a share of their mean.
func apart(a, b CPUTime) float64 {
	mean := (a.PerMove() + b.PerMove()) / 2
	if mean == 0 {
		return 0
	}
	return math.Abs(a.PerMove()-b.PerMove()) / mean
}

// cpuLines say what CPU time the agents of a match took per move, and warn where one has a
// time limit and they did not have equal time.
func cpuLines(all []CPUTime) []string {
	if len(all) != 2 || all[0].Moves == 0 || all[1].Moves == 0 {
		return nil
	}
	var each []string
	for _, c := range all {
		each = append(each, fmt.Sprintf("%s %v", c.Agent, perMove(c)))
	}
	lines := []string{"CPU      " + strings.Join(each, ", ") + fmt.Sprintf(" per move, of %d and %d moves", all[0].Moves, all[1].Moves)}
	if d := apart(all[0], all[1]); (all[0].Timed || all[1].Timed) && d > equalTime {
		lines = append(lines, fmt.Sprintf("         warning: not equal time: these are %.0f %% apart, more than %.0f %%", 100*d, 100*equalTime))
	}
	return lines
}

// perMove returns the CPU time per move with three digits.
func perMove(c CPUTime) time.Duration {
	d := time.Duration(c.PerMove() * 1e9)
	for unit := time.Duration(1); ; unit *= 10 {
		if d/unit < 1000 {
			return d.Round(unit)
		}
	}
}
