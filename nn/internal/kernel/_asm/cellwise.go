package main

import (
	"fmt"
	"strings"
)

// cellwise is an operation that does the same at every cell of a board, here
// for one vector of channels.
type cellwise struct {
	name      string
	doc       string
	inputs    int // vectors read at each cell: registers 0, 1, ...
	output    int // the register that is written there, or -1
	constants int // of each channel: registers c0, c1, ...
	sums      int // registers s0, s1, ...: of each channel, over the cells
	body      []string
}

// Registers in a body: 0 to 7 are free or inputs, then these.
var named = strings.NewReplacer("s0", "8", "s1", "9", "c0", "10", "c1", "11", "c2", "12", "c3", "13", "zero", "14")

// maskRegister holds the lanes that there are, on AVX2.
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
	f := newFile("Batch norm, cell by cell.")
	for _, op := range cellwises {
		f.cellwise(avx512, op, true)
		f.cellwise(avx2, op, false)
		f.cellwise(avx2, op, true)
	}
	return f.String()
}

// cellwiseName: AVX-512 masks for nothing, AVX2 only where it must.
func cellwiseName(s isa, op cellwise, masked bool) string {
	if s == avx2 && masked {
		return op.name + s.name + "Masked"
	}
	return op.name + s.name
}

var pointers = []string{"SI", "DX", "CX"} // to the inputs; DI to the output

// cellwise writes the loop over the cells of one board.
func (f *file) cellwise(s isa, op cellwise, masked bool) {
	name := cellwiseName(s, op, masked)
	f.begin(function{name, "a *cellwise", name + " computes " + op.doc + "."}, 0, 8)
	f.op("MOVQ a+0(FP), BX")
	if s == avx512 {
		f.op("KMOVW cellwise_mask(BX), K1")
	} else if masked {
		f.op("VMOVUPS cellwise_lanes(BX), Y%d", maskRegister)
	}
	for i := range op.constants {
		f.op("MOVQ (cellwise_constants+%d)(BX), AX", 8*i)
		f.load(s, masked, "(AX)", s.v(10+i))
	}
	for _, i := range []int{8, 9, 14} {
		f.op("%s", s.zero(i))
	}
	for i := range op.inputs {
		f.op("MOVQ (cellwise_in+%d)(BX), %s", 8*i, pointers[i])
	}
	f.op("MOVQ cellwise_out(BX), DI")
	f.op("MOVQ cellwise_step(BX), R8")
	f.op("MOVQ cellwise_gap(BX), R9")
	f.op("MOVQ cellwise_rows(BX), R10")
	f.line("row:")
	f.op("MOVQ cellwise_cols(BX), AX")
	f.line("cell:")
	f.cellwiseStep(s, op, masked)
	f.advance(op, "R8")
	f.op("DECQ AX")
	f.op("JNZ cell")
	f.advance(op, "R9")
	f.op("DECQ R10")
	f.op("JNZ row")
	for i := range op.sums {
		f.op("MOVQ (cellwise_sums+%d)(BX), AX", 8*i)
		f.store(s, masked, s.v(8+i), "(AX)")
	}
	f.end()
}

func (f *file) cellwiseStep(s isa, op cellwise, masked bool) {
	for i := range op.inputs {
		f.load(s, masked, "("+pointers[i]+")", s.v(i))
	}
	for _, line := range op.body {
		if line == "GATE" {
			f.gate(s)
			continue
		}
		f.op("%s", strings.ReplaceAll(named.Replace(line), " V", " "+s.letter))
	}
	if op.output >= 0 {
		f.store(s, masked, s.v(op.output), "(DI)")
	}
}

// gate clears vector 2 where vector 1 is 0 or less: not where it is no number.
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

// advance moves the pointers to inputs and output.
func (f *file) advance(op cellwise, by string) {
	for i := range op.inputs {
		f.op("ADDQ %s, %s", by, pointers[i])
	}
	if op.output >= 0 {
		f.op("ADDQ %s, DI", by)
	}
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

// cellwiseStubs writes the Go functions that choose by width and mask.
func cellwiseStubs(b *strings.Builder) {
	for _, op := range cellwises {
		fmt.Fprintf(b, "\nfunc (a *cellwise) %s() {\nswitch {\n", op.name)
		fmt.Fprintf(b, "case a.width == %d:\n%s(a)\n", avx512.lanes, cellwiseName(avx512, op, true))
		fmt.Fprintf(b, "case a.mask == 1<<%d-1:\n%s(a)\n", avx2.lanes, cellwiseName(avx2, op, false))
		fmt.Fprintf(b, "default:\n%s(a)\n}\n}\n", cellwiseName(avx2, op, true))
	}
}
