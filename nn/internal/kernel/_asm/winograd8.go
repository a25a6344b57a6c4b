package main

import (
	"fmt"
	"strings"
)

// winograd8Form is Winograd's form in whole numbers, of one direction: entered in 16 bits,
// left in 32. Rows of G are multiplied by what makes them whole, and A' by what is left of
// the common multiple, so that what leaves is scale times the sum, modulo 2^32. Registers:
// d0 to d5 are the numbers, t0 to t3 free.
type winograd8Form struct {
	m              int
	enter, entered []string
	leave, left    []string
	shift          int // of the scale of both directions, which is 9 << shift
}

// winograd8Forms are those of winogradForms, times 6 (m = 3) and 24 (m = 4).
var winograd8Forms = []winograd8Form{
	{
		m: 3,
		enter: []string{
			"VPSUBW d1, d3, t0", // d3-d1
			"VPSUBW d2, d0, d0",
			"VPADDW d0, d0, d0",
			"VPADDW t0, d0, d0", // 2(d0-d2) + d3-d1
			"VPSUBW d2, d4, d4",
			"VPSUBW t0, d4, d4",
			"VPSUBW t0, d4, d4", // d4-d2 - 2(d3-d1)
			"VPSUBW d2, d3, d3",
			"VPSUBW d2, d1, t1",
			"VPADDW t1, t1, t1",
			"VPADDW d3, t1, t1", // 2(d1-d2) + d3-d2
			"VPADDW d1, d1, d1",
			"VPSUBW d1, d3, d3", // d3-d2 - 2d1
		},
		entered: []string{"d0", "d3", "t1", "t0", "d4"},
		leave: []string{
			"VPADDD d0, d0, t0",
			"VPADDD t0, d0, d0",
			"VPADDD d1, d1, t0",
			"VPADDD t0, d1, d1", // 3d1
			"VPADDD d1, d0, d0",
			"VPADDD d2, d0, d0",
			"VPADDD d3, d0, d0", // 3d0 + 3d1 + d2 + d3
			"VPADDD d3, d3, d3",
			"VPADDD d2, d1, t1",
			"VPSUBD d2, d1, d1",
			"VPADDD d3, d1, d1", // 3d1 - d2 + 2d3
			"VPADDD d3, t1, t1",
			"VPADDD d3, t1, t1",
			"VPADDD d4, d4, d4",
			"VPADDD d4, t1, t1",
			"VPADDD d4, d4, d4",
			"VPADDD d4, t1, d2", // 3d1 + d2 + 4d3 + 6d4
		},
		left:  []string{"d0", "d1", "d2"},
		shift: 2,
	},
	{
		m: 4,
		enter: []string{
			"VPSUBW d2, d4, t0", // d4-d2
			"VPSUBW d1, d3, t1",
			"VPADDW t1, t1, t1", // 2(d3-d1)
			"VPSLLW $2, d2, t2",
			"VPSLLW $2, d1, t3",
			"VPSUBW d2, d0, d0",
			"VPSLLW $2, d0, d0",
			"VPADDW t0, d0, d0", // 4(d0-d2) + d4-d2
			"VPSUBW d3, d5, d5",
			"VPSUBW t1, d5, d5",
			"VPSUBW t1, d5, d5", // d5-d3 - 4(d3-d1)
			"VPSUBW t2, d4, t2",
			"VPSUBW t3, d3, t3",
			"VPADDW t3, t2, d1", // d4-4d2 + d3-4d1
			"VPSUBW t3, t2, d2", // d4-4d2 - (d3-4d1)
			"VPADDW t1, t0, d3", // d4-d2 + 2(d3-d1)
			"VPSUBW t1, t0, d4", // d4-d2 - 2(d3-d1)
		},
		entered: []string{"d0", "d1", "d2", "d3", "d4", "d5"},
		leave: []string{
			"VPADDD d2, d1, t0",
			"VPSUBD d2, d1, t1",
			"VPADDD d4, d3, t2",
			"VPSUBD d4, d3, t3",
			"VPSLLD $2, t0, t0",
			"VPSLLD $2, t1, t1",
			"VPADDD d0, d0, d1",
			"VPSLLD $2, d0, d0",
			"VPADDD d1, d0, d0",
			"VPADDD t0, d0, d0",
			"VPADDD t2, d0, d0", // 6d0 + 4(d1+d2) + d3+d4
			"VPADDD t3, t3, t3",
			"VPADDD t3, t1, d1", // 4(d1-d2) + 2(d3-d4)
			"VPSLLD $2, t2, t2",
			"VPADDD t2, t0, d2", // 4(d1+d2) + 4(d3+d4)
			"VPSLLD $2, t3, t3",
			"VPADDD t3, t1, d3",
			"VPSLLD $3, d5, d5",
			"VPADDD d5, d3, d3",
			"VPADDD d5, d5, d5",
			"VPADDD d5, d3, d3", // 4(d1-d2) + 8(d3-d4) + 24d5
		},
		left:  []string{"d0", "d1", "d2", "d3"},
		shift: 6,
	},
}

