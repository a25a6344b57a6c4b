package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"ludens/env"
	"ludens/internal/cputime"
	"ludens/solve"
)

// endgameRow is what solve --json says of an endgame. With one worker the seconds
// are those on a core.
type endgameRow struct {
	solve.EndgameSummary
	Seconds float64 `json:"seconds"`
	Workers int     `json:"workers"`
}

// each returns the bytes that it took for each number.
func (r endgameRow) each() float64 { return float64(r.Bytes) / float64(max(1, r.Numbers)) }

// tellEndgames solves endgames one after the other and tells of each as soon as
// it is done. Their tables are not kept.
func (v *solving) tellEndgames(ctx context.Context, g env.Game, names []string) error {
	if v.position != "" || v.file != "" || v.reachable {
		return usage{fmt.Errorf("solve: --position, --output and --reachable are for one endgame, not for %d", len(names))}
	}
	if !v.asJSON {
		endgameHead(v.out, g.Spec().Roles)
	}
	clock := cputime.ClockOf(v.workers)
	began := clock()
	for _, name := range names {
		row, err := v.endgameRow(ctx, g, name)
		if err != nil {
			return err
		}
		if !v.asJSON {
			row.print(v.out)
		} else if err := json.NewEncoder(v.out).Encode(row); err != nil {
			return err
		}
	}
	if !v.asJSON {
		fmt.Fprintf(v.out, "%d endgames in %.0f s with %d workers\n", len(names), (clock() - began).Seconds(), v.workers)
	}
	return nil
}

func (v *solving) endgameRow(ctx context.Context, g env.Game, name string) (row endgameRow, err error) {
	clock := cputime.ClockOf(v.workers)
	began := clock()
	if v.game, err = solve.Endgame(g, name); err != nil {
		return row, err
	}
	table, err := v.solve(ctx, "")
	if err != nil {
		return row, err
	}
	row.EndgameSummary, _ = table.EndgameSummary()
	row.Seconds, row.Workers = (clock() - began).Seconds(), v.workers
	return row, nil
}

func endgameHead(out io.Writer, roles [2]string) {
	fmt.Fprintf(out, "%-8s  %-33s  %-33s  %-17s  %-14s  %s\n", "", roles[0]+" to move", roles[1]+" to move", "longest win, plies", "", "made in")
	fmt.Fprintf(out, "%-8s", "endgame")
	for range roles {
		fmt.Fprintf(out, "  %9s %7s %7s %7s", "positions", "won", "drawn", "lost")
	}
	fmt.Fprintf(out, "  %8.8s  %8.8s  %-14s  %5s %5s %s\n", roles[0], roles[1], "by the clock", "s", "MiB", "bytes/number")
}

// print prints a row of the table. Shares are of the positions in which the game
// goes on.
func (r endgameRow) print(out io.Writer) {
	fmt.Fprintf(out, "%-8s", r.Men)
	for _, side := range r.Sides {
		fmt.Fprintf(out, "  %9d %7s %7s %7s", side.Positions, percentFine(side.Won, side.Positions), percentFine(side.Drawn, side.Positions), percentFine(side.Lost, side.Positions))
	}
	for p := range r.Sides {
		fmt.Fprintf(out, "  %8s", dashed(r.Longest(env.Player(p)).Plies))
	}
	fmt.Fprintf(out, "  %-14s  %5.1f %5d %12.0f\n", r.byTheClock(), r.Seconds, r.Bytes>>20, r.each())
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
func (r endgameRow) byTheClock() string {
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

// printEndgame tells of one endgame.
func (v *solving) printEndgame(row endgameRow) {
	endgameHead(v.out, v.game.Spec().Roles)
	row.print(v.out)
	for p, role := range v.game.Spec().Roles {
		if far := row.Longest(env.Player(p)); far.Plies > 0 {
			fmt.Fprintf(v.out, "longest win of %s: %d plies, first from %s\n", role, far.Plies, far.Position)
		}
		if side := row.Sides[p]; side.Ended > 0 {
			fmt.Fprintf(v.out, "over with %s to move: %d positions, %d of them lost\n", role, side.Ended, side.Beaten)
		}
	}
}

// clockWords says what the clock makes of a position that is won or lost.
func clockWords(worth string, z solve.Zeroing) string {
	needs := fmt.Sprintf("%d plies to the end or to a move that starts the clock again, %d left", z.Plies, z.Left)
	switch {
	case z.InTime():
		return fmt.Sprintf("%s by the clock, too: %s", worth, needs)
	case z.Plies == 0:
		return fmt.Sprintf("%s, but drawn by the clock, wherever it stands (%d plies are left)", worth, z.Left)
	}
	return fmt.Sprintf("%s, but not within the fifty moves that are left: %s", worth, needs)
}
