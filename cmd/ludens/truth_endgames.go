package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/exact"
	"ludens/internal/tui"
	"ludens/solve"
)

// tellEndgames tests the agent in endgames and prints how it did.
func (t *truth) tellEndgames(ctx context.Context, e *evaluation, agent exact.Agent, bars *tui.Phases, out io.Writer, asJSON bool) error {
	names, err := solve.EndgameList(e.game, t.file)
	if err != nil {
		return err
	}
	var all []exact.EndgameAccuracy
	for i, name := range names {
		m, err := t.test(e, bars).RunEndgame(ctx, name, agent)
		bars.Finish()
		if err != nil {
			return err
		}
		if all = append(all, m); asJSON {
			continue
		}
		if i == 0 {
			printMateHead(out, m, e.game.Spec().Roles[env.First])
		}
		printMate(out, m)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(all)
	}
	fmt.Fprintf(out, "up to %d won positions of each endgame, drawn evenly, for a move; up to %d of them for a game against the best defence; seed %d\n", t.positions, t.mates, e.seed)
	return nil
}

func printMateHead(out io.Writer, m exact.EndgameAccuracy, role string) {
	fmt.Fprintf(out, "%s on %s, %s to move in won positions\n", m.Agent, m.Game, role)
	fmt.Fprintf(out, "%-8s  %9s %9s  %-18s %5s   %5s %5s %9s  %-18s %6s %7s  %s\n",
		"endgame", "positions", "still won", "95 % interval", "later", "games", "mated", "share", "95 % interval", "plies", "at best", "the rest")
}

func printMate(out io.Writer, m exact.EndgameAccuracy) {
	fmt.Fprintf(out, "%-8s  %9d %7.2f %%  [%6.2f, %6.2f]   %5.2f   %5d %5d %7.1f %%  [%6.1f, %6.1f]   %6.1f %7.1f  %s\n",
		m.Endgame, m.Kept.Positions, 100*m.Kept.Share, 100*m.Kept.Low, 100*m.Kept.High, m.Delay,
		m.Mated.Positions, m.Mated.Count, 100*m.Mated.Share, 100*m.Mated.Low, 100*m.Mated.High, m.Plies, m.Shortest, restOf(m))
}

// restOf says how the games ended that were not won.
func restOf(m exact.EndgameAccuracy) string {
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
