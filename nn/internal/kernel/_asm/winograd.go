package main

import (
	"fmt"
	"math"
	"strings"
)

// winogradForm is how a tile of m x m outputs is transformed in one direction.
// Registers: d0 to d5 are the numbers, t0 to t2 free, k2 to k8 constants.
type winogradForm struct {
	m            int
	enter, leave []string
	// Where the results are.
	entered, left []string
}

// winogradForms are those of package kernel, whose file winogradplain.go has the
// matrices.
var winogradForms = []winogradForm{
	{
		m: 3,
		enter: []string{
			"VSUBPS d2, d0, d0",
			"VSUBPS d1, d3, t0",
			"VFMADD213PS t0, k2, d0", // 2(d0-d2) + d3-d1
			"VSUBPS d2, d4, d4",
			"VFNMADD231PS k2, t0, d4", // d4-d2 - 2(d3-d1)
			"VSUBPS d2, d3, d3",
			"VSUBPS d2, d1, d2",
			"VFMADD213PS d3, k2, d2",  // 2(d1-d2) + d3-d2
			"VFNMADD231PS k2, d1, d3", // d3-d2 - 2d1
		},
		entered: []string{"d0", "d3", "d2", "t0", "d4"},
		leave: []string{
			"VADDPS d2, d1, t0",
			"VSUBPS d2, d1, d1",
			"VADDPS t0, d0, d0",
			"VADDPS d3, d0, d0",      // d0 + d1+d2 + d3
			"VFMADD231PS k2, d3, d1", // d1-d2 + 2d3
			"VADDPS d4, t0, t0",
			"VFMADD231PS k4, d3, t0", // d1+d2 + d4 + 4d3
		},
		left: []string{"d0", "d1", "t0"},
	},
	{
		m: 4,
		enter: []string{
			"VMOVAPS d4, t0",
			"VFNMADD231PS k4, d2, t0",
			"VMOVAPS d3, t1",
			"VFNMADD231PS k4, d1, t1",
			"VADDPS t1, t0, t2", // d4-4d2 + d3-4d1
			"VSUBPS t1, t0, t0", // d4-4d2 - (d3-4d1)
			"VFMADD231PS k4, d1, d5",
			"VFNMADD231PS k5, d3, d5", // d5 + 4d1 - 5d3
			"VFMADD213PS d4, k4, d0",
			"VFNMADD231PS k5, d2, d0", // 4d0 + d4 - 5d2
			"VSUBPS d2, d4, d4",
			"VSUBPS d1, d3, d3",
			"VMOVAPS d4, d1",
			"VFNMADD231PS k2, d3, d1", // d4-d2 - 2(d3-d1)
			"VFMADD231PS k2, d3, d4",  // d4-d2 + 2(d3-d1)
		},
		entered: []string{"d0", "t2", "t0", "d4", "d1", "d5"},
		leave: []string{
			"VADDPS d2, d1, t0",
			"VSUBPS d2, d1, d1",
			"VADDPS d4, d3, t1",
			"VSUBPS d4, d3, d3",
			"VADDPS t0, d0, d0",
			"VADDPS t1, d0, d0", // d0 + d1+d2 + d3+d4
			"VMOVAPS d1, t2",
			"VFMADD231PS k2, d3, t2", // d1-d2 + 2(d3-d4)
			"VFMADD231PS k4, t1, t0", // d1+d2 + 4(d3+d4)
			"VADDPS d5, d1, d1",
			"VFMADD231PS k8, d3, d1", // d1-d2 + d5 + 8(d3-d4)
		},
		left: []string{"d0", "t2", "t0", "d1"},
	},
}

// winogradNames are the registers of a form, by number, then the floor.
var winogradNames = []string{"d0", "d1", "d2", "d3", "d4", "d5", "t0", "t1", "t2", "k2", "k4", "k5", "k8"}

const winogradFloor = 13

func (w winogradForm) side() int { return w.m + 2 }

func winogradFile() string {
	f := newFile("Winograd's transforms of one tile, vector after vector of channels.")
	for i, k := range []float32{2, 4, 5, 8} {
		f.line("DATA factors<>+%d(SB)/4, $%#x", 4*i, math.Float32bits(k))
	}
	f.line("GLOBL factors<>(SB), RODATA, $16")
	for _, s := range []isa{avx512, avx2} {
		for _, w := range winogradForms {
			f.winogradEnter(s, w)
			f.winogradLeave(s, w)
		}
	}
	return f.String()
}

func winogradName(verb string, s isa, w winogradForm) string {
	return fmt.Sprintf("%s%s%d", verb, s.name, w.m)
}

// named returns the register of a form's name.
func (s isa) named(name string) string {
	for i, n := range winogradNames {
		if n == name {
			return s.v(i)
		}
	}
	panic(name)
}

// body writes the lines of a form.
func (f *file) body(s isa, lines []string) {
	var pairs []string
	for i, n := range winogradNames {
		pairs = append(pairs, n, s.v(i))
	}
	r := strings.NewReplacer(pairs...)
	for _, line := range lines {
		f.op("%s", r.Replace(line))
	}
}

