package kernel

// VNNI is AVX512 with instructions for bytes.
const VNNI = "vnni"

// Active8 returns the path that convolutions of bytes made from now on will
// take: AMX or AVXVNNI where that was chosen, VNNI where AVX512 was and the CPU
// has it, else Portable. All give the same bits.
func Active8() string {
	switch path := Chosen(); {
	case path == AMX, path == AVXVNNI:
		return path
	case path == AVX512 && hasVNNI:
		return VNNI
	}
	return Portable
}
