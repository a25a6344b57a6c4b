package kernel

// The paths of bytes beside those that have a name of their own.
const (
	VNNI = "vnni" // AVX512 with instructions for bytes
	SDOT = "sdot" // NEON with one
)

// Active8 returns the path that convolutions of bytes made from now on will
// take: AMX or AVXVNNI where that was chosen; VNNI where AVX512 was, and SDOT
// where NEON was, if the CPU has it; else Portable. All give the same bits.
func Active8() string { return vectorPath8(Chosen()) }
