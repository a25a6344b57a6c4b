package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/mcts"
	"ludens/nn"
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

func benchEnv(ctx context.Context, g env.Game, rounds int) ([]rate, error) {
	spec := g.Spec()
	var legal []env.Action
	var s env.State
	start, rng := g.New(0), seed.New(0).Rand()
	r, err := measure(ctx, spec.Name, "random play, full legal lists", "plies/s", rounds, func() (int, error) {
		s = start.Copy(s)
		for ply := range spec.MaxPly {
			if legal = s.Legal(legal[:0]); len(legal) == 0 {
				return ply, nil
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
		return spec.MaxPly, nil
	})
	return []rate{r}, err
}

func benchSearch(ctx context.Context, g env.Game, rounds int) ([]rate, error) {
	const simulations = 100
	cfg := mcts.Defaults()
	cfg.Simulations = simulations
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	rng, plies := seed.New(0).Rand(), 0
	r, err := measure(ctx, g.Spec().Name, "search, uniform evaluator, 100 a move", "simulations/s", rounds, func() (int, error) {
		tree.Begin(simulations, nil)
		if err := mcts.Search(ctx, tree, mcts.Uniform{}); err != nil {
			return 0, err
		}
		tree.Advance(tree.Pick(1, rng))
		if plies++; tree.Root().Result() != env.Ongoing || plies >= g.Spec().MaxPly {
			plies = 0
			tree.Reset(g.New(0))
		}
		return simulations, nil
	})
	return []rate{r}, err
}

func benchNN(ctx context.Context, g env.Game, rounds int) ([]rate, error) {
	const rows = 16
	preset, err := configs.PresetFor(g.Spec().Name)
	if err != nil {
		return nil, err
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "bench", Text: fmt.Sprintf("game = %q\n", g.Spec().Name)})
	if err != nil {
		return nil, err
	}
	spec := cfg.Spec(g.Spec())
	net, err := nn.New(spec, seed.New(0).Rand())
	if err != nil {
		return nil, err
	}
	engine, obs, out := nn.NewEngine(net), make([]float32, rows*spec.Size()), spec.NewOutputs(rows)
	shape := fmt.Sprintf("%dx%d %s", spec.Channels, spec.Blocks, nn.Path())
	infer, err := measure(ctx, g.Spec().Name, "network "+shape+", batches of 16", "evaluations/s", rounds, func() (int, error) {
		return rows, engine.Infer(obs, rows, out)
	})
	if err != nil {
		return nil, err
	}
	trainer, err := nn.NewTrainer(net, cfg.Optimiser)
	if err != nil {
		return nil, err
	}
	batch := nn.NewBatch(spec, cfg.Optimiser.Batch)
	step, err := measure(ctx, g.Spec().Name, fmt.Sprintf("training %s, batches of %d", shape, cfg.Optimiser.Batch), "rows/s", rounds, func() (int, error) {
		_, err := trainer.Step(batch, 0)
		return cfg.Optimiser.Batch, err
	})
	return []rate{infer, step}, err
}
