package report

import (
	"fmt"
	"io"
	"slices"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/wrap"
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
	fmt.Fprint(w, wrap.Table(rows, words, columns))
	if games == 0 {
		return
	}
	note := fmt.Sprintf("@0 is the score of the network alone, without a search, in %s each.", Count(games, "game"))
	if slices.ContainsFunc(standings, func(s arena.Standing) bool { return untrained(s.Opponent) }) {
		note += " An untrained opponent is the same network before its first step, with as much search."
	}
	fmt.Fprint(w, wrap.Words(note, columns, ""))
}

func untrained(name string) bool {
	spec, err := agent.ParseSpec(name)
	return err == nil && spec.Kind == "untrained"
}

// InRoles writes a standing in one line.
func InRoles(roles [2]string, st arena.Standing) string {
	return fmt.Sprintf("%s %s; %s %s", roles[0], st.Roles[0], roles[1], st.Roles[1])
}
