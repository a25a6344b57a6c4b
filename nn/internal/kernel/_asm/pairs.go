package main

import (
	"fmt"
	"strings"
)

// What bfloat16 needs before tiles multiply it: numbers rounded, and boards as
// weight gradients want them, two cells in each lane.

func pairsFile() string {
	f := newFile("amd64", "Rounding to bfloat16, and boards in pairs of cells.")
	f.roundBoards()
	f.pairCells()
	f.turnCells()
	return f.String()
}

// roundBoards writes the loops over cells and vectors of their channels, there
// and back.
func (f *file) roundBoards() {
	f.eachVector("round", "rounds", func(mask string) {
		f.op("VMOVUPS%s (SI)(AX*2), %sZ0", zeroing(mask), mask)
		f.roundVector(0, 0)
		if mask == "" {
			f.op("VMOVDQU Y0, (DI)(AX*1)")
		} else {
			f.op("VMOVDQU16 Y0, %s(DI)(AX*1)", mask)
		}
	})
	f.eachVector("unround", "takes back", func(mask string) {
		f.op("VPMOVZXWD%s (DI)(AX*1), %sZ0", zeroing(mask), mask)
		f.op("VPSLLD $16, Z0, Z0")
		f.op("VMOVUPS Z0, %s(SI)(AX*2)", mask)
	})
}

// zeroing is what stands behind an instruction with such a mask.
func zeroing(mask string) string {
	if mask == "" {
		return ""
	}
	return ".Z"
}

// eachVector writes a function that does something to every vector of every cell.
//
//	SI  floats    DI  bfloat16    AX  bytes of it    CX  cells left    DX  vectors left
func (f *file) eachVector(name, does string, do func(mask string)) {
	f.begin(function{name + "AVX512", "r *rounding", name + "AVX512 " + does + " rounding.cells cells."}, 0, 8)
	f.op("MOVQ r+0(FP), BX")
	f.op("MOVQ rounding_floats(BX), SI")
	f.op("MOVQ rounding_rounded(BX), DI")
	f.op("MOVQ rounding_cells(BX), CX")
	f.op("KMOVW rounding_mask(BX), K1")
	f.line("cell:")
	f.op("XORQ AX, AX")
	f.op("MOVQ rounding_whole(BX), DX")
	f.op("TESTQ DX, DX")
	f.op("JZ rest")
	f.line("vector:")
	do("")
	f.op("ADDQ $32, AX")
	f.op("DECQ DX")
	f.op("JNZ vector")
	f.op("KTESTW K1, K1")
	f.op("JZ next")
	f.line("rest:")
	do("K1, ")
	f.line("next:")
	f.op("ADDQ rounding_float(BX), SI")
	f.op("ADDQ rounding_bfloat16(BX), DI")
	f.op("DECQ CX")
	f.op("JNZ cell")
	f.end()
}

// pairCells writes the loop over pairs of cells and their channels, which become
// lanes: the first cell's number in the low half.
//
//	SI  cells    R8  from one to the next    DI  pairs    CX  left    DX  groups of 16 channels left
func (f *file) pairCells() {
	f.begin(function{"pairAVX512", "p *pairing", "pairAVX512 joins pairing.pairs pairs of cells."}, 0, 8)
	f.op("MOVQ p+0(FP), BX")
	f.op("MOVQ pairing_src(BX), SI")
	f.op("MOVQ pairing_dst(BX), DI")
	f.op("MOVQ pairing_cell(BX), R8")
	f.op("MOVQ pairing_pairs(BX), CX")
	f.line("pair:")
	f.op("MOVQ pairing_groups(BX), DX")
	f.op("MOVQ SI, AX")
	f.line("group:")
	f.pair("AX", 0, 1)
	f.op("VMOVDQU32 Z0, (DI)")
	f.op("ADDQ $32, AX")
	f.op("ADDQ $64, DI")
	f.op("DECQ DX")
	f.op("JNZ group")
	f.op("LEAQ (SI)(R8*2), SI")
	f.op("DECQ CX")
	f.op("JNZ pair")
	f.end()
}

// pair makes lanes of sixteen channels of the cell at a register and the next.
func (f *file) pair(from string, to, spare int) {
	f.op("VPMOVZXWD (%s), Z%d", from, to)
	f.op("VPMOVZXWD (%s)(R8*1), Z%d", from, spare)
	f.op("VPSLLD $16, Z%d, Z%d", spare, spare)
	f.op("VPORD Z%d, Z%d, Z%d", spare, to, to)
}

