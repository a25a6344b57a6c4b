package kernel

// DenseGrad computes the gradient of a dense layer's weights:
//
//	dw[i, o] = sum over rows of x[i] * dy[o]
type DenseGrad[T Float] struct{ loops denseGradLoops[T] }

// denseGradLoops is the gradient as one path computes it.
type denseGradLoops[T Float] interface {
	run(dw, x, dy []T, n int)
}

// newDenseGrad returns one on the active path.
func newDenseGrad[T Float](in, out int) *DenseGrad[T] {
	tiled, ok := newTiledDenseGrad(Active(), in, out).(denseGradLoops[T])
	if ok { // T is float32
		return &DenseGrad[T]{tiled}
	}
	return &DenseGrad[T]{plainDenseGrad[T]{in, out}}
}

// Run overwrites dw, on several goroutines.
//
//	x:  [n, in]
//	dy: [n, out]
//	dw: [in, out]
func (g *DenseGrad[T]) Run(dw, x, dy []T, n int) { g.loops.run(dw, x, dy, n) }

// plainDenseGrad is the portable path, and the reference of the others.
type plainDenseGrad[T Float] struct{ in, out int }

func (g plainDenseGrad[T]) run(dw, x, dy []T, n int) {
	Split(g.in, func(from, to int) {
		for i := from; i < to; i++ {
			sums := dw[i*g.out:][:g.out]
			clear(sums)
			for row := range n {
				v := x[row*g.in+i]
				for o, d := range dy[row*g.out:][:len(sums)] {
					sums[o] += T(v * d)
				}
			}
		}
	})
}
