package nn

import (
	"errors"

	G "gorgonia.org/gorgonia"

	"ludens/nn/internal/kernel"
)

// convNorm is one node of the trunk, or of a head's features: a kernel.ConvNorm.
//
// Batch norm needs the statistics of the whole batch, so that a loop over it must end
// between convolution and norm. The loop that begins then normalises a board and
// convolves it at once for the next layer, while it is in a cache; and back the same
// way. So layers meet between convolution and norm, and that is where the graph has
// its edges:
//
//	node        reads                          writes
//	first       z, statistics of the one       y of the one before (or reads x), z and
//	            before, w                      its statistics
//	second      those of first, and its x,     y of first, z and its statistics; passes
//	            the skip                       the skip on
//	the last    the same                       and its own y, shown by activations
//
// Their gradients meet where ReLU is, for the same reason. With dz for the gradient at
// the ReLU of a layer, which is also that of its skip:
//
//	gradients   reads                          writes
//	of second   x, z, w, its dz                dw, dgamma, dbeta, dz of first; passes
//	                                           its own dz on, as gradient of the skip
//	of first    the same, and the skip's       dw, dgamma, dbeta, and with the skip's
//	            gradient                       added dz of the second before
//	the last    dy instead of dz               the same
//
// In bfloat16 a layer keeps x rounded, for its gradients; y is there only if it is a
// skip.
//
// The residual stream thus runs through the chain of nodes, and Gorgonia finds a chain
// to differentiate: no gradient has to be added up but those of the heads.
type convNorm[T kernel.Float] struct {
	*kernel.ConvNorm[T]
	x     *G.Node // what it reads: the layer before, or boards
	skips bool
	y     []T
	read  bool // by the layer that follows, or by activations
}

// before is where a convNorm that follows another has its x among its tensors.
const before = 1

// convNorm adds a layer. Its node is what the next convNorm of the trunk wants as x or
// as skip; all others want the activations of it.
func (f *fast[T]) convNorm(x, w, gamma, beta, skip *G.Node) (*G.Node, statistics[T], error) {
	out, in, side := w.Shape()[0], w.Shape()[1], w.Shape()[2]
	l := &convNorm[T]{ConvNorm: f.newConvNorm(side, in, out), x: x, skips: skip != nil}
	l.DSkip = f.slope(relu{l.skips, out})
	l.y = kernel.Take[T](f.slab, f.shape(out).TotalSize())
	xs, beside, err := f.follow(l, skip)
	if err != nil {
		return nil, statistics[T]{}, err
	}
	z := l.Unfinished()
	y, err := f.add(operation[T]{
		name: "conv norm", shape: f.shape(out), needs: []bool{inner(x), true, true, true},
		out: z[0], also: append(tensors[T]{xs, beside}, z[1:]...),
		do: func(_ []T, in []tensors[T]) {
			x, skip := in[0][0], []T(nil)
			if xs != nil {
				x = xs
			}
			if l.skips {
				skip = in[0][before]
			}
			l.Forward(l.y, x, in[1][0], in[2][0], in[3][0], skip)
		},
		grad: func(in G.Nodes, y, dy *G.Node) (G.Nodes, error) { return f.convNormGradients(l, in, y, dy) },
	}, x, w, gamma, beta)
	f.layers[y] = l
	return y, statistics[T]{l.Mean, l.Variance}, err
}

// follow joins l to the layer that it reads, if it is one. It returns that one's
// activations, which l is going to write, and the skip, which it is going to pass on.
func (f *fast[T]) follow(l *convNorm[T], skip *G.Node) (xs, beside []T, err error) {
	first := f.layers[l.x]
	switch {
	case first == nil && skip == nil:
		return nil, nil, nil
	case first == nil || skip != nil && first.x != skip:
		return nil, nil, errors.New("the skip is not what the layer before reads")
	case first.read:
		return nil, nil, errors.New("a second layer follows the same")
	}
	l.Follow(first.ConvNorm)
	first.read = true
	if skip != nil {
		f.layers[skip].Keep()
		beside = f.layers[skip].y
	}
	return first.y, beside, nil
}

