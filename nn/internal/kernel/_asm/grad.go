package main

import (
	"fmt"
	"strings"
)

// gradTile is a register tile of a weight gradient: its outputs times
// vectors of neighbouring inputs.
//
//	              inputs 0..15   16..31
//	output 0      sum 0          sum 1       <- broadcast of gradient 0
//	output 1      sum 2          sum 3       <- broadcast of gradient 1
//	...                                         times vectors of inputs as they lie
type gradTile struct {
	isa
	vectors int
	outputs int
}

// gradFamilies are tiles of up to outputs outputs.
var gradFamilies = []gradTile{
	{avx512, 1, 8},
	{avx512, 2, 8},
	{avx512, 3, 8},
	{avx2, 1, 8},
	{avx2, 2, 6},
	{avx2, 3, 4},
}

func (t gradTile) name() string {
	return fmt.Sprintf("grad%sx%d", t.isa.name, t.vectors)
}

// code is what gradFamily.code of package kernel returns.
func (t gradTile) code() string { return fmt.Sprintf("%d_%d", t.lanes, t.vectors) }

func (t gradTile) sum(output, vector int) string { return t.v(output*t.vectors + vector) }

func gradFile() string {
	f := newFile("amd64", "Weight gradients of tiles; docs/performance.md explains them.")
	for _, t := range gradFamilies {
		f.gradFamily(t)
	}
	return f.String()
}

// gradFamily writes the loops over boards, rows and cells of a family, for each number
// of outputs. DI is the cursor in the gradients, SI that in the inputs.
func (f *file) gradFamily(t gradTile) {
	f.begin(function{t.name(), "t *gradTile", t.name() + " adds one tile of a weight gradient to its sums."}, 0, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"dy", "DI"}, {"x", "SI"}, {"boards", "DX"}, {"dyStep", "R8"}, {"xStep", "R9"},
		{"dyGap", "R10"}, {"xGap", "R11"}, {"dyJump", "R12"}, {"xJump", "R13"}, {"outputs", "R15"},
	} {
		f.op("MOVQ gradTile_%s(BX), %s", v.field, v.reg)
	}
	f.loadMask(t)
	for i := range t.outputs * t.vectors {
		f.op("%s", t.zero(i))
	}
	for n := t.outputs; n > 1; n-- {
		f.op("CMPQ R15, $%d", n)
		f.op("JEQ board%d", n)
	}
	for n := 1; n <= t.outputs; n++ {
		f.gradLoops(gradTile{t.isa, t.vectors, n})
		if n < t.outputs {
			f.op("JMP end")
		}
	}
	f.line("end:")
	f.gradEnd(t)
	f.end()
}

// gradLoops writes the loops of tiles of t.outputs outputs.
func (f *file) gradLoops(t gradTile) {
	f.line("board%d:", t.outputs)
	f.op("MOVQ gradTile_rows(BX), CX")
	f.line("row%d:", t.outputs)
	f.op("MOVQ gradTile_cols(BX), AX")
	f.line("cell%d:", t.outputs)
	f.gradStep(t)
	for _, v := range []struct{ dy, x, count, again string }{
		{"R8", "R9", "AX", "cell"}, {"R10", "R11", "CX", "row"}, {"R12", "R13", "DX", "board"},
	} {
		f.op("ADDQ %s, DI", v.dy)
		f.op("ADDQ %s, SI", v.x)
		f.op("DECQ %s", v.count)
		f.op("JNZ %s%d", v.again, t.outputs)
	}
}

func (f *file) loadMask(t gradTile) {
	if t.isa == avx512 {
		f.op("KMOVW gradTile_mask(BX), K1")
	}
}

// gradStep adds the products of one cell. The last vector of inputs is loaded
// under a mask: beyond it another cell, or nothing at all, may begin.
func (f *file) gradStep(t gradTile) {
	first := t.outputs * t.vectors
	for j := range t.vectors {
		at, x := fmt.Sprintf("%d(SI)", j*t.bytes()), t.v(first+j)
		switch {
		case j+1 < t.vectors:
			f.op("VMOVUPS %s, %s", at, x)
		case t.isa == avx512:
			f.op("VMOVUPS.Z %s, K1, %s", at, x)
		default:
			f.op("VMOVUPS gradTile_lanes(BX), %s", x)
			f.op("VMASKMOVPS %s, %s, %s", at, x, x)
		}
	}
	first += t.vectors
	for i := range t.outputs {
		dy := t.v(first + i%(t.isa.vectors-first))
		f.op("VBROADCASTSS %d(DI), %s", 4*i, dy)
		for j := range t.vectors {
			f.op("VFMADD231PS %s, %s, %s", t.v(t.outputs*t.vectors+j), dy, t.sum(i, j))
		}
	}
}

// gradEnd adds the tile to its sums, which have room for whole vectors.
func (f *file) gradEnd(t gradTile) {
	f.op("MOVQ gradTile_sum(BX), DI")
	for i := range t.outputs {
		if i > 0 {
			f.op("CMPQ R15, $%d", i)
			f.op("JEQ added")
		}
		for j := range t.vectors {
			at := fmt.Sprintf("%d(DI)", j*t.bytes())
			f.op("VADDPS %s, %s, %s", at, t.sum(i, j), t.sum(i, j))
			f.op("VMOVUPS %s, %s", t.sum(i, j), at)
		}
		f.op("ADDQ gradTile_sumStep(BX), DI")
	}
	f.line("added:")
}

// gradSwitch writes the Go function that calls the function of a tile.
func gradSwitch(b *strings.Builder) {
	fmt.Fprint(b, "\n// gradFamilies are the tiles there are, by path.\nvar gradFamilies = map[string][]gradFamily{\n")
	for _, s := range []isa{avx512, avx2} {
		fmt.Fprintf(b, "%s: {\n", s.name)
		for _, fam := range gradFamilies {
			if fam.isa == s {
				fmt.Fprintf(b, "{%d, %d, %d},\n", s.lanes, fam.vectors, fam.outputs)
			}
		}
		fmt.Fprint(b, "},\n")
	}
	fmt.Fprint(b, "}\n")
	callFamily(b, "addGradients", "gradFamily", "gradTile", gradFamilies, gradTile.code, gradTile.name)
}
