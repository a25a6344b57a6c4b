package nn

import (
	"fmt"
	"math"
	"slices"
)

// Tensor is a named array of numbers, its last index running fastest.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// NewTensor returns a tensor of zeros.
func NewTensor(name string, shape ...int) Tensor {
	return Tensor{name, shape, make([]float32, size(shape))}
}

// Clone returns a copy that shares nothing with t.
func (t Tensor) Clone() Tensor {
	return Tensor{t.Name, slices.Clone(t.Shape), slices.Clone(t.Data)}
}

// Transposed returns a matrix of two dimensions, its rows as columns.
func (t Tensor) Transposed() Tensor {
	rows, cols := t.Shape[0], t.Shape[1]
	out := NewTensor(t.Name, cols, rows)
	for i := range rows {
		for j := range cols {
			out.Data[j*rows+i] = t.Data[i*cols+j]
		}
	}
	return out
}

// Finite returns an error that names the first NaN or infinity.
func (t Tensor) Finite() error {
	for i, v := range t.Data {
		if v != v || math.IsInf(float64(v), 0) {
			return fmt.Errorf("tensor %s: element %d is %v", t.Name, i, v)
		}
	}
	return nil
}

// size returns how many elements a shape has.
func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func clones(ts []Tensor) []Tensor {
	out := make([]Tensor, len(ts))
	for i, t := range ts {
		out[i] = t.Clone()
	}
	return out
}

// fit returns the tensors of have in the order of want, or an error that names
// the first that is missing, too many, of another shape, or not finite. Of want
// only names and shapes count.
func fit(have, want []Tensor) ([]Tensor, error) {
	byName := map[string]Tensor{}
	for _, t := range have {
		if _, twice := byName[t.Name]; twice {
			return nil, fmt.Errorf("tensor %s: stands there twice", t.Name)
		}
		byName[t.Name] = t
	}
	out := make([]Tensor, len(want))
	for i, w := range want {
		t, ok := byName[w.Name]
		if !ok {
			return nil, fmt.Errorf("tensor %s %v: missing", w.Name, w.Shape)
		}
		if !slices.Equal(t.Shape, w.Shape) {
			return nil, fmt.Errorf("tensor %s: shape %v, want %v", t.Name, t.Shape, w.Shape)
		}
		if len(t.Data) != size(w.Shape) {
			return nil, fmt.Errorf("tensor %s: %d numbers for shape %v", t.Name, len(t.Data), t.Shape)
		}
		if err := t.Finite(); err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, unknown(have, want)
}

// unknown returns an error that names the first tensor of have that is not in want.
func unknown(have, want []Tensor) error {
	for _, t := range have {
		if !slices.ContainsFunc(want, func(w Tensor) bool { return w.Name == t.Name }) {
			return fmt.Errorf("tensor %s %v: not of this network", t.Name, t.Shape)
		}
	}
	return nil
}
