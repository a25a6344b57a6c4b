package main

import (
	"fmt"
	"strings"
)

// gradTile is a register tile of a weight gradient: so many outputs times
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

// gradFamilies are tiles of 1 to outputs outputs.
var gradFamilies = []gradTile{
	{avx512, 1, 8},
	{avx512, 2, 8},
	{avx512, 3, 8},
	{avx2, 1, 8},
	{avx2, 2, 6},
	{avx2, 3, 4},
}

func (t gradTile) name() string {
	return fmt.Sprintf("grad%sx%dx%d", t.isa.name, t.vectors, t.outputs)
}

func (t gradTile) sum(output, vector int) string { return t.v(output*t.vectors + vector) }

func eachGradTile(f func(t gradTile)) {
	for _, fam := range gradFamilies {
		for n := 1; n <= fam.outputs; n++ {
			f(gradTile{fam.isa, fam.vectors, n})
		}
	}
}

func gradFile() string {
	f := newFile("amd64", "Weight gradients of tiles; docs/performance.md explains them.")
	eachGradTile(f.gradTile)
	return f.String()
}

// gradTile writes the loop over boards, rows and cells. DI is the cursor in the
// gradients, SI that in the inputs.
func (f *file) gradTile(t gradTile) {
	f.begin(function{t.name(), "t *gradTile", t.name() + " adds one tile of a weight gradient to its sums."}, 0, 8)
	f.op("MOVQ t+0(FP), BX")
	for _, v := range []struct{ field, reg string }{
		{"dy", "DI"}, {"x", "SI"}, {"boards", "DX"}, {"dyStep", "R8"}, {"xStep", "R9"},
		{"dyGap", "R10"}, {"xGap", "R11"}, {"dyJump", "R12"}, {"xJump", "R13"},
	} {
		f.op("MOVQ gradTile_%s(BX), %s", v.field, v.reg)
	}
	f.loadMask(t)
	for i := range t.outputs * t.vectors {
		f.op("%s", t.zero(i))
	}
	f.line("board:")
	f.op("MOVQ gradTile_rows(BX), CX")
	f.line("row:")
	f.op("MOVQ gradTile_cols(BX), AX")
	f.line("cell:")
	f.gradStep(t)
	f.op("ADDQ R8, DI")
	f.op("ADDQ R9, SI")
	f.op("DECQ AX")
	f.op("JNZ cell")
	f.op("ADDQ R10, DI")
	f.op("ADDQ R11, SI")
	f.op("DECQ CX")
	f.op("JNZ row")
	f.op("ADDQ R12, DI")
	f.op("ADDQ R13, SI")
	f.op("DECQ DX")
	f.op("JNZ board")
	f.gradEnd(t)
	f.end()
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
		for j := range t.vectors {
			at := fmt.Sprintf("%d(DI)", j*t.bytes())
			f.op("VADDPS %s, %s, %s", at, t.sum(i, j), t.sum(i, j))
			f.op("VMOVUPS %s, %s", t.sum(i, j), at)
		}
		f.op("ADDQ gradTile_sumStep(BX), DI")
	}
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
	fmt.Fprint(b, "}\n\n// addGradients runs one tile of a family, of so many outputs.\n")
	fmt.Fprint(b, "func addGradients(f gradFamily, outputs int, t *gradTile) {\nswitch f.code(outputs) {\n")
	eachGradTile(func(t gradTile) {
		fmt.Fprintf(b, "case %d_%d_%02d:\n%s(t)\n", t.lanes, t.vectors, t.outputs, t.name())
	})
	fmt.Fprint(b, "default:\npanic(\"kernel: no such tile\")\n}\n}\n")
}
