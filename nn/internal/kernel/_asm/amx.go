package main

import (
	"fmt"
	"math/bits"
)

// AMX in bytes, since Go's assembler does not know it. Eight tiles of up to
// sixteen rows of 64 bytes; how large each is stands in 64 bytes of memory (Intel
// SDM, volume 1, chapter 18, and volume 2 under each instruction).

// gpr are the general registers by their number in an encoding.
var gpr = []string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// number returns a general register's.
func number(name string) int {
	for i, v := range gpr {
		if v == name {
			return i
		}
	}
	panic("asm: no register " + name)
}

// The prefix that a VEX encoding works in.
const (
	noPrefix = 0
	prefix66 = 1
	prefixF3 = 2
	prefixF2 = 3
)

// at is an operand in memory: base + index + offset. A tile's rows are index
// apart.
type at struct {
	base, index string
	offset      int
}

func (m at) String() string {
	if m.index == "" {
		return fmt.Sprintf("[%s+%d]", m.base, m.offset)
	}
	return fmt.Sprintf("[%s+%s+%d]", m.base, m.index, m.offset)
}

// vex returns the three bytes before an opcode of the map 0F38, 128 bits, W0:
// the prefix, the second source, and the top bits of base and index, all but the
// prefix inverted.
func vex(prefix, source, base, index int) []byte {
	return []byte{0xC4, byte(0x82 | (^index>>3&1)<<6 | (^base>>3&1)<<5), byte((^source&15)<<3 | prefix)}
}

// registers encodes an instruction on tiles alone.
func registers(prefix int, opcode byte, dst, first, second int) []byte {
	return append(vex(prefix, second, 0, 0), opcode, byte(0xC0|dst<<3|first))
}

// memory encodes an instruction on a tile, or on none (0), and an operand in
// memory: base, index and 32 bits of offset.
func memory(prefix int, opcode byte, tile int, m at) []byte {
	base, index := number(m.base), number("SP") // which stands for none
	if m.index != "" {
		index = number(m.index)
	}
	o := uint32(m.offset)
	return append(vex(prefix, 0, base, index), opcode, byte(0x84|tile<<3), byte(index&7<<3|base&7),
		byte(o), byte(o>>8), byte(o>>16), byte(o>>24))
}

// raw writes an instruction as bytes, and its text behind them.
func (f *file) raw(code []byte, text string, a ...any) {
	line := ""
	for i, b := range code {
		if i > 0 {
			line += "; "
		}
		line += fmt.Sprintf("BYTE $0x%02X", b)
	}
	f.op("%s // %s", line, fmt.Sprintf(text, a...))
}

func (f *file) loadTileConfig(m at) { f.raw(memory(noPrefix, 0x49, 0, m), "LDTILECFG %v", m) }

func (f *file) releaseTiles() { f.raw(registers(noPrefix, 0x49, 0, 0, 0), "TILERELEASE") }

func (f *file) zeroTile(t int) { f.raw(registers(prefixF2, 0x49, t, 0, 0), "TILEZERO tmm%d", t) }

func (f *file) loadTile(t int, m at) {
	f.raw(memory(prefixF2, 0x4B, t, m), "TILELOADD tmm%d, %v", t, m)
}

func (f *file) storeTile(m at, t int) {
	f.raw(memory(prefixF3, 0x4B, t, m), "TILESTORED %v, tmm%d", m, t)
}

// dotBytes adds to sums the products of unsigned a and signed b, four of a lane
// together.
func (f *file) dotBytes(sums, a, b int) {
	f.raw(registers(prefix66, 0x5E, sums, a, b), "TDPBUSD tmm%d, tmm%d, tmm%d", sums, a, b)
}

// dotPairs adds to sums the products of bfloat16 a and b, two of a lane together.
func (f *file) dotPairs(sums, a, b int) {
	f.raw(registers(prefixF3, 0x5C, sums, a, b), "TDPBF16PS tmm%d, tmm%d, tmm%d", sums, a, b)
}

// roundVector makes sixteen bfloat16 of sixteen floats, both among the first eight
// registers: VCVTNEPS2BF16 of AVX512_BF16, which Go's assembler does not know.
func (f *file) roundVector(from, to int) {
	f.raw([]byte{0x62, 0xF2, 0x7E, 0x48, 0x72, byte(0xC0 | to<<3 | from)}, "VCVTNEPS2BF16 zmm%d, ymm%d", from, to)
}

