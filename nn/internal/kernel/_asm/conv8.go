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
	{avx2, 1, 1, 10},
	{avx2, 1, 2, 6},
	{avx2, 1, 3, 4},
	pairs8,
}

// pairs8 are the tiles of a CPU whose AVX2 has no VPDPBUSD. They multiply 16-bit
// numbers: the even bytes of a step, then the odd ones.
var pairs8 = family{avx2, 1, 1, 6}

// ends8 are the registers of the end of a tile, above the sums.
type ends8 struct {
	floor, spare, scale, bias int
	skip                      int // the factor of the skip; before, a half of a folded vector

	// At last, on AVX2: the largest byte, and the lanes of the last vector.
	most, lanes int
}

func (t tile) ends8() ends8 {
	if t.isa == avx512 {
		return ends8{floor: 31, spare: 30, scale: 29, bias: 28, skip: 27}
	}
	return ends8{floor: 15, spare: 14, scale: 13, bias: 12, skip: 13, most: 13, lanes: 12}
}

func (f family) name8() string {
	if f == pairs8 {
		return "conv8AVX2pairs"
	}
	return fmt.Sprintf("conv8%sx%dx%d", f.isa.name, f.fold, f.vectors)
}

func conv8File() string {
	f := newFile("amd64", "Convolution of bytes; docs/performance.md explains it.")
	f.constants("largestByte", []float32{255})
	for _, fam := range families8 {
		f.conv8Family(fam)
	}
	f.quantise8(avx512)
	f.quantise8(avx2)
	return f.String()
}

// conv8Family writes the loop over tiles of one family, all of one height.
func (f *file) conv8Family(fam family) {
	f.begin(function{fam.name8(), "t *tiles8", fam.name8() + " convolves tiles8.count tiles of bytes, of tiles8.height cells."}, 56, 8)
	step := (*file).conv8Step
	if fam == pairs8 {
		step = (*file).pairsStep8
	}
	f.convSums(fam, "tiles8", fam.name8(), step)
	f.conv8End(fam.tallest())
	f.convNext()
}

// conv8Step adds four products to every lane, at steps from the cursors.
func (f *file) conv8Step(t tile) {
	first := t.sums() + t.vectors // the first register after sums and weights
	f.stepWeights(t)
	broadcast := []string{"VPBROADCASTD", "VPBROADCASTQ"}[t.fold-1]
	for i := range t.cells {
		x := first + i%(t.isa.vectors-first)
		f.op("%s %d*at(CX)(%s*1), %s", broadcast, 4*t.fold, offsets[i], t.v(x))
		for j := range t.vectors {
			f.dotQuads(t.isa, t.sums()+j, x, i*t.vectors+j)
		}
	}
}

// pairsStep8 does the same by products of 16-bit numbers, two to a lane: no sum of two
// saturates. Sums are in registers 0 to 5, weights in 8, even ones, and 9.
func (f *file) pairsStep8(t tile) {
	const even, odd, spare, mask = 12, 13, 14, 15
	f.op("VPCMPEQD Y%d, Y%d, Y%d", mask, mask, mask)
	f.op("VPSRLW $8, Y%d, Y%d", mask, mask)
	for j := range t.vectors {
		f.op("VMOVDQU %d*at+%d(DI), Y%d", t.vectors*t.bytes(), j*t.bytes(), spare)
		f.op("VPSRAW $8, Y%d, Y%d", spare, 9+2*j)
		f.op("VPSLLW $8, Y%d, Y%d", spare, spare)
		f.op("VPSRAW $8, Y%d, Y%d", spare, 8+2*j)
	}
	for i := range t.cells {
		f.op("VPBROADCASTD 4*at(CX)(%s*1), Y%d", offsets[i], odd)
		f.op("VPAND Y%d, Y%d, Y%d", mask, odd, even)
		f.op("VPSRLW $8, Y%d, Y%d", odd, odd)
		for j := range t.vectors {
			f.addPairs(8+2*j, even, spare, i*t.vectors+j)
			f.addPairs(9+2*j, odd, spare, i*t.vectors+j)
		}
	}
}