// turnCells writes the loops over 32 cells and sixteen channels, which become rows
// of cells: pairs in sixteen vectors, turned as a matrix of lanes.
//
//	SI  cells    R8  from one to the next    DI  rows    R9  from one to the next
//	CX  blocks of 32 cells left              DX  groups of 16 channels left
func (f *file) turnCells() {
	f.begin(function{"turnAVX512", "p *turning", "turnAVX512 turns turning.blocks times 32 cells."}, 0, 8)
	f.op("MOVQ p+0(FP), BX")
	f.op("MOVQ turning_src(BX), SI")
	f.op("MOVQ turning_dst(BX), DI")
	f.op("MOVQ turning_cell(BX), R8")
	f.op("MOVQ turning_row(BX), R9")
	f.op("MOVQ turning_blocks(BX), CX")
	f.line("block:")
	f.op("MOVQ turning_groups(BX), DX")
	f.op("MOVQ SI, R10")
	f.op("MOVQ DI, R11")
	f.line("group:")
	f.op("MOVQ R10, AX")
	for i := range 16 {
		f.pair("AX", i, 31)
		f.op("LEAQ (AX)(R8*2), AX")
	}
	f.turn()
	for i := range 16 {
		f.op("VMOVDQU32 Z%d, (R11)", i)
		f.op("ADDQ R9, R11")
	}
	f.op("ADDQ $32, R10")
	f.op("DECQ DX")
	f.op("JNZ group")
	f.op("MOVQ R8, AX")
	f.op("SHLQ $5, AX")
	f.op("ADDQ AX, SI")
	f.op("ADDQ $64, DI")
	f.op("DECQ CX")
	f.op("JNZ block")
	f.end()
}

// turn exchanges rows and columns of the sixteen lanes of vectors 0 to 15.
func (f *file) turn() {
	for i := range 8 { // columns of two neighbouring rows
		f.op("VPUNPCKLDQ Z%d, Z%d, Z%d", 2*i+1, 2*i, 16+2*i)
		f.op("VPUNPCKHDQ Z%d, Z%d, Z%d", 2*i+1, 2*i, 17+2*i)
	}
	for i := range 4 { // of four: vector 4i+j has column 4L+j of rows 4i to 4i+3 in its quarter L
		for half := range 2 {
			low, high := 16+4*i+half, 18+4*i+half
			f.op("VPUNPCKLQDQ Z%d, Z%d, Z%d", high, low, 4*i+2*half)
			f.op("VPUNPCKHQDQ Z%d, Z%d, Z%d", high, low, 4*i+2*half+1)
		}
	}
	const even, odd = 0x88, 0xDD
	for j := range 4 { // of eight, quarters 0 and 2, then 1 and 3
		for k, quarters := range []int{even, odd} {
			f.op("VSHUFI32X4 $%#x, Z%d, Z%d, Z%d", quarters, 4+j, j, 16+4*j+k)
			f.op("VSHUFI32X4 $%#x, Z%d, Z%d, Z%d", quarters, 12+j, 8+j, 18+4*j+k)
		}
	}
	for j := range 4 {
		for k := range 2 {
			f.op("VSHUFI32X4 $%#x, Z%d, Z%d, Z%d", even, 18+4*j+k, 16+4*j+k, 4*k+j)
			f.op("VSHUFI32X4 $%#x, Z%d, Z%d, Z%d", odd, 18+4*j+k, 16+4*j+k, 4*k+j+8)
		}
	}
}

// gatherFile writes the loop that moves numbers between planes and boards.
func gatherFile() string {
	f := newFile("amd64", "Planes and boards: vectors of numbers from all over, written side by side.")
	for _, s := range []isa{avx512, avx2} {
		f.gather(s)
	}
	return f.String()
}

func gatherName(s isa) string { return "gather" + s.name }

// gather writes the loop over rows and columns. The index of each lane is in
// vector 1, the lanes that there are in K1 or vector 2; reading uses up a copy.
func (f *file) gather(s isa) {
	name := gatherName(s)
	f.begin(function{name, "a *gather", name + " fills vectors with what lies at the index."}, 0, 8)
	f.op("MOVQ a+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"src", "SI"}, {"dst", "DI"}, {"index", "AX"}, {"rows", "R8"},
		{"srcStep", "R9"}, {"dstStep", "R10"}, {"dstGap", "R11"},
	} {
		f.op("MOVQ gather_%s(BX), %s", v.field, v.reg)
	}
	if s == avx512 {
		f.op("KMOVW gather_mask(BX), K1")
		f.op("VMOVDQU32.Z (AX), K1, Z1")
	} else {
		f.op("VMOVUPS gather_lanes(BX), Y2")
		f.op("VMASKMOVPS (AX), Y2, Y1")
	}
	f.line("row:")
	f.op("MOVQ gather_cols(BX), CX")
	f.line("col:")
	f.op("%s", s.zero(0)) // lest it wait for the vector before
	if s == avx512 {
		f.op("KMOVW K1, K2")
		f.op("VGATHERDPS (SI)(Z1*1), K2, Z0")
		f.op("VMOVUPS Z0, K1, (DI)")
	} else {
		f.op("VMOVAPS Y2, Y3")
		f.op("VGATHERDPS Y3, (SI)(Y1*1), Y0")
		f.op("VMASKMOVPS Y0, Y2, (DI)")
	}
	f.op("ADDQ R9, SI")
	f.op("ADDQ R10, DI")
	f.op("DECQ CX")
	f.op("JNZ col")
	f.op("ADDQ R11, DI")
	f.op("DECQ R8")
	f.op("JNZ row")
	f.end()
}

// gatherStub writes the Go method that chooses by width.
func gatherStub(b *strings.Builder) {
	fmt.Fprintf(b, "\nfunc (g *gather) run(width int) {\nif width == %d {\n%s(g)\n} else {\n%s(g)\n}\n}\n",
		avx512.lanes, gatherName(avx512), gatherName(avx2))
}
