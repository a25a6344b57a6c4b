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
