package main

import "fmt"

// Registers of bytes: what turns signs, then those of the end of a tile.
const (
	neonSigns  = 31
	neonScale  = 24
	neonBias8  = 25
	neonFactor = 26
	neonBytes  = 27
	neonWide   = 28 // and 29
	neonWide4  = 30
	neonMost   = 31 // the largest byte
)

func neonConv8File() string {
	f := newFile("arm64", "Convolution of bytes; docs/performance.md explains it.")
	for _, t := range neonFamilies8 {
		f.neonConv8(t)
	}
	f.neonQuantise8()
	return f.String()
}

// neonConv8 writes the loop over tiles of one family, all of one height. SDOT multiplies signed bytes:
// inputs count from 128, which is their uppermost bit turned, and sums begin with
// what that takes away.
func (f *file) neonConv8(t neonTile) {
	f.begin(function{t.name8(), "t *tiles8", t.name8() + " convolves tiles8.count tiles of bytes, of tiles8.height cells."}, 0, 8)
	f.neonSums(t, "tiles8", sdotLane, neonSigns, func() {
		f.op("MOVD tiles8_start(%s), R16", neonArgs)
		f.op("VMOVI $128, V%d.B16", neonSigns)
		for i := range t.cells {
			for j := range t.vectors {
				f.load4(fmt.Sprintf("%d(R16)", 16*j), t.sum(i, j))
			}
		}
	}, func(v int) { f.neon(eor, v, v, neonSigns) })
	f.neonEnd8(t)
	f.neonNext()
}

// neonEnd8 turns sums into floats, adds the skip, applies the floor and writes
// bytes or floats. Every multiplication and addition rounds for itself, so that
// plain Go can do the same.
func (f *file) neonEnd8(t neonTile) {
	f.op("MOVD tiles8_scale(%s), R16", neonArgs)
	f.op("MOVD tiles8_bias(%s), R17", neonArgs)
	f.op("MOVD tiles8_rest(%s), R20", neonArgs)
	for j := range t.vectors {
		f.load4(fmt.Sprintf("%d(R16)", 16*j), neonScale)
		f.load4(fmt.Sprintf("%d(R17)", 16*j), neonBias8)
		f.eachUpTo(t.cells, neonHeight, func(i int) {
			v := t.sum(i, j)
			f.neon(scvtf, v, v)
			f.neon(fmul, v, v, neonScale)
			f.neon(fadd, v, v, neonBias8)
		})
	}
	f.op("MOVD tiles8_skip(%s), R16", neonArgs)
	f.op("CBZ R16, write")
	f.op("MOVD tiles8_factor(%s), R17", neonArgs)
	f.eachNEONCell(t, "skip", f.addSkipNEON)
	f.line("write:")
	f.op("MOVD tiles8_floats(%s), R16", neonArgs)
	f.op("CBNZ R16, floats")
	f.op("MOVD tiles8_dst(%s), R16", neonArgs)
	f.op("FMOVS $255.0, F%d", neonMost)
	f.op("VDUP V%d.S[0], V%d.S4", neonMost, neonMost)
	f.eachNEONCell(t, "byte", f.writeNEON)
	f.op("B written")
	f.line("floats:")
	f.neonFloor("tiles8_floor")
	f.eachNEONPart(t, 4, func(i, j int, at, cut string) {
		v := t.sum(i, j)
		f.neon(fcmgt, neonBytes, neonFloor, v) // not FMAX: -0 stays -0
		f.neon(bit, v, neonFloor, neonBytes)
		f.storeFloats(v, at, cut)
	})
	f.line("written:")
}

// eachNEONCell calls do for every cell, with R22 at its bytes in R16, and a label
// for where these do not fill the last vector.
func (f *file) eachNEONCell(t neonTile, name string, do func(t neonTile, i int, cut string)) {
	f.eachUpTo(t.cells, neonHeight, func(i int) {
		f.op("MOVD %d(%s), R21", i*16+8, neonCells)
		f.op("ADD R21, R16, R22")
		do(t, i, fmt.Sprint(name, i))
	})
}

// moveBytes is the instruction that moves the bytes of a cell.
func (t neonTile) moveBytes() string {
	return map[int]string{1: "FMOVS", 2: "FMOVD", 4: "FMOVQ"}[t.vectors]
}

