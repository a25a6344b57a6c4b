package kernel

// VNNI is AVX512 with instructions for bytes.
const VNNI = "vnni"

// Active8 returns the path that convolutions of bytes made from now on will
// take: VNNI where the active path is AVX512 and the CPU has it, else Portable.
// Both give the same bits.
func Active8() string {
	if Active() == AVX512 && hasVNNI {
		return VNNI
	}
	return Portable
}
