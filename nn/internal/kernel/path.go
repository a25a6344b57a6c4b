package kernel

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// The paths: which loops work on float32. Float64 always takes the portable
// ones, which are the reference of the others.
const (
	AMX      = "amx"      // AVX512, and bytes by matrices
	AVX512   = "avx512"   // F and VL: sixteen lanes
	AVXVNNI  = "avxvnni"  // AVX2, and int8 by AVX-VNNI
	AVX2     = "avx2"     // and FMA: eight lanes
	NEON     = "neon"     // of every arm64: four lanes
	Portable = "portable" // plain Go
)

// path is the index in Paths of the one in use.
var path atomic.Int32

// Paths returns the paths that this machine can take, the fastest first. On
// other machines than amd64 and arm64, and under the build tag purego, it is the
// portable one alone.
func Paths() []string { return append(slices.Clone(vectorPaths), Portable) }

// Chosen returns the path that what is made from now on will take: the fastest,
// unless Use chose another.
func Chosen() string { return Paths()[path.Load()] }

// Active returns the path of what is made from now on and is not of bytes: that
// which was chosen, but AVX512 for AMX and AVX2 for AVXVNNI.
func Active() string {
	switch name := Chosen(); name {
	case AMX:
		return AVX512
	case AVXVNNI:
		return AVX2
	default:
		return name
	}
}

// Use chooses the path of what is made from now on; what has been made keeps
// the one it has. It returns an error if this machine has no such path. A
// program calls it once, before it makes its first network.
func Use(name string) error {
	i := slices.Index(Paths(), name)
	if i < 0 {
		return fmt.Errorf("kernel: no path %q on this machine, only %s", name, strings.Join(Paths(), ", "))
	}
	path.Store(int32(i))
	return nil
}

// The paths of int8 beside those that have a name of their own.
const (
	VNNI = "vnni" // AVX512 with instructions for int8
	SDOT = "sdot" // NEON with one
)

// Active8 returns the path that convolutions in int8 made from now on will
// take: AMX or AVXVNNI where that was chosen; VNNI where AVX512 was, and SDOT
// where NEON was, if the CPU has it; else Portable. All give the same bits.
func Active8() string { return vectorPath8(Chosen()) }
