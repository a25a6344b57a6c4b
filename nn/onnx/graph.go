// Package onnx writes networks as ONNX files, which onnxruntime, PyTorch and
// many others read, and reads files of such networks from any writer.
//
//	err := onnx.Write(w, net, []onnx.Property{{"game", "celta"}})
//	tensors, about, err := onnx.Read(file)
//	net, err = nn.Adopt(spec, tensors)
//
// A file that is written has one input and two or three outputs; n is any number of rows:
//
//	obs            [n, planes, rows, cols]  observations, as nn.Engine takes them
//	policy_logits  [n, actions]             before any softmax, of illegal actions too
//	wdl            [n, 3]                   probabilities of win, draw and loss for the mover
//	score          [n]                      in [-1, 1]; only of networks with a score head
//
// Weights keep the names and shapes that they have in nn, batch norm its four
// tensors: nothing is folded.
package onnx

import (
	"fmt"
	"io"

	"ludens/nn"
)

// Names of what goes in and comes out.
const (
	observations = "obs"
	policyLogits = "policy_logits"
	wdl          = "wdl"
	score        = "score"
)

// normEpsilon keeps batch norm from dividing by zero, as in nn.
const normEpsilon = 1e-5

// graph is a network as ONNX operators. Values are named after the layer they
// come from: "stem", "stem.norm", "stem.relu".
type graph struct {
	spec nn.Spec
	half bool    // float16 between input and outputs, batch norm folded
	body message // nodes, each after those it reads, and initializers
}

// newGraph returns the graph of net.
func newGraph(net *nn.Net, half bool) *graph {
	g := &graph{spec: net.Spec(), half: half}
	weights, encode := net.Tensors(), tensor
	if half {
		weights, encode = net.Folded(), halfTensor
	}
	for _, t := range weights {
		g.body.Bytes(graphInitializer, encode(t))
	}
	trunk := g.trunk()
	g.policy(trunk)
	g.value(trunk)
	return g
}

// encode returns the GraphProto.
func (g *graph) encode() message {
	s, m := g.spec, g.body
	m.Text(graphName, "network")
	m.Text(graphDoc, "A residual network for a board game: what the side to move sees, and what it should think of it.")
	m.Bytes(graphInput, value(observations, "Observations, seen by the side to move: planes, each row by row.", s.Planes, s.Rows, s.Cols))
	m.Bytes(graphOutput, value(policyLogits, "A logit for each action, legal or not: take the softmax over the legal ones.", s.Actions()))
	m.Bytes(graphOutput, value(wdl, "Probabilities of win, draw and loss for the side to move.", 3))
	if s.Score {
		m.Bytes(graphOutput, value(score, "How far the side to move will have come in the end, from -1 to 1."))
	}
	return m
}

// trunk returns the name of the last activations.
func (g *graph) trunk() string {
	x := observations
	if g.half {
		x = g.node("Cast", observations+".half", []string{x}, intValue("to", float16Type))
	}
	x = g.convNorm("stem", 3, x, "")
	for i := range g.spec.Blocks {
		block := fmt.Sprintf("block%d", i)
		y := g.convNorm(block+".first", 3, x, "")
		x = g.convNorm(block+".second", 3, y, x)
	}
	return x
}

// policy makes the logits of the planes, of the globals, or one after the other.
func (g *graph) policy(x string) {
	features := g.convNorm("policy.features", 1, x, "")
	out := policyLogits
	if g.half {
		out += ".half"
	}
	switch s := g.spec; {
	case s.Globals == 0:
		g.planes(out, features)
	case s.PolicyPlanes == 0:
		g.globals(out, features)
	default:
		both := []string{g.planes("policy.planes.flat", features), g.globals("policy.globals", features)}
		g.node("Concat", out, both, intValue("axis", 1))
	}
	if g.half {
		g.single(policyLogits, out)
	}
}

// single makes float32 of float16.
func (g *graph) single(out, x string) string {
	return g.node("Cast", out, []string{x}, intValue("to", float32Type))
}

func (g *graph) planes(out, features string) string {
	return g.flat(out, g.conv("policy.planes", 1, features, "policy.planes.bias"))
}

func (g *graph) globals(out, features string) string {
	return g.dense(out, "policy.globals", g.flat("policy.features.flat", features))
}

