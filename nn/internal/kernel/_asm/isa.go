package main

import "fmt"

// isa is an instruction set: how wide its vectors are and how many.
type isa struct {
	name    string // of the path in package kernel
	letter  string // of its registers
	lanes   int    // float32 in a vector
	vectors int
}

var (
	avx512 = isa{"AVX512", "Z", 16, 32}
	avx2   = isa{"AVX2", "Y", 8, 16}
)

// bytes returns the size of a vector.
func (s isa) bytes() int { return 4 * s.lanes }

// v returns the name of vector register i.
func (s isa) v(i int) string { return fmt.Sprintf("%s%d", s.letter, i) }

// zero makes vector register i zero.
func (s isa) zero(i int) string {
	if s == avx512 {
		return fmt.Sprintf("VPXORD Z%d, Z%d, Z%d", i, i, i)
	}
	return fmt.Sprintf("VXORPS Y%d, Y%d, Y%d", i, i, i)
}
