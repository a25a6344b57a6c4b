//go:build (!amd64 && !arm64) || purego

package kernel

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths []string

// There is no assembly here.
func newTiledConv(string, Board, int, int, int, *Slab) any            { return nil }
func newTiledDense(string, int, int) any                              { return nil }
func newTiledWinograd(string, winogradForm, int, int, int, *Slab) any { return nil }
func vectorPeak(string) (func(int), int)                              { return nil, 0 }

// There is no assembly here.
func vectorPath8(string) string                                { return Portable }
func newTiledConv8(string, Board, int, int, int) conv8Loops    { return nil }
func newTiledZoneConv8(string, Board, int, int) zoneConv8Loops { return nil }
func newTiledDense8(string, int, int) dense8Loops              { return nil }
func quantiseVectors(string, []uint8, []float32, float32) int  { return 0 }
