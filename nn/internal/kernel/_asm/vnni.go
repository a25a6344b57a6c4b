package main

// vex256 encodes an instruction on three vectors of 256 bits (map 0F38, W0) that
// Go's assembler knows for AVX-512 alone.
func vex256(prefix int, opcode byte, dst, first, second int) []byte {
	code := vex(prefix, first, second, 0)
	code[1] ^= byte(dst>>3) << 7
	code[2] |= 1 << 2
	return append(code, opcode, byte(0xC0|dst&7<<3|second&7))
}
