//go:build !amd64 || purego

package kernel

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths []string

// hasTiles16 tells whether there are tiles of bfloat16.
const hasTiles16 = false

// Rooms are what tiles of bfloat16 are laid out in.
type Rooms struct{}

// There is no assembly here.
func newTiledConv(string, Board, int, int, int, *Slab) any            { return nil }
func newTiledDense(string, int, int) any                              { return nil }
func newTiledConvGrad(string, Board, int, int, int, int, *Slab) any   { return nil }
func newTiledDenseGrad(string, int, int) any                          { return nil }
func newVectorNorm(string, Board, int) any                            { return nil }
func newVectorLayout(string, Board, int) any                          { return nil }
func newTiledWinograd(string, winogradForm, int, int, int, *Slab) any { return nil }
func vectorPeak(string) (func(int), int)                              { return nil, 0 }

func newConvGradients16(Board, int, int, int, int, *Slab, *Rooms) linear[float32] { return nil }
