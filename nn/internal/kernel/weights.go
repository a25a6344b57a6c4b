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
