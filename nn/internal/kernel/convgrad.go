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

// plainConvGrad is the gradient of a convolution's weights in plain Go: the
// portable path, and the reference of the others. Border cells of dy are zero,
// so that each sum over a board is one dot product over a run of cells, from
// the first to the last, with x shifted by the tap.
type plainConvGrad[T Float] struct {
	board         Board
	side, in, out int

	sections []plainSection[T]
}

// plainSection is the sums of one section, and room for one of its boards.
type plainSection[T Float] struct {
	dw []T
	x  []T        // [in, padded]
	dy [][Lanes]T // [lanes(out), run]
}

func newPlainConvGrad[T Float](b Board, side, in, out, sections int) *plainConvGrad[T] {
	g := &plainConvGrad[T]{board: b, side: side, in: in, out: out}
	for range sections {
		g.sections = append(g.sections, plainSection[T]{
			make([]T, out*in*side*side), make([]T, in*b.Padded()), make([][Lanes]T, lanes(out)*g.length()),
		})
	}
	return g
}

// length is how many cells lie from the first to the last, border between them
// included.
func (g *plainConvGrad[T]) length() int { return (g.board.Rows-1)*g.board.Width() + g.board.Cols }

func (g *plainConvGrad[T]) clear(section int) { clear(g.sections[section].dw) }

func (g *plainConvGrad[T]) add(section int, x, dy []T, from, to int) {
	s := g.sections[section]
	for i := from; i < to; i++ {
		g.packInput(s.x, x, i)
		g.packGradient(s.dy, dy, i)
		for group := range lanes(g.out) {
			for tap := range g.side * g.side {
				g.tap(s, group, tap)
			}
		}
	}
}

func (g *plainConvGrad[T]) join(dw []T, sections int) {
	clear(dw)
	for _, s := range g.sections[:sections] {
		for i, v := range s.dw {
			dw[i] += v
		}
	}
}

// packInput copies board i of x as planes, border included.
func (g *plainConvGrad[T]) packInput(dst, x []T, i int) {
	padded := g.board.Padded()
	src := x[i*padded*g.in:]
	for cell := range padded {
		for k, v := range src[cell*g.in:][:g.in] {
			dst[k*padded+cell] = v
		}
	}
}

// packGradient copies the run of board i of dy in groups of Lanes channels.
func (g *plainConvGrad[T]) packGradient(dst [][Lanes]T, dy []T, i int) {
	run := g.length()
	src := dy[(i*g.board.Padded()+g.board.At(0, 0))*g.out:]
	for cell := range run {
		for o, v := range src[cell*g.out:][:g.out] {
			dst[o/Lanes*run+cell][o%Lanes] = v
		}
	}
}

// tap adds what a board gives to one tap of one group of output channels.
func (g *plainConvGrad[T]) tap(s plainSection[T], group, tap int) {
	padded, run, reach := g.board.Padded(), g.length(), g.side/2
	dw, dy := s.dw, s.dy[group*run:][:run]
	x := s.x[g.board.At(tap/g.side-reach, tap%g.side-reach):]
	for k := 0; k < g.in; k += 2 {
		if k+1 == g.in {
			g.put(dw, group, k, tap, dots1(dy, x[k*padded:], run, 0))
			break
		}
		a, b := dots2(dy, x[k*padded:], padded, run, 0)
		g.put(dw, group, k, tap, a)
		g.put(dw, group, k+1, tap, b)
	}
}

// put adds sum to the gradients of input channel k.
func (g *plainConvGrad[T]) put(dw []T, group, k, tap int, sum [Lanes]T) {
	for o := group * Lanes; o < min((group+1)*Lanes, g.out); o++ {
		dw[(o*g.in+k)*g.side*g.side+tap] += sum[o%Lanes]
	}
}
