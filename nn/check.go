package nn

import (
	"fmt"
	"math"
)

// Bounds of what a network may consist of. Trained weights are of the size of 1, and
// batch norm that is folded into them multiplies by 316 at most (normEpsilon); a
// variance is a square.
const (
	MaxWeight   = 1e6
	maxVariance = MaxWeight * MaxWeight
)

// Check returns an error that names the first weight or running statistic that no
// training can have come to: NaN, infinite, beyond MaxWeight, or a variance below 0.
// Weights within the bounds may still overflow together: what a network answers has to
// be checked, too.
func (n *Net) Check() error {
	for _, l := range n.spec.Layers() {
		for _, part := range append(l.parts(), weight) {
			least, most := -MaxWeight, MaxWeight
			if part == variance {
				least, most = 0, maxVariance
			}
			for i, v := range n.part(l, part) {
				if !(float64(v) >= least && float64(v) <= most) {
					return fmt.Errorf("nn: tensor %s.%s: element %d is %v, want %g to %g", l.Name, part, i, v, least, most)
				}
			}
		}
	}
	return nil
}

// Dead names the first layer whose batch norm is zero in all channels, and the part
// that is; "" if there is none. Without its gamma a layer answers every position alike;
// a running variance of 0 is that of a layer whose statistics were lost, or which sees
// nothing. The last layer of a residual block may be 0: the block is then skipped.
func (n *Net) Dead() string {
	for _, l := range n.spec.Layers() {
		switch {
		case !l.Norm:
		case zero(n.part(l, gamma)) && !l.closesBlock():
			return l.Name + "." + gamma
		case zero(n.part(l, variance)):
			return l.Name + "." + variance
		}
	}
	return ""
}

func zero(v []float32) bool {
	const least = 1e-12 // of a number that counts
	for _, x := range v {
		if math.Abs(float64(x)) > least {
			return false
		}
	}
	return true
}

// Moved returns how far the weights of n are from those of another network of its
// Spec, in parts of their own length: |n - from| / |from|. Running statistics do not
// count, they move without learning.
func (n *Net) Moved(from *Net) float64 {
	var distance, length float64
	for _, l := range n.spec.Layers() {
		for _, part := range append(l.parts(), weight) {
			if part == mean || part == variance {
				continue
			}
			a := from.part(l, part)
			for i, v := range n.part(l, part) {
				d := float64(v) - float64(a[i])
				distance += float64(d * d)
				length += float64(float64(a[i]) * float64(a[i]))
			}
		}
	}
	if length == 0 {
		return 0
	}
	return math.Sqrt(distance / length)
}
