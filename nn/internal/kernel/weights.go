package kernel

// weights are those of a linear map: taps neighbouring numbers for each output
// and input, perOut and perIn apart.
type weights[T Float] struct {
	w             []T
	in, taps      int
	perOut, perIn int
	turned        bool // the last tap first
}

// of returns the taps of an output and an input.
func (w weights[T]) of(o, i int) []T { return w.w[o*w.perOut+i*w.perIn:][:w.taps] }

// tap returns one of them.
func (w weights[T]) tap(taps []T, t int) T {
	if w.turned {
		t = len(taps) - 1 - t
	}
	return taps[t]
}

// straight are weights [out, in, taps], as they are.
func straight[T Float](w []T, taps, in int) weights[T] {
	return weights[T]{w: w, in: in, taps: taps, perOut: in * taps, perIn: taps}
}

// turnedRound are the weights that carry gradients from in outputs back to out
// inputs of a convolution with weights [in, out, taps]: taps turned by half a turn.
func turnedRound[T Float](w []T, taps, in, out int) weights[T] {
	return weights[T]{w: w, in: in, taps: taps, perOut: taps, perIn: out * taps, turned: true}
}
