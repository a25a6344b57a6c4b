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
	"ludens/internal/nearest"
)

func newBench() *cobra.Command {
	var asJSON bool
	var rounds int
	c := &cobra.Command{
		Use:   "bench [env|search|selfplay|nn] [GAME]...",
		Short: "Measure the speed of rules, search and network on one core",
		Long: `Bench measures over several rounds and prints median, least and most. A second is
one that this process has on a core: what else runs disturbs little (on Linux;
elsewhere a second on the wall).
env: random play, 256 games side by side, perft, and how often the rules and the
search ask for memory; search: simulations with a uniform evaluator, 100 a move;
selfplay: games with the game's preset, and what of their time is not the network's;
nn: evaluations in batches of 16 and training steps with the game's preset; by
itself it is a table against the limit of the machine, see ludens bench nn --help.
Where no game is named env measures celta, cetro and cetran2, the others celta.`,
		Example: `  ludens bench                   everything
  ludens bench env               the rules of celta, cetro and cetran2
  ludens bench env tablut connect4
  ludens bench nn --quick        the network against the machine's limit`,
		RunE: func(c *cobra.Command, args []string) error {
			all, err := chooseBenches(args)
			if err != nil {
				return err
			}
			return runBenches(c.Context(), c.OutOrStdout(), all, rounds, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the rates as JSON")
	c.Flags().IntVar(&rounds, "rounds", 5, "rounds of about a third of a second")
	c.AddCommand(newBenchNN())
	return c
}

// bench is a kind of measurements.
type bench struct {
	name    string
	shelves int // where no game is named, the first game of each of so many shelves is measured
	run     func(context.Context, env.Game, int) ([]rate, error)
}

var benches = []bench{
	{"env", 3, benchEnv},
	{"search", 1, benchSearch},
	{"selfplay", 1, benchSelfPlay},
	{"nn", 1, benchNN},
}

// benchOf is a kind of measurements of one game.
type benchOf struct {
	bench
	game env.Game
}

// chooseBenches returns what the words after the verb ask for.
func chooseBenches(args []string) (all []benchOf, err error) {
	chosen := benches
	if len(args) > 0 {
		if i := slices.IndexFunc(benches, func(b bench) bool { return b.name == args[0] }); i >= 0 {
			chosen, args = benches[i:i+1], args[1:]
		}
	}
	for _, b := range chosen {
		names := args
		if len(names) == 0 {
			for _, s := range games.Shelves()[:b.shelves] {
				names = append(names, s.Games[0].Name)
			}
		}
		for _, name := range names {
			g, err := games.Make(name)
			if err != nil {
				return nil, fmt.Errorf("%w%s", err, kindHint(name))
			}
			all = append(all, benchOf{b, g})
		}
	}
	return all, nil
}

// kindHint says which kind of measurements was meant by a word that is no game.
func kindHint(word string) string {
	var kinds []string
	for _, b := range benches {
		kinds = append(kinds, b.name)
	}
	return nearest.Hint(word, kinds)
}

// runBenches prints rates as they come, or all at the end as JSON.
func runBenches(ctx context.Context, out io.Writer, all []benchOf, rounds int, asJSON bool) error {
	rates := []rate{}
	if !asJSON {
		fmt.Fprintf(out, "%-16s %-36s %14s %14s %14s\n", "game", "what", "median", "least", "most")
	}
	for _, b := range all {
		more, err := b.run(ctx, b.game, rounds)
		if err != nil {
			return err
		}
		rates = append(rates, more...)
		if !asJSON {
			printRates(out, more)
		}
	}
	if asJSON {
		return json.NewEncoder(out).Encode(rates)
	}
	return nil
}

// rate is how fast something went, or how much of something it took: medians
// over rounds.
type rate struct {
	Game   string  `json:"game"`
	What   string  `json:"what"`
	Unit   string  `json:"unit"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

func printRates(w io.Writer, rates []rate) {
	for _, r := range rates {
		fmt.Fprintf(w, "%-16s %-36s %14s %14s %14s %s\n", r.Game, r.What, figure(r.Median), figure(r.Least), figure(r.Most), r.Unit)
	}
}

// figure writes large numbers whole and small ones to three digits.
func figure(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// summary returns the rate that the figures of some rounds come to.
func summary(game, what, unit string, seen []float64) rate {
	slices.Sort(seen)
	return rate{game, what, unit, seen[len(seen)/2], seen[0], seen[len(seen)-1]}
}

// measure calls work, which returns how many units it did, for some rounds. It
// counts the time that this process has on a core: others disturb little.
func measure(ctx context.Context, game, what, unit string, rounds int, work func() (int, error)) (rate, error) {
	if _, err := work(); err != nil { // warm up
		return rate{}, err
	}
	var seen []float64
	for range max(1, rounds) {
		units := 0
		began := ownTime()
		for ownTime()-began < 300*time.Millisecond {
			if err := ctx.Err(); err != nil {
				return rate{}, err
			}
			n, err := work()
			if err != nil {
				return rate{}, err
			}
			units += n
		}
		seen = append(seen, float64(units)/(ownTime()-began).Seconds())
	}
	return summary(game, what, unit, seen), nil
}