// addPairs adds to each lane of sums two products of signed 16-bit numbers.
func (f *file) addPairs(w, x, spare, sums int) {
	f.op("VPMADDWD Y%d, Y%d, Y%d", w, x, spare)
	f.op("VPADDD Y%d, Y%d, Y%d", spare, sums, sums)
}

// dotQuads adds to each lane of sums four products of unsigned x and signed w. Go's
// assembler knows the instruction of AVX-512 alone.
func (f *file) dotQuads(s isa, w, x, sums int) {
	if s == avx512 {
		f.op("VPDPBUSD %s, %s, %s", s.v(w), s.v(x), s.v(sums))
		return
	}
	f.raw(vex256(prefix66, 0x50, sums, x, w), "VPDPBUSD ymm%d, ymm%d, ymm%d", sums, x, w)
}

// conv8End turns sums into floats, adds the skip, applies the floor and writes
// bytes or floats. Every multiplication and addition rounds for itself, so that
// plain Go can do the same. BX is the arguments.
func (f *file) conv8End(t tile) {
	e := t.ends8()
	f.op("MOVQ cells-16(SP), DI")
	f.op("MOVQ tiles8_scale(BX), R9")
	f.op("MOVQ tiles8_bias(BX), R8")
	f.op("VBROADCASTSS tiles8_floor(BX), %s", t.v(e.floor))
	if t.isa == avx512 {
		f.op("KMOVW tiles8_mask(BX), K1")
	}
	for _, c := range t.chunks() {
		f.op("VMOVUPS %d(R9), %s%d", c.at, c.letter, e.scale)
		f.op("VMOVUPS %d(R8), %s%d", c.at, c.letter, e.bias)
		f.eachUpTo(t.cells, "R12", func(i int) {
			part := t.part(c, i)
			f.fold8(t, c, i)
			f.op("VCVTDQ2PS %s, %s", part, part)
			f.op("VMULPS %s%d, %s, %s", c.letter, e.scale, part, part)
			f.op("VADDPS %s%d, %s, %s", c.letter, e.bias, part, part)
		})
	}
	f.op("MOVQ tiles8_skip(BX), SI")
	f.op("TESTQ SI, SI")
	f.op("JZ write")
	f.op("MOVQ tiles8_factor(BX), R9")
	for _, c := range t.chunks() {
		f.op("VMOVUPS %d(R9), %s%d", c.at, c.letter, e.skip)
		f.eachCell8(t, c, "skip", f.addSkip8)
	}
	f.line("write:")
	f.op("MOVQ tiles8_floats(BX), SI")
	f.op("TESTQ SI, SI")
	f.op("JNZ floats")
	f.op("MOVQ tiles8_dst(BX), SI")
	if t.isa == avx2 {
		f.op("VBROADCASTSS largestByte<>(SB), %s", t.v(e.most))
	}
	for _, c := range t.chunks() {
		f.eachCell8(t, c, "byte", f.write8)
	}
	f.op("JMP written")
	f.line("floats:")
	if t.isa == avx2 {
		f.op("VMOVUPS tiles8_lanes(BX), %s", t.v(e.lanes))
	}
	for _, c := range t.chunks() {
		f.eachCell8(t, c, "", f.writeFloats8)
	}
	f.line("written:")
}

// part8 is a chunk of a cell to be worked on. Where bytes cannot be masked, the
// last chunk is either whole or, with AX bytes, cut.
type part8 struct {
	tile
	chunk
	register string
	cut      string // a label of its own, where the chunk is cut
}

