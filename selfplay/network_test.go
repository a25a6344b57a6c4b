package selfplay

import (
	"context"
	"errors"
	"math"
	"testing"

	"ludens/mcts"
	"ludens/nn"
)

// A leaf has the network's answer of its own row: the softmax of the legal logits, and value and
// share of draws by the weights.
func TestAnswersOfANetwork(t *testing.T) {
	g := game(t, "tictactoe")
	weights := Weights{Utility: 0.25}
	net := scrambled{g.Spec()}
	var leaves []mcts.Leaf
	for plies := range 4 {
		s := g.New(0)
		for range plies {
			s.Play(s.Legal(nil)[0])
		}
		legal := s.Legal(nil)
		leaves = append(leaves, mcts.Leaf{State: s, Legal: legal, Prior: make([]float32, len(legal))})
	}
	e := Network(g.Spec(), Net{Inferer: net, Weights: weights})
	if err := e.Evaluate(t.Context(), leaves); err != nil {
		t.Fatal(err)
	}
	for i, l := range leaves {
		obs := make([]float32, g.Spec().Size())
		l.State.Observe(obs)
		out := nn.Outputs{Logits: make([]float32, g.Spec().Actions), WDL: make([]float32, 3), Score: make([]float32, 1)}
		if err := net.Infer(obs, 1, out); err != nil {
			t.Fatal(err)
		}
		value := float32(0.75)*(out.WDL[0]-out.WDL[2]) + 0.25*out.Score[0]
		if math.Abs(float64(l.Value-value)) > 1e-6 || l.Drawn != 0.75*out.WDL[1] {
			t.Errorf("leaf %d: value %v, drawn %v, want %v, %v", i, l.Value, l.Drawn, value, 0.75*out.WDL[1])
		}
		sum := 0.0
		for _, a := range l.Legal {
			sum += math.Exp(float64(out.Logits[a]))
		}
		for k, a := range l.Legal {
			if want := math.Exp(float64(out.Logits[a])) / sum; math.Abs(float64(l.Prior[k])-want) > 1e-5 {
				t.Errorf("leaf %d: prior of %s %v, want %v", i, l.State.Format(a), l.Prior[k], want)
			}
		}
	}
	if err := e.Evaluate(t.Context(), nil); err != nil {
		t.Errorf("no leaves: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := e.Evaluate(stopped, leaves); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
