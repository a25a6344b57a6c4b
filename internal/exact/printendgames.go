package exact

import (
	"fmt"
	"io"

	"ludens/env"
)

// printEndgameHead prints the head of a table of endgames.
func printEndgameHead(out io.Writer, roles [2]string) {
	fmt.Fprintf(out, "%-8s  %-33s  %-33s  %-17s  %-14s  %s\n", "", roles[0]+" to move", roles[1]+" to move", "longest win, plies", "", "made in")
	fmt.Fprintf(out, "%-8s", "endgame")
	for range roles {
		fmt.Fprintf(out, "  %9s %7s %7s %7s", "positions", "won", "drawn", "lost")
	}
	fmt.Fprintf(out, "  %8.8s  %8.8s  %-14s  %5s %5s %s\n", roles[0], roles[1], "by the clock", "s", "MiB", "bytes/number")
}

// printEndgame prints a row of that table. Shares are of the positions in which
// the game goes on.
func printEndgame(out io.Writer, r EndgameSolution) {
	fmt.Fprintf(out, "%-8s", r.Men)
	for _, side := range r.Sides {
		fmt.Fprintf(out, "  %9d %7s %7s %7s", side.Positions, percentFine(side.Won, side.Positions), percentFine(side.Drawn, side.Positions), percentFine(side.Lost, side.Positions))
	}
	for p := range r.Sides {
		fmt.Fprintf(out, "  %8s", dashed(r.Longest(env.Player(p)).Plies))
	}
	fmt.Fprintf(out, "  %-14s  %5.1f %5d %12.0f\n", byTheClock(r), r.Seconds, r.Bytes>>20, float64(r.Bytes)/float64(max(1, r.Numbers)))
}

// percentFine writes a share such that only nothing is 0 and only all is 100 %.
func percentFine(n, of uint64) string {
	switch {
	case of == 0:
		return "-"
	case n == 0 || n == of:
		return fmt.Sprintf("%d %%", 100*n/of)
	}
	return fmt.Sprintf("%.2f %%", min(99.99, max(0.01, 100*float64(n)/float64(of))))
}

func dashed(plies int) string {
	if plies == 0 {
		return "-"
	}
	return fmt.Sprint(plies)
}

// byTheClock says whether the clock takes wins away.
func byTheClock(r EndgameSolution) string {
	switch {
	case r.Clock == 0:
		return "no clock"
	case r.Longest(env.First).Plies+r.Longest(env.Second).Plies == 0:
		return "-"
	case r.Beyond == 0:
		return "all in time"
	}
	return fmt.Sprintf("%d too slow", r.Beyond)
}

// printOneEndgame prints one endgame.
func printOneEndgame(out io.Writer, roles [2]string, e EndgameSolution) {
	printEndgameHead(out, roles)
	printEndgame(out, e)
	for p, role := range roles {
		if far := e.Longest(env.Player(p)); far.Plies > 0 {
			fmt.Fprintf(out, "longest win of %s: %d plies, first from %s\n", role, far.Plies, far.Position)
		}
		if side := e.Sides[p]; side.Ended > 0 {
			fmt.Fprintf(out, "over with %s to move: %d positions, %d of them lost\n", role, side.Ended, side.Beaten)
		}
	}
}