// eachCell8 calls do for a chunk in every cell, with R10 at its cell's offset and
// SI at the operand. A name says that the operand is bytes.
func (f *file) eachCell8(t tile, c chunk, name string, do func(p part8)) {
	cells := func(cut string) {
		f.eachUpTo(t.cells, "R12", func(i int) {
			f.op("MOVQ %d(DI), R10", i*16+8)
			p := part8{tile: t, chunk: c, register: t.part(c, i)}
			if cut != "" {
				p.cut = fmt.Sprint(cut, i)
			}
			do(p)
		})
	}
	if t.isa == avx512 || name == "" || !c.last {
		cells("")
		return
	}
	f.op("MOVQ tiles8_rest(BX), CX")
	f.op("CMPQ CX, $%d", t.lanes)
	f.op("JNE %sCut", name)
	cells("")
	f.op("JMP %sEnd", name)
	f.line("%sCut:", name)
	cells(name + "Cut")
	f.line("%sEnd:", name)
}

// fold8 is fold, of integers.
func (f *file) fold8(t tile, c chunk, cell int) {
	if t.fold == 1 {
		return
	}
	at := cell*t.vectors + c.vector
	other := at + 1
	if c.letter == "Y" {
		other = t.ends8().skip
		f.op("VEXTRACTI64X4 $1, Z%d, Y%d", at, other)
	}
	a, b, x := fmt.Sprint(c.letter, at), fmt.Sprint(c.letter, other), fmt.Sprint(c.letter, t.ends8().spare)
	f.op("VSHUFPS $0x88, %s, %s, %s", b, a, x)
	f.op("VSHUFPS $0xDD, %s, %s, %s", b, a, a)
	f.op("VPADDD %s, %s, %s", x, a, a)
}

func (f *file) addSkip8(p part8) {
	e := p.ends8()
	x := fmt.Sprint(p.letter, e.spare)
	switch {
	case p.cut != "":
		f.loadCut8(p)
	case p.isa == avx512 && p.last:
		f.op("VPMOVZXBD.Z %d(SI)(R10*1), %s%s", p.at/4, p.k1(), x)
	default:
		f.op("VPMOVZXBD %d(SI)(R10*1), %s", p.at/4, x)
	}
	f.op("VCVTDQ2PS %s, %s", x, x)
	f.op("VMULPS %s%d, %s, %s", p.letter, e.skip, x, x)
	f.op("VADDPS %s, %s, %s", x, p.register, p.register)
}

// loadCut8 reads CX bytes of a chunk, one after the other.
func (f *file) loadCut8(p part8) {
	f.op("LEAQ %d(SI)(R10*1), R11", p.at/4)
	f.op("MOVQ CX, DX")
	f.op("XORQ AX, AX")
	f.line("%s:", p.cut)
	f.op("SHLQ $8, AX")
	f.op("MOVB -1(R11)(DX*1), AX")
	f.op("DECQ DX")
	f.op("JNZ %s", p.cut)
	f.op("VMOVQ AX, X%d", p.ends8().spare)
	f.op("VPMOVZXBD X%d, Y%d", p.ends8().spare, p.ends8().spare)
}

// write8 rounds to bytes. With AVX-512 what is too large for an integer becomes
// 0x80000000, and, unsigned, 255 like all that is too large for a byte. Packing in
// AVX2 takes signed numbers, so that the largest byte is applied first: VMINPS
// returns its second operand, here the first, for a NaN.
func (f *file) write8(p part8) {
	v, e := p.register, p.ends8()
	if p.isa == avx512 {
		f.op("VMAXPS %s, %s%d, %s", v, p.letter, e.floor, v)
		f.op("VCVTPS2DQ %s, %s", v, v)
		f.op("VPMOVUSDB %s, %s%d(SI)(R10*1)", v, p.k1(), p.at/4)
		return
	}
	low := f.pack8(v, e.most, e.spare)
	if p.cut == "" {
		f.op("VMOVQ %s, %d(SI)(R10*1)", low, p.at/4)
		return
	}
	f.op("VMOVQ %s, AX", low)
	f.op("LEAQ %d(SI)(R10*1), R11", p.at/4)
	f.op("MOVQ CX, DX")
	f.line("%s:", p.cut)
	f.op("MOVB AX, (R11)")
	f.op("SHRQ $8, AX")
	f.op("INCQ R11")
	f.op("DECQ DX")
	f.op("JNZ %s", p.cut)
}

