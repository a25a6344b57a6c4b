//go:build !amd64 || purego

package kernel

const hasVNNI = false

// There is no assembly here.
func newTiledConv8(string, Board, int, int, int) conv8Loops   { return nil }
func quantiseVectors(string, []uint8, []float32, float32) int { return 0 }
