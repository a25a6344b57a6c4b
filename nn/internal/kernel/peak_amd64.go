//go:build !purego

package kernel

// vectorPeak returns the peak loop of a path in assembly and the width of its
// vectors; nil where there is none.
func vectorPeak(path string) (loop func(n int), width int) {
	switch path {
	case AMX, AVX512: // that of floats
		return peakAVX512, 16
	case AVXVNNI, AVX2:
		return peakAVX2, 8
	}
	return nil, 0
}
