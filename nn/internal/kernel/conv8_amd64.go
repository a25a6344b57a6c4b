//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// Whether the CPU multiplies int8 numbers four at a time: in vectors of AVX-512, and in
// those of AVX2.
var (
	hasVNNI    = cpu.X86.HasAVX512VNNI
	hasAVXVNNI = cpu.X86.HasAVXVNNI
)

// inputOffset is what inputs are counted from: they are unsigned.
const inputOffset = 0

// vectorPath8 returns the path of int8 where another was chosen.
func vectorPath8(path string) string {
	switch {
	case path == AMX, path == AVXVNNI, path == AVX2:
		return path
	case path == AVX512 && hasVNNI:
		return VNNI
	}
	return Portable
}

// newTiledConv8 returns the loops of a path, or nil on the portable one.
func newTiledConv8(path string, b Board, side, in, out int) conv8Loops {
	switch {
	case path == AMX:
		return newAMXConv8(b, side, in, out)
	case path == AVX2 && winogradSide8(b, side, in, out) > 0:
		return newWinogradConv8(b, winogradSide8(b, side, in, out), in, out)
	case path != Portable:
		return newRegisterConv8(path, b, side, in, out)
	}
	return nil
}

// quantiseVectors makes bytes of whole vectors, and returns of how many floats.
func quantiseVectors(path string, dst []uint8, src []float32, factor float32) int {
	quantise, width := quantise8AVX512, 16
	if path == AVXVNNI || path == AVX2 {
		quantise, width = quantise8AVX2, 8
	}
	vectors := len(src) / width
	if path == Portable || vectors == 0 {
		return 0
	}
	quantise(&dst[:len(src)][0], &src[0], vectors, factor)
	return width * vectors
}