// askToWrite asks for a line of memory at base + scale index + offset that will be
// written: PREFETCHW, which Go's assembler does not know.
func (f *file) askToWrite(base, index string, scale, offset int) {
	b, i, o := number(base), number(index), uint32(offset)
	power := bits.TrailingZeros(uint(scale))
	f.raw([]byte{byte(0x40 | i>>3<<1 | b>>3), 0x0F, 0x0D, 0x8C, byte(power<<6 | i&7<<3 | b&7),
		byte(o), byte(o >> 8), byte(o >> 16), byte(o >> 24)}, "PREFETCHW [%s+%d*%s+%d]", base, scale, index, offset)
}

// amxShape is sums that are added up together: cells tiles of cells times
// vectors tiles of sixteen channels. Of the eight tiles there are, four are sums;
// the others are inputs and weights.
type amxShape struct {
	amxNumbers
	cells, vectors int
}

// amxNumbers is what is multiplied, and what becomes of the sums.
type amxNumbers struct {
	prefix    string                                  // of names
	blocks    string                                  // the arguments of the assembly; an amxBlocks comes first in it
	dot       func(f *file, sums, a, b int)           // multiplies tiles
	constants func(f *file, s amxShape)               // loads what is done to the sums
	cell      func(f *file, s amxShape, label string) // does it to those of a cell
}

// amxShapes are those there are: for thirty-two channels, and for sixteen.
func amxShapes(of amxNumbers) []amxShape { return []amxShape{{of, 2, 2}, {of, 4, 1}} }

func (s amxShape) name() string { return fmt.Sprintf("%sAMX%dx%d", s.prefix, s.cells, s.vectors) }

// width returns the bytes that the sums of one cell take.
func (s amxShape) width() int { return 64 * s.vectors }

// The tiles above those of the sums: two each, in turn.
const (
	inputTile  = 4
	weightTile = 6
)

// The frame: the sums of a block on a cache line, and variables.
const (
	amxFrame   = 4280
	amxSums    = "sums-4160(SP)"
	amxAligned = "aligned-4168(SP)" // where the sums begin
	amxBoards  = "boards-4176(SP)"  // left to do
	amxLeft    = "left-4184(SP)"    // blocks of this board left to do
	amxBlock   = "block-4192(SP)"
	amxSrc     = "src-4200(SP)"  // of this board
	amxAt      = "at-4208(SP)"   // of this board, in numbers from dst
	amxWaiting = "wait-4216(SP)" // the same of the board whose sums wait
)

// amxInputs is the place of the first.
const amxInputs = -4248

func amxInputAt(i int) string { return fmt.Sprintf("input%d%d(SP)", i, amxInputs+8*i) }

// convAMX writes the loops over boards, blocks of their cells, and steps of 64
// bytes. What comes of a block's sums is written a few cells a step while the
// next block is added up: the tiles' unit and the vectors' are different ones.
//
//	BX  arguments      R11  bytes from cell to cell     R13  cells whose sums wait
//	DI  weights        R12  64                          R10  how many
//	CX  steps left     R8   where the next begins
func (f *file) convAMX(s amxShape) {
	f.beginOnStack(function{s.name(), "t *" + s.blocks, s.name() + " convolves amxBlocks.boards boards."}, amxFrame, 8)
	f.op("MOVQ t+0(FP), BX")
	f.op("MOVQ amxBlocks_config(BX), AX")
	f.loadTileConfig(at{base: "AX"})
	f.op("LEAQ %s, AX", amxSums)
	f.op("ADDQ $63, AX")
	f.op("ANDQ $-64, AX")
	f.op("MOVQ AX, %s", amxAligned)
	s.constants(f, s)
	f.op("MOVQ amxBlocks_boards(BX), AX")
	f.op("MOVQ AX, %s", amxBoards)
	f.op("MOVQ amxBlocks_src(BX), AX")
	f.op("MOVQ AX, %s", amxSrc)
	f.op("MOVQ $0, %s", amxAt)
	f.op("MOVQ amxBlocks_in(BX), R11")
	f.op("MOVQ $64, R12")
	f.op("XORQ R10, R10")
	f.line("board:")
	f.op("MOVQ amxBlocks_blocks(BX), AX")
	f.op("MOVQ AX, %s", amxBlock)
	f.op("MOVQ amxBlocks_count(BX), AX")
	f.op("MOVQ AX, %s", amxLeft)
	f.line("block:")
	f.amxBegin(s)
	f.line("step:")
	f.op("MOVQ (R8), AX")
	f.op("ADDQ $8, R8")
	f.amxStep(s)
	f.op("MOVQ amxBlocks_share(BX), SI")
	f.line("wait:")
	f.op("TESTQ R10, R10")
	f.op("JZ stepped")
	s.cell(f, s, "")
	f.op("DECQ SI")
	f.op("JNZ wait")
	f.line("stepped:")
	f.op("DECQ CX")
	f.op("JNZ step")
	f.amxKeep(s)
	f.op("DECQ %s", amxLeft)
	f.op("JNZ block")
	f.op("MOVQ amxBlocks_srcBoard(BX), AX")
	f.op("ADDQ AX, %s", amxSrc)
	f.op("MOVQ amxBlocks_dstBoard(BX), AX")
	f.op("ADDQ AX, %s", amxAt)
	f.op("DECQ %s", amxBoards)
	f.op("JNZ board")
	f.line("last:")
	s.cell(f, s, "Last")
	f.op("TESTQ R10, R10")
	f.op("JNZ last")
	f.releaseTiles()
	f.end()
}

