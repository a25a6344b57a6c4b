//go:build !amd64 || purego

package kernel

// hasTiles16 reports whether there are tiles of bfloat16.
const hasTiles16 = false

// Rooms are what tiles of bfloat16 are laid out in.
type Rooms struct{}

// Only amd64 has assembly for these.
func newTiledConvGrad(string, Board, int, int, int, int, *Slab) any { return nil }
func newTiledDenseGrad(string, int, int) any                        { return nil }
func newVectorNorm(string, Board, int) any                          { return nil }
func newVectorLayout(string, Board, int) any                        { return nil }

func newConvGradients16(Board, int, int, int, int, *Slab, *Rooms) linear[float32] { return nil }
