package main

import (
	"fmt"
	"strings"
)

// families8 are the tiles of bytes there are. A lane is the sum of one channel,
// a step is four bytes of it: VPDPBUSD adds four products to a lane. Lanes,
// vectors and folding are otherwise those of the convolution of floats.
var families8 = []family{
	{avx512, 1, 2, 9},
	{avx512, 2, 1, 9},
	{avx512, 2, 2, 9},
	{avx512, 2, 3, 9},
}

// The registers of the end of a tile, above the sums.
const (
	floor8 = 31
	spare8 = 30
	scale8 = 29
	bias8  = 28
	skip8  = 27 // the factor of the skip; before, a half of a folded vector
)

func (t tile) name8() string {
	return fmt.Sprintf("conv8x%dx%dx%d", t.fold, t.vectors, t.cells)
}

// eachTile8 calls f for every tile.
func eachTile8(f func(t tile)) {
	for _, fam := range families8 {
		for cells := 1; cells <= fam.cells; cells++ {
			t := tile(fam)
			t.cells = cells
			f(t)
		}
	}
}

func conv8File() string {
	f := newFile("Convolution of bytes; docs/performance.md explains it.")
	eachTile8(f.conv8Tile)
	f.quantise8()
	return f.String()
}

// conv8Tile writes the loop over tiles of one shape.
func (f *file) conv8Tile(t tile) {
	f.begin(function{t.name8(), "t *tiles8", t.name8() + " convolves tiles8.count tiles of bytes."}, 24, 8)
	f.op("MOVQ t+0(FP), BX")
	f.op("MOVQ tiles8_count(BX), AX")
	f.op("MOVQ AX, count-8(SP)")
	f.op("MOVQ tiles8_first(BX), AX")
	f.op("SHLQ $4, AX")
	f.op("ADDQ tiles8_cells(BX), AX")
	f.op("MOVQ AX, cells-16(SP)")
	f.line("next:")
	f.op("MOVQ tiles8_src(BX), CX")
	f.op("MOVQ tiles8_weights(BX), DI")
	f.op("MOVQ tiles8_rows(BX), AX")
	f.op("MOVQ AX, row-24(SP)")
	f.op("MOVQ cells-16(SP), AX")
	for i := t.cells - 1; i >= 0; i-- { // AX, the table, last
		f.op("MOVQ %d(AX), %s", i*16, offsets[i])
	}
	for i := range t.sums() {
		f.op("%s", t.zero(i))
	}
	f.line("row:")
	f.op("MOVQ tiles8_steps(BX), BX")
	f.op("SUBQ $%d, BX", unroll)
	f.op("JLT rest")
	f.line("steps:")
	f.conv8Steps(t, unroll)
	f.op("SUBQ $%d, BX", unroll)
	f.op("JGE steps")
	f.line("rest:")
	f.op("ADDQ $%d, BX", unroll)
	f.op("JZ rowEnd")
	f.line("step:")
	f.conv8Steps(t, 1)
	f.op("DECQ BX")
	f.op("JNZ step")
	f.line("rowEnd:")
	f.op("MOVQ t+0(FP), BX")
	f.op("ADDQ tiles8_gap(BX), CX")
	f.op("DECQ row-24(SP)")
	f.op("JNZ row")
	f.conv8End(t)
	f.op("ADDQ $%d, cells-16(SP)", t.cells*16)
	f.op("DECQ count-8(SP)")
	f.op("JNZ next")
	f.end()
}

// conv8Steps writes n steps and moves on by them.
func (f *file) conv8Steps(t tile, n int) {
	for i := range n {
		f.conv8Step(t, i)
	}
	f.op("ADDQ $%d, CX", n*4*t.fold)
	f.op("ADDQ $%d, DI", n*t.vectors*t.bytes())
}

// conv8Step adds four products to every lane, so many steps from the cursors.
func (f *file) conv8Step(t tile, at int) {
	first := t.sums() + t.vectors // the first register after sums and weights
	for j := range t.vectors {
		f.op("VMOVDQU32 %d(DI), %s", (at*t.vectors+j)*t.bytes(), t.v(t.sums()+j))
	}
	broadcast := []string{"VPBROADCASTD", "VPBROADCASTQ"}[t.fold-1]
	for i := range t.cells {
		x := t.v(first + i%(t.isa.vectors-first))
		f.op("%s %d(CX)(%s*1), %s", broadcast, at*4*t.fold, offsets[i], x)
		for j := range t.vectors {
			f.op("VPDPBUSD %s, %s, %s", t.v(t.sums()+j), x, t.sum(i, j))
		}
	}
}

// conv8End turns sums into floats, adds the skip, applies the floor and writes
// bytes or floats. Every multiplication and addition rounds for itself, so that
// plain Go can do the same. BX is the arguments.
func (f *file) conv8End(t tile) {
	f.op("MOVQ cells-16(SP), DI")
	f.op("MOVQ tiles8_scale(BX), R9")
	f.op("MOVQ tiles8_bias(BX), R8")
	f.op("VBROADCASTSS tiles8_floor(BX), Z%d", floor8)
	f.op("KMOVW tiles8_mask(BX), K1")
	for _, c := range t.chunks() {
		f.op("VMOVUPS %d(R9), %s%d", c.at, c.letter, scale8)
		f.op("VMOVUPS %d(R8), %s%d", c.at, c.letter, bias8)
		for i := range t.cells {
			part := t.part(c, i)
			f.fold8(t, c, i)
			f.op("VCVTDQ2PS %s, %s", part, part)
			f.op("VMULPS %s%d, %s, %s", c.letter, scale8, part, part)
			f.op("VADDPS %s%d, %s, %s", c.letter, bias8, part, part)
		}
	}
	f.op("MOVQ tiles8_skip(BX), SI")
	f.op("TESTQ SI, SI")
	f.op("JZ write")
	f.op("MOVQ tiles8_factor(BX), R9")
	f.eachChunk8(t, func(c chunk) {
		f.op("VMOVUPS %d(R9), %s%d", c.at, c.letter, skip8)
	}, f.addSkip8)
	f.line("write:")
	f.op("MOVQ tiles8_floats(BX), SI")
	f.op("TESTQ SI, SI")
	f.op("JNZ floats")
	f.op("MOVQ tiles8_dst(BX), SI")
	f.eachChunk8(t, nil, f.write8)
	f.op("JMP written")
	f.line("floats:")
	f.eachChunk8(t, nil, f.writeFloats8)
	f.line("written:")
}

