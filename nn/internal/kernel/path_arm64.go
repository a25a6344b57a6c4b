//go:build !purego

package kernel

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
