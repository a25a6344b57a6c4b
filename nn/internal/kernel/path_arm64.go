//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate go run -C _asm . ..

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths = []string{NEON}

// vectorPeak returns the peak loop of a path in assembly and how many lanes it
// computes at once, of vectors that go in pairs; nil where there is none.
func vectorPeak(path string) (loop func(n int), width int) {
	if path == NEON {
		return peakNEON, 8
	}
	return nil, 0
}

// inputOffset is what inputs are counted from: SDOT multiplies signed bytes.
const inputOffset = 128

// vectorPath8 returns the path of int8 where another was chosen.
func vectorPath8(path string) string {
	if path == NEON && cpu.ARM64.HasASIMDDP {
		return SDOT
	}
	return Portable
}

// newTiledConv8 returns the loops of a path, or nil on the portable one.
func newTiledConv8(path string, b Board, side, in, out int) conv8Loops {
	if len(families8[path]) > 0 {
		return newRegisterConv8(path, b, side, in, out)
	}
	return nil
}

// quantiseVectors makes bytes of whole vectors, and returns of how many floats.
func quantiseVectors(path string, dst []uint8, src []float32, factor float32) int {
	const width = 8
	vectors := len(src) / width
	if path == Portable || vectors == 0 {
		return 0
	}
	quantise8NEON(&dst[:len(src)][0], &src[0], vectors, factor)
	return width * vectors
}
