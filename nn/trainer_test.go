package nn

import "testing"

// learner is a network large enough to learn eight rows by heart, with logits
// of both kinds.
var learner = Spec{Planes: 3, Rows: 5, Cols: 5, Channels: 8, Blocks: 1,
	PolicyChannels: 8, PolicyPlanes: 2, Globals: 3, ValueChannels: 2, ValueHidden: 8}

// TestMemorise: a batch seen often enough is known. The entropy of its policy
// targets, 3/4 and 1/4, is 0.562.
func TestMemorise(t *testing.T) {
	for _, c := range []struct {
		ops, solver string
		lr          float32
	}{
		{"stock", "sgd", 0.05},
		{"fast", "sgd", 0.05},
		{"fast", "adamw", 0.01},
	} {
		t.Run(c.ops+" "+c.solver, func(t *testing.T) {
			config := tinyConfig(8)
			config.Ops, config.Solver = c.ops, c.solver
			tr, b := newTrainer(t, newNet(t, learner, 0), config), randomBatch(learner, 8, 0)
			var loss Loss
			for range 300 {
				loss = step(t, tr, b, c.lr)
			}
			if loss.Policy > 0.58 {
				t.Errorf("policy loss %.3f, want at most 0.58", loss.Policy)
			}
			if loss.Value > 0.05 {
				t.Errorf("value loss %.3f, want at most 0.05", loss.Value)
			}
		})
	}
}
