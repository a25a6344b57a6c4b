package onnx

import (
	"fmt"
	"math"
	"slices"
)

// array is numbers with a shape, the last index running fastest.
type array struct {
	shape []int
	data  []float64
}

func zeros(shape ...int) array {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return array{shape, make([]float64, n)}
}

// evaluate runs a file as ONNX's text on operators says
// (https://onnx.ai/onnx/operators), slowly. It refuses a graph that reads what
// nothing has written yet, or writes twice.
func (m model) evaluate(input array) (map[string]array, error) {
	values := map[string]array{m.inputs[0].name: input}
	for name, t := range m.weights {
		a := zeros(t.Shape...)
		for i, v := range t.Data {
			a.data[i] = float64(v)
		}
		values[name] = a
	}
	for _, o := range m.nodes {
		var in []array
		for _, name := range o.in {
			a, ok := values[name]
			if !ok {
				return nil, fmt.Errorf("%s reads %s, which nobody has made", o.op, name)
			}
			in = append(in, a)
		}
		if _, twice := values[o.out[0]]; twice || len(o.out) != 1 {
			return nil, fmt.Errorf("%s makes %v again", o.op, o.out)
		}
		out, err := o.run(in)
		if err != nil {
			return nil, fmt.Errorf("%s %v: %w", o.op, o.out, err)
		}
		values[o.out[0]] = out
	}
	return values, nil
}

func (o operator) run(in []array) (array, error) {
	x := in[0]
	switch o.op {
	case "Conv":
		return o.conv(in)
	case "BatchNormalization":
		return o.norm(in)
	case "Add":
		if !slices.Equal(x.shape, in[1].shape) {
			return x, fmt.Errorf("shapes %v and %v", x.shape, in[1].shape)
		}
		return each(x, func(i int) float64 { return x.data[i] + in[1].data[i] }), nil
	case "Relu":
		return each(x, func(i int) float64 { return max(0, x.data[i]) }), nil
	case "Flatten":
		return array{[]int{x.shape[0], len(x.data) / x.shape[0]}, x.data}, nil
	case "Concat":
		return o.concat(x, in[1])
	case "Gemm":
		return multiply(x, in[1], in[2].data)
	case "MatMul":
		y, err := multiply(x, array{append(in[1].shape, 1), in[1].data}, []float64{0})
		return array{x.shape[:1], y.data}, err
	case "Softmax":
		return o.softmax(x)
	}
	return x, fmt.Errorf("unknown")
}

func each(x array, f func(i int) float64) array {
	y := zeros(x.shape...)
	for i := range y.data {
		y.data[i] = f(i)
	}
	return y
}

// conv: [n, in, rows, cols] by [out, in, side, side], plus [out] if there.
func (o operator) conv(in []array) (array, error) {
	x, w := in[0], in[1]
	n, channels, rows, cols := x.shape[0], x.shape[1], x.shape[2], x.shape[3]
	side, pad := w.shape[2], w.shape[2]/2
	if w.shape[1] != channels ||
		!slices.Equal(o.settings["kernel_shape"].([]int), []int{side, side}) ||
		!slices.Equal(o.settings["pads"].([]int), []int{pad, pad, pad, pad}) {
		return x, fmt.Errorf("weight %v on %v, settings %v", w.shape, x.shape, o.settings)
	}
	y := zeros(n, w.shape[0], rows, cols)
	for i := range y.data {
		c, r, k, board := i%cols, i/cols%rows, i/cols/rows%w.shape[0], i/cols/rows/w.shape[0]
		if len(in) > 2 {
			y.data[i] = in[2].data[k]
		}
		for j := range channels * side * side {
			col, row, from := c+j%side-pad, r+j/side%side-pad, j/side/side
			if row >= 0 && row < rows && col >= 0 && col < cols {
				y.data[i] += w.data[k*channels*side*side+j] * x.data[((board*channels+from)*rows+row)*cols+col]
			}
		}
	}
	return y, nil
}

// norm: x, then scale, bias, mean and variance, each [channels].
func (o operator) norm(in []array) (array, error) {
	x, channels := in[0], in[0].shape[1]
	for _, part := range in[1:] {
		if !slices.Equal(part.shape, []int{channels}) {
			return x, fmt.Errorf("a part of shape %v for %d channels", part.shape, channels)
		}
	}
	epsilon := float64(o.settings["epsilon"].(float32))
	return each(x, func(i int) float64 {
		k := i / (x.shape[2] * x.shape[3]) % channels
		return in[1].data[k]*(x.data[i]-in[3].data[k])/math.Sqrt(in[4].data[k]+epsilon) + in[2].data[k]
	}), nil
}

func (o operator) concat(a, b array) (array, error) {
	if o.settings["axis"] != 1 || a.shape[0] != b.shape[0] || len(a.shape) != 2 || len(b.shape) != 2 {
		return a, fmt.Errorf("shapes %v and %v, settings %v", a.shape, b.shape, o.settings)
	}
	y := zeros(a.shape[0], a.shape[1]+b.shape[1])
	for i := range a.shape[0] {
		row := y.data[i*y.shape[1]:]
		copy(row, a.data[i*a.shape[1]:][:a.shape[1]])
		copy(row[a.shape[1]:], b.data[i*b.shape[1]:][:b.shape[1]])
	}
	return y, nil
}

// multiply: [n, in] by [in, out], plus [out].
func multiply(x, w array, bias []float64) (array, error) {
	if len(x.shape) != 2 || x.shape[1] != w.shape[0] || len(bias) != w.shape[1] {
		return x, fmt.Errorf("%v by %v plus %d", x.shape, w.shape, len(bias))
	}
	y := zeros(x.shape[0], w.shape[1])
	for i := range y.data {
		row, col := i/w.shape[1], i%w.shape[1]
		y.data[i] = bias[col]
		for k := range w.shape[0] {
			y.data[i] += x.data[row*w.shape[0]+k] * w.data[k*w.shape[1]+col]
		}
	}
	return y, nil
}

func (o operator) softmax(x array) (array, error) {
	if o.settings["axis"] != 1 || len(x.shape) != 2 {
		return x, fmt.Errorf("shape %v, settings %v", x.shape, o.settings)
	}
	y := zeros(x.shape...)
	for i := 0; i < len(x.data); i += x.shape[1] {
		row, sum := x.data[i:i+x.shape[1]], 0.0
		for _, v := range row {
			sum += math.Exp(v)
		}
		for k, v := range row {
			y.data[i+k] = math.Exp(v) / sum
		}
	}
	return y, nil
}
