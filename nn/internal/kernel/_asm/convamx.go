package main

import "fmt"

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
