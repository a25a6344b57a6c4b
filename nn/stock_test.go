package nn

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
)

// stock are Gorgonia's own operations on [batch, channels, rows, cols]: slow,
// and what ours are held against.
type stock[T kernel.Float] struct {
	spec  Spec
	batch int
}

func (o stock[T]) observations() (tensor.Shape, func([]T, []float32)) {
	s := o.spec
	return tensor.Shape{o.batch, s.Planes, s.Rows, s.Cols}, func(dst []T, obs []float32) {
		for i := range dst {
			dst[i] = T(obs[i])
		}
	}
}

func (o stock[T]) convNorm(x, w, gamma, beta, skip *G.Node) (*G.Node, statistics[T], error) {
	x, err := o.convolve(x, w)
	if err != nil {
		return nil, statistics[T]{}, err
	}
	x, _, _, op, err := G.BatchNorm(x, gamma, beta, normMomentum, normEpsilon)
	if err != nil {
		return nil, statistics[T]{}, err
	}
	if skip != nil {
		if x, err = G.Add(x, skip); err != nil {
			return nil, statistics[T]{}, err
		}
	}
	mean, variance := op.Stats()
	x, err = G.Rectify(x)
	return x, statistics[T]{mean.Data().([]T), variance.Data().([]T)}, err
}

func (o stock[T]) activations(x *G.Node) (*G.Node, error) { return x, nil }

func (o stock[T]) conv(x, w, bias *G.Node) (*G.Node, error) {
	x, err := o.convolve(x, w)
	if err != nil {
		return nil, err
	}
	return G.BroadcastAdd(x, bias, nil, []byte{0, 2, 3})
}

// convolve is a convolution without anything after it.
func (o stock[T]) convolve(x, w *G.Node) (*G.Node, error) {
	side := w.Shape()[2]
	pad := side / 2
	return G.Conv2d(x, w, tensor.Shape{side, side}, []int{pad, pad}, []int{1, 1}, []int{1, 1})
}

func (o stock[T]) flatten(x *G.Node, channels int) (*G.Node, error) {
	return G.Reshape(x, tensor.Shape{o.batch, channels * o.spec.Cells()})
}

func (o stock[T]) dense(x, w, bias *G.Node, relu bool) (*G.Node, error) {
	x, err := G.Mul(x, w)
	if err == nil {
		x, err = G.BroadcastAdd(x, bias, nil, []byte{0})
	}
	if err == nil && relu {
		x, err = G.Rectify(x)
	}
	return x, err
}
