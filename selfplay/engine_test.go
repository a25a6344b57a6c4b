package selfplay

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
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
		plan := Plan{Network: Identify(net, &c)}
		_, m, err := plan.Sent(g, Material{Network: net})
		if err != nil || m.Network8.Uniform() != g.Spec().Uniform {
			t.Errorf("%s: %d uniform planes are sent, want %d, %v", name, m.Network8.Uniform(), g.Spec().Uniform, err)
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

// A network that was trained on another game is shown positions as that game shows them, and
// its logits are read by the names that it knows: with its actions turned round it gives the
// same move the same prior. Of no leaves nothing is asked.
func TestNetworksOfOtherGames(t *testing.T) {
	g := game(t, "tictactoe")
	spec := g.Spec()
	turned := make([]env.Action, spec.Actions)
	for a := range turned {
		turned[a] = env.Action(spec.Actions - 1 - a)
	}
	view := env.View{Spec: spec, Observe: func(s env.State, dst []float32) { s.Observe(dst) }, Actions: turned}
	s := g.New(0)
	s.Play(4)
	prior := func(net Net) []float32 {
		l := []mcts.Leaf{{State: s, Legal: s.Legal(nil), Prior: make([]float32, 8)}}
		if err := Network(spec, net).Evaluate(context.Background(), l); err != nil {
			t.Fatal(err)
		}
		return l[0].Prior
	}
	plain := prior(Net{Inferer: sloped{spec}})
	other := prior(Net{Inferer: sloped{spec}, View: view})
	for i := range plain { // the legal squares lie point-symmetrically
		if back := len(plain) - 1 - i; math.Abs(float64(plain[i]-other[back])) > 1e-6 || i > 0 && plain[i] <= plain[i-1] {
			t.Errorf("square %d: %v, of the other game %v; all: %v", i, plain[i], other[back], plain)
		}
	}
	if err := Network(spec, Net{Inferer: sloped{spec}}).Evaluate(context.Background(), nil); err != nil {
		t.Errorf("of no leaves: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := Network(spec, Net{Inferer: sloped{spec}}).Evaluate(ctx, make([]mcts.Leaf, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// sloped answers with logits that grow with the action.
type sloped struct{ spec env.Spec }

func (s sloped) Infer(_ []float32, n int, out nn.Outputs) error {
	if n == 0 {
		return errors.New("asked for nothing")
	}
	for i := range n * s.spec.Actions {
		out.Logits[i] = float32(i % s.spec.Actions)
	}
	return nil
}
