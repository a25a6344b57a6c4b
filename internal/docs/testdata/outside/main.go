// Command domineering is somebody else's program: a game of its own, trained and
// measured with the packages of ludens.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"

	"ludens/agent"
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

	net, err := learn(ctx, game, cfg, root)
	check(err)
	me := evaluator(game, net)
	check(analyse(ctx, game, me, cfg.Search))
	check(compete(ctx, game, me, root.At("match", 0)))
}

// learn trains a new network.
func learn(ctx context.Context, game env.Game, cfg configs.Run, root seed.Seed) (*nn.Net, error) {
	net, err := nn.New(cfg.Spec(game.Spec()), root.At("weights", 0).Rand())
	if err != nil {
		return nil, err
	}
	learner, err := nn.NewTrainer(net, cfg.Optimiser)
	if err != nil {
		return nil, err
	}
	run := train.Run{
		Config: cfg.Method(), Game: game, Seed: root, Workers: 2,
		Learner: learner, Replay: train.NewReplay(game, cfg.Train.Window, cfg.Train.Augment),
		Events: news{}, Save: func(train.Iteration, []*selfplay.Record, *nn.Net, []nn.Tensor) error { return nil },
	}
	err = run.Loop(ctx)
	return learner.Net(), err
}

// news tells of each iteration.
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
	tree.Begin(cfg.Simulations, nil)
	if err := mcts.Search(ctx, tree, ev); err != nil {
		return err
	}
	fmt.Println("best at the start:", start.Format(tree.Pick(0, nil)))
	return nil
}

// compete plays the network against random moves, in both roles.
func compete(ctx context.Context, game env.Game, ev mcts.Evaluator, s seed.Seed) error {
	network := agent.Entrant{Name: "network", New: func(g env.Game, s seed.Seed) (env.Agent, error) {
		return agent.Searcher(g, ev, 32, s)
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
