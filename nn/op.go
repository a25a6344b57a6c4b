package nn

import (
	"fmt"
	"hash"
	"hash/fnv"
	"slices"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// operation is what an operation of ours does: a Go function from the numbers
// of its inputs to a result of one shape.
type operation[T kernel.Float] struct {
	name  string
	shape tensor.Shape
	do    func(out []T, in [][]T)
	out   []T // where the result goes; nil for room of its own

	// grad returns the gradients of the inputs; nil for an operation that is
	// itself part of a gradient. needs says which inputs have one; nil for all.
	grad  func(in G.Nodes, out, grad *G.Node) (G.Nodes, error)
	needs []bool
}

// op is an operation as one node of one graph: a gorgonia.SDOp. It owns its
// result, so that a step allocates nothing.
type op[T kernel.Float] struct {
	operation[T]
	dims   []int // of the inputs
	in     [][]T
	result *tensor.Dense
}

// apply adds a node to the graph of in. The operation's name must be its own
// there: Gorgonia merges nodes that look alike.
func apply[T kernel.Float](o operation[T], in ...*G.Node) (*G.Node, error) {
	n := &op[T]{operation: o, in: make([][]T, len(in))}
	if o.out == nil {
		n.operation.out = make([]T, o.shape.TotalSize())
	}
	n.result = tensor.New(tensor.WithShape(o.shape...), tensor.WithBacking(n.operation.out))
	for _, x := range in {
		n.dims = append(n.dims, x.Dims())
	}
	return G.ApplyOp(n, in...)
}

// Do runs the operation.
func (o *op[T]) Do(values ...G.Value) (G.Value, error) {
	for i, v := range values {
		x, ok := v.Data().([]T)
		if !ok {
			return nil, fmt.Errorf("%s: input %d is %v of %v", o.name, i, v.Shape(), v.Dtype())
		}
		o.in[i] = x
	}
	o.do(o.out, o.in)
	return o.result, nil
}

// DiffWRT says which inputs have a gradient.
func (o *op[T]) DiffWRT(n int) []bool {
	if o.needs != nil {
		return o.needs
	}
	return slices.Repeat([]bool{o.grad != nil}, n)
}

// SymDiff adds the gradients of the inputs to the graph.
func (o *op[T]) SymDiff(in G.Nodes, out, grad *G.Node) (G.Nodes, error) {
	return o.grad(in, out, grad)
}

// Type tells Gorgonia the dimensions of inputs and result.
func (o *op[T]) Type() hm.Type {
	of := hm.TypeVariable('a')
	var types []hm.Type
	for _, dims := range o.dims {
		types = append(types, G.TensorType{Dims: dims, Of: of})
	}
	return hm.NewFnType(append(types, G.TensorType{Dims: len(o.shape), Of: of})...)
}

func (o *op[T]) InferShape(...G.DimSizer) (tensor.Shape, error) { return o.shape.Clone(), nil }
func (o *op[T]) Arity() int                                     { return len(o.dims) }
func (o *op[T]) ReturnsPtr() bool                               { return false }
func (o *op[T]) CallsExtern() bool                              { return false }
func (o *op[T]) OverwritesInput() int                           { return -1 }
func (o *op[T]) String() string                                 { return o.name }
func (o *op[T]) WriteHash(h hash.Hash)                          { fmt.Fprint(h, o.name) }

func (o *op[T]) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
