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
	case path == AMX, path == AVXVNNI:
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
	case registerLanes(path) > 0:
		return newRegisterConv8(path, b, side, in, out)
	}
	return nil
}

// registerLanes returns how many lanes a path's register tiles of int8 have, 0 without.
func registerLanes(path string) int {
	switch path {
	case AMX, VNNI:
		return 16
	case AVXVNNI:
		return 8
	}
	return 0
}

// quantiseVectors makes bytes of whole vectors, and returns of how many floats.
func quantiseVectors(path string, dst []uint8, src []float32, factor float32) int {
	quantise, width := quantise8AVX512, 16
	if path == AVXVNNI {
		quantise, width = quantise8AVX2, 8
	}
	vectors := len(src) / width
	if path == Portable || vectors == 0 {
		return 0
	}
	quantise(&dst[:len(src)][0], &src[0], vectors, factor)
	return width * vectors
}
