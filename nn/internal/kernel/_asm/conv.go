package main

import (
	"fmt"
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

func (t tile) name() string {
	return fmt.Sprintf("conv%sx%dx%dx%d", t.isa.name, t.fold, t.vectors, t.cells)
}

// eachTile calls f for every tile.
func eachTile(f func(t tile)) {
	for _, fam := range families {
		for cells := 1; cells <= fam.cells; cells++ {
			t := tile(fam)
			t.cells = cells
			f(t)
		}
	}
}

// offsets are the registers that hold how far the cells of a tile are from the
// cursor. CX is the cursor in the input, DI that in the weights, BX counts.
var offsets = []string{"AX", "DX", "SI", "R8", "R9", "R10", "R11", "R12", "R13", "R15"}

func convFile() string {
	f := newFile("amd64", "Convolution of tiles; docs/performance.md explains them.")
	eachTile(f.convTile)
	return f.String()
}

// convTile writes the loop over tiles of one shape.
func (f *file) convTile(t tile) {
	f.begin(function{t.name(), "t *tiles", t.name() + " convolves tiles.count tiles."}, 24, 8)
	f.op("MOVQ t+0(FP), BX")
	f.op("MOVQ tiles_count(BX), AX")
	f.op("MOVQ AX, count-8(SP)")
	f.op("MOVQ tiles_first(BX), AX")
	f.op("SHLQ $4, AX")
	f.op("ADDQ tiles_cells(BX), AX")
	f.op("MOVQ AX, cells-16(SP)")
	f.line("next:")
	f.op("MOVQ tiles_src(BX), CX")
	f.op("MOVQ tiles_weights(BX), DI")
	f.op("MOVQ tiles_rows(BX), AX")
	f.op("MOVQ AX, row-24(SP)")
	f.op("MOVQ cells-16(SP), AX")
	for i := t.cells - 1; i >= 0; i-- { // AX, the table, last
		f.op("MOVQ %d(AX), %s", i*16, offsets[i])
	}
	for i := range t.sums() {
		f.op("%s", t.zero(i))
	}
	f.line("row:")
	f.op("MOVQ tiles_steps(BX), BX")
	f.op("SUBQ $%d, BX", unroll)
	f.op("JLT rest")
	f.line("steps:")
	f.convSteps(t, unroll)
	f.op("SUBQ $%d, BX", unroll)
	f.op("JGE steps")
	f.line("rest:")
	f.op("ADDQ $%d, BX", unroll)
	f.op("JZ rowEnd")
	f.line("step:")
	f.convSteps(t, 1)
	f.op("DECQ BX")
	f.op("JNZ step")
	f.line("rowEnd:")
	f.op("MOVQ t+0(FP), BX")
	f.op("ADDQ tiles_gap(BX), CX")
	f.op("DECQ row-24(SP)")
	f.op("JNZ row")
	f.convEnd(t)
	f.op("ADDQ $%d, cells-16(SP)", t.cells*16)
	f.op("DECQ count-8(SP)")
	f.op("JNZ next")
	f.end()
}

// sums returns how many registers hold sums.
func (t tile) sums() int { return t.cells * t.vectors }

// sum returns the register with the sum of a cell.
func (t tile) sum(cell, vector int) string { return t.v(cell*t.vectors + vector) }

// convSteps writes n steps and moves on by them.
func (f *file) convSteps(t tile, n int) {
	for i := range n {
		f.convStep(t, i)
		if n == unroll && t.fold == 1 {
			f.convFetch(t, i)
		}
	}
	f.op("ADDQ $%d, CX", n*4*t.fold)
	f.op("ADDQ $%d, DI", n*t.vectors*t.bytes())
}

// convFetch asks for the weights of a step far ahead.
func (f *file) convFetch(t tile, at int) {
	const line = 64
	size := t.vectors * t.bytes()
	for past := 0; past < size; past += line {
		f.op("PREFETCHT1 %d(DI)", ahead+at*size+past)
	}
}

// convStep adds one product to every sum, so many steps from the cursors.
func (f *file) convStep(t tile, at int) {
	first := t.sums() + t.vectors // the first register after sums and weights
	for j := range t.vectors {
		f.op("VMOVUPS %d(DI), %s", (at*t.vectors+j)*t.bytes(), t.v(t.sums()+j))
	}
	broadcast := []string{"VBROADCASTSS", "VBROADCASTSD"}[t.fold-1]
	for i := range t.cells {
		x := t.v(first + i%(t.isa.vectors-first))
		f.op("%s %d(CX)(%s*1), %s", broadcast, at*4*t.fold, offsets[i], x)
		for j := range t.vectors {
			f.op("VFMADD231PS %s, %s, %s", t.v(t.sums()+j), x, t.sum(i, j))
		}
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
		for i := range t.cells {
			f.fold(t, c, i, tmp)
			f.op("VADDPS %s%d, %s, %s", c.letter, bias, t.part(c, i), t.part(c, i))
		}
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
	for i := range t.cells {
		f.op("MOVQ %d(DI), R10", i*16+8)
		for _, c := range t.chunks() {
			do(c, t.part(c, i))
		}
	}
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
	fmt.Fprint(b, "}\n\n// convolve runs the tiles of a family, so many cells each.\n")
	fmt.Fprint(b, "func convolve(f family, cells int, t *tiles) {\nswitch f.code(cells) {\n")
	eachTile(func(t tile) {
		fmt.Fprintf(b, "case %d_%d_%d_%02d:\n%s(t)\n", t.lanes, t.fold, t.vectors, t.cells, t.name())
	})
	fmt.Fprint(b, "default:\npanic(\"kernel: no such tile\")\n}\n}\n")
}