// activations returns those of a layer that none follows.
func (f *fast[T]) activations(n *G.Node) (*G.Node, error) {
	l := f.layers[n]
	if l.read {
		return nil, errors.New("activations of a layer that another follows")
	}
	l.read = true
	n.Op().(*op[T]).hold(l.y)
	same := func(dy *G.Node) (*G.Node, error) { return dy, nil }
	return part(f.name("activations"), n, n.Shape(), same, l.y)
}

// newConvNorm returns a layer in the precision there is.
func (f *fast[T]) newConvNorm(side, in, out int) *kernel.ConvNorm[T] {
	if f.rounds {
		rounding := kernel.NewConvNorm16(f.board, side, in, out, f.batch, normEpsilon, normMomentum, f.slab, &f.rooms)
		if l, ok := any(rounding).(*kernel.ConvNorm[T]); ok { // T is float32
			return l
		}
	}
	return kernel.NewConvNorm[T](f.board, side, in, out, f.batch, normEpsilon, normMomentum, f.slab)
}

// relu is the kind of a gradient at a layer's ReLU.
type relu struct {
	skips    bool
	channels int
}

// slope returns room for the gradient at a layer's ReLU: one for all layers with a
// skip, and one for those without, so that a cache still has it. Between two layers
// with a skip is one without, which adds what the first passed on, board after board,
// just before the second's is written over it. All that read or write such a room
// stand in one chain of the graph.
func (f *fast[T]) slope(r relu) []T {
	if f.slopes[r] == nil {
		f.slopes[r] = kernel.Take[T](f.slab, f.batch*f.board.Padded()*r.channels)
	}
	return f.slopes[r]
}

// convNormGradients are those of x, w, gamma and beta. dy is the gradient at the ReLU
// with what goes with it, or that of the activations if no layer follows.
func (f *fast[T]) convNormGradients(l *convNorm[T], in G.Nodes, y, dy *G.Node) (G.Nodes, error) {
	x, w := in[0], in[1]
	dx, first := f.gradientOf(x), f.layers[x]
	also := tensors[T]{l.DGamma, l.DBeta, l.DSkip}
	if first == nil {
		also = append(also, dx)
	} else {
		also = append(also, first.DSkip, first.Sums())
	}
	dw, err := f.add(operation[T]{
		name: "conv norm gradients", shape: w.Shape().Clone(), also: also,
		do: func(dw []T, in []tensors[T]) {
			x, w, gamma, y, dy := in[0], in[1], in[2], in[3], in[4]
			xs := x[0]
			if first != nil {
				xs = y[before]
			}
			l.Backward(dx, dy.at(skipped), dw, xs, w[0], gamma[0], dy[0])
		},
	}, x, w, in[2], y, dy)
	if err != nil {
		return nil, err
	}
	grads := G.Nodes{nil, dw, nil, nil}
	if grads[0], err = f.gradientBefore(l, dw, dx); err != nil {
		return nil, err
	}
	if grads[2], err = f.gradient(dw, in[2], l.DGamma); err != nil {
		return nil, err
	}
	grads[3], err = f.gradient(dw, in[3], l.DBeta)
	return grads, err
}

// skipped is where the gradient at a ReLU has that of a skip over its layer.
const skipped = 1

// gradientBefore returns the gradient of what l reads, a part of n: that at the ReLU
// of the layer before, or dx.
func (f *fast[T]) gradientBefore(l *convNorm[T], n *G.Node, dx []T) (*G.Node, error) {
	first := f.layers[l.x]
	if first == nil {
		return f.gradient(n, l.x, dx)
	}
	var skip []T
	if l.skips {
		skip = l.DSkip
	}
	return f.gradient(n, l.x, first.DSkip, skip, first.Sums())
}
