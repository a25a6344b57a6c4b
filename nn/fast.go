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
//
// An operation of the graph is a whole layer of package kernel, and one more
// computes all its gradients, so that both can go over the batch while it is in
// a cache.
type fast[T kernel.Float] struct {
	spec   Spec
	batch  int
	rounds bool // products are of bfloat16
	board  kernel.Board
	made   int          // operations so far
	slab   *kernel.Slab // of all that they need
	rooms  kernel.Rooms

	// carried are gradients that a skip brings to where it began. The layer
	// that begins there adds them to its own, in the same loop.
	carried map[*G.Node]*G.Node
	layers  map[*G.Node]*kernel.ConvNorm[T] // by what they write
	slopes  map[relu][]T                    // that layers share
}

// relu is the kind of a gradient at a layer's ReLU.
type relu struct {
	skips    bool
	channels int
}

func newFast[T kernel.Float](s Spec, batch int, rounds bool) *fast[T] {
	return &fast[T]{
		spec: s, batch: batch, rounds: rounds, board: s.board(), slab: &kernel.Slab{},
		carried: map[*G.Node]*G.Node{}, layers: map[*G.Node]*kernel.ConvNorm[T]{}, slopes: map[relu][]T{},
	}
}

// shape returns that of activations.
func (f *fast[T]) shape(channels int) tensor.Shape {
	return tensor.Shape{f.batch, f.board.Padded() * channels}
}

// add adds a node under a name of its own.
func (f *fast[T]) add(o operation[T], in ...*G.Node) (*G.Node, error) {
	f.made++
	o.name = fmt.Sprintf("%s#%d", o.name, f.made)
	if o.out == nil {
		o.out = kernel.Take[T](f.slab, o.shape.TotalSize())
	}
	return apply(o, in...)
}

func (f *fast[T]) observations() (tensor.Shape, func([]T, []float32)) {
	planes := f.spec.Planes
	return f.shape(planes), func(dst []T, obs []float32) {
		kernel.SplitBoards(f.batch, func(from, to int) {
			kernel.Pack(f.board, dst[from*f.board.Padded()*planes:], obs[from*f.spec.Size():], to-from, planes)
		})
	}
}

func (f *fast[T]) convNorm(x, w, gamma, beta, skip *G.Node) (*G.Node, statistics[T], error) {
	out, in, side := w.Shape()[0], w.Shape()[1], w.Shape()[2]
	l := f.newConvNorm(side, in, out)
	l.DSkip = f.slope(relu{skip != nil, out})
	if before := f.layers[x]; before != nil {
		l.Follow(before)
	}
	if skip != nil {
		f.layers[skip].Keep()
	}
	inputs, needs := G.Nodes{x, w, gamma, beta}, []bool{inner(x), true, true, true}
	if skip != nil {
		inputs, needs = append(inputs, skip), append(needs, false) // the gradient is carried
	}
	y, err := f.add(operation[T]{
		name: "conv norm", shape: f.shape(out), needs: needs,
		do: func(y []T, in [][]T) {
			var skip []T
			if len(in) > 4 {
				skip = in[4]
			}
			l.Forward(y, in[0], in[1], in[2], in[3], skip)
		},
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) { return f.convNormGradients(l, in, dy) },
	}, inputs...)
	f.layers[y] = l
	return y, statistics[T]{l.Mean, l.Variance}, err
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

// slope returns room for the gradient at a layer's ReLU: one for all layers with a
// skip, and one for those without. Between two layers with a skip is one without,
// which adds what the first has carried, board after board, just before the second
// writes over it.
func (f *fast[T]) slope(r relu) []T {
	if f.slopes[r] == nil {
		f.slopes[r] = kernel.Take[T](f.slab, f.batch*f.board.Padded()*r.channels)
	}
	return f.slopes[r]
}

// inner tells whether somebody needs the gradient of x: not of the observations.
func inner(x *G.Node) bool { return !x.IsVar() }

// convNormGradients are those of x, w, gamma and beta. That of the skip is left
// in carried.
func (f *fast[T]) convNormGradients(l *kernel.ConvNorm[T], in G.Nodes, dy *G.Node) (G.Nodes, error) {
	x, w, gamma := in[0], in[1], in[2]
	inputs := G.Nodes{x, w, gamma, dy}
	if more := f.carried[x]; more != nil {
		inputs = append(inputs, more)
	}
	dx := f.gradientOf(x)
	dw, err := f.add(operation[T]{
		name: "conv norm gradients", shape: w.Shape().Clone(),
		do: func(dw []T, in [][]T) {
			var more []T
			if len(in) > 4 {
				more = in[4]
			}
			l.Backward(dx, more, dw, in[0], in[1], in[2], in[3])
		},
	}, inputs...)
	if err != nil {
		return nil, err
	}
	if len(in) > 4 {
		if f.carried[in[4]], err = f.also(dw, in[4], l.DSkip); err != nil {
			return nil, err
		}
	}
	return f.gradients(dw, in, dx, nil, l.DGamma, l.DBeta)
}

