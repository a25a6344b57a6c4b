package main

import (
	"fmt"
	"strings"
)

// cellwise is an operation that does the same at every cell of a board.
type cellwise struct {
	name      string
	doc       string
	inputs    int // what is read at each cell: registers 0, 1, ...
	output    int // the register that is written there, or -1
	constants int // of each channel: registers c0, c1, ...
	sums      int // of each channel, over the cells: registers s0, s1, ...
	body      []string
}

// Registers in a body: 0 to 7 are free or inputs, then these.
var named = strings.NewReplacer("s0", "8", "s1", "9", "c0", "10", "c1", "11", "c2", "12", "c3", "13", "zero", "14")

// maskRegister holds the lanes of the last vector that there are, on AVX2.
const maskRegister = 15

// cellwises are what batch norm needs. V is the letter of the registers.
var cellwises = []cellwise{
	{"sum", "s0 = sum x", 1, -1, 0, 1, []string{
		"VADDPS V0, Vs0, Vs0",
	}},
	{"squares", "s0 = sum (x - c0)^2", 1, -1, 1, 1, []string{
		"VSUBPS Vc0, V0, V0",
		"VFMADD231PS V0, V0, Vs0",
	}},
	{"scale", "out = max(0, x c0 + c1)", 1, 0, 2, 0, []string{
		"VFMADD213PS Vc1, Vc0, V0",
		"VMAXPS V0, Vzero, V0",
	}},
	{"scaleSkip", "out = max(0, x c0 + c1 + skip)", 2, 0, 2, 0, []string{
		"VFMADD213PS Vc1, Vc0, V0",
		"VADDPS V1, V0, V0",
		"VMAXPS V0, Vzero, V0",
	}},
	{"gate", "out = dy where y > 0, else 0; s0 = sum out; s1 = sum out (x - c0)", 3, 2, 1, 2, []string{
		"GATE",
		"VADDPS V2, Vs0, Vs0",
		"VSUBPS Vc0, V0, V0",
		"VFMADD231PS V2, V0, Vs1",
	}},
	{"descend", "out = c3 (dz - c2 - (x - c0) c1)", 2, 1, 4, 0, []string{
		"VSUBPS Vc0, V0, V0",
		"VSUBPS Vc2, V1, V1",
		"VFNMADD231PS Vc1, V0, V1",
		"VMULPS Vc3, V1, V1",
	}},
}

func cellwiseFile() string {
	f := newFile("amd64", "Batch norm: all channels of a cell, then the next cell, as they lie in memory.")
	for _, op := range cellwises {
		f.cellwise(avx512, op)
		f.cellwise(avx2, op)
	}
	return f.String()
}

func cellwiseName(s isa, op cellwise) string { return op.name + s.name }

// Registers of pointers. R8 is how far the cursor is in the board, AX in the
// channels.
var (
	inputs    = []string{"SI", "DX", "CX"}
	constants = []string{"R9", "R10", "R11", "R12"}
	sums      = []string{"R13", "R15"}
)

// cellwise writes the loop over rows, cells and channels of one board.
func (f *file) cellwise(s isa, op cellwise) {
	name := cellwiseName(s, op)
	f.begin(function{name, "a *cellwise", name + " computes " + op.doc + "."}, 16, 8)
	f.op("MOVQ a+0(FP), BX")
	f.op("MOVQ cellwise_rows(BX), AX")
	f.op("MOVQ AX, row-8(SP)")
	for i, r := range inputs[:op.inputs] {
		f.op("MOVQ (cellwise_in+%d)(BX), %s", 8*i, r)
	}
	for i, r := range constants[:op.constants] {
		f.op("MOVQ (cellwise_constants+%d)(BX), %s", 8*i, r)
	}
	for i, r := range sums[:op.sums] {
		f.op("MOVQ (cellwise_sums+%d)(BX), %s", 8*i, r)
	}
	f.op("MOVQ cellwise_out(BX), DI")
	if s == avx512 {
		f.op("KMOVW cellwise_mask(BX), K1")
	} else {
		f.op("VMOVUPS cellwise_lanes(BX), Y%d", maskRegister)
	}
	f.op("%s", s.zero(14))
	f.op("XORQ R8, R8")
	f.line("row:")
	f.op("MOVQ cellwise_cols(BX), AX")
	f.op("MOVQ AX, col-16(SP)")
	f.line("cell:")
	f.op("XORQ AX, AX")
	f.op("CMPQ AX, cellwise_whole(BX)")
	f.op("JGE rest")
	f.line("vector:")
	f.cellwiseStep(s, op, false)
	f.op("ADDQ $%d, R8", s.bytes())
	f.op("ADDQ $%d, AX", s.bytes())
	f.op("CMPQ AX, cellwise_whole(BX)")
	f.op("JLT vector")
	f.line("rest:")
	f.op("CMPQ cellwise_rest(BX), $0")
	f.op("JEQ cellEnd")
	f.cellwiseStep(s, op, true)
	f.op("ADDQ cellwise_rest(BX), R8")
	f.line("cellEnd:")
	f.op("DECQ col-16(SP)")
	f.op("JNZ cell")
	f.op("ADDQ cellwise_gap(BX), R8")
	f.op("DECQ row-8(SP)")
	f.op("JNZ row")
	f.end()
}

