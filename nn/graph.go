package nn

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// operations are the layers as graph nodes, in a layout of their
// own choice; what leaves flatten is the same for all.
type operations[T kernel.Float] interface {
	// observations returns the shape of the graph's input, and how to lay a
	// batch [n, planes, rows, cols] out for it.
	observations() (shape tensor.Shape, lay func(dst []T, obs []float32))
	// convNorm convolves x by w, [out, in, side, side], then comes batch norm,
	// then + skip unless nil, then ReLU. A skip must be the x of the convNorm that
	// made x. The node is for one convNorm that follows, and as its skip's; all
	// others read its activations.
	convNorm(x, w, gamma, beta, skip *G.Node) (*G.Node, statistics[T], error)
	// activations returns those of a convNorm that none follows.
	activations(x *G.Node) (*G.Node, error)
	// conv convolves x by w and adds a bias to every cell.
	conv(x, w, bias *G.Node) (*G.Node, error)
	// flatten returns a matrix of n rows of [channels, rows, cols].
	flatten(x *G.Node, channels int) (*G.Node, error)
	// dense multiplies the rows of x by w, [in, out], and adds a bias, then
	// comes ReLU if asked for.
	dense(x, w, bias *G.Node, relu bool) (*G.Node, error)
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
	score  *G.Node // [batch, 2] logits; nil without

	params G.Nodes // what training adjusts, in the order of Net's tensors
	nodes  map[string]*G.Node
	values map[string][]T // by tensor name; parameters and running statistics
	lay    func(dst []T, obs []float32)
}

// newGraph builds the network of s with ops, for batch rows at a time. Its
// numbers are zero until load.
func newGraph[T kernel.Float](s Spec, batch int, ops operations[T]) (*graph[T], error) {
	g := &graph[T]{spec: s, batch: batch, ops: ops, expr: G.NewGraph(),
		nodes: map[string]*G.Node{}, values: map[string][]T{}}
	var shape tensor.Shape
	shape, g.lay = ops.observations()
	g.input = variable(g.expr, "observations", make([]T, shape.TotalSize()), shape...)
	for _, l := range s.Layers() {
		g.addParameters(l)
	}
	x, err := g.trunk()
	if err != nil {
		return nil, err
	}
	if g.logits, err = g.policy(x); err != nil {
		return nil, err
	}
	hidden, err := g.hidden(x)
	if err != nil {
		return nil, err
	}
	if g.wdl, err = g.dense("value.wdl", hidden, false); err != nil || !s.Score {
		return g, err
	}
	g.score, err = g.dense("value.score", hidden, false)
	return g, err
}

// variable returns a node that always reads data.
func variable[T kernel.Float](g *G.ExprGraph, name string, data []T, shape ...int) *G.Node {
	v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return G.NewTensor(g, v.Dtype(), len(shape), G.WithShape(shape...), G.WithName(name), G.WithValue(v))
}

// addParameters makes nodes of what training adjusts in l. Running statistics
// are not among them: they belong to the operation.
func (g *graph[T]) addParameters(l Layer) {
	add := func(part string, shape ...int) {
		name := l.Name + "." + part
		g.values[name] = make([]T, size(shape))
		g.nodes[name] = variable(g.expr, name, g.values[name], shape...)
		g.params = append(g.params, g.nodes[name])
	}
	add(weight, l.Shape()...)
	switch {
	case l.Norm: // in any other shape Gorgonia would make them as large as a batch
		add(gamma, 1, l.Out, 1, 1)
		add(beta, 1, l.Out, 1, 1)
	case l.Kind == Dense:
		add(bias, 1, l.Out)
	default:
		add(bias, 1, l.Out, 1, 1)
	}
}

// trunk returns the last activations.
func (g *graph[T]) trunk() (*G.Node, error) {
	x, err := g.convNorm("stem", g.input, nil)
	for i := 0; i < g.spec.Blocks && err == nil; i++ {
		x, err = g.block(i, x)
	}
	if err != nil {
		return nil, err
	}
	return g.ops.activations(x)
}

// block is a residual block.
func (g *graph[T]) block(i int, x *G.Node) (*G.Node, error) {
	y, err := g.convNorm(first(i), x, nil)
	if err != nil {
		return nil, err
	}
	return g.convNorm(second(i), y, x)
}

// convNorm is one convolution with batch norm, skip unless nil, and ReLU.
func (g *graph[T]) convNorm(layer string, x, skip *G.Node) (*G.Node, error) {
	x, stats, err := g.ops.convNorm(x, g.node(layer, weight), g.node(layer, gamma), g.node(layer, beta), skip)
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", layer, err)
	}
	g.values[layer+"."+mean], g.values[layer+"."+variance] = stats.mean, stats.variance
	return x, nil
}

// features returns those of a head.
func (g *graph[T]) features(layer string, x *G.Node) (*G.Node, error) {
	x, err := g.convNorm(layer, x, nil)
	if err != nil {
		return nil, err
	}
	return g.ops.activations(x)
}

// policy returns the logits of all actions, [batch, actions].
func (g *graph[T]) policy(x *G.Node) (*G.Node, error) {
	features, err := g.features("policy.features", x)
	if err != nil {
		return nil, err
	}
	if g.spec.Globals == 0 {
		return g.planes(features)
	}
	globals, err := g.globals(features)
	if err != nil || g.spec.PolicyPlanes == 0 {
		return globals, err
	}
	planes, err := g.planes(features)
	if err != nil {
		return nil, err
	}
	return G.Concat(1, planes, globals)
}

// planes returns the logits that stand on cells, [batch, planes*cells].
func (g *graph[T]) planes(features *G.Node) (*G.Node, error) {
	const layer = "policy.planes"
	x, err := g.ops.conv(features, g.node(layer, weight), g.node(layer, bias))
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", layer, err)
	}
	return g.ops.flatten(x, g.spec.PolicyPlanes)
}

// globals returns the logits that stand on no cell, [batch, globals].
func (g *graph[T]) globals(features *G.Node) (*G.Node, error) {
	flat, err := g.ops.flatten(features, g.spec.PolicyChannels)
	if err != nil {
		return nil, err
	}
	return g.dense("policy.globals", flat, false)
}

// hidden returns what value and score are read from, [batch, hidden].
func (g *graph[T]) hidden(x *G.Node) (*G.Node, error) {
	x, err := g.features("value.features", x)
	if err != nil {
		return nil, err
	}
	if x, err = g.ops.flatten(x, g.spec.ValueChannels); err != nil {
		return nil, err
	}
	return g.dense("value.hidden", x, true)
}

// dense is a dense layer with its bias.
func (g *graph[T]) dense(layer string, x *G.Node, relu bool) (*G.Node, error) {
	x, err := g.ops.dense(x, g.node(layer, weight), g.node(layer, bias), relu)
	if err != nil {
		return nil, fmt.Errorf("layer %s: %w", layer, err)
	}
	return x, nil
}

func (g *graph[T]) node(layer, part string) *G.Node { return g.nodes[layer+"."+part] }

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
	kernel.Split(len(n.tensors), func(from, to int) {
		for _, t := range n.tensors[from:to] {
			for i, v := range g.values[t.Name] {
				t.Data[i] = float32(v)
			}
		}
	})
	return n
}

// data returns the numbers of a node after a run.
func data[T kernel.Float](n *G.Node) []T { return n.Value().Data().([]T) }
