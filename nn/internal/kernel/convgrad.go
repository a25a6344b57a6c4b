package kernel

// ConvGrad computes the gradient of a convolution's weights:
//
//	dw[o, i, ky, kx] = sum over boards, rows r, columns c of
//	                   dy[r, c, o] * x[r+ky-reach, c+kx-reach, i]
type ConvGrad[T Float] struct{ loops convGradLoops[T] }

// convGradLoops is the gradient as one path computes it.
type convGradLoops[T Float] interface {
	run(dw, x, dy []T, n int)
}

// NewConvGrad returns one for up to n boards, on the active path.
func NewConvGrad[T Float](b Board, side, in, out, n int) *ConvGrad[T] {
	tiled, ok := newTiledConvGrad(Active(), b, side, in, out).(convGradLoops[T])
	if ok { // T is float32
		return &ConvGrad[T]{tiled}
	}
	return &ConvGrad[T]{newPlainConvGrad[T](b, side, in, out, n)}
}

// Run overwrites dw, on several goroutines.
//
//	x:  [n, padded, in], border zero
//	dy: [n, padded, out], border zero
//	dw: [out, in, side, side]
func (g *ConvGrad[T]) Run(dw, x, dy []T, n int) { g.loops.run(dw, x, dy, n) }
