package exact

import (
	"fmt"
	"io"
)

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
