package nn

import (
	"math"

	G "gorgonia.org/gorgonia"

	"ludens/nn/internal/kernel"
)

// logSoftmax returns the logarithms of the probabilities of each row of logits.
// name is its own in the graph.
//
// It stands in for Gorgonia's LogSoftMax, which begins the search for a row's
// largest logit with the first logit of the whole batch: a row whose logits are
// all far below it then overflows to -Inf.
func logSoftmax[T kernel.Float](name string, logits *G.Node) (*G.Node, error) {
	shape := logits.Shape().Clone()
	width := shape[1]
	return apply(operation[T]{
		name: name, shape: shape,
		do: func(y []T, in [][]T) {
			for i := 0; i < len(y); i += width {
				logSoftmaxRow(y[i:i+width], in[0][i:i+width])
			}
		},
		grad: func(_ G.Nodes, y, dy *G.Node) (G.Nodes, error) {
			dx, err := apply(operation[T]{
				name: name + " gradient", shape: shape,
				do: func(dx []T, in [][]T) {
					for i := 0; i < len(dx); i += width {
						logSoftmaxGradient(dx[i:i+width], in[0][i:i+width], in[1][i:i+width])
					}
				},
			}, y, dy)
			return G.Nodes{dx}, err
		},
	}, logits)
}

// logSoftmaxRow writes x - log sum exp x.
func logSoftmaxRow[T kernel.Float](dst, x []T) {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(float64(v - top))
	}
	log := T(math.Log(sum))
	for i, v := range x {
		dst[i] = v - top - log
	}
}

// logSoftmaxGradient writes dy - exp(y) sum dy, where y is the result.
func logSoftmaxGradient[T kernel.Float](dx, y, dy []T) {
	sum := 0.0
	for _, v := range dy {
		sum += float64(v)
	}
	for i, v := range dy {
		dx[i] = v - T(math.Exp(float64(y[i]))*sum)
	}
}