// aheadBytes is how far before its use memory is asked for what a loop reads or
// writes.
const aheadBytes = 2048

// cellwiseStep does one vector of channels of one cell.
func (f *file) cellwiseStep(s isa, op cellwise, masked bool) {
	if s == avx512 && !masked {
		for _, r := range inputs[:op.inputs] {
			f.op("PREFETCHT0 %d(%s)(R8*1)", aheadBytes, r)
		}
		if op.output >= 0 {
			f.askToWrite("DI", "R8", 1, aheadBytes)
		}
	}
	for i, r := range inputs[:op.inputs] {
		f.load(s, masked, "("+r+")(R8*1)", s.v(i))
	}
	for i, r := range constants[:op.constants] {
		f.load(s, masked, "("+r+")(AX*1)", s.v(10+i))
	}
	for i, r := range sums[:op.sums] {
		f.load(s, masked, "("+r+")(AX*1)", s.v(8+i))
	}
	for _, line := range op.body {
		if line == "GATE" {
			f.gate(s)
			continue
		}
		f.op("%s", strings.ReplaceAll(named.Replace(line), " V", " "+s.letter))
	}
	for i, r := range sums[:op.sums] {
		f.store(s, masked, s.v(8+i), "("+r+")(AX*1)")
	}
	if op.output >= 0 {
		f.store(s, masked, s.v(op.output), "(DI)(R8*1)")
	}
}

// gate clears vector 2 where vector 1 is 0 or less: not where it is NaN.
func (f *file) gate(s isa) {
	const notLessOrEqual = 0x16
	if s == avx512 {
		f.op("VCMPPS $%#x, Z14, Z1, K2", notLessOrEqual)
		f.op("VMOVUPS.Z Z2, K2, Z2")
		return
	}
	f.op("VCMPPS $%#x, Y14, Y1, Y1", notLessOrEqual)
	f.op("VANDPS Y1, Y2, Y2")
}

// load reads a vector, with zeros where the mask has none.
func (f *file) load(s isa, masked bool, from, to string) {
	switch {
	case !masked:
		f.op("VMOVUPS %s, %s", from, to)
	case s == avx512:
		f.op("VMOVUPS.Z %s, K1, %s", from, to)
	default:
		f.op("VMASKMOVPS %s, Y%d, %s", from, maskRegister, to)
	}
}

// store writes the lanes of the mask.
func (f *file) store(s isa, masked bool, from, to string) {
	switch {
	case !masked:
		f.op("VMOVUPS %s, %s", from, to)
	case s == avx512:
		f.op("VMOVUPS %s, K1, %s", from, to)
	default:
		f.op("VMASKMOVPS %s, Y%d, %s", from, maskRegister, to)
	}
}

// cellwiseStubs writes the Go methods that choose by width.
func cellwiseStubs(b *strings.Builder) {
	for _, op := range cellwises {
		fmt.Fprintf(b, "\nfunc (a *cellwise) %s() {\nif a.width == %d {\n%s(a)\n} else {\n%s(a)\n}\n}\n",
			op.name, avx512.lanes, cellwiseName(avx512, op), cellwiseName(avx2, op))
	}
}