// pack8 makes eight bytes of a vector of AVX2, and returns where they are.
func (f *file) pack8(v string, most, spare int) string {
	low := "X" + v[1:]
	f.op("VMINPS Y%d, %s, %s", most, v, v)
	f.op("VCVTPS2DQ %s, %s", v, v)
	f.op("VEXTRACTI128 $1, %s, X%d", v, spare)
	f.op("VPACKUSDW X%d, %s, %s", spare, low, low)
	f.op("VPACKUSWB %s, %s, %s", low, low, low)
	return low
}

func (f *file) writeFloats8(p part8) {
	v, e := p.register, p.ends8()
	f.op("VMAXPS %s, %s%d, %s", v, p.letter, e.floor, v)
	if p.isa == avx2 && p.last {
		f.op("VMASKMOVPS %s, Y%d, %d(SI)(R10*4)", v, e.lanes, p.at)
		return
	}
	f.op("VMOVUPS %s, %s%d(SI)(R10*4)", v, p.k1(), p.at)
}

// k1 is what follows the operand of a chunk that may be the output's last.
func (c chunk) k1() string {
	if c.last {
		return "K1, "
	}
	return ""
}

func quantiseName(s isa) string { return "quantise8" + s.name }

// quantise8 writes the loop that makes bytes of floats, a vector at a time.
func (f *file) quantise8(s isa) {
	name := quantiseName(s)
	f.begin(function{name, "dst *uint8, src *float32, vectors int, factor float32",
		fmt.Sprintf("%s makes bytes of vectors of %d floats.", name, s.lanes)}, 0, 28)
	f.op("MOVQ dst+0(FP), DI")
	f.op("MOVQ src+8(FP), SI")
	f.op("MOVQ vectors+16(FP), CX")
	f.op("VBROADCASTSS factor+24(FP), %s", s.v(1))
	f.op("%s", s.zero(2))
	if s == avx2 {
		f.op("VBROADCASTSS largestByte<>(SB), Y3")
	}
	f.line("next:")
	f.op("VMULPS (SI), %s, %s", s.v(1), s.v(0))
	f.op("VMAXPS %s, %s, %s", s.v(2), s.v(0), s.v(0)) // of a NaN the second, which is zero
	if s == avx2 {
		f.op("VMOVQ %s, (DI)", f.pack8("Y0", 3, 4))
	} else {
		f.op("VCVTPS2DQ Z0, Z0")
		f.op("VPMOVUSDB Z0, (DI)")
	}
	f.op("ADDQ $%d, SI", s.bytes())
	f.op("ADDQ $%d, DI", s.lanes)
	f.op("DECQ CX")
	f.op("JNZ next")
	f.end()
}

// conv8Switch writes the tiles there are, and the Go function that calls the
// function of one.
func conv8Switch(b *strings.Builder) {
	fmt.Fprint(b, "\n// families8 are the tiles of bytes there are, by path.\nvar families8 = map[string][]family{\n")
	for _, path := range []string{"AMX", "VNNI", "AVXVNNI", "AVX2"} {
		fmt.Fprintf(b, "%s: {\n", path)
		for _, fam := range families8 {
			if (fam.isa == avx512) == (path == "AMX" || path == "VNNI") && (fam == pairs8) == (path == "AVX2") {
				fmt.Fprintf(b, "{%d, %d, %d, %d},\n", fam.lanes, fam.fold, fam.vectors, fam.cells)
			}
		}
		fmt.Fprint(b, "},\n")
	}
	fmt.Fprint(b, "}\n")
	callFamily(b, "convolve8", "family", "tiles8", families8, family.code, family.name8)
}
