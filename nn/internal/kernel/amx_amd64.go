//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// hasAMX reports whether the CPU multiplies tiles of bytes, whether the system
// keeps tiles for each thread, and whether this process may have them.
var hasAMX = cpu.X86.HasAMXTile && cpu.X86.HasAMXInt8 && hasVNNI && keepsTiles() && mayUseTiles()

// keepsTiles reports whether the system saves tiles and their configuration.
func keepsTiles() bool {
	const tiles = 3 << 17
	var states uint32
	keptStates(&states)
	return states&tiles == tiles
}

// hasTiles16 reports whether tiles may be of bfloat16 as well, and vectors.
var hasTiles16 = hasAMX && cpu.X86.HasAMXBF16 && cpu.X86.HasAVX512BF16