// gradientOf returns room for the gradient of x, nil if nobody needs it.
func (f *fast[T]) gradientOf(x *G.Node) []T {
	if !inner(x) {
		return nil
	}
	return kernel.Take[T](f.slab, x.Shape().TotalSize())
}

// gradients returns nodes of the gradients of in, which the operation of dw
// writes: nil stands for dw itself, or for an input without any.
func (f *fast[T]) gradients(dw *G.Node, in G.Nodes, written ...[]T) (G.Nodes, error) {
	const weight = 1 // of the inputs of a layer
	grads := make(G.Nodes, len(in))
	grads[weight] = dw
	for i, numbers := range written {
		if numbers == nil {
			continue
		}
		var err error
		if grads[i], err = f.also(dw, in[i], numbers); err != nil {
			return nil, err
		}
	}
	return grads, nil
}

// also returns a node of x's gradient, which the operation before writes to
// numbers.
func (f *fast[T]) also(before, x *G.Node, numbers []T) (*G.Node, error) {
	return f.add(operation[T]{
		name: "and", shape: x.Shape().Clone(), out: numbers,
		do: func([]T, [][]T) {},
	}, before)
}

func (f *fast[T]) conv(x, w, bias *G.Node) (*G.Node, error) {
	out, in, side := w.Shape()[0], w.Shape()[1], w.Shape()[2]
	l := kernel.NewConvBias[T](f.board, side, in, out, f.batch, f.slab)
	return f.add(operation[T]{
		name: "conv", shape: f.shape(out),
		do: func(y []T, in [][]T) { l.Forward(y, in[0], in[1], in[2]) },
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dx := f.gradientOf(in[0])
			dw, err := f.add(operation[T]{
				name: "conv gradients", shape: in[1].Shape().Clone(),
				do: func(dw []T, in [][]T) { l.Backward(dx, dw, in[0], in[1], in[2]) },
			}, in[0], in[1], dy)
			if err != nil {
				return nil, err
			}
			return f.gradients(dw, in, dx, nil, l.DBias)
		},
	}, x, w, bias)
}

func (f *fast[T]) dense(x, w, bias *G.Node, relu bool) (*G.Node, error) {
	in, out := w.Shape()[0], w.Shape()[1]
	l := kernel.NewDenseBias[T](in, out, f.batch, relu)
	return f.add(operation[T]{
		name: "dense", shape: tensor.Shape{f.batch, out},
		do: func(y []T, in [][]T) { l.Forward(y, in[0], in[1], in[2]) },
		grad: func(in G.Nodes, y, dy *G.Node) (G.Nodes, error) {
			dx := f.gradientOf(in[0])
			dw, err := f.add(operation[T]{
				name: "dense gradients", shape: in[1].Shape().Clone(),
				do: func(dw []T, in [][]T) { l.Backward(dx, dw, in[0], in[1], in[2], in[3]) },
			}, in[0], in[1], y, dy)
			if err != nil {
				return nil, err
			}
			return f.gradients(dw, in, dx, nil, l.DBias)
		},
	}, x, w, bias)
}

func (f *fast[T]) flatten(x *G.Node, channels int) (*G.Node, error) {
	row, padded := channels*f.spec.Cells(), channels*f.board.Padded()
	layout := kernel.NewLayout[T](f.board, channels)
	return f.add(operation[T]{
		name: "flatten", shape: tensor.Shape{f.batch, row},
		do: func(y []T, in [][]T) {
			kernel.SplitBoards(f.batch, func(from, to int) {
				layout.Flatten(y[from*row:], in[0][from*padded:], to-from, row)
			})
		},
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dx, err := f.add(operation[T]{
				name: "unflatten", shape: in[0].Shape().Clone(),
				do: func(dx []T, in [][]T) {
					kernel.SplitBoards(f.batch, func(from, to int) {
						layout.Pack(dx[from*padded:], in[0][from*row:], to-from)
					})
				},
			}, dy)
			return G.Nodes{dx}, err
		},
	}, x)
}
