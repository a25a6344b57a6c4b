package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// winogradForm is how a tile of m x m outputs is transformed in one direction.
// Registers: d0 to d5 are the numbers, t0 to t2 free, k2 to k8 constants.
type winogradForm struct {
	m            int
	enter, leave []string
	// Where the results are.
	entered, left []string

	// filter takes a row or column of taps, w0 to w2, to the rows of G; t0 and
	// t1 are free, c0 to c4 factors.
	filter   []string
	filtered []string
	factors  []float32
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
		filter: []string{
			"VADDPS w2, w0, t0",
			"VADDPS w1, t0, o1",
			"VMULPS c1, o1, o1", // -(w0+w1+w2)/2
			"VSUBPS t0, w1, o2",
			"VMULPS c2, o2, o2", // (w1 - (w0+w2))/6
			"VMULPS c2, w0, o3",
			"VFMADD231PS c3, w1, o3",
			"VFMADD231PS c4, w2, o3", // w0/6 + w1/3 + 2 w2/3
			"VMULPS c0, w0, w0",
		},
		filtered: []string{"w0", "o1", "o2", "o3", "w2"},
		factors:  []float32{1. / 2, -1. / 2, 1. / 6, 1. / 3, 2. / 3},
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
		filter: []string{
			"VADDPS w2, w0, t0",
			"VMULPS c1, t0, t0",
			"VMULPS c1, w1, t1",
			"VADDPS t1, t0, o1", // -(w0+w2)/6 - w1/6
			"VSUBPS t1, t0, o2", // -(w0+w2)/6 + w1/6
			"VMULPS c3, w0, t0",
			"VFNMADD231PS c1, w2, t0",
			"VMULPS c2, w1, t1",
			"VADDPS t1, t0, o3", // w0/24 + w2/6 + w1/12
			"VSUBPS t1, t0, o4", // w0/24 + w2/6 - w1/12
			"VMULPS c0, w0, w0",
		},
		filtered: []string{"w0", "o1", "o2", "o3", "o4", "w2"},
		factors:  []float32{1. / 4, -1. / 6, 1. / 12, 1. / 24},
	},
}

// winogradNames are the registers of a form, by number, then the floor.
var winogradNames = []string{"d0", "d1", "d2", "d3", "d4", "d5", "t0", "t1", "t2", "k2", "k4", "k5", "k8"}

const winogradFloor = 13

// winogradFactors are the names of constants, commonFactors what they are.
var (
	winogradFactors = winogradNames[9:]
	commonFactors   = []float32{2, 4, 5, 8}
)

// filterNames are those of filters.
var filterNames = []string{"w0", "w1", "w2", "t0", "t1", "o1", "o2", "o3", "o4", "c0", "c1", "c2", "c3", "c4"}

func (w winogradForm) side() int { return w.m + 2 }

func winogradFile() string {
	f := newFile("amd64", "Winograd's transforms of one tile, vector after vector of channels.")
	f.constants("factors", commonFactors)
	for _, w := range winogradForms {
		f.constants(w.factorsName(), w.factors)
	}
	for _, s := range []isa{avx512, avx2} {
		for _, w := range winogradForms {
			f.winogradEnter(s, w)
			f.winogradLeave(s, w)
			f.winogradFilter(s, w)
		}
	}
	return f.String()
}

// constants writes a table of numbers.
func (f *file) constants(name string, numbers []float32) {
	for i, k := range numbers {
		f.line("DATA %s<>+%d(SB)/4, $%#x", name, 4*i, math.Float32bits(k))
	}
	f.line("GLOBL %s<>(SB), RODATA, $%d", name, 4*len(numbers))
}

func (w winogradForm) factorsName() string { return fmt.Sprintf("filter%d", w.m) }

func winogradName(verb string, s isa, w winogradForm) string {
	return fmt.Sprintf("%s%s%d", verb, s.name, w.m)
}

// named returns the register of a name.
func (s isa) named(names []string, name string) string { return s.v(slices.Index(names, name)) }

// times writes a loop of n turns, which are counted at a place of that name on the stack.
func (f *file) times(label string, n int, body func()) {
	f.op("MOVQ $%d, %s-8(SP)", n, label)
	f.line("%s:", label)
	body()
	f.op("DECQ %s-8(SP)", label)
	f.op("JNZ %s", label)
}

