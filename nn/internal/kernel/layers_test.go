package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// inTraining is a layer in training with its numbers: what it reads, the
// gradients it writes of these, and a gradient of y to start from.
type inTraining[T Float] struct {
	forward  func(y []T)
	backward func(y, dy []T)
	y, dy    []T
	inputs   []input[T]
	more     []T // a gradient of the first input from elsewhere, or nil
}

// input is numbers a layer reads. cells says which of them stand on a cell, nil
// for all.
type input[T Float] struct {
	name     string
	x, slope []T
	cells    []bool
}

// drawn are the numbers of layers in training: the same for every type.
type drawn[T Float] struct {
	r *rand.Rand

	x, dy, skip, more []T // on boards
	inCells, outCells []bool
	w, gamma, beta    []T
}

func (d *drawn[T]) draw(n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(float32(d.r.NormFloat64()))
	}
	return x
}

// newDrawn draws for layers of the shape s.
func newDrawn[T Float](s shape) *drawn[T] {
	d := &drawn[T]{r: rand.New(rand.NewPCG(7, 7))}
	onBoard := func(ch int) (x []T, cells []bool) {
		x = boards(s.board, d.draw(s.n*ch*s.board.Cells()), s.n, ch)
		for _, one := range boards(s.board, slices.Repeat([]T{1}, s.n*ch*s.board.Cells()), s.n, ch) {
			cells = append(cells, one == 1)
		}
		return x, cells
	}
	d.x, d.inCells = onBoard(s.in)
	d.dy, _ = onBoard(s.out)
	d.skip, d.outCells = onBoard(s.out)
	d.more, _ = onBoard(s.in)
	d.w, d.gamma, d.beta = d.draw(s.out*s.in*s.side*s.side), d.draw(s.out), d.draw(s.out)
	return d
}

// zeros returns as many.
func zeros[T Float](x []T) []T { return make([]T, len(x)) }

// layersInTraining returns every layer there is, of the shape s, on the active
// path, with the same numbers for both types.
func layersInTraining[T Float](s shape) map[string]inTraining[T] {
	d := newDrawn[T](s)
	all := d.convNorms(func() *ConvNorm[T] { return NewConvNorm[T](s.board, s.side, s.in, s.out, s.n, 1e-5, 0.1, nil) })
	dx, dw := zeros(d.x), zeros(d.w)
	l := NewConvBias[T](s.board, s.side, s.in, s.out, s.n, nil)
	all["conv bias"] = inTraining[T]{
		forward:  func(y []T) { l.Forward(y, d.x, d.w, d.beta) },
		backward: func(_, dy []T) { l.Backward(dx, dw, d.x, d.w, dy) },
		y:        zeros(d.dy), dy: d.dy,
		inputs: []input[T]{{"x", d.x, dx, d.inCells}, {"w", d.w, dw, nil}, {"bias", d.beta, l.DBias, nil}},
	}
	for _, relu := range []bool{false, true} {
		l := NewDenseBias[T](s.in, s.out, s.n, relu)
		x, w, dy := d.draw(s.n*s.in), d.draw(s.in*s.out), d.draw(s.n*s.out)
		dx, dw := zeros(x), zeros(w)
		all[fmt.Sprintf("dense, relu %t", relu)] = inTraining[T]{
			forward:  func(y []T) { l.Forward(y, x, w, d.beta) },
			backward: func(y, dy []T) { l.Backward(dx, dw, x, w, y, dy) },
			y:        zeros(dy), dy: dy,
			inputs: []input[T]{{"x", x, dx, nil}, {"w", w, dw, nil}, {"bias", d.beta, l.DBias, nil}},
		}
	}
	return all
}

