package exact

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/prose"
)

// printAccuracy prints a table of that many columns, one line by what positions are worth.
func printAccuracy(out io.Writer, v Accuracy, columns int) {
	line := func(what string, p Proportion) {
		if p.Positions > 0 {
			fmt.Fprintf(out, "%-24s %9d %7d   %6.2f %%  [%6.2f, %6.2f]\n", what, p.Positions, p.Count, 100*p.Share, 100*p.Low, 100*p.High)
		}
	}
	title := v.Agent + " on " + v.Game
	if len(title) > 24 { // a column's width: the table stays one
		fmt.Fprintln(out, title)
		title = ""
	}
	fmt.Fprintf(out, "%-24s %9s %7s   %8s  %s\n", title, "positions", "kept", "share", "95 % interval")
	for _, row := range []struct {
		what string
		kept Kept
	}{{"all", v.Kept}, {"won", v.Won}, {"drawn", v.Drawn}, {"lost", v.Lost}} {
		line(row.what, row.kept.All)
		line("  a wrong move exists", row.kept.Decisive)
	}
	line("wins thrown away", v.Thrown)
	fmt.Fprintf(out, "of these %d to a draw, %d to a loss\n", v.ToDraw, v.ToLoss)
	fmt.Fprint(out, prose.Words(fmt.Sprintf("positions: %s; seed %d", v.Mix, v.Seed), columns, ""))
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

// printSolution prints what a table says as a whole.
func printSolution(out io.Writer, roles [2]string, s Solution) {
	unfinished := s.Positions - s.Over
	line := func(what, format string, values ...any) {
		fmt.Fprintf(out, "%-13s %s\n", what, fmt.Sprintf(format, values...))
	}
	share := func(n uint64) float64 { return 100 * float64(n) / float64(max(1, unfinished)) }
	line(s.Game, "%d positions, of which %d are finished (%d numbers)", s.Positions, s.Over, s.Numbers)
	if s.Reachable > 0 {
		line("reachable", "%d from the start", s.Reachable)
	}
	line("won", "%10d  %5.2f %%  by the mover", s.Won, share(s.Won))
	line("drawn", "%10d  %5.2f %%  neither side can force more", s.Drawn, share(s.Drawn))
	line("lost", "%10d  %5.2f %%", s.Lost, share(s.Lost))
	if s.Start.Worth != "" {
		line("start", "%s for %s, who moves first", s.Start, roles[0])
	}
	line("longest win", "%d plies, first from %s", s.Longest, s.LongestWon)
	line("time", "%.1f s with %d workers", s.Seconds, s.Workers)
	if s.Verified > 0 {
		line("verified", "%d positions drawn at random: by the rule book each is worth its best move", s.Verified)
	}
	line("table", "%s", s.File)
	if s.Endgame != nil {
		printOneEndgame(out, roles, EndgameSolution{EndgameSummary: *s.Endgame, Seconds: s.Seconds, Workers: s.Workers})
	}
}

// printPosition prints what a position and its moves are worth.
func printPosition(out io.Writer, p Position) {
	fmt.Fprintf(out, "%s to move: %s\n", p.ToMove, p.Verdict)
	if p.Clock != nil {
		fmt.Fprintln(out, clockWords(p.Worth, *p.Clock))
	}
	for _, m := range p.Moves {
		fmt.Fprintf(out, "  %-8s %s\n", m.Move, m.Verdict)
	}
}

// clockWords says what the clock makes of a position that is won or lost.
func clockWords(worth string, c Clock) string {
	needs := fmt.Sprintf("%d plies to the end or to a move that starts the clock again, %d left", c.Plies, c.Left)
	switch {
	case c.InTime:
		return fmt.Sprintf("%s by the clock, too: %s", worth, needs)
	case c.Plies == 0:
		return fmt.Sprintf("%s, but drawn by the clock, wherever it stands (%d plies are left)", worth, c.Left)
	}
	return fmt.Sprintf("%s, but not within the fifty moves that are left: %s", worth, needs)
}
