package kernel

// ConvGrad computes the gradient of a convolution's weights:
//
//	dw[o, i, ky, kx] = sum over boards, rows r, columns c of
//	                   dy[r, c, o] * x[r+ky-reach, c+kx-reach, i]
//
// Sums run over the boards of a section, then over the sections, in that order on
// any goroutine.
type ConvGrad[T Float] struct{ loops convGradLoops[T] }

// convGradLoops is the gradient as one path computes it. Sections may be worked
// on at the same time.
type convGradLoops[T Float] interface {
	clear(section int)
	add(section int, x, dy []T, from, to int) // what boards [from, to) give
	join(dw []T, sections int)                // on several goroutines
}

// newConvGrad returns one for up to n boards, on the active path.
func newConvGrad[T Float](b Board, side, in, out, n int, m *Slab) *ConvGrad[T] {
	tiled, ok := newTiledConvGrad(Active(), b, side, in, out, sections(n), m).(convGradLoops[T])
	if ok { // T is float32
		return &ConvGrad[T]{tiled}
	}
	return &ConvGrad[T]{newPlainConvGrad[T](b, side, in, out, sections(n))}
}

// Run overwrites dw, on several goroutines.
//
//	x:  [n, padded, in], border zero
//	dy: [n, padded, out], border zero
//	dw: [out, in, side, side]
func (g *ConvGrad[T]) Run(dw, x, dy []T, n int) {
	g.RunAfter(dw, x, dy, n, func(int, int) {})
}

// RunAfter is Run, but calls before with the boards that come next: it makes dy
// of them, and finds it in a cache afterwards.
func (g *ConvGrad[T]) RunAfter(dw, x, dy []T, n int, before func(from, to int)) {
	splitSections(n, func(section, from, to int) {
		if from == section*sectionBoards {
			g.loops.clear(section)
		}
		before(from, to)
		g.loops.add(section, x, dy, from, to)
	})
	g.loops.join(dw, sections(n))
}