// convNorms returns every way to use a ConvNorm that build makes.
func (d *drawn[T]) convNorms(build func() *ConvNorm[T]) map[string]inTraining[T] {
	all := map[string]inTraining[T]{}
	for _, c := range []struct {
		name       string
		skip, more []T
	}{{"conv norm", nil, nil}, {"conv norm, skip", d.skip, nil}, {"conv norm, skip, more", d.skip, d.more}} {
		dx, dw, l := zeros(d.x), zeros(d.w), build()
		l.DSkip = zeros(d.dy)
		layer := inTraining[T]{
			forward:  func(y []T) { l.Forward(y, d.x, d.w, d.gamma, d.beta, c.skip) },
			backward: func(_, dy []T) { l.Backward(dx, c.more, dw, d.x, d.w, d.gamma, dy) },
			y:        zeros(d.dy), dy: d.dy, more: c.more,
			inputs: []input[T]{{"x", d.x, dx, d.inCells}, {"w", d.w, dw, nil}, {"gamma", d.gamma, l.DGamma, nil}, {"beta", d.beta, l.DBeta, nil}},
		}
		if c.skip != nil {
			layer.inputs = append(layer.inputs, input[T]{"skip", d.skip, l.DSkip, d.outCells})
		}
		all[c.name] = layer
	}
	return all
}

// loss is the sum of y*dy, and of x*more.
func (l inTraining[T]) loss() (sum T) {
	l.forward(l.y)
	for i, v := range l.y {
		sum += v * l.dy[i]
	}
	for i, v := range l.more {
		sum += v * l.inputs[0].x[i]
	}
	return sum
}

// run goes forward and back.
func (l inTraining[T]) run() {
	l.forward(l.y)
	l.backward(l.y, l.dy)
}

// TestLayerGradientsAreSlopes holds all gradients of all layers against central
// differences in float64.
func TestLayerGradientsAreSlopes(t *testing.T) {
	for _, side := range []int{1, 3} {
		s := shape{Board{3, 4}, side, 3, 5, 18} // more boards than a section has
		for name, l := range layersInTraining[float64](s) {
			l.run()
			for _, in := range l.inputs {
				for i := 0; i < len(in.x); i += 1 + len(in.x)/40 {
					if want := l.slope(&in.x[i]); in.onCell(i) && math.Abs(in.slope[i]-want) > 1e-6*(1+math.Abs(want)) {
						t.Fatalf("%s: gradient of %s[%d] is %v, slope %v", name, in.name, i, in.slope[i], want)
					}
				}
			}
		}
	}
}

func (in input[T]) onCell(i int) bool { return in.cells == nil || in.cells[i] }

// slope is the central difference of the loss by *p.
func (l inTraining[T]) slope(p *T) T {
	const h = 1e-6
	at := *p
	*p = at + h
	up := l.loss()
	*p = at - h
	down := l.loss()
	*p = at
	return (up - down) / (2 * h)
}

// TestLayersOfAnySize holds every path against float64, border included.
func TestLayersOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for i, out := range widths {
			s := shape{boardsOfAllSizes[2+i%8], 1 + 2*(i%2), widths[(i*7+3)%len(widths)], out, 1 + i%3*9}
			want := layersInTraining[float64](s)
			for name, got := range layersInTraining[float32](s) {
				want := want[name]
				got.run()
				want.run()
				near(t, fmt.Sprintf("%v: %s", s, name), wide(got.y), want.y, 1e-4*largest(want.y))
				for k, in := range got.inputs {
					slope := want.inputs[k].slope
					near(t, fmt.Sprintf("%v: %s: gradient of %s", s, name, in.name), wide(in.slope), slope, 1e-4*largest(slope))
				}
			}
		}
	})
}

// largest returns the largest size.
func largest(x []float64) (top float64) {
	for _, v := range x {
		top = max(top, math.Abs(v))
	}
	return top
}

// TestLayersOnThreads: any number of goroutines gives the same bits.
func TestLayersOnThreads(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		s := shape{Board{5, 5}, 3, 24, 40, 37}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		want := layersInTraining[float32](s)
		for _, l := range want {
			l.run()
		}
		for _, threads := range []int{2, 3, 8} {
			runtime.GOMAXPROCS(threads)
			for name, l := range layersInTraining[float32](s) {
				l.run()
				same := slices.Equal(l.y, want[name].y)
				for k, in := range l.inputs {
					same = same && slices.Equal(in.slope, want[name].inputs[k].slope)
				}
				if !same {
					t.Errorf("%s: %d threads give other bits than one", name, threads)
				}
			}
		}
	})
}
