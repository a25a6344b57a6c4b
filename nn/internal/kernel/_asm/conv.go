package main

import (
	"fmt"
	"math/bits"
	"strings"
)

// tile is a register tile of the convolution: cells of the board x vectors of
// channels. In a vector of a folded tile, two neighbouring lanes belong to one
// channel: they sum the even and the odd steps, and are added at the end.
//
//	            vector 0     vector 1
//	cell 0      sum 0        sum 1       <- broadcast of cell 0's input
//	cell 1      sum 2        sum 3       <- broadcast of cell 1's input
//	...                                     times the two vectors of weights
type tile struct {
	isa
	fold    int // lanes of a channel: 1 or 2
	vectors int
	cells   int
}

// family is tiles of one width, of 1 to cells cells.
type family tile

// of returns the family's tile of that many cells.
func (f family) of(cells int) tile {
	t := tile(f)
	t.cells = cells
	return t
}

// tallest returns the family's tile of most cells.
func (f family) tallest() tile { return tile(f) }

// code is what family.code of package kernel returns.
func (f family) code() string {
	return fmt.Sprintf("%d_%d_%d_%02d", f.lanes, f.fold, f.vectors, f.cells)
}

func (f family) name() string {
	return fmt.Sprintf("conv%sx%dx%d", f.isa.name, f.fold, f.vectors)
}

// families are all there are. Sums, weights and one broadcast fit in the
// registers; five registers are left in the end for bias, floor and folding.
var families = []family{
	{avx512, 1, 1, 9},
	{avx512, 1, 2, 9},
	{avx512, 2, 1, 9},
	{avx512, 2, 2, 9},
	{avx512, 2, 3, 9},
	{avx2, 1, 1, 10},
	{avx2, 1, 2, 6},
	{avx2, 1, 3, 4},
}

// unroll is how many steps a turn of the inner loop has. Against 1, 4 brought
// 64 and 128 channels from 90 to 97 % of the peak, 2 to 95 %.
const unroll = 4

// ahead is how far before their use weights are asked for, in bytes: those of
// many channels come from beyond the second cache. A network of 128 channels
// gains up to a quarter with a batch of one, one of 32 loses 1 %.
const ahead = 4096

// offsets are the registers that hold how far the cells of a tile are from the
// cursor. CX is the cursor in the input, DI that in the weights, BX counts.
var offsets = []string{"AX", "DX", "SI", "R8", "R9", "R10", "R11", "R12", "R13", "R15"}

func convFile() string {
	f := newFile("amd64", "Convolution of tiles; docs/performance.md explains them.")
	for _, fam := range families {
		f.convFamily(fam)
	}
	return f.String()
}

// convFamily writes the loop over tiles of one family, all of one height.
func (f *file) convFamily(fam family) {
	f.begin(function{fam.name(), "t *tiles", fam.name() + " convolves tiles.count tiles of tiles.height cells."}, 56, 8)
	f.convSums(fam, "tiles", fam.name(), (*file).convStep)
	f.convEnd(fam.tallest())
	f.convNext()
}

// convSums writes the beginning of the loop over tiles, until their sums are there.
// Each height has loops of its own. A turn of the inner one has unroll steps; where
// these do not divide a row of steps, its first turn begins late. A step is a macro of
// the function's name and the height.
func (f *file) convSums(fam family, args, name string, step func(f *file, t tile)) {
	field := func(name, reg string) { f.op("MOVQ %s_%s(BX), %s", args, name, reg) }
	size := 4 * fam.fold // of a step in the input, then in the weights
	weights := fam.vectors * fam.isa.bytes()
	f.op("MOVQ t+0(FP), BX")
	field("count", "AX")
	f.op("MOVQ AX, count-8(SP)")
	field("first", "AX")
	f.op("SHLQ $4, AX")
	f.op("ADDQ %s_cells(BX), AX", args)
	f.op("MOVQ AX, cells-16(SP)")
	field("steps", "AX")
	f.op("NEGQ AX")
	f.op("ANDQ $%d, AX", unroll-1)
	f.op("MOVQ AX, late-32(SP)")
	f.op("IMUL3Q $%d, AX, CX", size)
	f.op("MOVQ CX, inputs-56(SP)")
	f.op("IMUL3Q $%d, AX, CX", weights)
	f.op("MOVQ CX, weights-48(SP)")
	f.op("ADDQ %s_steps(BX), AX", args)
	f.op("SHRQ $%d, AX", bits.Len(unroll-1))
	f.op("MOVQ AX, turns-40(SP)")
	f.line("next:")
	field("src", "CX")
	field("weights", "DI")
	field("rows", "AX")
	f.op("MOVQ AX, row-24(SP)")
	for i := range fam.tallest().sums() {
		f.op("%s", fam.zero(i))
	}
	field("height", "R8")
	f.op("MOVQ cells-16(SP), AX")
	for cells := fam.cells; cells > 1; cells-- {
		f.op("CMPQ R8, $%d", cells)
		f.op("JEQ tile%d", cells)
	}
	for cells := 1; cells <= fam.cells; cells++ {
		t := fam.of(cells)
		macro := fmt.Sprintf("%sx%d", name, cells)
		f.macro(macro, "at", func(body *file) { step(body, t) })
		f.convHeight(t, args, macro, size, weights)
		if cells < fam.cells {
			f.op("JMP end")
		}
	}
	f.line("end:")
	field("height", "R12")
}

