package nn

import (
	"errors"
	"fmt"
	"slices"

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
// a cache. Both write several tensors: parts of the node show them to those who
// want one.
type fast[T kernel.Float] struct {
	spec   Spec
	batch  int
	rounds bool // products are of bfloat16
	board  kernel.Board
	made   int          // operations so far
	slab   *kernel.Slab // of all that they need
	rooms  kernel.Rooms

	layers map[*G.Node]*convNorm[T]
	slopes map[relu][]T // that layers share
}

func newFast[T kernel.Float](s Spec, batch int, rounds bool) *fast[T] {
	return &fast[T]{
		spec: s, batch: batch, rounds: rounds, board: s.board(), slab: &kernel.Slab{},
		layers: map[*G.Node]*convNorm[T]{}, slopes: map[relu][]T{},
	}
}

// shape returns that of activations.
func (f *fast[T]) shape(channels int) tensor.Shape {
	return tensor.Shape{f.batch, f.board.Padded() * channels}
}

// add adds a node under a name of its own.
func (f *fast[T]) add(o operation[T], in ...*G.Node) (*G.Node, error) {
	o.name = f.name(o.name)
	if o.out == nil {
		o.out = kernel.Take[T](f.slab, o.shape.TotalSize())
	}
	return apply(o, in...)
}

// gradient returns a node of x's gradient, which is a part of n, and passes others on
// that go with it; nil if shown is.
func (f *fast[T]) gradient(n, x *G.Node, shown []T, also ...[]T) (*G.Node, error) {
	if shown == nil {
		return nil, nil
	}
	return part(f.name("gradient"), n, x.Shape(), nil, shown, also...)
}

// name makes a name one of its own.
func (f *fast[T]) name(of string) string {
	f.made++
	return fmt.Sprintf("%s#%d", of, f.made)
}

func (f *fast[T]) observations() (tensor.Shape, func([]T, []float32)) {
	planes := f.spec.Planes
	return f.shape(planes), func(dst []T, obs []float32) {
		kernel.SplitBoards(f.batch, func(from, to int) {
			kernel.Pack(f.board, dst[from*f.board.Padded()*planes:], obs[from*f.spec.Size():], to-from, planes)
		})
	}
}

func (f *fast[T]) conv(x, w, bias *G.Node) (*G.Node, error) {
	out, in, side := w.Shape()[0], w.Shape()[1], w.Shape()[2]
	l := kernel.NewConvBias[T](f.board, side, in, out, f.batch, f.slab)
	return f.add(operation[T]{
		name: "conv", shape: f.shape(out),
		do: func(y []T, in []tensors[T]) { l.Forward(y, in[0][0], in[1][0], in[2][0]) },
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dx := f.gradientOf(in[0])
			dw, err := f.add(operation[T]{
				name: "conv gradients", shape: in[1].Shape().Clone(), also: tensors[T]{l.DBias, dx},
				do: func(dw []T, in []tensors[T]) { l.Backward(dx, dw, in[0][0], in[1][0], in[2][0]) },
			}, in[0], in[1], dy)
			if err != nil {
				return nil, err
			}
			return f.affine(dw, in, dx, l.DBias)
		},
	}, x, w, bias)
}

func (f *fast[T]) dense(x, w, bias *G.Node, relu bool) (*G.Node, error) {
	in, out := w.Shape()[0], w.Shape()[1]
	l := kernel.NewDenseBias[T](in, out, f.batch, relu)
	return f.add(operation[T]{
		name: "dense", shape: tensor.Shape{f.batch, out},
		do: func(y []T, in []tensors[T]) { l.Forward(y, in[0][0], in[1][0], in[2][0]) },
		grad: func(in G.Nodes, y, dy *G.Node) (G.Nodes, error) {
			dx := f.gradientOf(in[0])
			dw, err := f.add(operation[T]{
				name: "dense gradients", shape: in[1].Shape().Clone(), also: tensors[T]{l.DBias, dx},
				do: func(dw []T, in []tensors[T]) { l.Backward(dx, dw, in[0][0], in[1][0], in[2][0], in[3][0]) },
			}, in[0], in[1], y, dy)
			if err != nil {
				return nil, err
			}
			return f.affine(dw, in, dx, l.DBias)
		},
	}, x, w, bias)
}

