package mcts

import "context"

// Uniform has no opinion: all moves are equal and every position is even.
type Uniform struct{}

// Evaluate gives each move the same prior and each position the value 0.
func (Uniform) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		uniform(leaves[i].Prior)
		leaves[i].Value = 0
	}
	return nil
}

// uniform makes all of prior equal, with sum 1.
func uniform(prior []float32) {
	share := 1 / float32(len(prior))
	for i := range prior {
		prior[i] = share
	}
}
