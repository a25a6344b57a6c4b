package kernel

// The paths of int8 beside those that have a name of their own.
const (
	VNNI = "vnni" // AVX512 with instructions for int8
	SDOT = "sdot" // NEON with one
)

// Active8 returns the path that convolutions in int8 made from now on will
// take: AMX or AVXVNNI where that was chosen; VNNI where AVX512 was, and SDOT
// where NEON was, if the CPU has it; else Portable. All give the same bits.
func Active8() string { return vectorPath8(Chosen()) }
