package exact

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ludens/internal/wrap"
)

// printAccuracy prints a table of that many columns, one line by what positions are worth.
func printAccuracy(out io.Writer, v Accuracy, columns int) {
	line := func(what string, p Proportion) {
		if p.Positions > 0 {
			fmt.Fprintf(out, "%-24s %9d %7d   %6.2f %%  [%6.2f, %6.2f]\n", what, p.Positions, p.Count, 100*p.Share, 100*p.Low, 100*p.High)
		}
	}
	fmt.Fprintf(out, "%-24s %9s %7s   %8s  %s\n", v.Agent+" on "+v.Game, "positions", "kept", "share", "95 % interval")
	for _, row := range []struct {
		what string
		kept Kept
	}{{"all", v.Kept}, {"won", v.Won}, {"drawn", v.Drawn}, {"lost", v.Lost}} {
		line(row.what, row.kept.All)
		line("  a wrong move exists", row.kept.Decisive)
	}
	line("wins thrown away", v.Thrown)
	fmt.Fprintf(out, "of these %d to a draw, %d to a loss\n", v.ToDraw, v.ToLoss)
	fmt.Fprint(out, wrap.Words(fmt.Sprintf("positions: %s; seed %d", v.Mix, v.Seed), columns, ""))
}

// printMateHead prints the head of a table of endgames.
func printMateHead(out io.Writer, m EndgameAccuracy, role string) {
	fmt.Fprintf(out, "%s on %s, %s to move in won positions\n", m.Agent, m.Game, role)
	fmt.Fprintf(out, "%-8s  %9s %9s  %-18s %5s   %5s %5s %9s  %-18s %6s %7s  %s\n",
		"endgame", "positions", "still won", "95 % interval", "later", "games", "mated", "share", "95 % interval", "plies", "at best", "the rest")
}

// printMate prints a row of it.
func printMate(out io.Writer, m EndgameAccuracy) {
	fmt.Fprintf(out, "%-8s  %9d %7.2f %%  [%6.2f, %6.2f]   %5.2f   %5d %5d %7.1f %%  [%6.1f, %6.1f]   %6.1f %7.1f  %s\n",
		m.Endgame, m.Kept.Positions, 100*m.Kept.Share, 100*m.Kept.Low, 100*m.Kept.High, m.Delay,
		m.Mated.Positions, m.Mated.Count, 100*m.Mated.Share, 100*m.Mated.Low, 100*m.Mated.High, m.Plies, m.Shortest, restOf(m))
}

// restOf says how the games ended that were not won.
func restOf(m EndgameAccuracy) string {
	var parts []string
	add := func(n int, how string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, how))
		}
	}
	for _, how := range slices.Sorted(maps.Keys(m.Drawn)) {
		add(m.Drawn[how], "drawn: "+how)
	}
	add(m.Lost, "lost")
	add(m.Truncated, "cut off")
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, "; ")
}