// amxBegin turns to the next block.
func (f *file) amxBegin(s amxShape) {
	f.op("MOVQ %s, R8", amxBlock)
	for i := range s.cells {
		f.op("MOVQ (amxBlock_inputs+%d)(R8), AX", 8*i)
		f.op("ADDQ %s, AX", amxSrc)
		f.op("MOVQ AX, %s", amxInputAt(i))
	}
	for i := range s.cells * s.vectors {
		f.zeroTile(i)
	}
	f.op("MOVQ amxBlocks_weights(BX), DI")
	f.op("MOVQ amxBlocks_steps(BX), R8")
	f.op("MOVQ amxBlocks_stepCount(BX), CX")
}

// amxStep adds the products of 64 bytes of inputs to every sum: those AX from
// where inputs begin.
func (f *file) amxStep(s amxShape) {
	weights := func(j int) {
		f.loadTile(weightTile+j, at{base: "DI", index: "R12", offset: 1024 * j})
	}
	weights(0)
	for i := range s.cells {
		f.op("MOVQ %s, R9", amxInputAt(i))
		f.op("ADDQ AX, R9")
		f.loadTile(inputTile+i%2, at{base: "R9", index: "R11"})
		for j := range s.vectors {
			if i == 0 && j > 0 {
				weights(j)
			}
			s.dot(f, i*s.vectors+j, inputTile+i%2, weightTile+j)
		}
	}
	f.op("ADDQ $%d, DI", 1024*s.vectors)
}

// amxKeep writes the sums where they wait, and turns to the next block. Those
// before are gone: there are enough steps for them.
func (f *file) amxKeep(s amxShape) {
	f.op("MOVQ %s, R9", amxAligned)
	f.op("MOVQ $%d, AX", s.width())
	for i := range s.cells {
		for j := range s.vectors {
			f.storeTile(at{base: "R9", index: "AX", offset: 64 * j}, i*s.vectors+j)
		}
		f.op("ADDQ amxBlocks_tile(BX), R9")
	}
	f.op("MOVQ %s, R8", amxBlock)
	f.op("MOVQ amxBlock_cells(R8), R13")
	f.op("MOVQ amxBlock_count(R8), R10")
	f.op("MOVQ %s, AX", amxAt)
	f.op("MOVQ AX, %s", amxWaiting)
	f.op("ADDQ $amxBlock__size, %s", amxBlock)
}

// mask is what stands before the operand of a vector that may be the output's
// last.
func (s amxShape) mask(j int) string {
	if j == s.vectors-1 {
		return "K1, "
	}
	return ""
}

func (s amxShape) zeroing(j int) string {
	if j == s.vectors-1 {
		return ".Z"
	}
	return ""
}

// beginOnStack is begin for a function with more variables than fit beside those
// of its caller: the stack grows where it must.
func (f *file) beginOnStack(fn function, variables, arguments int) {
	functions[f.arch] = append(functions[f.arch], fn)
	f.line("")
	f.line("// func %s(%s)", fn.name, fn.args)
	f.line("TEXT ·%s(SB), 0, $%d-%d", fn.name, variables, arguments)
}
