package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/prose"
)

// Standings prints a table of that many columns' width, one line an opponent and role.
// A truncated game counts half a point, and is listed apart. Beside it stands what the
// network scored without a search, where that was asked.
func Standings(w io.Writer, roles [2]string, standings []arena.Standing, columns int) {
	if len(standings) == 0 {
		return
	}
	rows, words := [][]string{{"against", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off"}}, []bool{true, true, false, true, false, false, false, false}
	games := 0
	for _, st := range standings {
		if st.Alone != nil {
			games = st.Alone[0].Games()
		}
	}
	if games > 0 {
		rows[0], words = append(rows[0], "@0"), append(words, false)
	}
	for _, st := range standings {
		for p, s := range st.Roles {
			low, high := s.Interval()
			row := []string{
				st.Opponent, roles[p], fmt.Sprintf("%.1f %%", 100*s.Mean()), fmt.Sprintf("[%5.1f, %5.1f]", 100*low, 100*high),
				fmt.Sprint(s.Wins), fmt.Sprint(s.Draws - s.Truncated), fmt.Sprint(s.Losses), fmt.Sprint(s.Truncated),
			}
			switch {
			case games > 0 && st.Alone != nil:
				row = append(row, fmt.Sprintf("%.0f %%", 100*st.Alone[p].Mean()))
			case games > 0:
				row = append(row, "")
			}
			rows = append(rows, row)
		}
	}
	fmt.Fprint(w, prose.Table(rows, words, columns))
	if games == 0 {
		return
	}
	note := fmt.Sprintf("@0 is the score of the network alone, without a search, in %s each.", Count(games, "game"))
	if slices.ContainsFunc(standings, func(s arena.Standing) bool { return untrained(s.Opponent) }) {
		note += " An untrained opponent is the same network before its first step, with as much search."
	}
	fmt.Fprint(w, prose.Words(note, columns, ""))
}

func untrained(name string) bool {
	spec, err := agent.ParseSpec(name)
	return err == nil && spec.Kind == "untrained"
}

// InRoles writes a standing in one line.
func InRoles(roles [2]string, st arena.Standing) string {
	return fmt.Sprintf("%s %s; %s %s", roles[0], st.Roles[0], roles[1], st.Roles[1])
}

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
