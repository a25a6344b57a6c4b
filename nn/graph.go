package nn

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// operations are the layers of the trunk as graph nodes, in a layout of their
// own choice; what leaves flatten is the same for all.
type operations[T kernel.Float] interface {
	// observations returns the shape of the graph's input, and how to lay a
	// batch [n, planes, rows, cols] out for it.
	observations() (shape tensor.Shape, lay func(dst []T, obs []float32))
	// conv3x3 and conv1x1 convolve x by w, [out, in, k, k].
	conv3x3(x, w *G.Node) (*G.Node, error)
	conv1x1(x, w *G.Node) (*G.Node, error)
	// norm is batch norm, then + skip unless nil, then ReLU.
	norm(x, gamma, beta, skip *G.Node) (*G.Node, *statistics[T], error)
	// plus adds a bias to every cell.
	plus(x, bias *G.Node) (*G.Node, error)
	// flatten returns a matrix of n rows of [channels, rows, cols].
	flatten(x *G.Node, channels int) (*G.Node, error)
}

// statistics are the running mean and variance of one batch norm, where it
// keeps them: it reads them in evaluation and writes them in training.
type statistics[T kernel.Float] struct{ mean, variance []T }

// graph is a network as a Gorgonia expression for one batch size.
type graph[T kernel.Float] struct {
	spec  Spec
	batch int
	ops   operations[T]

	expr   *G.ExprGraph
	input  *G.Node // observations
	logits *G.Node // [batch, actions]
	wdl    *G.Node // [batch, 3] logits

	layers []Layer
	params G.Nodes // what training adjusts, in the order of Net's tensors
	nodes  map[string]*G.Node
	values map[string][]T // by tensor name; parameters and running statistics
	lay    func(dst []T, obs []float32)
}

// newOperations returns the operations of that name, for one graph.
func newOperations[T kernel.Float](name string, s Spec, batch int) operations[T] {
	if name == "fast" {
		return newFast[T](s, batch)
	}
	return stock[T]{s, batch}
}

// newGraph builds the network of net with ops, for batch rows at a time.
func newGraph[T kernel.Float](net *Net, batch int, ops operations[T]) (*graph[T], error) {
	g := &graph[T]{spec: net.spec, batch: batch, ops: ops, expr: G.NewGraph(), layers: net.spec.Layers(),
		nodes: map[string]*G.Node{}, values: map[string][]T{}}
	var shape tensor.Shape
	shape, g.lay = ops.observations()
	g.input = g.variable("observations", make([]T, shape.TotalSize()), shape...)
	for _, l := range g.layers {
		g.addParameters(net, l)
	}
	x, err := g.trunk()
	if err != nil {
		return nil, err
	}
	if g.logits, err = g.policy(x); err != nil {
		return nil, err
	}
	g.wdl, err = g.value(x)
	return g, err
}

// variable returns a node that always reads data.
func (g *graph[T]) variable(name string, data []T, shape ...int) *G.Node {
	v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return G.NewTensor(g.expr, v.Dtype(), len(shape), G.WithShape(shape...), G.WithName(name), G.WithValue(v))
}

// addParameters makes nodes of what training adjusts in l, as copies of net's.
func (g *graph[T]) addParameters(net *Net, l Layer) {
	for _, part := range append([]string{weight}, l.parts()...) {
		name := l.Name + "." + part
		var shape []int
		switch part {
		case weight:
			shape = l.Shape()
		case gamma, beta:
			shape = []int{1, l.Out, 1, 1} // any other and Gorgonia makes them as large as a batch
		case bias:
			shape = []int{1, l.Out}
			if l.Kind != Dense {
				shape = append(shape, 1, 1)
			}
		default:
			continue // running statistics belong to the operation
		}
		g.values[name] = convert[T](net.part(l, part))
		g.nodes[name] = g.variable(name, g.values[name], shape...)
		g.params = append(g.params, g.nodes[name])
	}
}

// trunk returns the last activations.
func (g *graph[T]) trunk() (x *G.Node, err error) {
	x = g.input
	var block *G.Node
	for _, l := range g.layers {
		if l.Kind != Conv3x3 {
			return x, nil
		}
		var skip *G.Node
		if l.closesBlock() {
			skip = block
		}
		if x, err = g.convNorm(x, l, skip); err != nil {
			return nil, err
		}
		if skip != nil || block == nil {
			block = x
		}
	}
	return x, nil
}

