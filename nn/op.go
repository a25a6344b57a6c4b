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

// operation is what an operation of ours does: a Go function from the tensors of
// its inputs to the tensors that it writes.
//
// Law: it reads no tensor but its own and those of its inputs, and writes none but
// these; and of its inputs it writes only to what is not read after it in any order that
// the edges of the graph allow. Then all these orders give the same numbers, and
// Gorgonia may choose any. The tests of flow_test.go hold each operation to it.
type operation[T kernel.Float] struct {
	name  string
	shape tensor.Shape // of the first tensor that it writes
	do    func(out []T, in []tensors[T])
	out   []T        // the first tensor that it writes; nil for room of its own
	also  tensors[T] // the others, then what it passes on of its inputs

	// grad returns the gradients of the inputs; nil for an operation that is
	// itself part of a gradient. needs says which inputs have one; nil for all.
	grad  func(in G.Nodes, out, grad *G.Node) (G.Nodes, error)
	needs []bool
}

// tensors are what a node holds: its own, as Gorgonia knows it, and then what else
// its operation wrote or passes on.
type tensors[T kernel.Float] [][]T

// at returns tensor i, nil if there are fewer.
func (t tensors[T]) at(i int) []T {
	if i < len(t) {
		return t[i]
	}
	return nil
}

// several is the value of a node of several tensors: a gorgonia.Value. Operations of
// Gorgonia's own see the first, those of ours all.
type several[T kernel.Float] struct {
	*tensor.Dense
	tensors tensors[T]
}

// op is an operation as one node of one graph: a gorgonia.SDOp. It owns what it
// writes: its tensors are made once. What a step of training still allocates are small
// things, most of them Gorgonia's machine's, whatever the size of the batch: 1,197
// allocations of 45 kB in all for a network of 24x3, 1,772 of 61 kB for one of 64x6.
//
//	go test ./nn -run x -bench 'Step/fast/(24x3|64x6)' -benchtime 10x
type op[T kernel.Float] struct {
	operation[T]
	dims  []int // of the inputs
	in    []tensors[T]
	held  tensors[T]    // out, and what else there is
	own   *tensor.Dense // of out
	value G.Value       // own, or several
}

// apply adds a node to the graph of in. The operation's name must be its own
// there: Gorgonia merges nodes that look alike.
func apply[T kernel.Float](o operation[T], in ...*G.Node) (*G.Node, error) {
	n := &op[T]{operation: o, in: make([]tensors[T], len(in))}
	if o.out == nil {
		n.out = make([]T, o.shape.TotalSize())
	}
	n.own = tensor.New(tensor.WithShape(o.shape...), tensor.WithBacking(n.out))
	n.held, n.value = tensors[T]{n.out}, n.own
	n.hold(o.also...)
	for i, x := range in {
		n.dims = append(n.dims, x.Dims())
		n.in[i] = make(tensors[T], 1)
	}
	return G.ApplyOp(n, in...)
}

// part adds a node that shows one tensor of n alone, and passes others of n on. Like
// an element taken out of a tuple, it computes nothing. grad turns the gradient of
// the part to that of n; nil if there is none.
func part[T kernel.Float](name string, n *G.Node, shape tensor.Shape, grad func(*G.Node) (*G.Node, error), shown []T, also ...[]T) (*G.Node, error) {
	o := operation[T]{name: name, shape: shape.Clone(), do: func([]T, []tensors[T]) {}, out: shown, also: also}
	if grad != nil {
		o.grad = func(_ G.Nodes, _, dy *G.Node) (G.Nodes, error) {
			dn, err := grad(dy)
			return G.Nodes{dn}, err
		}
	}
	return apply(o, n)
}

// hold adds to the tensors of the node.
func (o *op[T]) hold(more ...[]T) {
	if len(more) == 0 {
		return
	}
	o.held = append(o.held, more...)
	o.value = several[T]{o.own, o.held}
}

// Do runs the operation.
func (o *op[T]) Do(values ...G.Value) (G.Value, error) {
	for i, v := range values {
		if s, ok := v.(several[T]); ok {
			o.in[i] = s.tensors
			continue
		}
		x, ok := v.Data().([]T)
		if !ok {
			return nil, fmt.Errorf("%s: input %d is %v of %v", o.name, i, v.Shape(), v.Dtype())
		}
		o.in[i][0] = x
	}
	o.do(o.out, o.in)
	return o.value, nil
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

// Type gives Gorgonia the dimensions of inputs and result.
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
