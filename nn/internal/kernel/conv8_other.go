//go:build (!amd64 && !arm64) || purego

package kernel

// There is no assembly here.
func vectorPath8(string) string                                { return Portable }
func newTiledConv8(string, Board, int, int, int) conv8Loops    { return nil }
func newTiledZoneConv8(string, Board, int, int) zoneConv8Loops { return nil }
func newTiledDense8(string, int, int) dense8Loops              { return nil }
func quantiseVectors(string, []uint8, []float32, float32) int  { return 0 }
