package main

import (
	"fmt"
	"strings"
)

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
