package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/internal/bench"
	"ludens/internal/exit"
	"ludens/internal/roster"
)

func newBench() *cobra.Command {
	var asJSON bool
	var rounds int
	var values []string
	c := &cobra.Command{
		Use:   "bench [env|search|selfplay|nn] [GAME]...",
		Short: "Measure the speed of rules, search and network on one core",
		Long: `Bench measures for several rounds and prints the median, minimum and maximum. Rates
are per second of CPU time, so that other programs disturb them little (where the
system does not count it, per second of wall time).
env: random play, 256 games side by side, perft, and the allocations of rules and
search; search: simulations with a uniform evaluator, 100 per move, with the
search's defaults and without proofs, which other programs do not have; selfplay:
games with the game's preset, and the share of time outside the network; nn:
evaluations in batches of 16 and training steps with the game's preset; alone it
is a table against the limit of the machine, see ludens bench nn --help.
Without a game env measures celta, cetro and cetran2, the others celta.`,
		Example: `  ludens bench                   everything
  ludens bench env               the rules of celta, cetro and cetran2
  ludens bench env tablut connect4
  ludens bench search celta --set search.root=gumbel --set search.lookahead=0
  ludens bench nn --quick        the network against the machine's limit`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := inRange(amount{"rounds", rounds, 1, maxRounds}); err != nil {
				return err
			}
			set, err := configs.Set(values)
			if err != nil {
				return exit.AsUsage(err)
			}
			all, err := bench.Choose(args, set, roster.Game)
			if err != nil {
				return err
			}
			return runBenches(c.Context(), c.OutOrStdout(), all, rounds, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the rates as JSON")
	c.Flags().IntVar(&rounds, "rounds", 5, "rounds of about a third of a second")
	c.Flags().StringArrayVar(&values, "set", nil, "override one value of the preset or of the search, as in --set search.simulations=64 (may be repeated)")
	c.AddCommand(newBenchNN())
	return c
}

// runBenches prints rates as they come, or all at the end as JSON.
func runBenches(ctx context.Context, out io.Writer, all []bench.Task, rounds int, asJSON bool) error {
	rates := []bench.Rate{}
	if !asJSON {
		fmt.Fprintln(out, bench.Head())
	}
	for _, b := range all {
		more, err := b.Run(ctx, rounds)
		if err != nil {
			return err
		}
		rates = append(rates, more...)
		if !asJSON {
			for _, r := range more {
				fmt.Fprintln(out, r)
			}
		}
	}
	if asJSON {
		return json.NewEncoder(out).Encode(rates)
	}
	return nil
}
