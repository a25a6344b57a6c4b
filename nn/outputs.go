package nn

import (
	"fmt"
	"math"
)

// Outputs is where Infer writes, owned by the caller.
type Outputs struct {
	Logits []float32 // [n, Spec.Actions()]: policy, before any softmax
	WDL    []float32 // [n, 3]: probabilities of win, draw and loss for the mover
	Score  []float32 // [n]: how far the mover will have come in the end, in [-1, 1]; 0 without Spec.Score
}

// NewOutputs returns room for n rows.
func (s Spec) NewOutputs(n int) Outputs {
	return Outputs{make([]float32, n*s.Actions()), make([]float32, n*3), make([]float32, n)}
}

// check returns an error if obs and o have not the room of n rows.
func (o Outputs) check(s Spec, obs []float32, n int) error {
	for _, f := range []struct {
		name      string
		have, row int
	}{{"observations", len(obs), s.Size()}, {"logits", len(o.Logits), s.Actions()}, {"WDL", len(o.WDL), 3}, {"score", len(o.Score), 1}} {
		if n < 0 || n > f.have/f.row {
			return fmt.Errorf("nn: infer: %d floats of %s for %d rows of %d", f.have, f.name, n, f.row)
		}
	}
	return nil
}

// Finite returns an error that names the first answer that is NaN or infinite. Finite
// weights may come to such answers, in float32.
func (o Outputs) Finite() error {
	for _, f := range []struct {
		name string
		v    []float32
	}{{"logit", o.Logits}, {"chance", o.WDL}, {"score", o.Score}} {
		for i, x := range f.v {
			if x != x || math.IsInf(float64(x), 0) {
				return fmt.Errorf("nn: the network answers with %s %d of %v", f.name, i, x)
			}
		}
	}
	return nil
}
