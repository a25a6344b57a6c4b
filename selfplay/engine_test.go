package selfplay

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
)

// EngineFor convolves for all planes of a game of one setting, and not for those that
// show the rules of many: of these the first number counts.
func TestEngineForKnowsUniformPlanes(t *testing.T) {
	for name, uniform := range map[string]bool{"celta": false, "celta:first=*,passive=*": true} {
		g := game(t, name)
		net, obs, other := newNet(t, g, 1), observed(g, 9), observed(g, 9)
		other[len(other)-1]++
		c, err := nn.Calibrate(net, obs, 1)
		if err != nil {
			t.Fatal(err)
		}
		for precision, calibration := range map[string]*nn.Calibration{"FP32": nil, "int8": &c} {
			e := EngineFor(g, net, calibration)
			one, two := e.Spec().NewOutputs(1), e.Spec().NewOutputs(1)
			if err := e.Infer(obs, 1, one); err != nil {
				t.Fatal(err)
			}
			if err := e.Infer(other, 1, two); err != nil {
				t.Fatal(err)
			}
			if same := slices.Equal(one.Logits, two.Logits); same != uniform {
				t.Errorf("%s in %s: the last square of the last plane makes no difference: %v, want %v", name, precision, same, uniform)
			}
		}
	}
}

// observed is what the mover sees after some random moves.
func observed(g env.Game, plies int) []float32 {
	rng, s := seed.New(3).Rand(), g.New(0)
	for range plies {
		legal := s.Legal(nil)
		s.Play(legal[rng.IntN(len(legal))])
	}
	obs := make([]float32, g.Spec().Size())
	s.Observe(obs)
	return obs
}