// value makes probabilities, and the score where the network has one: the first
// part less the second.
func (g *graph) value(x string) {
	features := g.flat("value.features.flat", g.convNorm("value.features", 1, x, ""))
	hidden := g.node("Relu", "value.hidden.relu", []string{g.dense("value.hidden", "value.hidden", features)})
	g.softmax(wdl, g.logits("value.wdl", hidden))
	if g.spec.Score {
		lead := nn.Tensor{Name: "value.score.lead", Shape: []int{2}, Data: []float32{1, -1}}
		g.body.Bytes(graphInitializer, tensor(lead))
		parts := g.softmax("value.score.parts", g.logits("value.score", hidden))
		g.node("MatMul", score, []string{parts, lead.Name})
	}
}

// logits is a dense layer whose outputs are float32 in any case.
func (g *graph) logits(layer, x string) string {
	y := g.dense(layer, layer, x)
	if g.half {
		y = g.single(layer+".single", y)
	}
	return y
}

// convNorm is a convolution, its batch norm, + skip unless "", and ReLU.
func (g *graph) convNorm(layer string, side int, x, skip string) string {
	if g.half {
		return g.relu(layer, g.conv(layer, side, x, layer+".bias"), skip)
	}
	in := []string{g.conv(layer, side, x)}
	for _, part := range []string{"gamma", "beta", "mean", "variance"} {
		in = append(in, layer+"."+part)
	}
	return g.relu(layer, g.node("BatchNormalization", layer+".norm", in, floatValue("epsilon", normEpsilon)), skip)
}

// relu is ReLU of y, + skip unless "".
func (g *graph) relu(layer, y, skip string) string {
	if skip != "" {
		y = g.node("Add", layer+".sum", []string{y, skip})
	}
	return g.node("Relu", layer+".relu", []string{y})
}

// conv is a convolution with a border of zeros, and a bias if one is named.
func (g *graph) conv(layer string, side int, x string, bias ...string) string {
	pad := side / 2
	return g.node("Conv", layer, append([]string{x, layer + ".weight"}, bias...),
		intValues("kernel_shape", side, side), intValues("pads", pad, pad, pad, pad))
}

// dense multiplies rows by a layer's weight and adds its bias.
func (g *graph) dense(out, layer, x string) string {
	return g.node("Gemm", out, []string{x, layer + ".weight", layer + ".bias"})
}

// flat makes a row of [channels, rows, cols].
func (g *graph) flat(out, x string) string {
	return g.node("Flatten", out, []string{x}, intValue("axis", 1))
}

func (g *graph) softmax(out, x string) string {
	return g.node("Softmax", out, []string{x}, intValue("axis", 1))
}

// node adds an operator, named after its output, which it returns.
func (g *graph) node(op, out string, in []string, settings ...attribute) string {
	var m message
	for _, name := range in {
		m.Text(nodeInput, name)
	}
	m.Text(nodeOutput, out)
	m.Text(nodeName, out)
	m.Text(nodeOp, op)
	for _, a := range settings {
		m.Bytes(nodeAttribute, a)
	}
	g.body.Bytes(graphNode, m)
	return out
}

// Opset is the version of ONNX's operators that a file asks for.
const Opset = 17

// irVersion is the version of the file format that came with Opset.
const irVersion = 8

// Property is a line about the network that travels with it: an entry of
// metadata_props.
type Property struct{ Key, Value string }

// Write writes net. Equal networks and properties, equal bytes.
func Write(w io.Writer, net *nn.Net, about []Property) error {
	return write(w, newGraph(net, false), about)
}

// WriteFloat16 writes net for programs that evaluate it in half precision: weights and
// activations are float16, batch norm is folded, inputs and outputs stay float32. Weights
// beyond float16 are an error.
func WriteFloat16(w io.Writer, net *nn.Net) error {
	for _, t := range net.Folded() {
		for i, v := range t.Data {
			if h := half(v); h&0x7fff >= infinity {
				return fmt.Errorf("onnx: tensor %s: number %d is %v, too large for float16: half precision cannot hold this network", t.Name, i, v)
			}
		}
	}
	return write(w, newGraph(net, true), nil)
}

func write(w io.Writer, g *graph, about []Property) error {
	var opset, model message
	opset.Int(opsetVersion, Opset)

	model.Int(modelIRVersion, irVersion)
	model.Text(modelProducer, "ludens")
	model.Bytes(modelGraph, g.encode())
	model.Bytes(modelOpset, opset)
	for _, p := range about {
		var entry message
		entry.Text(entryKey, p.Key)
		entry.Text(entryValue, p.Value)
		model.Bytes(modelMetadata, entry)
	}
	if _, err := w.Write(model); err != nil {
		return fmt.Errorf("onnx: %w", err)
	}
	return nil
}
