//go:build (!amd64 && !arm64) || purego

package kernel

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths []string

// There is no assembly here.
func newTiledConv(string, Board, int, int, int, *Slab) any            { return nil }
func newTiledDense(string, int, int) any                              { return nil }
func newTiledWinograd(string, winogradForm, int, int, int, *Slab) any { return nil }
func vectorPeak(string) (func(int), int)                              { return nil, 0 }
