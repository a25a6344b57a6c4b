package main

import (
	"fmt"
	"slices"
	"strings"
)

// neonISA is NEON as forms of Winograd's algorithm see it.
var neonISA = isa{"NEON", "V", lanesNEON, vectorsNEON}

// neonFree is a register that no form has a name for.
const neonFree = 16

// neonFields are the registers of a transform's arguments, and neonCursors others.
var neonFields = []struct{ field, register string }{
	{"src", "R1"}, {"dst", "R2"}, {"middle", "R3"}, {"col", "R4"}, {"row", "R5"}, {"step", "R6"}, {"vectors", "R7"}, {"skip", "R8"},
}

func neonWinogradFile() string {
	f := newFile("arm64", "Winograd's transforms of one tile, vector after vector of channels.")
	f.constants("factors", commonFactors)
	for _, w := range winogradForms {
		f.constants(w.factorsName(), w.factors)
	}
	for _, w := range winogradForms {
		f.neonEnter(w)
		f.neonLeave(w)
		f.neonFilter(w)
	}
	return f.String()
}

// neonBegin begins a transform, with factors in the registers of names.
func (f *file) neonBegin(verb, does string, w winogradForm, table string, names, factors []string) {
	name := winogradName(verb, neonISA, w)
	f.begin(function{name, "t *transform", name + " " + does}, 0, 8)
	f.op("MOVD t+0(FP), %s", neonArgs)
	for _, v := range neonFields {
		f.op("MOVD transform_%s(%s), %s", v.field, neonArgs, v.register)
	}
	f.op("MOVD $%s<>(SB), R16", table)
	for i, k := range factors {
		v := slices.Index(names, k)
		f.op("FMOVS %d(R16), F%d", 4*i, v)
		f.op("VDUP V%d.S[0], V%d.S4", v, v)
	}
	f.line("vector:")
}

// neonTurn moves on by a vector of outputs, and as many bytes of inputs.
func (f *file) neonTurn(inputs int) {
	f.op("ADD $%d, R1", inputs)
	f.op("ADD $%d, R2", neonISA.bytes())
	f.op("SUBS $1, R7")
	f.op("BNE vector")
	f.op("RET")
}

// neonBody writes the lines of a form. A line of AVX names what is subtracted or
// added first and the result last.
func (f *file) neonBody(names, lines []string) {
	for _, line := range lines {
		op, rest, _ := strings.Cut(line, " ")
		var r []int
		for _, name := range strings.Split(rest, ", ") {
			r = append(r, slices.Index(names, name))
		}
		switch op {
		case "VADDPS":
			f.neon(fadd, r[2], r[1], r[0])
		case "VSUBPS":
			f.neon(fsub, r[2], r[1], r[0])
		case "VMULPS":
			f.neon(fmul, r[2], r[1], r[0])
		case "VMOVAPS":
			f.neon(movv, r[1], r[0])
		case "VFMADD231PS":
			f.neon(fmla, r[2], r[1], r[0])
		case "VFNMADD231PS":
			f.neon(fmls, r[2], r[1], r[0])
		case "VFMADD213PS": // the result is a factor
			f.neon(movv, neonFree, r[0])
			f.neon(fmla, neonFree, r[1], r[2])
			f.neon(movv, r[2], neonFree)
		default:
			panic("asm: no translation of " + op)
		}
	}
}

// loadColumn and storeColumn move vectors a step apart, from R16 on.
func (f *file) loadColumn(n int) {
	for v := range n {
		f.load4("(R16)", v)
		f.op("ADD R6, R16")
	}
}

func (f *file) storeColumn(names, results []string) {
	for _, r := range results {
		f.store4(slices.Index(names, r), "(R16)")
		f.op("ADD R6, R16")
	}
}

// between returns the address of a number between the two directions.
func (w winogradForm) between(row, col int) string {
	return fmt.Sprintf("%d(R3)", (row*w.side()+col)*neonISA.bytes())
}

