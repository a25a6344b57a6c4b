package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/selfplay"
)

// Searcher returns an agent that plays the best move of a search guided by ev.
func Searcher(g env.Game, ev mcts.Evaluator, cfg analysis.Config) (env.Agent, error) {
	return analysis.NewSearcher(g, ev, cfg)
}

// Instinct returns an agent that plays the move which ev likes best at first glance.
func Instinct(ev mcts.Evaluator) env.Agent { return &instinct{ev: ev} }

// Playouts returns a Searcher with n random playouts a move, without proofs.
func Playouts(g env.Game, n int, s seed.Seed) (env.Agent, error) {
	if err := mcts.CheckSimulations("simulations", n, 1); err != nil {
		return nil, err
	}
	return Searcher(g, playouts(g, s), analysis.Config{Search: mcts.Defaults().Of(n)})
}

// playouts returns the evaluator that plays one random game from a leaf.
func playouts(g env.Game, s seed.Seed) mcts.Evaluator {
	return mcts.NewRollout(g, 1, s.At("rollouts", 0).Uint64())
}

// instinct plays the move with the largest prior.
type instinct struct {
	ev   mcts.Evaluator
	leaf [1]mcts.Leaf
}

func (a *instinct) Act(ctx context.Context, s env.State) (env.Decision, error) {
	l := &a.leaf[0]
	l.State, l.Legal = s, s.Legal(l.Legal[:0])
	l.Prior = slices.Grow(l.Prior[:0], len(l.Legal))[:len(l.Legal)]
	if err := mcts.Ask(ctx, a.ev, a.leaf[:]); err != nil {
		return env.Decision{}, err
	}
	best := 0
	for i, p := range l.Prior {
		if p > l.Prior[best] {
			best = i
		}
	}
	d := env.Decision{Action: l.Legal[best], Value: l.Value, Simulations: 1}
	for i, a := range l.Legal {
		d.Moves = append(d.Moves, env.MoveStats{Action: a, Prior: l.Prior[i], Policy: l.Prior[i], Value: l.Value})
	}
	slices.SortStableFunc(d.Moves, func(m, n env.MoveStats) int { return cmp.Compare(n.Prior, m.Prior) })
	return d, nil
}

// evaluator returns that of the agent's network. Its errors name the agent.
func (s Spec) evaluator(g env.Game, net selfplay.Net) mcts.Evaluator {
	return labelled{selfplay.Network(g.Spec(), net), s.String()}
}

// labelled is an evaluator of an agent.
type labelled struct {
	mcts.Evaluator
	agent string
}

func (n labelled) Evaluate(ctx context.Context, leaves []mcts.Leaf) error {
	if err := mcts.Ask(ctx, n.Evaluator, leaves); err != nil {
		return fmt.Errorf("agent %s: %w", n.agent, err)
	}
	return nil
}
