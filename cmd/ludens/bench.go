package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/games"
)

func newBench() *cobra.Command {
	var asJSON bool
	var rounds int
	c := &cobra.Command{
		Use:   "bench [env|search|nn] [GAME]...",
		Short: "Measure the speed of rules, search and network on one core",
		Long: `Bench measures rates over several rounds and prints their median, least and most.
env: random play with full legal lists; search: simulations with a uniform
evaluator, 100 a move; nn: evaluations in batches of 16 and training steps with
the game's preset.`,
		Example: `  ludens bench                   everything, for celta
  ludens bench env celta connect4
  ludens bench nn --json`,
		RunE: func(c *cobra.Command, args []string) error {
			kinds := []string{"env", "search", "nn"}
			if len(args) > 0 && slices.Contains(kinds, args[0]) {
				kinds, args = args[:1], args[1:]
			}
			if len(args) == 0 {
				args = []string{"celta"}
			}
			var rates []rate
			for _, name := range args {
				g, err := games.Make(name)
				if err != nil {
					return err
				}
				for _, kind := range kinds {
					more, err := benches[kind](c.Context(), g, rounds)
					if err != nil {
						return err
					}
					rates = append(rates, more...)
				}
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(rates)
			}
			printRates(c.OutOrStdout(), rates)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the rates as JSON")
	c.Flags().IntVar(&rounds, "rounds", 5, "rounds of about a third of a second")
	return c
}

// rate is how fast something went: medians over rounds.
type rate struct {
	Game   string  `json:"game"`
	What   string  `json:"what"`
	Unit   string  `json:"unit"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

func printRates(w io.Writer, rates []rate) {
	fmt.Fprintf(w, "%-16s %-36s %14s %14s %14s\n", "game", "what", "median", "least", "most")
	for _, r := range rates {
		fmt.Fprintf(w, "%-16s %-36s %14.0f %14.0f %14.0f %s\n", r.Game, r.What, r.Median, r.Least, r.Most, r.Unit)
	}
}

var benches = map[string]func(context.Context, env.Game, int) ([]rate, error){
	"env": benchEnv, "search": benchSearch, "nn": benchNN,
}

// measure calls work, which returns how many units it did, for some rounds.
func measure(ctx context.Context, game, what, unit string, rounds int, work func() (int, error)) (rate, error) {
	if _, err := work(); err != nil { // warm up
		return rate{}, err
	}
	var seen []float64
	for range max(1, rounds) {
		units := 0
		began := time.Now()
		for time.Since(began) < 300*time.Millisecond {
			if err := ctx.Err(); err != nil {
				return rate{}, err
			}
			n, err := work()
			if err != nil {
				return rate{}, err
			}
			units += n
		}
		seen = append(seen, float64(units)/time.Since(began).Seconds())
	}
	slices.Sort(seen)
	return rate{game, what, unit, seen[len(seen)/2], seen[0], seen[len(seen)-1]}, nil
}
