package report

import (
	"fmt"
	"io"

	"ludens/arena"
	"ludens/internal/wrap"
)

// Standings prints a table of so many columns' width, one line an opponent and role.
// A truncated game counts half a point, and is told apart.
func Standings(w io.Writer, roles [2]string, standings []arena.Standing, columns int) {
	if len(standings) == 0 {
		return
	}
	rows := [][]string{{"against", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off"}}
	for _, st := range standings {
		for p, s := range st.Roles {
			low, high := s.Interval()
			rows = append(rows, []string{
				st.Opponent, roles[p], fmt.Sprintf("%.1f %%", 100*s.Mean()), fmt.Sprintf("[%5.1f, %5.1f]", 100*low, 100*high),
				fmt.Sprint(s.Wins), fmt.Sprint(s.Draws - s.Truncated), fmt.Sprint(s.Losses), fmt.Sprint(s.Truncated),
			})
		}
	}
	fmt.Fprint(w, wrap.Table(rows, []bool{true, true, false, true, false, false, false, false}, columns))
}

// InRoles tells a standing in one line.
func InRoles(roles [2]string, st arena.Standing) string {
	return fmt.Sprintf("%s %s; %s %s", roles[0], st.Roles[0], roles[1], st.Roles[1])
}
