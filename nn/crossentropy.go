package nn

import (
	"math"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// crossEntropy is the loss of rows of logits against target probabilities, over
// the entries that are legal:
//
//	loss of a row = - sum over a of target[a] log softmax(logits)[a]
//
// It stands in for Gorgonia's LogSoftMax, which begins the search for a row's
// largest logit with the first logit of the whole batch: a row whose logits are
// all far below that one overflows. What is legal is not a tensor of floats, and no
// input of the graph: a run reads it where it stands.
type crossEntropy[T kernel.Float] struct {
	width  int
	legal  []bool // [n, width]; nil: all
	target []T    // [n, width], times the weight of the row; 0 where not legal
	logs   []T    // [n, width]: logarithms of the probabilities in the last run, -Inf where not legal
	probs  []T    // [n, width]: the probabilities
}

func newCrossEntropy[T kernel.Float](n, width int) *crossEntropy[T] {
	room := func() []T { return make([]T, n*width) }
	return &crossEntropy[T]{width: width, target: room(), logs: room(), probs: room()}
}

// sum adds the loss of all rows of logits, [n, width], to the graph; name is its
// own there.
func (c *crossEntropy[T]) sum(name string, logits *G.Node) (*G.Node, error) {
	n := len(c.target) / c.width
	target := variable(logits.Graph(), name+" target", c.target, n, c.width)
	loss, err := apply(operation[T]{
		name: name, shape: tensor.Shape{n}, also: tensors[T]{c.probs, c.logs},
		do: func(loss []T, in []tensors[T]) {
			kernel.Split(len(loss), func(from, to int) {
				for i := from; i < to; i++ {
					loss[i] = c.forward(i, c.row(in[0][0], i), c.row(in[1][0], i))
				}
			})
		},
		needs: []bool{true, false},
		grad: func(in G.Nodes, loss, dy *G.Node) (G.Nodes, error) {
			dx, err := c.gradient(name+" gradient", in[1], loss, dy)
			return G.Nodes{dx, nil}, err
		},
	}, logits, target)
	if err != nil {
		return nil, err
	}
	same := func(dy *G.Node) (*G.Node, error) { return dy, nil }
	rows, err := part(name+" of rows", loss, loss.Shape(), same, loss.Op().(*op[T]).out)
	if err != nil {
		return nil, err
	}
	return G.Sum(rows)
}

// gradient adds that of the logits: of the targets, the node of the loss, which has
// the probabilities, and the gradients of the rows' losses.
func (c *crossEntropy[T]) gradient(name string, target, loss, dy *G.Node) (*G.Node, error) {
	const probabilities = 1 // among the tensors of the loss
	return apply(operation[T]{
		name: name, shape: target.Shape().Clone(),
		do: func(dx []T, in []tensors[T]) {
			target, probs, dy := in[0][0], in[1][probabilities], in[2][0]
			kernel.Split(len(dy), func(from, to int) {
				for i := from; i < to; i++ {
					c.backward(c.row(target, i), c.row(probs, i), dy[i], c.row(dx, i))
				}
			})
		},
	}, target, loss, dy)
}

// forward takes the probabilities of row i and returns its loss. Its logits and its
// targets are those of the row.
func (c *crossEntropy[T]) forward(i int, logits, target []T) T {
	logs, probs := c.row(c.logs, i), c.row(c.probs, i)
	top, norm := T(math.Inf(-1)), 0.0
	for a, x := range logits {
		if c.excludes(i, a) {
			x = T(math.Inf(-1))
		}
		logs[a], top = x, max(top, x)
	}
	for a, x := range logs {
		probs[a] = 0
		if !c.excludes(i, a) {
			e := math.Exp(float64(x - top))
			probs[a] = T(e)
			norm += e
		}
	}
	shift, share, loss := top+T(math.Log(norm)), T(1/norm), 0.0
	for a := range logs {
		if !c.excludes(i, a) {
			logs[a] -= shift
			probs[a] *= share
			loss -= float64(target[a] * logs[a])
		}
	}
	return T(loss)
}

// backward writes the gradient of the loss of a row, times g:
//
//	dx = g (softmax(logits) sum target - target)
func (c *crossEntropy[T]) backward(target, probs []T, g T, dx []T) {
	var total T
	for _, t := range target {
		total += t
	}
	for a, p := range probs {
		dx[a] = g * (T(p*total) - target[a])
	}
}

// row returns row i of x, [n, width].
func (c *crossEntropy[T]) row(x []T, i int) []T { return x[i*c.width:][:c.width] }

// excludes reports whether entry a of row i is not legal.
func (c *crossEntropy[T]) excludes(i, a int) bool { return c.legal != nil && !c.legal[i*c.width+a] }

// cross returns the cross-entropy of a row in the last run against a target.
func (c *crossEntropy[T]) cross(i int, target []float32) (sum float64) {
	for a, l := range c.row(c.logs, i) {
		if target[a] != 0 { // or 0 times the logarithm of 0
			sum -= float64(target[a]) * float64(l)
		}
	}
	return sum
}

// entropy returns that of the probabilities of a row in the last run.
func (c *crossEntropy[T]) entropy(i int) (sum float64) {
	logs := c.row(c.logs, i)
	for a, p := range c.row(c.probs, i) {
		if p > 0 {
			sum -= float64(p) * float64(logs[a])
		}
	}
	return sum
}
