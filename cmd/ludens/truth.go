package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/internal/exact"
	"ludens/internal/seed"
	"ludens/internal/tui"
	"ludens/selfplay"
)

// truth is what eval --truth was asked for.
type truth struct {
	file      string // as the flag has it; "" if it was not given
	positions int
	toGo      int // 0: any
	mates     int // games of each endgame
}

// inCache is what the flag means without a value.
const inCache = "in the user's cache"

func (t *truth) flags(c *cobra.Command) {
	c.Flags().StringVar(&t.file, "truth", "", "instead of baselines: how many moves keep what the position is worth, by search or by the table of ludens solve; --truth=FILE names it, --truth=kq-k,kr-k endgames, which are played out, too")
	c.Flags().Lookup("truth").NoOptDefVal = inCache
	c.Flags().IntVar(&t.positions, "positions", 2000, "with --truth: positions, half of random games, half of games of "+exact.Player+"; of an endgame won ones, drawn evenly")
	c.Flags().IntVar(&t.toGo, "to-go", 0, "with --truth: positions with so many plies to go at most (of games searched to their end)")
	c.Flags().IntVar(&t.mates, "mates", 200, "with --truth of endgames: won positions that the agent plays on against the best defence")
}

// take takes the word after --truth, which pflag leaves among the arguments:
// a flag that may stand alone has no value but after "=".
func (t *truth) take(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if t.file != inCache {
		return usage{fmt.Errorf("eval: %q is one word too many; want: ludens eval GAME AGENT", words[0])}
	}
	t.file = words[0]
	return nil
}

// check refuses flags that make no sense.
func (t *truth) check() error {
	return inRange(amount{"positions", t.positions, 1, maxPositions}, amount{"to-go", t.toGo, 0, maxPositions}, amount{"mates", t.mates, 1, maxPositions})
}

// asked reports whether the agent is to be judged by the truth.
func (t *truth) asked() bool { return t.file != "" }

// test is what the flags ask for.
func (t *truth) test(e *evaluation, bars *tui.Phases) exact.Test {
	x := exact.Test{
		Game: e.game, Table: t.file, Positions: t.positions, ToGo: t.toGo, Games: t.mates,
		Seed: e.seed, Workers: e.workers, Seen: bars.Seen,
	}
	if t.file == inCache {
		x.Table = ""
	}
	return x
}

// tell tests the agent and prints how it did.
func (t *truth) tell(ctx context.Context, e *evaluation, me selfplay.Entrant, out io.Writer, asJSON bool) error {
	agent := exact.Agent{Name: me.Name, New: func(s seed.Seed) (env.Agent, error) { return me.New(e.game, s) }}
	bars := &tui.Phases{Visible: e.bars, Errs: os.Stderr}
	defer bars.Finish()
	if _, ok := e.game.(env.Endgames); ok && t.file != inCache {
		return t.tellEndgames(ctx, e, agent, bars, out, asJSON)
	}
	told, err := t.test(e, bars).Run(ctx, agent)
	if err != nil {
		return err
	}
	bars.Finish()
	if asJSON {
		return json.NewEncoder(out).Encode(told)
	}
	printAccuracy(out, told)
	return nil
}

func printAccuracy(out io.Writer, v exact.Accuracy) {
	line := func(what string, p exact.Proportion) {
		if p.Positions > 0 {
			fmt.Fprintf(out, "%-24s %9d %7d   %6.2f %%  [%6.2f, %6.2f]\n", what, p.Positions, p.Count, 100*p.Share, 100*p.Low, 100*p.High)
		}
	}
	fmt.Fprintf(out, "%-24s %9s %7s   %8s  %s\n", v.Agent+" on "+v.Game, "positions", "kept", "share", "95 % interval")
	for _, row := range []struct {
		what string
		kept exact.Kept
	}{{"all", v.Kept}, {"won", v.Won}, {"drawn", v.Drawn}, {"lost", v.Lost}} {
		line(row.what, row.kept.All)
		line("  a wrong move exists", row.kept.Decisive)
	}
	line("wins thrown away", v.Thrown)
	fmt.Fprintf(out, "of these %d to a draw, %d to a loss\n", v.ToDraw, v.ToLoss)
	fmt.Fprintf(out, "positions: %s; seed %d\n", v.Mix, v.Seed)
}