// convNorm is one convolution with batch norm, skip and ReLU.
func (g *graph[T]) convNorm(x *G.Node, l Layer, skip *G.Node) (*G.Node, error) {
	conv := g.ops.conv1x1
	if l.Kind == Conv3x3 {
		conv = g.ops.conv3x3
	}
	x, err := conv(x, g.node(l, weight))
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", l.Name, err)
	}
	x, stats, err := g.ops.norm(x, g.node(l, gamma), g.node(l, beta), skip)
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", l.Name, err)
	}
	g.values[l.Name+"."+mean], g.values[l.Name+"."+variance] = stats.mean, stats.variance
	return x, nil
}

// policy returns the logits of all actions, [batch, actions].
func (g *graph[T]) policy(x *G.Node) (*G.Node, error) {
	features, err := g.convNorm(x, g.layer("policy.features"), nil)
	if err != nil {
		return nil, err
	}
	var parts G.Nodes
	if g.spec.PolicyPlanes > 0 {
		planes, err := g.planes(features)
		if err != nil {
			return nil, err
		}
		parts = append(parts, planes)
	}
	if g.spec.Globals > 0 {
		flat, err := g.ops.flatten(features, g.spec.PolicyChannels)
		if err != nil {
			return nil, err
		}
		globals, err := g.dense(flat, g.layer("policy.globals"))
		if err != nil {
			return nil, err
		}
		parts = append(parts, globals)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return G.Concat(1, parts...)
}

// planes returns the logits that stand on cells, [batch, planes*cells].
func (g *graph[T]) planes(features *G.Node) (*G.Node, error) {
	l := g.layer("policy.planes")
	x, err := g.ops.conv1x1(features, g.node(l, weight))
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", l.Name, err)
	}
	if x, err = g.ops.plus(x, g.node(l, bias)); err != nil {
		return nil, fmt.Errorf("layer %s: %w", l.Name, err)
	}
	return g.ops.flatten(x, l.Out)
}

// value returns the logits of win, draw and loss, [batch, 3].
func (g *graph[T]) value(x *G.Node) (*G.Node, error) {
	x, err := g.convNorm(x, g.layer("value.features"), nil)
	if err != nil {
		return nil, err
	}
	if x, err = g.ops.flatten(x, g.spec.ValueChannels); err != nil {
		return nil, err
	}
	if x, err = g.dense(x, g.layer("value.hidden")); err != nil {
		return nil, err
	}
	if x, err = G.Rectify(x); err != nil {
		return nil, err
	}
	return g.dense(x, g.layer("value.wdl"))
}

// dense multiplies the rows of x and adds a bias.
func (g *graph[T]) dense(x *G.Node, l Layer) (*G.Node, error) {
	x, err := G.Mul(x, g.node(l, weight))
	if err == nil {
		x, err = G.BroadcastAdd(x, g.node(l, bias), nil, []byte{0})
	}
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", l.Name, err)
	}
	return x, nil
}

func (g *graph[T]) node(l Layer, part string) *G.Node { return g.nodes[l.Name+"."+part] }

// layer returns the layer of that name, which is there.
func (g *graph[T]) layer(name string) Layer {
	for _, l := range g.layers {
		if l.Name == name {
			return l
		}
	}
	panic("nn: no layer " + name)
}

// load copies the numbers of net into the graph. Gorgonia resets the running
// statistics whenever a machine is built, so it comes after.
func (g *graph[T]) load(net *Net) {
	for _, t := range net.tensors {
		for i, v := range t.Data {
			g.values[t.Name][i] = T(v)
		}
	}
}

// net returns a copy of the graph's numbers.
func (g *graph[T]) net() *Net {
	n := build(g.spec, nil)
	for _, t := range n.tensors {
		for i, v := range g.values[t.Name] {
			t.Data[i] = float32(v)
		}
	}
	return n
}

// data returns the numbers of a node after a run.
func data[T kernel.Float](n *G.Node) []T { return n.Value().Data().([]T) }

// convert returns a copy of src as another type.
func convert[T, S kernel.Float](src []S) []T {
	dst := make([]T, len(src))
	for i, v := range src {
		dst[i] = T(v)
	}
	return dst
}