// winograd8Names are the registers of a form, by number; those above are of the end.
var winograd8Names = []string{"d0", "d1", "d2", "d3", "d4", "d5", "t0", "t1", "t2", "t3"}

const (
	inverse8 = 10 + iota // of nine modulo 2^32
	scale8
	bias8
	factor8
	limit8 // the largest byte, or the least float
	spare8
)

// products8 are the tiles that multiply at a point: cells are tiles of the board.
var products8 = family{avx2, 1, 2, 6}

func (w winograd8Form) side() int { return w.m + 2 }

func (w winograd8Form) name(verb string) string { return fmt.Sprintf("%s8AVX2x%d", verb, w.m) }

func winograd8File() string {
	f := newFile("amd64", "Winograd's algorithm in whole numbers; docs/performance.md explains it.")
	f.line("DATA ninth<>+0(SB)/4, $0x38E38E39 // 9 times that is 1 modulo 2^32")
	f.line("GLOBL ninth<>(SB), RODATA, $4")
	f.constants("largest", []float32{255})
	for _, w := range winograd8Forms {
		f.enter8(w)
		f.leave8(w)
	}
	f.multiply8()
	return f.String()
}

// begin8 loads what both directions need, as winogradBegin does.
func (f *file) begin8(name, doc string, variables int) {
	f.begin(function{name, "t *transform8", name + " " + doc}, variables, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"src", "SI"}, {"dst", "DI"}, {"middle", "DX"}, {"col", "CX"}, {"row", "R10"}, {"step", "R11"}, {"vectors", "R13"}, {"skip", "R15"},
	} {
		f.op("MOVQ transform8_%s(BX), %s", v.field, v.reg)
	}
	f.op("LEAQ (CX)(CX*2), R8")
}

// enter8 writes the way in, sixteen channels at a time: rows of the board to the middle,
// columns of the middle to points.
func (f *file) enter8(w winograd8Form) {
	f.begin8(w.name("enter"), "transforms the inputs of a tile.", 8)
	f.op("LEAQ (CX)(CX*4), R9")
	f.line("vector:")
	f.op("MOVQ SI, AX")
	f.op("MOVQ DX, R12")
	f.times("row", w.side(), func() {
		for col := range w.side() {
			f.op("VPMOVZXBW %s, Y%d", onBoard("AX", col), col)
		}
		f.body(avx2, winograd8Names, w.enter)
		for col, r := range w.entered {
			f.op("VMOVDQU %s, %d(R12)", avx2.named(winograd8Names, r), 32*col)
		}
		f.op("ADDQ R10, AX")
		f.op("ADDQ $%d, R12", 32*w.side())
	})
	f.op("MOVQ DI, AX")
	f.op("MOVQ DX, R12")
	f.times("column", w.side(), func() {
		for row := range w.side() {
			f.op("VMOVDQU %d(R12), Y%d", 32*row*w.side(), row)
		}
		f.body(avx2, winograd8Names, w.enter)
		for _, r := range w.entered {
			f.op("VMOVDQU %s, (AX)", avx2.named(winograd8Names, r))
			f.op("ADDQ R11, AX")
		}
		f.op("ADDQ $32, R12")
	})
	f.op("ADDQ $16, SI")
	f.op("ADDQ $32, DI")
	f.op("DECQ R13")
	f.op("JNZ vector")
	f.end()
}

// leave8 writes the way out, eight channels at a time: points to columns of the middle, rows
// of the middle to the board, as bytes or floats. R9 is the cursor in the middle.
func (f *file) leave8(w winograd8Form) {
	f.begin8(w.name("leave"), "transforms the products of a tile.", 16)
	f.op("VPBROADCASTD ninth<>(SB), Y%d", inverse8)
	f.op("VBROADCASTSS largest<>(SB), Y%d", limit8)
	f.op("CMPQ transform8_size(BX), $8")
	f.op("JEQ vector")
	f.op("VBROADCASTSS transform8_floor(BX), Y%d", limit8)
	f.line("vector:")
	f.op("MOVQ transform8_at(BX), R12")
	for _, v := range []struct {
		field    string
		register int
	}{{"scale", scale8}, {"bias", bias8}, {"factor", factor8}} {
		f.op("MOVQ transform8_%s(BX), AX", v.field)
		f.op("VMOVUPS (AX)(R12*1), Y%d", v.register)
	}
	f.op("ADDQ $32, transform8_at(BX)")
	f.op("MOVQ SI, AX")
	f.op("MOVQ DX, R9")
	f.times("column", w.side(), func() {
		for row := range w.side() {
			f.op("VMOVDQU (AX), Y%d", row)
			f.op("ADDQ R11, AX")
		}
		f.body(avx2, winograd8Names, w.leave)
		for row, r := range w.left {
			f.op("VMOVDQU %s, %d(R9)", avx2.named(winograd8Names, r), 32*row*w.side())
		}
		f.op("ADDQ $32, R9")
	})
	f.op("MOVQ DI, AX")
	f.op("MOVQ R15, R12")
	f.op("MOVQ DX, R9")
	f.op("MOVQ transform8_firstRow(BX), DX")
	f.op("MOVQ DX, others-16(SP)") // rows that belong to another tile
	f.op("MOVQ R9, DX")
	f.times("row", w.m, func() { f.leaveRow8(w) })
	f.op("ADDQ $32, SI")
	f.op("ADDQ transform8_size(BX), DI")
	f.op("ADDQ $8, R15")
	f.op("DECQ R13")
	f.op("JNZ vector")
	f.end()
}