// convHeight writes the loops of tiles of one height, whose steps are a macro.
func (f *file) convHeight(t tile, args, step string, size, weights int) {
	f.line("tile%d:", t.cells)
	for i := t.cells - 1; i >= 0; i-- { // AX, the table, last
		f.op("MOVQ %d(AX), %s", i*16, offsets[i])
	}
	f.line("row%d:", t.cells)
	f.op("SUBQ inputs-56(SP), CX")
	f.op("SUBQ weights-48(SP), DI")
	f.op("MOVQ turns-40(SP), BX")
	f.op("CMPQ late-32(SP), $2")
	f.op("JEQ late%dx2", t.cells)
	f.op("JGT late%dx3", t.cells)
	f.op("CMPQ late-32(SP), $1")
	f.op("JEQ late%dx1", t.cells)
	f.line("late%dx0:", t.cells)
	for i := range unroll {
		if i > 0 {
			f.line("late%dx%d:", t.cells, i)
		}
		f.op("%s(%d)", step, i)
	}
	f.op("ADDQ $%d, CX", unroll*size)
	f.op("ADDQ $%d, DI", unroll*weights)
	f.op("DECQ BX")
	f.op("JNZ late%dx0", t.cells)
	f.op("MOVQ t+0(FP), BX")
	f.op("ADDQ %s_gap(BX), CX", args)
	f.op("ADDQ %s_over(BX), DI", args)
	f.op("DECQ row-24(SP)")
	f.op("JNZ row%d", t.cells)
}

// convNext writes the end of the loop over tiles. R12 is their height.
func (f *file) convNext() {
	f.op("SHLQ $4, R12")
	f.op("ADDQ R12, cells-16(SP)")
	f.op("DECQ count-8(SP)")
	f.op("JNZ next")
	f.end()
}

// sums returns how many registers hold sums.
func (t tile) sums() int { return t.cells * t.vectors }

// sum returns the register with the sum of a cell.
func (t tile) sum(cell, vector int) string { return t.v(cell*t.vectors + vector) }

// convFetch asks for the weights of a step far ahead.
func (f *file) convFetch(t tile) {
	const line = 64
	size := t.vectors * t.bytes()
	for past := 0; past < size; past += line {
		f.op("PREFETCHT1 %d*at+%d(DI)", size, ahead+past)
	}
}

// convStep adds one product to every sum, at steps from the cursors.
func (f *file) convStep(t tile) {
	first := t.sums() + t.vectors // the first register after sums and weights
	f.stepWeights(t)
	broadcast := []string{"VBROADCASTSS", "VBROADCASTSD"}[t.fold-1]
	for i := range t.cells {
		x := t.v(first + i%(t.isa.vectors-first))
		f.op("%s %d*at(CX)(%s*1), %s", broadcast, 4*t.fold, offsets[i], x)
		for j := range t.vectors {
			f.op("VFMADD231PS %s, %s, %s", t.v(t.sums()+j), x, t.sum(i, j))
		}
	}
	if t.fold == 1 {
		f.convFetch(t)
	}
}

// stepWeights loads the weights of a step.
func (f *file) stepWeights(t tile) {
	for j := range t.vectors {
		f.op("VMOVUPS %d*at+%d(DI), %s", t.vectors*t.bytes(), j*t.bytes(), t.v(t.sums()+j))
	}
}

// chunk is a register of finished sums.
type chunk struct {
	letter string
	at     int // bytes from the first channel of the group
	vector int // of the cell, that holds it
	last   bool
}

// chunks returns what is left of a cell's vectors when they are folded.
func (t tile) chunks() []chunk {
	var cs []chunk
	for j := 0; j < t.vectors; j += t.fold {
		c := chunk{t.letter, j / t.fold * t.bytes(), j, j+t.fold >= t.vectors}
		if j+t.fold > t.vectors {
			c.letter = "Y"
		}
		cs = append(cs, c)
	}
	return cs
}

