package nn

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestWeightlessTargets: rows that weigh nothing teach nothing, whatever their
// targets say.
func TestWeightlessTargets(t *testing.T) {
	const n = 6
	for _, ops := range []string{"stock", "fast"} {
		p := newTestProgram[float64](t, ops, newNet(t, learner, 0), n)
		b := randomBatch(learner, n, 0)
		clear(b.ValueWeight)
		clear(b.PolicyWeight)
		clear(b.ScoreWeight)
		b.PolicyWeight[0] = 1
		p.run(b)
		for i, param := range p.params {
			name := param.Name()
			if strings.HasPrefix(name, "value.") && maxAbs(p.gradient(i)) != 0 {
				t.Errorf("%s: no row has a result, and %s a gradient", ops, name)
			}
			if name == "policy.planes.weight" && maxAbs(p.gradient(i)) == 0 {
				t.Errorf("%s: a row has a policy, and %s no gradient", ops, name)
			}
		}
		was := slices.Clone(p.gradient(0))
		for i := n * 3 / 2; i < len(b.WDL); i++ {
			b.WDL[i] = float32(math.NaN())
		}
		for i := range b.Score {
			b.Score[i] = float32(math.NaN())
		}
		for i := learner.Actions(); i < len(b.Policy); i++ {
			b.Policy[i], b.Legal[i] = float32(math.Inf(1)), false
		}
		p.run(b)
		if !slices.Equal(p.gradient(0), was) {
			t.Errorf("%s: targets that weigh nothing changed the gradient", ops)
		}
	}
}

// TestLossOfUniformPolicy: with all logits 0, the policy loss and the entropy of
// k legal moves are ln k, and the value loss is ln 3.
func TestLossOfUniformPolicy(t *testing.T) {
	ts := newNet(t, learner, 0).Tensors()
	for _, x := range ts {
		if strings.Contains(x.Name, "planes") || strings.Contains(x.Name, "globals") || strings.Contains(x.Name, "wdl") {
			clear(x.Data)
		}
	}
	net, err := FromTensors(learner, ts)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBatch(learner, 2)
	for _, a := range []int{0, 10, 52} { // the first row: two moves on cells, one on none
		b.Legal[a] = true
	}
	b.Policy[52] = 1
	b.Legal[learner.Actions()], b.Policy[learner.Actions()] = true, 1 // the second: one move
	b.WDL[1], b.WDL[3] = 1, 1
	b.PolicyWeight = []float32{1, 1}
	b.ValueWeight = []float32{1, 0}

	c := config("fast", 2)
	c.WeightDecay, c.ValueWeight = 0, 3
	got := step(t, newTrainer(t, net, c), b, 0)
	want := Loss{Policy: math.Log(3) / 2, Entropy: math.Log(3) / 2, Value: math.Log(3),
		Total: (math.Log(3) + 3*math.Log(3)) / 2}
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"policy", got.Policy, want.Policy}, {"entropy", got.Entropy, want.Entropy},
		{"value", got.Value, want.Value}, {"total", got.Total, want.Total}, {"L2", got.L2, 0},
	} {
		if math.Abs(f.got-f.want) > 1e-6 {
			t.Errorf("%s %v, want %v", f.name, f.got, f.want)
		}
	}
}

// TestOneLegalMove: a row with a single legal move, wherever it stands and
// however strong the batch's first logit is, has loss 0 and finite gradients.
func TestOneLegalMove(t *testing.T) {
	for _, ops := range []string{"stock", "fast"} {
		b := randomBatch(learner, 4, 0)
		clear(b.Policy)
		clear(b.Legal)
		for row, a := range []int{0, 7, 52, 0} {
			b.Legal[row*learner.Actions()+a], b.Policy[row*learner.Actions()+a] = true, 1
		}
		b.PolicyWeight = []float32{1, 1, 1, 1}
		if loss := step(t, trainerOn(t, ops, newNet(t, learner, 0), config("fast", 4)), b, 0.1); loss.Policy > 1e-9 {
			t.Errorf("%s: policy loss %v, want 0", ops, loss.Policy)
		}
	}
}

func maxAbs(v []float64) (m float64) {
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}
