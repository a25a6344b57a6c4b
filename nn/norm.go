package nn

import (
	"math"
	"slices"
)

// normEpsilon keeps batch norm from dividing by zero, normMomentum is the share
// of a new batch in the running statistics (Ioffe and Szegedy 2015; both as in
// PyTorch).
const (
	normEpsilon  = 1e-5
	normMomentum = 0.1
)

// folded returns a convolution's weight and bias, batch norm worked into them:
//
//	gamma (x - mean) / sqrt(variance + epsilon) + beta
func (n *Net) folded(l Layer) (w, b []float32) {
	if !l.Norm {
		return n.part(l, weight), n.part(l, bias)
	}
	w, b = slices.Clone(n.part(l, weight)), make([]float32, l.Out)
	fan := l.fanIn()
	for o := range b {
		factor := float64(n.part(l, gamma)[o]) / math.Sqrt(float64(n.part(l, variance)[o])+normEpsilon)
		b[o] = n.part(l, beta)[o] - float32(float64(n.part(l, mean)[o])*factor)
		for i, v := range w[o*fan : (o+1)*fan] {
			w[o*fan+i] = float32(float64(v) * factor)
		}
	}
	return w, b
}
