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
