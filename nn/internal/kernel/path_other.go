//go:build !amd64 || purego

package kernel

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths []string

// There is no assembly here.
func newTiledConv(string, Board, int, int, int, *Slab) any            { return nil }
func newTiledDense(string, int, int) any                              { return nil }
func newTiledConvGrad(string, Board, int, int, int, int, *Slab) any   { return nil }
func newTiledDenseGrad(string, int, int) any                          { return nil }
func newVectorNorm(string, Board, int) any                            { return nil }
func newVectorLayout(string, Board, int) any                          { return nil }
func newTiledWinograd(string, winogradForm, int, int, int, *Slab) any { return nil }
func vectorPeak(string) (func(int), int)                              { return nil, 0 }
