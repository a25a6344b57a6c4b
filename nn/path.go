package nn

import (
	"errors"
	"fmt"
	"slices"

	"ludens/nn/internal/kernel"
)

// Paths returns the kernel paths that this CPU and this build can take, the
// fastest first: "amx", "avx512", "avxvnni", "avx2", "portable"; on arm64 "neon",
// "portable". Amx is avx512 but for int8, avxvnni is avx2 but for int8.
func Paths() []string { return kernel.Paths() }

// Path returns the path that engines and trainers made from now on will take.
func Path() string { return kernel.Chosen() }

// HasBfloat16 reports whether trainers made from now on can have Precision "bf16".
func HasBfloat16() bool { return kernel.Tiles16() }

// noTiles16 says why nothing can be trained in bfloat16 here, and what to do.
func noTiles16() error {
	if slices.Contains(Paths(), kernel.AMX) && Path() != kernel.AMX {
		return fmt.Errorf("precision = \"bf16\" wants kernels amx, not %s: choose amx, or precision = \"fp32\"", Path())
	}
	return errors.New("precision = \"bf16\" wants a CPU with amx_bf16 and Linux: choose precision = \"fp32\" here")
}

// UsePath chooses it. Call it at the start of a program: what is already made
// keeps its path.
func UsePath(name string) error {
	if err := kernel.Use(name); err != nil {
		return fmt.Errorf("nn: %w", err)
	}
	return nil
}

// Peak returns a loop of nothing but multiply-adds in registers, on a path of
// [Paths], and how many operations it does (a multiply-add is two): the limit
// of one core, that other figures are held against when both are measured side
// by side. It takes a tenth of a millisecond or so.
func Peak(path string) (loop func(), operations float64) { return kernel.Peak(path) }

// LayerLoop returns a loop that runs layer l alone for n rows, with weights of
// no meaning, on the path that UsePath chose.
func (s Spec) LayerLoop(l Layer, n int) (loop func()) {
	w := make([]float32, l.weights())
	fill(w, 1.0/1024)
	if l.Kind == Dense {
		d := kernel.NewDense[float32](l.In, l.Out)
		d.Set(w, nil)
		src, dst := make([]float32, n*l.In), make([]float32, n*l.Out)
		return func() { d.Run(dst, src, n, l.Out, false) }
	}
	c := kernel.NewConv[float32](s.board(), l.side(), l.In, l.Out)
	c.Set(w, nil)
	padded := s.board().Padded()
	src, dst := make([]float32, n*padded*l.In), make([]float32, n*padded*l.Out)
	return func() { c.Run(dst, src, nil, n, true) }
}

// Cost returns what layer l does for n rows: its operations (a multiply-add is
// two), and the bytes that must come or go once, being weights, what goes in
// and what comes out, all of them float32.
func (s Spec) Cost(l Layer, n int) (operations, bytes float64) {
	cells := s.Cells()
	if l.Kind == Dense {
		cells = 1
	}
	operations = 2 * float64(n*cells*l.weights())
	return operations, 4 * float64(l.weights()+n*cells*(l.In+l.Out))
}
