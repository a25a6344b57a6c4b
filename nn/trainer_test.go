package nn

import "testing"

// memory are the losses of memorised batches: that of a target of 3/4 and 1/4,
// whose entropy is 0.562, where the network is large enough for it.
func TestMemorise(t *testing.T) {
	for _, name := range []string{"6x7 globals", "7x7 planes, globals"} {
		t.Run(name, func(t *testing.T) {
			s := tinySpecs[name]
			tr, b := newTrainer(t, newNet(t, s, 0), tinyConfig(8)), randomBatch(s, 8, 0)
			var loss Loss
			for range 200 {
				loss = step(t, tr, b, 0.05)
			}
			if loss.Policy > 0.60 {
				t.Errorf("policy loss %.3f, want below 0.60: its target's entropy is 0.562", loss.Policy)
			}
			if loss.Value > 0.05 {
				t.Errorf("value loss %.3f, want below 0.05", loss.Value)
			}
		})
	}
}
