package main

import (
	"fmt"
	"strings"
)

// neonTile is tile for vectors of four lanes. An input's vector has four
// neighbouring numbers of the run, or four times four bytes: products take them
// lane by lane, so that there are no broadcasts.
//
//	            vector 0   vector 1
//	cell 0      sum 0      sum 1      <- lane 0 of cell 0's inputs, then 1, 2, 3
//	cell 1      sum 2      sum 3      <- lane 0 of cell 1's inputs, ...
//	...                                  times the vectors of weights of each step
type neonTile struct{ vectors, cells int }

// neonFamilies are the tiles of floats there are, of 1 to cells cells. Sums, an
// input of each cell and two vectors of weights fit in the registers.
var neonFamilies = []neonTile{{1, 10}, {2, 8}, {4, 6}}

// neonFamilies8 are those of bytes, which leave a register for what turns signs.
var neonFamilies8 = []neonTile{{1, 10}, {2, 8}, {4, 5}}

func (t neonTile) code() string  { return fmt.Sprintf("%d_1_%d_%02d", lanesNEON, t.vectors, t.cells) }
func (t neonTile) name() string  { return fmt.Sprintf("convNEONx%d", t.vectors) }
func (t neonTile) name8() string { return fmt.Sprintf("conv8NEONx%d", t.vectors) }

// sum returns the register with a vector of sums of a cell, input that with the
// inputs of one; weight turns over those that are left below last.
func (t neonTile) sum(cell, vector int) int { return cell*t.vectors + vector }
func (t neonTile) input(cell int) int       { return t.cells*t.vectors + cell }
func (t neonTile) weight(k, last int) int {
	first := t.cells * (t.vectors + 1)
	return first + k%((last-first)/t.together()*t.together())
}

// together is how many vectors of weights are loaded at once.
func (t neonTile) together() int { return min(t.vectors, 2) }

// General registers of a tile: the arguments, cursors in weights and table of
// cells, tiles left, rows left, steps left; then cells' cursors, and others that
// are free. Where the cursors are done with, the last one is the tile's height.
const (
	neonArgs    = "R0"
	neonWeights = "R1"
	neonCells   = "R2"
	neonCount   = "R3"
	neonRows    = "R14"
	neonSteps   = "R15"
	neonHeight  = "R13"
)

func neonCell(i int) string { return fmt.Sprintf("R%d", 4+i) }

func neonConvFile() string {
	f := newFile("arm64", "Convolution of tiles; docs/performance.md explains them.")
	for _, t := range neonFamilies {
		f.neonConv(t)
	}
	return f.String()
}

// neonConv writes the loop over tiles of one family, all of one height.
func (f *file) neonConv(t neonTile) {
	f.begin(function{t.name(), "t *tiles", t.name() + " convolves tiles.count tiles of tiles.height cells."}, 0, 8)
	f.neonSums(t, "tiles", fmlaLane, vectorsNEON, func() {
		for i := range t.cells * t.vectors {
			f.neon(eor, i, i, i)
		}
	}, nil)
	f.neonEnd(t)
	f.neonNext()
}

// neonSums writes the beginning of the loop over tiles, until their sums are
// there: begin sets these, input is what is done to a vector of inputs, registers
// from last on are not touched. Each height up to that of t has loops of its own.
func (f *file) neonSums(t neonTile, args string, product neon, last int, begin func(), input func(v int)) {
	field := func(name string) string { return fmt.Sprintf("%s_%s(%s)", args, name, neonArgs) }
	f.op("MOVD t+0(FP), %s", neonArgs)
	f.op("MOVD %s, %s", field("count"), neonCount)
	f.op("MOVD %s, R16", field("first"))
	f.op("MOVD %s, %s", field("cells"), neonCells)
	f.op("ADD R16<<4, %s", neonCells)
	f.line("next:")
	begin()
	f.op("MOVD %s, %s", field("weights"), neonWeights)
	f.op("MOVD %s, R16", field("src"))
	f.op("MOVD %s, %s", field("rows"), neonRows)
	f.op("MOVD %s, R17", field("height"))
	for cells := t.cells; cells > 1; cells-- {
		f.op("CMP $%d, R17", cells)
		f.op("BEQ tile%d", cells)
	}
	for cells := 1; cells <= t.cells; cells++ {
		f.neonLoops(neonTile{t.vectors, cells}, field, product, last, input)
		if cells < t.cells {
			f.op("B end")
		}
	}
	f.line("end:")
	f.op("MOVD %s, %s", field("height"), neonHeight)
}