// winogradBegin loads what both directions need: SI and DI are the cursors, DX
// the middle, CX a column, R8 and R9 three and five, R10 a row, R11 a point, R15 the cursor in what is
// added.
func (f *file) winogradBegin(name, doc string, s isa) {
	f.begin(function{name, "t *transform", name + " " + doc}, 0, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"src", "SI"}, {"dst", "DI"}, {"middle", "DX"}, {"col", "CX"}, {"row", "R10"}, {"step", "R11"}, {"vectors", "R13"}, {"skip", "R15"},
	} {
		f.op("MOVQ transform_%s(BX), %s", v.field, v.reg)
	}
	f.op("LEAQ (CX)(CX*2), R8")
	f.op("LEAQ (CX)(CX*4), R9")
	for i, k := range []string{"k2", "k4", "k5", "k8"} {
		f.op("VBROADCASTSS factors<>+%d(SB), %s", 4*i, s.named(k))
	}
	f.line("vector:")
}

// winogradEnd moves on by a vector.
func (f *file) winogradEnd(s isa) {
	f.op("ADDQ $%d, SI", s.bytes())
	f.op("ADDQ $%d, DI", s.bytes())
	f.op("DECQ R13")
	f.op("JNZ vector")
	f.end()
}

// onBoard returns the address of a cell of the row at a cursor.
func onBoard(cursor string, col int) string {
	return fmt.Sprintf("(%s)%s", cursor, []string{"", "(CX*1)", "(CX*2)", "(R8*1)", "(CX*4)", "(R9*1)"}[col])
}

// middle returns the address of a number between the two directions.
func (w winogradForm) middle(s isa, row, col int) string {
	return fmt.Sprintf("%d(DX)", (row*w.side()+col)*s.bytes())
}

// winogradEnter writes the way in: rows of the board to the middle, columns of
// the middle to points.
func (f *file) winogradEnter(s isa, w winogradForm) {
	f.winogradBegin(winogradName("enter", s, w), "transforms the inputs of a tile.", s)
	f.op("MOVQ SI, AX")
	for row := range w.side() {
		for col := range w.side() {
			f.op("VMOVUPS %s, %s", onBoard("AX", col), s.v(col))
		}
		f.body(s, w.enter)
		for col, r := range w.entered {
			f.op("VMOVUPS %s, %s", s.named(r), w.middle(s, row, col))
		}
		f.op("ADDQ R10, AX")
	}
	f.op("MOVQ DI, AX")
	for col := range w.side() {
		for row := range w.side() {
			f.op("VMOVUPS %s, %s", w.middle(s, row, col), s.v(row))
		}
		f.body(s, w.enter)
		for _, r := range w.entered {
			f.op("VMOVUPS %s, (AX)", s.named(r))
			f.op("ADDQ R11, AX")
		}
	}
	f.winogradEnd(s)
}

// winogradLeave writes the way out: points to columns of the middle, rows of the
// middle to the board.
func (f *file) winogradLeave(s isa, w winogradForm) {
	f.winogradBegin(winogradName("leave", s, w), "transforms the products of a tile.", s)
	f.op("MOVQ SI, AX")
	for col := range w.side() {
		for row := range w.side() {
			f.op("VMOVUPS (AX), %s", s.v(row))
			f.op("ADDQ R11, AX")
		}
		f.body(s, w.leave)
		for row, r := range w.left {
			f.op("VMOVUPS %s, %s", s.named(r), w.middle(s, row, col))
		}
	}
	f.op("VBROADCASTSS transform_floor(BX), %s", s.v(winogradFloor))
	f.op("MOVQ DI, AX")
	f.op("MOVQ R15, R12")
	for row := range w.m {
		f.winogradRow(s, w, row)
	}
	f.op("ADDQ $%d, R15", s.bytes())
	f.winogradEnd(s)
}

// winogradRow writes one row of outputs, unless it belongs to another tile. AX
// and R12 are the cursors in outputs and skip.
func (f *file) winogradRow(s isa, w winogradForm, row int) {
	f.op("CMPQ transform_firstRow(BX), $%d", row)
	f.op("JGT row%d", row)
	for col := range w.side() {
		f.op("VMOVUPS %s, %s", w.middle(s, row, col), s.v(col))
	}
	f.body(s, w.leave)
	f.op("CMPQ transform_skip(BX), $0")
	f.op("JEQ write%d", row)
	for col, r := range w.left {
		f.op("VADDPS %s, %s, %s", onBoard("R12", col), s.named(r), s.named(r))
	}
	f.line("write%d:", row)
	for col, r := range w.left {
		f.op("CMPQ transform_firstCol(BX), $%d", col)
		f.op("JGT col%d%d", row, col)
		f.op("VMAXPS %s, %s, %s", s.named(r), s.v(winogradFloor), s.named(r))
		f.op("VMOVUPS %s, %s", s.named(r), onBoard("AX", col))
		f.line("col%d%d:", row, col)
	}
	f.line("row%d:", row)
	f.op("ADDQ R10, AX")
	f.op("ADDQ R10, R12")
}

// winogradStubs writes the Go methods that choose by width and form.
func winogradStubs(b *strings.Builder) {
	for _, verb := range []string{"enter", "leave"} {
		fmt.Fprintf(b, "\nfunc (t *transform) %s(width, m int) {\nswitch [2]int{width, m} {\n", verb)
		for _, s := range []isa{avx512, avx2} {
			for _, w := range winogradForms {
				fmt.Fprintf(b, "case [2]int{%d, %d}:\n%s(t)\n", s.lanes, w.m, winogradName(verb, s, w))
			}
		}
		fmt.Fprint(b, "default:\npanic(\"kernel: no such transform\")\n}\n}\n")
	}
}