// body writes the lines of a form, whose registers have these names.
func (f *file) body(s isa, names, lines []string) {
	var pairs []string
	for i, n := range names {
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
	f.begin(function{name, "t *transform", name + " " + doc}, 8, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"src", "SI"}, {"dst", "DI"}, {"middle", "DX"}, {"col", "CX"}, {"row", "R10"}, {"step", "R11"}, {"vectors", "R13"}, {"skip", "R15"},
	} {
		f.op("MOVQ transform_%s(BX), %s", v.field, v.reg)
	}
	f.op("LEAQ (CX)(CX*2), R8")
	f.op("LEAQ (CX)(CX*4), R9")
	for i, k := range winogradFactors {
		f.op("VBROADCASTSS factors<>+%d(SB), %s", 4*i, s.named(winogradNames, k))
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
// the middle to points. R12 is the cursor in the middle.
func (f *file) winogradEnter(s isa, w winogradForm) {
	f.winogradBegin(winogradName("enter", s, w), "transforms the inputs of a tile.", s)
	f.op("MOVQ SI, AX")
	f.op("MOVQ DX, R12")
	f.times("row", w.side(), func() {
		for col := range w.side() {
			f.op("VMOVUPS %s, %s", onBoard("AX", col), s.v(col))
		}
		f.body(s, winogradNames, w.enter)
		for col, r := range w.entered {
			f.op("VMOVUPS %s, %d(R12)", s.named(winogradNames, r), col*s.bytes())
		}
		f.op("ADDQ R10, AX")
		f.op("ADDQ $%d, R12", w.side()*s.bytes())
	})
	f.op("MOVQ DI, AX")
	f.op("MOVQ DX, R12")
	f.times("column", w.side(), func() {
		for row := range w.side() {
			f.op("VMOVUPS %d(R12), %s", row*w.side()*s.bytes(), s.v(row))
		}
		f.body(s, winogradNames, w.enter)
		for _, r := range w.entered {
			f.op("VMOVUPS %s, (AX)", s.named(winogradNames, r))
			f.op("ADDQ R11, AX")
		}
		f.op("ADDQ $%d, R12", s.bytes())
	})
	f.winogradEnd(s)
}

// winogradLeave writes the way out: points to columns of the middle, rows of the
// middle to the board.
func (f *file) winogradLeave(s isa, w winogradForm) {
	f.winogradBegin(winogradName("leave", s, w), "transforms the products of a tile.", s)
	f.op("MOVQ SI, AX")
	f.op("MOVQ DX, R12")
	f.times("column", w.side(), func() {
		for row := range w.side() {
			f.op("VMOVUPS (AX), %s", s.v(row))
			f.op("ADDQ R11, AX")
		}
		f.body(s, winogradNames, w.leave)
		for row, r := range w.left {
			f.op("VMOVUPS %s, %d(R12)", s.named(winogradNames, r), row*w.side()*s.bytes())
		}
		f.op("ADDQ $%d, R12", s.bytes())
	})
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
	f.body(s, winogradNames, w.leave)
	f.op("CMPQ transform_skip(BX), $0")
	f.op("JEQ write%d", row)
	for col, r := range w.left {
		f.op("VADDPS %s, %s, %s", onBoard("R12", col), s.named(winogradNames, r), s.named(winogradNames, r))
	}
	f.line("write%d:", row)
	for col, r := range w.left {
		f.op("CMPQ transform_firstCol(BX), $%d", col)
		f.op("JGT col%d%d", row, col)
		f.op("VMAXPS %s, %s, %s", s.named(winogradNames, r), s.v(winogradFloor), s.named(winogradNames, r))
		f.op("VMOVUPS %s, %s", s.named(winogradNames, r), onBoard("AX", col))
		f.line("col%d%d:", row, col)
	}
	f.line("row%d:", row)
	f.op("ADDQ R10, AX")
	f.op("ADDQ R10, R12")
}

// winogradFilter writes the way of taps to points: rows of taps to the middle,
// columns of the middle to points. A vector's nine taps are neighbours.
func (f *file) winogradFilter(s isa, w winogradForm) {
	f.begin(function{winogradName("filter", s, w), "t *transform", winogradName("filter", s, w) + " transforms weights."}, 8, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"src", "SI"}, {"dst", "DI"}, {"middle", "DX"}, {"step", "R11"}, {"vectors", "R13"},
	} {
		f.op("MOVQ transform_%s(BX), %s", v.field, v.reg)
	}
	for i := range w.factors {
		f.op("VBROADCASTSS %s<>+%d(SB), %s", w.factorsName(), 4*i, s.named(filterNames, fmt.Sprintf("c%d", i)))
	}
	f.line("vector:")
	f.op("MOVQ SI, AX")
	f.op("MOVQ DX, R12")
	f.times("row", 3, func() {
		for col := range 3 {
			f.op("VMOVUPS %d(AX), %s", col*s.bytes(), s.v(col))
		}
		f.body(s, filterNames, w.filter)
		for col, r := range w.filtered {
			f.op("VMOVUPS %s, %d(R12)", s.named(filterNames, r), col*s.bytes())
		}
		f.op("ADDQ $%d, AX", 3*s.bytes())
		f.op("ADDQ $%d, R12", w.side()*s.bytes())
	})
	f.op("MOVQ DI, AX")
	f.op("MOVQ DX, R12")
	f.times("column", w.side(), func() {
		for row := range 3 {
			f.op("VMOVUPS %d(R12), %s", row*w.side()*s.bytes(), s.v(row))
		}
		f.body(s, filterNames, w.filter)
		for _, r := range w.filtered {
			f.op("VMOVUPS %s, (AX)", s.named(filterNames, r))
			f.op("ADDQ R11, AX")
		}
		f.op("ADDQ $%d, R12", s.bytes())
	})
	f.op("ADDQ $%d, SI", 9*s.bytes())
	f.op("ADDQ $%d, DI", s.bytes())
	f.op("DECQ R13")
	f.op("JNZ vector")
	f.end()
}

// winogradStubs returns what writes the Go methods that choose by width and form.
func winogradStubs(sets ...isa) func(b *strings.Builder) {
	return func(b *strings.Builder) {
		for _, verb := range []string{"enter", "leave", "filter"} {
			fmt.Fprintf(b, "\nfunc (t *transform) %s(width, m int) {\nswitch [2]int{width, m} {\n", verb)
			for _, s := range sets {
				for _, w := range winogradForms {
					fmt.Fprintf(b, "case [2]int{%d, %d}:\n%s(t)\n", s.lanes, w.m, winogradName(verb, s, w))
				}
			}
			fmt.Fprint(b, "default:\npanic(\"kernel: no such transform\")\n}\n}\n")
		}
	}
}
