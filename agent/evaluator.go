package agent

import (
	"context"
	"fmt"

	"ludens/env"
	"ludens/mcts"
	"ludens/selfplay"
)

// evaluator returns that of the agent's network. Its errors name the agent.
func (s Spec) evaluator(g env.Game, net selfplay.Net) mcts.Evaluator {
	return named{selfplay.Network(g.Spec(), net), s.Text}
}

// named is an evaluator of an agent.
type named struct {
	mcts.Evaluator
	agent string
}

func (n named) Evaluate(ctx context.Context, leaves []mcts.Leaf) error {
	if err := mcts.Ask(ctx, n.Evaluator, leaves); err != nil {
		return fmt.Errorf("agent %s: %w", n.agent, err)
	}
	return nil
}
