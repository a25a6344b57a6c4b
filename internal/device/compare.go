package device

import (
	"context"
	"fmt"
	"math"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/selfplay"
)

// comparedRows is on how many positions a device is compared with this program.
const comparedRows = 64

// mostDivergence is how far a probability or a value may be from that of this program's
// FP32: half precision comes to a tenth of it. Beyond it another network is evaluated.
const mostDivergence = 0.1

// compare evaluates positions of random games with the device and with this program's
// FP32, and says how far they are apart.
func (e *Engine) compare(g env.Game) (line string, err error) {
	states := positions(g, comparedRows)
	got, err := asked(g, e, states)
	if err != nil {
		return "", err
	}
	want, err := asked(g, selfplay.EngineFor(g, e.net, nil), states)
	if err != nil {
		return "", err
	}
	same, prior, value := 0, 0.0, 0.0
	for i := range states {
		if best(got[i].Prior) == best(want[i].Prior) {
			same++
		}
		value = max(value, math.Abs(float64(got[i].Value)-float64(want[i].Value)))
		for j := range got[i].Prior {
			prior = max(prior, math.Abs(float64(got[i].Prior[j])-float64(want[i].Prior[j])))
		}
	}
	far := fmt.Sprintf("the same first choice in %d of %d positions, probabilities within %.1e, values within %.1e", same, len(states), prior, value)
	if prior > mostDivergence || value > mostDivergence {
		return "", fmt.Errorf("its answers are not those of the network: beside FP32 of this program %s", far)
	}
	return fmt.Sprintf("frames of %d rows; beside FP32 of this program %s", e.device.kind.Batch, far), nil
}

// positions returns that many unfinished positions of random games.
func positions(g env.Game, n int) (states []env.State) {
	for game := 0; len(states) < n; game++ {
		at := seed.New(0).At("device", game)
		rng, s := at.Rand(), g.New(at.Uint64())
		for ply := 0; ply < g.Spec().MaxPly && s.Result() == env.Ongoing && len(states) < n; ply++ {
			states = append(states, s.Copy(nil))
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
	return states
}

// asked returns what a network answers about positions.
func asked(g env.Game, net selfplay.Inferer, states []env.State) ([]mcts.Leaf, error) {
	leaves := make([]mcts.Leaf, len(states))
	for i, s := range states {
		legal := s.Legal(nil)
		leaves[i] = mcts.Leaf{State: s, Legal: legal, Prior: make([]float32, len(legal))}
	}
	return leaves, mcts.Ask(context.Background(), selfplay.Network(g.Spec(), selfplay.Net{Inferer: net}), leaves)
}

// best returns the index of the largest.
func best(prior []float32) (i int) {
	for j, p := range prior {
		if p > prior[i] {
			i = j
		}
	}
	return i
}
