package report

import (
	"fmt"
	"io"

	"ludens/arena"
)

// Standings prints a table, one line an opponent and role. A truncated game counts
// half a point, and is told apart.
func Standings(w io.Writer, roles [2]string, standings []arena.Standing) {
	if len(standings) == 0 {
		return
	}
	fmt.Fprintf(w, "%-14s %-14s %7s  %-16s %6s %6s %6s  %s\n", "against", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off")
	for _, st := range standings {
		for p, s := range st.Roles {
			low, high := s.Interval()
			fmt.Fprintf(w, "%-14s %-14s %5.1f %%  [%5.1f, %5.1f]   %6d %6d %6d  %d\n",
				st.Opponent, roles[p], 100*s.Mean(), 100*low, 100*high, s.Wins, s.Draws-s.Truncated, s.Losses, s.Truncated)
		}
	}
}

// InRoles tells a standing in one line.
func InRoles(roles [2]string, st arena.Standing) string {
	return fmt.Sprintf("%s %s; %s %s", roles[0], st.Roles[0], roles[1], st.Roles[1])
}
