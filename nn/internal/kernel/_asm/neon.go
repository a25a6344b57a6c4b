package main

import "fmt"

// NEON in words, since Go's assembler knows little of what counts in floats or in
// bytes (Arm Architecture Reference Manual, A64 SIMD and floating-point
// instructions).

// neon is an instruction on whole vectors: its encoding with registers 0, and its
// text with these to fill in.
type neon struct {
	code uint32
	text string
}

// Of three registers: d, n, m.
var (
	fadd   = neon{0x4E20D400, "FADD V%d.4S, V%d.4S, V%d.4S"}
	fsub   = neon{0x4EA0D400, "FSUB V%d.4S, V%d.4S, V%d.4S"}
	fmul   = neon{0x6E20DC00, "FMUL V%d.4S, V%d.4S, V%d.4S"}
	fmla   = neon{0x4E20CC00, "FMLA V%d.4S, V%d.4S, V%d.4S"}
	fmls   = neon{0x4EA0CC00, "FMLS V%d.4S, V%d.4S, V%d.4S"}
	fmax   = neon{0x4E20F400, "FMAX V%d.4S, V%d.4S, V%d.4S"}
	fminnm = neon{0x4EA0C400, "FMINNM V%d.4S, V%d.4S, V%d.4S"} // of a NaN and a number the number
	fcmgt  = neon{0x6EA0E400, "FCMGT V%d.4S, V%d.4S, V%d.4S"}
	bit    = neon{0x6EA01C00, "BIT V%d.16B, V%d.16B, V%d.16B"} // d = n where m has ones
	eor    = neon{0x6E201C00, "EOR V%d.16B, V%d.16B, V%d.16B"}
)

// Of two: d, n.
var (
	scvtf  = neon{0x4E21D800, "SCVTF V%d.4S, V%d.4S"}
	ucvtf  = neon{0x6E21D800, "UCVTF V%d.4S, V%d.4S"}
	fcvtnu = neon{0x6E21A800, "FCVTNU V%d.4S, V%d.4S"} // the nearest, ties to even; what does not fit, the nearest that does
	movv   = neon{0x4EA01C00, "MOV V%d.16B, V%d.16B"}

	// Narrowing, what is too large to the largest: into the lower half of d, and
	// into the upper one.
	words  = neon{0x2E614800, "UQXTN V%d.4H, V%d.4S"}
	words2 = neon{0x6E614800, "UQXTN2 V%d.8H, V%d.4S"}
	octets = neon{0x2E214800, "UQXTN V%d.8B, V%d.8H"}
	octet2 = neon{0x6E214800, "UQXTN2 V%d.16B, V%d.8H"}

	// Widening with zeros: the lower half of n, and the upper one.
	wider8   = neon{0x2F08A400, "UXTL V%d.8H, V%d.8B"}
	wider8b  = neon{0x6F08A400, "UXTL2 V%d.8H, V%d.16B"}
	wider16  = neon{0x2F10A400, "UXTL V%d.4S, V%d.4H"}
	wider16b = neon{0x6F10A400, "UXTL2 V%d.4S, V%d.8H"}
)

// neon writes an instruction on d, n and perhaps m.
func (f *file) neon(op neon, registers ...int) {
	code, text := op.code, []any{}
	for i, r := range registers {
		code |= uint32(r) << []int{0, 5, 16}[i]
		text = append(text, r)
	}
	if op == movv { // ORR of a register with itself
		code |= uint32(registers[1]) << 16
	}
	f.word(code, op.text, text...)
}

// lane writes an instruction whose last operand is a lane of m.
func (f *file) lane(op neon, d, n, m, lane int) {
	code := op.code | uint32(lane&1)<<21 | uint32(lane>>1)<<11 | uint32(m)<<16 | uint32(n)<<5 | uint32(d)
	f.word(code, op.text, d, n, m, lane)
}

// Products with a lane of m: of floats, and of four signed bytes each.
var (
	fmlaLane = neon{0x4F801000, "FMLA V%d.4S, V%d.4S, V%d.S[%d]"}
	sdotLane = neon{0x4F80E000, "SDOT V%d.4S, V%d.16B, V%d.4B[%d]"}
)

// word writes an instruction as a number, and its text behind it.
func (f *file) word(code uint32, text string, a ...any) {
	f.op("WORD $0x%08X // %s", code, fmt.Sprintf(text, a...))
}

// load and store move a whole vector.
func (f *file) load4(at string, v int)  { f.op("FMOVQ %s, F%d", at, v) }
func (f *file) store4(v int, at string) { f.op("FMOVQ F%d, %s", v, at) }

// vectorsNEON is how many registers there are, of lanesNEON floats or sums.
const (
	vectorsNEON = 32
	lanesNEON   = 4
)
