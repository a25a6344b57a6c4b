// Command domineering is a program outside the module: a game of its own, trained and
// measured with the packages of ludens.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"

	"ludens/agent"
	"ludens/analysis"
	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

//go:embed domineering.toml
var method string

func main() {
	known, err := games.With(games.Family{Name: "dominoes", Variants: variants, New: newGame})
	check(err)
	cfg, err := configs.LoadFrom(known, configs.Layer{Name: "domineering.toml", Text: method})
	check(err)
	game, err := known.Make(cfg.Game)
	check(err)
	ctx, root := context.Background(), seed.New(cfg.Seed)

	net, err := learn(ctx, game, cfg)
	check(err)
	me := evaluator(game, net)
	check(analyse(ctx, game, me, cfg.Search))
	check(compete(ctx, game, me, root.At("match", 0)))
}

// learn trains a new network.
func learn(ctx context.Context, game env.Game, cfg configs.Run) (*nn.Net, error) {
	run := train.Run{Game: game, Config: cfg.Method(game.Spec()), Seed: cfg.Seed, Workers: 2, Events: news{}}
	err := run.Loop(ctx)
	return run.Net(), err
}

// news reports each iteration.
type news struct{}

func (news) Begin(train.Progress)        {}
func (news) Game(*selfplay.Record)       {}
func (news) Step(_, _ int, loss nn.Loss) {}
func (news) End(it train.Iteration) {
	fmt.Printf("iteration %d: %d games\n", it.At.Iteration, it.At.Games)
}

func evaluator(game env.Game, net *nn.Net) mcts.Evaluator {
	return selfplay.Network(game.Spec(), selfplay.Net{Inferer: nn.NewEngine(net)})
}

// analyse searches the start.
func analyse(ctx context.Context, game env.Game, ev mcts.Evaluator, cfg mcts.Config) error {
	start := game.New(0)
	tree := mcts.NewTree(game, cfg)
	tree.Reset(start)
	tree.Begin(ctx, cfg.Simulations, nil)
	if err := mcts.Search(ctx, tree, ev); err != nil {
		return err
	}
	fmt.Println("best at the start:", start.Format(tree.Pick(0, nil)))
	return nil
}

// compete plays the network against random moves, in both roles.
func compete(ctx context.Context, game env.Game, ev mcts.Evaluator, s seed.Seed) error {
	network := agent.Entrant{Name: "network", New: func(g env.Game, _ seed.Seed) (env.Agent, error) {
		return agent.Searcher(g, ev, analysis.Simulations(32))
	}}
	random := agent.Entrant{Name: "random", New: func(_ env.Game, s seed.Seed) (env.Agent, error) {
		return agent.Random(s.Rand()), nil
	}}
	contest := &arena.Contest{Game: game, A: network, B: random, Openings: arena.Random(game, 1, s), Seed: s}
	match := arena.NewSeries(10, nil)
	if err := match.Play(ctx, contest, 2, func(arena.Game) error { return nil }); err != nil {
		return err
	}
	for role, score := range match.Roles {
		fmt.Printf("as %s: %v\n", game.Spec().Roles[role], score)
	}
	return nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
