package nn

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// fast are operations on our kernels. Activations are matrices of n boards in
// the layout of kernel.Board, [batch, padded*channels], from the observations
// to the heads: nothing is laid out twice. Their borders are zero: no operation
// writes them, and Gorgonia only adds them up.
type fast[T kernel.Float] struct {
	spec  Spec
	batch int
	board kernel.Board
	made  int // operations so far
}

func newFast[T kernel.Float](s Spec, batch int) *fast[T] {
	return &fast[T]{spec: s, batch: batch, board: s.board()}
}

// shape returns that of activations.
func (f *fast[T]) shape(channels int) tensor.Shape {
	return tensor.Shape{f.batch, f.board.Padded() * channels}
}

// add adds a node under a name of its own.
func (f *fast[T]) add(o operation[T], in ...*G.Node) (*G.Node, error) {
	f.made++
	o.name = fmt.Sprintf("%s#%d", o.name, f.made)
	return apply(o, in...)
}

func (f *fast[T]) observations() (tensor.Shape, func([]T, []float32)) {
	return f.shape(f.spec.Planes), func(dst []T, obs []float32) {
		kernel.Pack(f.board, dst, obs, f.batch, f.spec.Planes)
	}
}

func (f *fast[T]) conv(x, w *G.Node) (*G.Node, error) {
	out, in, side := w.Shape()[0], w.Shape()[1], w.Shape()[2]
	c := kernel.NewConv[T](f.board, side, in, out)
	inner := !x.IsVar() // nobody needs the gradient of the observations
	return f.add(operation[T]{
		name: "conv", shape: f.shape(out), needs: []bool{inner, true},
		do: func(y []T, in [][]T) {
			c.Set(in[1], nil)
			f.run(c, y, in[0])
		},
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dw, err := f.convWeights(in[0], in[1], dy)
			if err != nil || !inner {
				return G.Nodes{nil, dw}, err
			}
			dx, err := f.convInput(in[0], in[1], dy)
			return G.Nodes{dx, dw}, err
		},
	}, x, w)
}

// convWeights is the gradient of w.
func (f *fast[T]) convWeights(x, w, dy *G.Node) (*G.Node, error) {
	s := w.Shape()
	c := kernel.NewConvGrad[T](f.board, s[2], s[1], s[0], f.batch)
	return f.add(operation[T]{
		name: "conv weights", shape: s.Clone(),
		do: func(dw []T, in [][]T) { c.Run(dw, in[0], in[1], f.batch) },
	}, x, dy)
}

// convInput is the gradient of x.
func (f *fast[T]) convInput(x, w, dy *G.Node) (*G.Node, error) {
	s := w.Shape()
	c := kernel.NewConv[T](f.board, s[2], s[0], s[1])
	return f.add(operation[T]{
		name: "conv input", shape: x.Shape().Clone(),
		do: func(dx []T, in [][]T) {
			c.SetTransposed(in[0])
			f.run(c, dx, in[1])
		},
	}, w, dy)
}

// run convolves a batch on several goroutines.
func (f *fast[T]) run(c *kernel.Conv[T], dst, src []T) {
	in, out := f.board.Padded()*c.In, f.board.Padded()*c.Out
	kernel.Split(f.batch, func(from, to int) {
		c.Run(dst[from*out:], src[from*in:], nil, to-from, false)
	})
}

func (f *fast[T]) norm(x, gamma, beta, skip *G.Node) (*G.Node, statistics[T], error) {
	m := kernel.NewNorm[T](f.board, gamma.Shape().TotalSize(), f.batch, normEpsilon, normMomentum)
	in := G.Nodes{x, gamma, beta}
	if skip != nil {
		in = append(in, skip)
	}
	y, err := f.add(operation[T]{
		name: "norm", shape: x.Shape().Clone(),
		do: func(y []T, in [][]T) {
			var skip []T
			if len(in) > 3 {
				skip = in[3]
			}
			m.Forward(y, in[0], in[1], in[2], skip, f.batch)
		},
		grad: func(in G.Nodes, y, dy *G.Node) (G.Nodes, error) { return f.normGradients(m, in, y, dy) },
	}, in...)
	return y, statistics[T]{m.Mean, m.Variance}, err
}

// normGradients are those of x, gamma, beta and, where there is one, skip. One
// operation computes them all; the results of the others are where it writes,
// and take its own as an input so as to come after it.
func (f *fast[T]) normGradients(m *kernel.Norm[T], in G.Nodes, y, dy *G.Node) (G.Nodes, error) {
	written := [][]T{m.DGamma, m.DBeta}
	var dskip []T
	if len(in) > 3 {
		dskip = make([]T, in[3].Shape().TotalSize())
		written = append(written, dskip)
	}
	dx, err := f.add(operation[T]{
		name: "norm input", shape: in[0].Shape().Clone(),
		do: func(dx []T, in [][]T) { m.Backward(dx, dskip, in[0], in[1], in[2], in[3], f.batch) },
	}, in[0], y, dy, in[1])
	grads := G.Nodes{dx}
	for i := 0; i < len(written) && err == nil; i++ {
		var d *G.Node
		d, err = f.add(operation[T]{
			name: "norm rest", shape: in[i+1].Shape().Clone(), out: written[i],
			do: func([]T, [][]T) {},
		}, dx)
		grads = append(grads, d)
	}
	return grads, err
}

func (f *fast[T]) plus(x, bias *G.Node) (*G.Node, error) {
	channels := bias.Shape().TotalSize()
	return f.add(operation[T]{
		name: "plus", shape: x.Shape().Clone(),
		do: func(y []T, in [][]T) { kernel.AddCells(f.board, y, in[0], in[1], f.batch, channels) },
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			d, err := f.add(operation[T]{
				name: "plus bias", shape: in[1].Shape().Clone(),
				do: func(d []T, in [][]T) { kernel.SumCells(f.board, d, in[0], f.batch, channels) },
			}, dy)
			return G.Nodes{dy, d}, err
		},
	}, x, bias)
}

func (f *fast[T]) flatten(x *G.Node, channels int) (*G.Node, error) {
	row := channels * f.spec.Cells()
	layout := kernel.NewLayout[T](f.board, channels)
	return f.add(operation[T]{
		name: "flatten", shape: tensor.Shape{f.batch, row},
		do: func(y []T, in [][]T) { layout.Flatten(y, in[0], f.batch, row) },
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dx, err := f.add(operation[T]{
				name: "unflatten", shape: in[0].Shape().Clone(),
				do: func(dx []T, in [][]T) { layout.Pack(dx, in[0], f.batch) },
			}, dy)
			return G.Nodes{dx}, err
		},
	}, x)
}