// neonLoops writes the loops of tiles of one height, whose inputs are from R16 on.
func (f *file) neonLoops(t neonTile, field func(name string) string, product neon, last int, input func(v int)) {
	f.line("tile%d:", t.cells)
	for i := range t.cells {
		f.op("MOVD %d(%s), %s", i*16, neonCells, neonCell(i))
		f.op("ADD R16, %s", neonCell(i))
	}
	f.line("row%d:", t.cells)
	f.op("MOVD %s, %s", field("steps"), neonSteps)
	f.op("SUBS $%d, %s", lanesNEON, neonSteps)
	f.op("BLT rest%d", t.cells)
	f.line("steps%d:", t.cells)
	f.neonSteps(t, "FMOVQ.P 16", product, lanesNEON, last, input)
	f.op("SUBS $%d, %s", lanesNEON, neonSteps)
	f.op("BGE steps%d", t.cells)
	f.line("rest%d:", t.cells)
	f.op("ADDS $%d, %s", lanesNEON, neonSteps)
	f.op("BEQ rowEnd%d", t.cells)
	f.line("step%d:", t.cells)
	f.neonSteps(t, "FMOVS.P 4", product, 1, last, input)
	f.op("SUBS $1, %s", neonSteps)
	f.op("BNE step%d", t.cells)
	f.line("rowEnd%d:", t.cells)
	f.op("MOVD %s, R16", field("gap"))
	for i := range t.cells {
		f.op("ADD R16, %s", neonCell(i))
	}
	f.op("MOVD %s, R16", field("over"))
	f.op("ADD R16, %s", neonWeights)
	f.op("SUBS $1, %s", neonRows)
	f.op("BNE row%d", t.cells)
}

// neonSteps loads inputs of each cell and adds their products, step by step.
func (f *file) neonSteps(t neonTile, move string, product neon, steps, last int, input func(v int)) {
	for i := range t.cells {
		f.op("%s(%s), F%d", move, neonCell(i), t.input(i))
		if input != nil {
			input(t.input(i))
		}
	}
	for s := range steps {
		for j := 0; j < t.vectors; j += t.together() {
			w := t.weight(s*t.vectors+j, last)
			if t.together() == 2 {
				f.op("FLDPQ.P 32(%s), (F%d, F%d)", neonWeights, w, w+1)
			} else {
				f.op("FMOVQ.P 16(%s), F%d", neonWeights, w)
			}
			for i := range t.cells {
				for k := range t.together() {
					f.lane(product, t.sum(i, j+k), w+k, t.input(i), s)
				}
			}
		}
	}
}

// neonNext writes the end of the loop over tiles.
func (f *file) neonNext() {
	f.op("ADD %s<<4, %s", neonHeight, neonCells)
	f.op("SUBS $1, %s", neonCount)
	f.op("BNE next")
	f.op("RET")
}

// Registers of the end of a tile, above the sums: bias by vector, then others.
const (
	neonBias  = 24
	neonSpare = 28
	neonFloor = 31
)

// neonEnd adds bias and skip, applies the floor and writes.
func (f *file) neonEnd(t neonTile) {
	f.op("MOVD tiles_bias(%s), R16", neonArgs)
	f.op("MOVD tiles_rest(%s), R20", neonArgs)
	for j := range t.vectors {
		f.load4(fmt.Sprintf("%d(R16)", 16*j), neonBias+j)
	}
	f.eachUpTo(t.cells, neonHeight, func(i int) {
		for j := range t.vectors {
			f.neon(fadd, t.sum(i, j), t.sum(i, j), neonBias+j)
		}
	})
	f.op("MOVD tiles_skip(%s), R16", neonArgs)
	f.op("CBZ R16, write")
	f.eachNEONPart(t, 1, func(i, j int, at, cut string) {
		f.loadFloats(at, cut)
		f.neon(fadd, t.sum(i, j), t.sum(i, j), neonSpare)
	})
	f.line("write:")
	f.op("MOVD tiles_dst(%s), R16", neonArgs)
	f.neonFloor("tiles_floor")
	f.eachNEONPart(t, 1, func(i, j int, at, cut string) {
		f.neon(fmax, t.sum(i, j), t.sum(i, j), neonFloor)
		f.storeFloats(t.sum(i, j), at, cut)
	})
}

