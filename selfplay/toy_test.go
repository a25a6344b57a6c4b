package selfplay

import (
	"math"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/nn"
)

func game(_ *testing.T, name string) env.Game { return games.Must(name) }

// scrambled is a network that answers by a hash of the position.
type scrambled struct{ spec env.Spec }

func (s scrambled) Infer(obs []float32, n int, out nn.Outputs) error {
	for row := range n {
		h := uint64(1)
		for _, v := range obs[row*s.spec.Size() : (row+1)*s.spec.Size()] {
			h = h*31 + uint64(math.Float32bits(v))
		}
		rng := seed.New(h).Rand()
		for a := range s.spec.Actions {
			out.Logits[row*s.spec.Actions+a] = float32(rng.NormFloat64())
		}
		for i := range 3 {
			out.WDL[3*row+i] = rng.Float32()
		}
		out.Score[row] = rng.Float32()
	}
	return nil
}
