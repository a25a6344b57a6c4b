package selfplay

import (
	"context"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
)

// scrambled is a network that answers without regard to symmetry.
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

// ask evaluates one position.
func ask(t *testing.T, ev mcts.Evaluator, s env.State, root bool) mcts.Leaf {
	t.Helper()
	legal := s.Legal(nil)
	l := []mcts.Leaf{{State: s, Legal: legal, Prior: make([]float32, len(legal)), Root: root}}
	if err := ev.Evaluate(context.Background(), l); err != nil {
		t.Fatal(err)
	}
	return l[0]
}

// A position and its image are answered alike as roots, under every symmetry
// of the game, and not otherwise.
func TestRootIsEvaluatedUnderAllSymmetries(t *testing.T) {
	for _, name := range []string{"connect4", "celta", "cetro"} {
		g := game(t, name)
		symmetries := g.(env.Symmetric).Symmetries()
		ev := Network(g.Spec(), Net{Inferer: scrambled{g.Spec()}, Weights: Weights{Utility: 0.25}, Symmetries: symmetries})
		rng := seed.New(8).Rand()
		for _, sym := range symmetries[1:] {
			s, twin := g.New(0), g.New(0)
			for range 7 {
				legal := s.Legal(nil)
				a := legal[rng.IntN(len(legal))]
				s.Play(a)
				twin.Play(sym.Actions[a])
			}
			if x, y := ask(t, ev, s, true), ask(t, ev, twin, true); !alike(x, y, sym) {
				t.Errorf("%s, %s: root %v %v, its image %v %v", name, sym.Name, x.Value, x.Prior, y.Value, y.Prior)
			}
			if x, y := ask(t, ev, s, false), ask(t, ev, twin, false); alike(x, y, sym) {
				t.Errorf("%s, %s: a leaf is evaluated like its image", name, sym.Name)
			}
		}
	}
}

func alike(x, y mcts.Leaf, sym env.Symmetry) bool {
	if math.Abs(float64(x.Value-y.Value)) > 1e-5 {
		return false
	}
	for i, a := range x.Legal {
		j := slices.Index(y.Legal, sym.Actions[a])
		if math.Abs(float64(x.Prior[i]-y.Prior[j])) > 1e-5 {
			return false
		}
	}
	return true
}