// convEnd folds the sums, adds bias and skip, applies the floor and writes.
// BX is the arguments.
func (f *file) convEnd(t tile) {
	n := t.isa.vectors
	low, tmp, bias, mask := n-1, n-2, n-4, n-3
	f.op("MOVQ cells-16(SP), DI")
	f.op("MOVQ tiles_dst(BX), SI")
	f.op("MOVQ tiles_skip(BX), R8")
	f.op("MOVQ tiles_bias(BX), R9")
	f.op("VBROADCASTSS tiles_floor(BX), %s", t.v(low))
	if t.isa == avx512 {
		f.op("KMOVW tiles_mask(BX), K1")
	} else {
		f.op("VMOVUPS tiles_lanes(BX), %s", t.v(mask))
	}
	for _, c := range t.chunks() {
		f.op("VMOVUPS %d(R9), %s%d", c.at, c.letter, bias)
		f.eachUpTo(t.cells, "R12", func(i int) {
			f.fold(t, c, i, tmp)
			f.op("VADDPS %s%d, %s, %s", c.letter, bias, t.part(c, i), t.part(c, i))
		})
	}
	f.op("TESTQ R8, R8")
	f.op("JZ write")
	f.eachPart(t, func(c chunk, part string) { f.addSkip(t, c, part, tmp, mask) })
	f.line("write:")
	f.eachPart(t, func(c chunk, part string) {
		f.op("VMAXPS %s, %s%d, %s", part, c.letter, low, part)
		f.write(t, c, part, mask)
	})
}

// part returns the register of a finished chunk of a cell.
func (t tile) part(c chunk, cell int) string {
	return fmt.Sprintf("%s%d", c.letter, cell*t.vectors+c.vector)
}

// eachPart calls do for every chunk of every cell with R10 at its cell's offset.
func (f *file) eachPart(t tile, do func(c chunk, part string)) {
	f.eachUpTo(t.cells, "R12", func(i int) {
		f.op("MOVQ %d(DI), R10", i*16+8)
		for _, c := range t.chunks() {
			do(c, t.part(c, i))
		}
	})
}

// fold adds the two lanes of each channel of a folded tile. The order of the
// channels in the packed weights is such that they come out in order.
//
//	of two vectors a, b    a0 a2 b0 b2 | a4 ...  +  a1 a3 b1 b3 | a5 ...
//	of one, halves l, h    l0 l2 h0 h2 | l4 ...  +  l1 l3 h1 h3 | l5 ...
func (f *file) fold(t tile, c chunk, cell, tmp int) {
	if t.fold == 1 {
		return
	}
	at := cell*t.vectors + c.vector
	other := at + 1
	if c.letter == "Y" {
		other = tmp - 3
		f.op("VEXTRACTF64X4 $1, Z%d, Y%d", at, other)
	}
	a, b, x := fmt.Sprint(c.letter, at), fmt.Sprint(c.letter, other), fmt.Sprint(c.letter, tmp)
	f.op("VSHUFPS $0x88, %s, %s, %s", b, a, x)
	f.op("VSHUFPS $0xDD, %s, %s, %s", b, a, a)
	f.op("VADDPS %s, %s, %s", x, a, a)
}

func (f *file) addSkip(t tile, c chunk, part string, tmp, mask int) {
	switch {
	case !c.last:
		f.op("VADDPS %d(R8)(R10*1), %s, %s", c.at, part, part)
	case t.isa == avx512:
		f.op("VADDPS.Z %d(R8)(R10*1), %s, K1, %s", c.at, part, part)
	default:
		f.op("VMASKMOVPS %d(R8)(R10*1), Y%d, Y%d", c.at, mask, tmp)
		f.op("VADDPS Y%d, %s, %s", tmp, part, part)
	}
}

func (f *file) write(t tile, c chunk, part string, mask int) {
	switch {
	case !c.last:
		f.op("VMOVUPS %s, %d(SI)(R10*1)", part, c.at)
	case t.isa == avx512:
		f.op("VMOVUPS %s, K1, %d(SI)(R10*1)", part, c.at)
	default:
		f.op("VMASKMOVPS %s, Y%d, %d(SI)(R10*1)", part, mask, c.at)
	}
}

// convSwitch writes the Go function that calls the function of a tile.
func convSwitch(b *strings.Builder) {
	fmt.Fprint(b, "\n// families are the tiles there are, by path.\nvar families = map[string][]family{\n")
	for _, s := range []isa{avx512, avx2} {
		fmt.Fprintf(b, "%s: {\n", s.name)
		for _, fam := range families {
			if fam.isa == s {
				fmt.Fprintf(b, "{%d, %d, %d, %d},\n", s.lanes, fam.fold, fam.vectors, fam.cells)
			}
		}
		fmt.Fprint(b, "},\n")
	}
	fmt.Fprint(b, "}\n")
	callFamily(b, "convolve", "family", "tiles", families, family.code, family.name)
}

// callFamily writes the Go function that calls the function of a family.
func callFamily[F any](b *strings.Builder, verb, of, args string, families []F, code, name func(F) string) {
	fmt.Fprintf(b, "\n// %s runs tiles of a family.\nfunc %s(f %s, t *%s) {\nswitch f.code() {\n", verb, verb, of, args)
	for _, fam := range families {
		fmt.Fprintf(b, "case %s:\n%s(t)\n", code(fam), name(fam))
	}
	fmt.Fprint(b, "default:\npanic(\"kernel: no such tile\")\n}\n}\n")
}
