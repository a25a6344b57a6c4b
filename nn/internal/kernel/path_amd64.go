//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate go run -C _asm . ..

// vectorPaths are the paths in assembly that this machine can take.
var vectorPaths = func() (names []string) {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL {
		if hasAMX {
			names = append(names, AMX)
		}
		names = append(names, AVX512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		if hasAVXVNNI {
			names = append(names, AVXVNNI)
		}
		names = append(names, AVX2)
	}
	return names
}()

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