// neonEnter writes the way in, as winogradEnter does.
func (f *file) neonEnter(w winogradForm) {
	f.neonBegin("enter", "transforms the inputs of a tile.", w, "factors", winogradNames, winogradFactors)
	f.op("MOVD R1, R16")
	for row := range w.side() {
		f.op("MOVD R16, R17")
		for col := range w.side() {
			f.load4("(R17)", col)
			f.op("ADD R4, R17")
		}
		f.neonBody(winogradNames, w.enter)
		for col, r := range w.entered {
			f.store4(slices.Index(winogradNames, r), w.between(row, col))
		}
		f.op("ADD R5, R16")
	}
	f.op("MOVD R2, R16")
	for col := range w.side() {
		for row := range w.side() {
			f.load4(w.between(row, col), row)
		}
		f.neonBody(winogradNames, w.enter)
		f.storeColumn(winogradNames, w.entered)
	}
	f.neonTurn(neonISA.bytes())
}

// neonLeave writes the way out, as winogradLeave does. R16 and R19 are the cursors
// in outputs and skip.
func (f *file) neonLeave(w winogradForm) {
	f.neonBegin("leave", "transforms the products of a tile.", w, "factors", winogradNames, winogradFactors)
	f.op("MOVD R1, R16")
	for col := range w.side() {
		f.loadColumn(w.side())
		f.neonBody(winogradNames, w.leave)
		for row, r := range w.left {
			f.store4(slices.Index(winogradNames, r), w.between(row, col))
		}
	}
	f.op("FMOVS transform_floor(%s), F%d", neonArgs, winogradFloor)
	f.op("VDUP V%d.S[0], V%d.S4", winogradFloor, winogradFloor)
	f.op("MOVD R2, R16")
	f.op("MOVD R8, R19")
	for row := range w.m {
		f.neonRow(w, row)
	}
	f.op("ADD $%d, R8", neonISA.bytes())
	f.neonTurn(neonISA.bytes())
}

// neonRow writes one row of outputs, unless it belongs to another tile.
func (f *file) neonRow(w winogradForm, row int) {
	f.op("MOVD transform_firstRow(%s), R20", neonArgs)
	f.op("CMP $%d, R20", row)
	f.op("BGT row%d", row)
	for col := range w.side() {
		f.load4(w.between(row, col), col)
	}
	f.neonBody(winogradNames, w.leave)
	f.op("MOVD transform_skip(%s), R20", neonArgs)
	f.op("CBZ R20, write%d", row)
	f.op("MOVD R19, R17")
	for _, r := range w.left {
		v := slices.Index(winogradNames, r)
		f.load4("(R17)", neonFree)
		f.neon(fadd, v, v, neonFree)
		f.op("ADD R4, R17")
	}
	f.line("write%d:", row)
	f.op("MOVD R16, R17")
	f.op("MOVD transform_firstCol(%s), R20", neonArgs)
	for col, r := range w.left {
		v := slices.Index(winogradNames, r)
		f.op("CMP $%d, R20", col)
		f.op("BGT col%d%d", row, col)
		f.neon(fmax, v, v, winogradFloor)
		f.store4(v, "(R17)")
		f.line("col%d%d:", row, col)
		f.op("ADD R4, R17")
	}
	f.line("row%d:", row)
	f.op("ADD R5, R16")
	f.op("ADD R5, R19")
}

// neonFilter writes the way of taps to points, as winogradFilter does.
func (f *file) neonFilter(w winogradForm) {
	var factors []string
	for i := range w.factors {
		factors = append(factors, fmt.Sprintf("c%d", i))
	}
	f.neonBegin("filter", "transforms weights.", w, w.factorsName(), filterNames, factors)
	for row := range 3 {
		for col := range 3 {
			f.load4(fmt.Sprintf("%d(R1)", (row*3+col)*neonISA.bytes()), col)
		}
		f.neonBody(filterNames, w.filter)
		for col, r := range w.filtered {
			f.store4(slices.Index(filterNames, r), w.between(row, col))
		}
	}
	f.op("MOVD R2, R16")
	for col := range w.side() {
		for row := range 3 {
			f.load4(w.between(row, col), row)
		}
		f.neonBody(filterNames, w.filter)
		f.storeColumn(filterNames, w.filtered)
	}
	f.neonTurn(9 * neonISA.bytes())
}