func (f *fast[T]) flatten(x *G.Node, channels int) (*G.Node, error) {
	row, padded := channels*f.spec.Cells(), channels*f.board.Padded()
	layout := kernel.NewLayout[T](f.board, channels)
	return f.add(operation[T]{
		name: "flatten", shape: tensor.Shape{f.batch, row},
		do: func(y []T, in []tensors[T]) {
			kernel.SplitBoards(f.batch, func(from, to int) {
				layout.Flatten(y[from*row:], in[0][0][from*padded:], to-from, row)
			})
		},
		grad: func(in G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dx, err := f.add(operation[T]{
				name: "unflatten", shape: in[0].Shape().Clone(),
				do: func(dx []T, in []tensors[T]) {
					kernel.SplitBoards(f.batch, func(from, to int) {
						layout.Pack(dx[from*padded:], in[0][0][from*row:], to-from)
					})
				},
			}, dy)
			return G.Nodes{dx}, err
		},
	}, x)
}

// inner reports whether the gradient of x is needed: not of the observations.
func inner(x *G.Node) bool { return !x.IsVar() }

// gradientOf returns room for the gradient of x, nil if it is not needed.
func (f *fast[T]) gradientOf(x *G.Node) []T {
	if !inner(x) {
		return nil
	}
	return kernel.Take[T](f.slab, x.Shape().TotalSize())
}

// affine returns the gradients of x, weight and bias: those of x and bias are parts
// of the node of the weight's.
func (f *fast[T]) affine(dw *G.Node, in G.Nodes, dx, dbias []T) (G.Nodes, error) {
	x, err := f.gradient(dw, in[0], dx)
	if err != nil {
		return nil, err
	}
	bias, err := f.gradient(dw, in[2], dbias)
	return G.Nodes{x, dw, bias}, err
}

// Paths returns the kernel paths that this CPU and this build can take, the
// fastest first: "amx", "avx512", "avxvnni", "avx2", "portable"; on arm64 "neon",
// "portable". Amx is avx512 but for int8, avxvnni is avx2 but for int8.
func Paths() []string { return kernel.Paths() }

// Path returns the path that engines and trainers made from now on will take.
func Path() string { return kernel.Chosen() }

// HasBfloat16 reports whether trainers made from now on can have Precision "bf16".
func HasBfloat16() bool { return kernel.Tiles16() }

// noTiles16 says why nothing can be trained in bfloat16 here, and what to do.
func noTiles16() error {
	if slices.Contains(Paths(), kernel.AMX) && Path() != kernel.AMX {
		return fmt.Errorf("precision = \"bf16\" wants kernels amx, not %s: choose amx, or precision = \"fp32\"", Path())
	}
	return errors.New("precision = \"bf16\" wants a CPU with amx_bf16 and Linux: choose precision = \"fp32\" here")
}

// UsePath chooses it. Call it at the start of a program: what is already made
// keeps its path.
func UsePath(name string) error {
	if err := kernel.Use(name); err != nil {
		return fmt.Errorf("nn: %w", err)
	}
	return nil
}

// Peak returns a loop of nothing but multiply-adds in registers, on a path of
// [Paths], and how many operations it does (a multiply-add is two): the limit
// of one core, that other figures are held against when both are measured side
// by side. It takes a tenth of a millisecond or so.
func Peak(path string) (loop func(), operations float64) { return kernel.Peak(path) }

// LayerLoop returns a loop that runs layer l alone for n rows, with weights of
// no meaning, on the path that UsePath chose.
func (s Spec) LayerLoop(l Layer, n int) (loop func()) {
	w := make([]float32, l.weights())
	fill(w, 1.0/1024)
	if l.Kind == Dense {
		d := kernel.NewDense[float32](l.In, l.Out)
		d.Set(w, nil)
		src, dst := make([]float32, n*l.In), make([]float32, n*l.Out)
		return func() { d.Run(dst, src, n, l.Out, false) }
	}
	c := kernel.NewConv[float32](s.board(), l.side(), l.In, l.Out)
	c.Set(w, nil)
	padded := s.board().Padded()
	src, dst := make([]float32, n*padded*l.In), make([]float32, n*padded*l.Out)
	return func() { c.Run(dst, src, nil, n, true) }
}

// Cost returns what layer l does for n rows: its operations (a multiply-add is
// two), and the bytes that must come or go once, being weights, what goes in
// and what comes out, all of them float32.
func (s Spec) Cost(l Layer, n int) (operations, bytes float64) {
	cells := s.Cells()
	if l.Kind == Dense {
		cells = 1
	}
	operations = 2 * float64(n*cells*l.weights())
	return operations, 4 * float64(l.weights()+n*cells*(l.In+l.Out))
}