// leaveRow8 writes one row of outputs, unless it belongs to another tile.
func (f *file) leaveRow8(w winograd8Form) {
	f.op("DECQ others-16(SP)")
	f.op("JGE rowEnd")
	for col := range w.side() {
		f.op("VMOVDQU %d(R9), Y%d", 32*col, col)
	}
	f.body(avx2, winograd8Names, w.leave)
	for _, r := range w.left {
		v := avx2.named(winograd8Names, r)
		f.op("VPMULLD Y%d, %s, %s", inverse8, v, v)
		f.op("VPSRAD $%d, %s, %s", w.shift, v, v)
		f.op("VCVTDQ2PS %s, %s", v, v)
		f.op("VMULPS Y%d, %s, %s", scale8, v, v)
		f.op("VADDPS Y%d, %s, %s", bias8, v, v)
	}
	f.op("CMPQ transform8_size(BX), $8")
	f.op("JNE floats")
	f.op("CMPQ transform8_skip(BX), $0")
	f.op("JEQ write")
	for col, r := range w.left {
		v := avx2.named(winograd8Names, r)
		f.op("VPMOVZXBD %s, Y%d", onBoard("R12", col), spare8)
		f.op("VCVTDQ2PS Y%d, Y%d", spare8, spare8)
		f.op("VMULPS Y%d, Y%d, Y%d", factor8, spare8, spare8)
		f.op("VADDPS Y%d, %s, %s", spare8, v, v)
	}
	f.line("write:")
	for col, r := range w.left {
		f.op("CMPQ transform8_firstCol(BX), $%d", col)
		f.op("JGT byte%d", col)
		f.op("VMOVQ %s, %s", f.pack8(avx2.named(winograd8Names, r), limit8, spare8), onBoard("AX", col))
		f.line("byte%d:", col)
	}
	f.op("JMP rowEnd")
	f.line("floats:")
	for col, r := range w.left {
		v := avx2.named(winograd8Names, r)
		f.op("CMPQ transform8_firstCol(BX), $%d", col)
		f.op("JGT float%d", col)
		f.op("VMAXPS %s, Y%d, %s", v, limit8, v)
		f.op("VMOVUPS %s, %s", v, onBoard("AX", col))
		f.line("float%d:", col)
	}
	f.line("rowEnd:")
	f.op("ADDQ R10, AX")
	f.op("ADDQ R10, R12")
	f.op("ADDQ $%d, R9", 32*w.side())
}

// multiply8 writes the products at a point: two 16-bit numbers of each tile times sixteen
// channels a step.
func (f *file) multiply8() {
	const x, spare = 14, 15
	f.begin(function{"multiply8AVX2", "t *tiles8", "multiply8AVX2 sums the products of tiles8.count tiles of tiles8.height cells."}, 56, 8)
	f.convSums(products8, "tiles8", "multiply8AVX2", func(f *file, t tile) {
		f.op("VMOVDQU 64*at(DI), Y12")
		f.op("VMOVDQU 64*at+32(DI), Y13")
		for i := range t.cells {
			f.op("VPBROADCASTD 4*at(CX)(%s*1), Y%d", offsets[i], x)
			f.addPairs(12, x, spare, 2*i)
			f.addPairs(13, x, spare, 2*i+1)
		}
	})
	f.op("MOVQ cells-16(SP), DI")
	f.op("MOVQ tiles8_sums(BX), SI")
	f.eachUpTo(products8.cells, "R12", func(i int) {
		f.op("MOVQ %d(DI), R10", i*16+8)
		f.op("VMOVDQU Y%d, (SI)(R10*4)", 2*i)
		f.op("VMOVDQU Y%d, 32(SI)(R10*4)", 2*i+1)
	})
	f.convNext()
}

// winograd8Stubs writes the family of products, and the Go methods that choose by form.
func winograd8Stubs(b *strings.Builder) {
	p := products8
	fmt.Fprintf(b, "\n// products8 are the tiles that multiply8AVX2 computes.\nvar products8 = family{%d, %d, %d, %d}\n", p.lanes, p.fold, p.vectors, p.cells)
	for _, verb := range []string{"enter", "leave"} {
		fmt.Fprintf(b, "\nfunc (t *transform8) %s(m int) {\nif m == 3 {\n%s(t)\n} else {\n%s(t)\n}\n}\n",
			verb, winograd8Forms[0].name(verb), winograd8Forms[1].name(verb))
	}
}
