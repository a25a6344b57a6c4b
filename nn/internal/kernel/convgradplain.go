package kernel

// plainConvGrad is the gradient of a convolution's weights in plain Go: the
// portable path, and the reference of the others. Border cells of dy are zero,
// so that each sum over a board is one dot product over a run of cells, from
// the first to the last, with x shifted by the tap.
type plainConvGrad[T Float] struct {
	board         Board
	side, in, out int

	x  []T        // [n, in, padded]
	dy [][Lanes]T // [n, lanes(out), run]
}

func newPlainConvGrad[T Float](b Board, side, in, out, n int) *plainConvGrad[T] {
	g := &plainConvGrad[T]{board: b, side: side, in: in, out: out}
	g.x = make([]T, n*in*b.Padded())
	g.dy = make([][Lanes]T, n*lanes(out)*g.length())
	return g
}

// length is how many cells lie from the first to the last, border between them
// included.
func (g *plainConvGrad[T]) length() int { return (g.board.Rows-1)*g.board.Width() + g.board.Cols }

func (g *plainConvGrad[T]) run(dw, x, dy []T, n int) {
	Split(n, func(from, to int) {
		for i := from; i < to; i++ {
			g.packInput(i, x)
			g.packGradient(i, dy)
		}
	})
	Split(lanes(g.out), func(from, to int) {
		for group := from; group < to; group++ {
			g.channels(dw, group, n)
		}
	})
}

// packInput copies board i of x as planes, border included.
func (g *plainConvGrad[T]) packInput(i int, x []T) {
	padded := g.board.Padded()
	src, dst := x[i*padded*g.in:], g.x[i*padded*g.in:]
	for cell := range padded {
		for k, v := range src[cell*g.in:][:g.in] {
			dst[k*padded+cell] = v
		}
	}
}

// packGradient copies the run of board i of dy in groups of Lanes channels.
func (g *plainConvGrad[T]) packGradient(i int, dy []T) {
	run, groups := g.length(), lanes(g.out)
	src := dy[(i*g.board.Padded()+g.board.At(0, 0))*g.out:]
	dst := g.dy[i*groups*run:]
	for cell := range run {
		for o, v := range src[cell*g.out:][:g.out] {
			dst[o/Lanes*run+cell][o%Lanes] = v
		}
	}
}

// channels computes the gradients of one group of output channels.
func (g *plainConvGrad[T]) channels(dw []T, group, n int) {
	taps, from := g.side*g.side, group*Lanes
	clear(dw[from*g.in*taps : min(from+Lanes, g.out)*g.in*taps])
	for i := range n {
		for tap := range taps {
			g.tap(dw, group, i, tap)
		}
	}
}

// tap adds what board i gives to one tap of one group.
func (g *plainConvGrad[T]) tap(dw []T, group, i, tap int) {
	padded, run, reach := g.board.Padded(), g.length(), g.side/2
	dy := g.dy[(i*lanes(g.out)+group)*run:][:run]
	x := g.x[i*g.in*padded+g.board.At(tap/g.side-reach, tap%g.side-reach):]
	for k := 0; k < g.in; k += 2 {
		if k+1 == g.in {
			g.add(dw, group, k, tap, dots1(dy, x[k*padded:], run, 0))
			break
		}
		a, b := dots2(dy, x[k*padded:], padded, run, 0)
		g.add(dw, group, k, tap, a)
		g.add(dw, group, k+1, tap, b)
	}
}

// add adds sum to the gradients of input channel k.
func (g *plainConvGrad[T]) add(dw []T, group, k, tap int, sum [Lanes]T) {
	for o := group * Lanes; o < min((group+1)*Lanes, g.out); o++ {
		dw[(o*g.in+k)*g.side*g.side+tap] += sum[o%Lanes]
	}
}