// neonFloor copies the floor to all lanes.
func (f *file) neonFloor(field string) {
	f.op("FMOVS %s(%s), F%d", field, neonArgs, neonFloor)
	f.op("VDUP V%d.S[0], V%d.S4", neonFloor, neonFloor)
}

// eachNEONPart calls do for every vector of every cell, with where it lies from
// R16 on: offsets of cells are size times those in their table. The last vector
// of a cell has a name of its own: it may have fewer than four numbers, as R20 says.
func (f *file) eachNEONPart(t neonTile, size int, do func(i, j int, at, cut string)) {
	f.labels++
	labels := f.labels
	f.eachUpTo(t.cells, neonHeight, func(i int) {
		f.op("MOVD %d(%s), R21", i*16+8, neonCells)
		f.op("ADD R21<<%d, R16, R22", size/2)
		for j := range t.vectors {
			cut := ""
			if j+1 == t.vectors {
				cut = fmt.Sprintf("cut%dx%d", labels, i)
			}
			do(i, j, fmt.Sprintf("%d(R22)", 16*j), cut)
		}
	})
}

// loadFloats loads a vector, or as many lanes as R20 says, to the spare register.
func (f *file) loadFloats(at, cut string) {
	f.wholeOrCut(cut, func() { f.load4(at, neonSpare) }, func() {
		f.op("FMOVS %s, F%d", at, neonSpare)
		f.eachLane(at, cut, func(lane int) { f.op("VLD1 (R23), V%d.S[%d]", neonSpare, lane) })
	})
}

// storeFloats writes a vector, or as many lanes as R20 says.
func (f *file) storeFloats(v int, at, cut string) {
	f.wholeOrCut(cut, func() { f.store4(v, at) }, func() {
		f.op("FMOVS F%d, %s", v, at)
		f.eachLane(at, cut, func(lane int) { f.op("VST1 V%d.S[%d], (R23)", v, lane) })
	})
}

// wholeOrCut writes two ways to treat a vector that may be cut, or one.
func (f *file) wholeOrCut(cut string, whole, part func()) {
	if cut == "" {
		whole()
		return
	}
	f.op("CMP $%d, R20", lanesNEON)
	f.op("BNE %s", cut)
	whole()
	f.op("B %sEnd", cut)
	f.line("%s:", cut)
	part()
	f.line("%sEnd:", cut)
}

// eachLane calls do for the second lane and the third, if R20 has them, with R23 at
// the lane's number.
func (f *file) eachLane(at, cut string, do func(lane int)) {
	for lane := 1; lane < lanesNEON-1; lane++ {
		f.op("CMP $%d, R20", lane+1)
		f.op("BLT %sEnd", cut)
		if lane == 1 {
			f.op("ADD $%s, R23", strings.Replace(at, "(R22)", ", R22", 1))
		}
		f.op("ADD $4, R23")
		do(lane)
	}
}

// neonSwitch writes the tiles there are, and the Go functions that call the
// function of a family.
func neonSwitch(b *strings.Builder) {
	list := func(families []neonTile) {
		for _, t := range families {
			fmt.Fprintf(b, "{%d, 1, %d, %d},\n", lanesNEON, t.vectors, t.cells)
		}
	}
	fmt.Fprint(b, "\n// families are the tiles there are, by path.\nvar families = map[string][]family{\nNEON: {\n")
	list(neonFamilies)
	fmt.Fprintf(b, "},\n}\n\n// families8 are the tiles of bytes there are, by path.\nvar families8 = map[string][]family{\nSDOT: {\n")
	list(neonFamilies8)
	fmt.Fprint(b, "},\n}\n")
	callFamily(b, "convolve", "family", "tiles", neonFamilies, neonTile.code, neonTile.name)
	callFamily(b, "convolve8", "family", "tiles8", neonFamilies8, neonTile.code, neonTile.name8)
}