// eachChunk8 calls begin for every chunk and then do for it in every cell, with
// R10 at its cell's offset and SI at the operand.
func (f *file) eachChunk8(t tile, begin func(c chunk), do func(c chunk, part string)) {
	for _, c := range t.chunks() {
		if begin != nil {
			begin(c)
		}
		for i := range t.cells {
			f.op("MOVQ %d(DI), R10", i*16+8)
			do(c, t.part(c, i))
		}
	}
}

// fold8 is fold, of integers.
func (f *file) fold8(t tile, c chunk, cell int) {
	if t.fold == 1 {
		return
	}
	at := cell*t.vectors + c.vector
	other := at + 1
	if c.letter == "Y" {
		other = skip8
		f.op("VEXTRACTI64X4 $1, Z%d, Y%d", at, other)
	}
	a, b, x := fmt.Sprint(c.letter, at), fmt.Sprint(c.letter, other), fmt.Sprint(c.letter, spare8)
	f.op("VSHUFPS $0x88, %s, %s, %s", b, a, x)
	f.op("VSHUFPS $0xDD, %s, %s, %s", b, a, a)
	f.op("VPADDD %s, %s, %s", x, a, a)
}

// k1 is what follows the operand of a chunk that may be the output's last.
func (c chunk) k1() string {
	if c.last {
		return "K1, "
	}
	return ""
}

func (f *file) addSkip8(c chunk, part string) {
	x := fmt.Sprint(c.letter, spare8)
	zeroing := ""
	if c.last {
		zeroing = ".Z"
	}
	f.op("VPMOVZXBD%s %d(SI)(R10*1), %s%s", zeroing, c.at/4, c.k1(), x)
	f.op("VCVTDQ2PS %s, %s", x, x)
	f.op("VMULPS %s%d, %s, %s", c.letter, skip8, x, x)
	f.op("VADDPS %s, %s, %s", x, part, part)
}

// write8 rounds to bytes: what is too large for an integer becomes 0x80000000,
// and, unsigned, 255 like all that is too large for a byte.
func (f *file) write8(c chunk, part string) {
	f.op("VMAXPS %s, %s%d, %s", part, c.letter, floor8, part)
	f.op("VCVTPS2DQ %s, %s", part, part)
	f.op("VPMOVUSDB %s, %s%d(SI)(R10*1)", part, c.k1(), c.at/4)
}

func (f *file) writeFloats8(c chunk, part string) {
	f.op("VMAXPS %s, %s%d, %s", part, c.letter, floor8, part)
	f.op("VMOVUPS %s, %s%d(SI)(R10*4)", part, c.k1(), c.at)
}

// quantise8 writes the loop that makes bytes of floats, sixteen at a time.
func (f *file) quantise8() {
	f.begin(function{"quantise8", "dst *uint8, src *float32, vectors int, factor float32", "quantise8 makes bytes of so many vectors of 16 floats."}, 0, 28)
	f.op("MOVQ dst+0(FP), DI")
	f.op("MOVQ src+8(FP), SI")
	f.op("MOVQ vectors+16(FP), CX")
	f.op("VBROADCASTSS factor+24(FP), Z1")
	f.op("%s", avx512.zero(2))
	f.line("next:")
	f.op("VMULPS (SI), Z1, Z0")
	f.op("VMAXPS Z2, Z0, Z0") // of a NaN the second, which is zero
	f.op("VCVTPS2DQ Z0, Z0")
	f.op("VPMOVUSDB Z0, (DI)")
	f.op("ADDQ $64, SI")
	f.op("ADDQ $16, DI")
	f.op("DECQ CX")
	f.op("JNZ next")
	f.end()
}

// conv8Switch writes the Go function that calls the function of a tile.
func conv8Switch(b *strings.Builder) {
	fmt.Fprint(b, "\n// families8 are the tiles of bytes there are.\nvar families8 = []family{\n")
	for _, fam := range families8 {
		fmt.Fprintf(b, "{%d, %d, %d, %d},\n", fam.lanes, fam.fold, fam.vectors, fam.cells)
	}
	fmt.Fprint(b, "}\n\n// convolve8 runs the tiles of a family, so many cells each.\n")
	fmt.Fprint(b, "func convolve8(f family, cells int, t *tiles8) {\nswitch f.code(cells) {\n")
	eachTile8(func(t tile) {
		fmt.Fprintf(b, "case %d_%d_%d_%02d:\n%s(t)\n", t.lanes, t.fold, t.vectors, t.cells, t.name8())
	})
	fmt.Fprint(b, "default:\npanic(\"kernel: no such tile\")\n}\n}\n")
}