// addSkipNEON adds the skip times its factor to the sums of a cell.
func (f *file) addSkipNEON(t neonTile, i int, cut string) {
	f.wholeOrCut(cut, func() { f.op("%s (R22), F%d", t.moveBytes(), neonBytes) }, func() { f.loadCutNEON(t, cut) })
	f.neon(wider8, neonWide, neonBytes)
	if t.vectors > 2 {
		f.neon(wider8b, neonWide+1, neonBytes)
	}
	for j := range t.vectors {
		f.neon([]neon{wider16, wider16b}[j%2], neonWide4, neonWide+j/2)
		f.neon(ucvtf, neonWide4, neonWide4)
		f.load4(fmt.Sprintf("%d(R17)", 16*j), neonFactor)
		f.neon(fmul, neonWide4, neonWide4, neonFactor)
		f.neon(fadd, t.sum(i, j), t.sum(i, j), neonWide4)
	}
}

// loadCutNEON reads a cell's bytes from the last to the first.
func (f *file) loadCutNEON(t neonTile, cut string) {
	f.cutBytes(t)
	f.op("ADD R23, R22, R24")
	f.op("MOVD ZR, R25")
	f.op("MOVD ZR, R26")
	f.line("%sByte:", cut)
	f.op("MOVBU.W -1(R24), R19")
	f.op("EXTR $56, R25, R26, R26") // the upper half takes what leaves the lower one
	f.op("ORR R25<<8, R19, R25")
	f.op("SUBS $1, R23")
	f.op("BNE %sByte", cut)
	f.op("VMOV R25, V%d.D[0]", neonBytes)
	f.op("VMOV R26, V%d.D[1]", neonBytes)
}

// cutBytes has R23 say how many bytes a cell has.
func (f *file) cutBytes(t neonTile) { f.op("ADD $%d, R20, R23", lanesNEON*(t.vectors-1)) }

// writeNEON rounds to bytes and writes them. A NaN becomes the largest.
func (f *file) writeNEON(t neonTile, i int, cut string) {
	v := t.sum(i, 0)
	for j := range t.vectors {
		f.neon(fminnm, v+j, v+j, neonMost)
		f.neon(fcvtnu, v+j, v+j)
	}
	for j := 0; j < t.vectors; j += 2 {
		f.neon(words, v+j, v+j)
		if j+1 < t.vectors {
			f.neon(words2, v+j, v+j+1)
		}
	}
	f.neon(octets, v, v)
	if t.vectors > 2 {
		f.neon(octet2, v, v+2)
	}
	f.wholeOrCut(cut, func() { f.op("%s F%d, (R22)", t.moveBytes(), v) }, func() {
		f.cutBytes(t)
		f.op("VMOV V%d.D[0], R25", v)
		f.op("VMOV V%d.D[1], R26", v)
		f.line("%sByte:", cut)
		f.op("MOVB.P R25, 1(R22)")
		f.op("EXTR $8, R25, R26, R25")
		f.op("LSR $8, R26")
		f.op("SUBS $1, R23")
		f.op("BNE %sByte", cut)
	})
}

// neonQuantise8 writes the loop that makes bytes of floats, eight at a time: of a
// NaN 0.
func (f *file) neonQuantise8() {
	f.begin(function{"quantise8NEON", "dst *uint8, src *float32, vectors int, factor float32",
		"quantise8NEON makes bytes of vectors of 8 floats."}, 0, 28)
	f.op("MOVD dst+0(FP), R0")
	f.op("MOVD src+8(FP), R1")
	f.op("MOVD vectors+16(FP), R2")
	f.op("FMOVS factor+24(FP), F2")
	f.op("VDUP V2.S[0], V2.S4")
	f.line("next:")
	f.op("FLDPQ.P 32(R1), (F0, F1)")
	for v := range 2 {
		f.neon(fmul, v, v, 2)
		f.neon(fcvtnu, v, v)
	}
	f.neon(words, 0, 0)
	f.neon(words2, 0, 1)
	f.neon(octets, 0, 0)
	f.op("FMOVD.P F0, 8(R0)")
	f.op("SUBS $1, R2")
	f.op("BNE next")
	f.op("RET")
}

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
