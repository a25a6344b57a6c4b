package main

import "fmt"

// amxShape is sums that are added up together: cells tiles of cells times
// vectors tiles of sixteen channels. Of the eight tiles there are, four are sums;
// the others are inputs and weights.
type amxShape struct{ cells, vectors int }

// amxShapes are those there are: for thirty-two channels, and for sixteen.
var amxShapes = []amxShape{{2, 2}, {4, 1}}

func (s amxShape) name() string { return fmt.Sprintf("conv8AMX%dx%d", s.cells, s.vectors) }

// width returns the bytes that the sums of one cell take.
func (s amxShape) width() int { return 64 * s.vectors }

// The tiles above those of the sums: two each, in turn.
const (
	inputTile  = 4
	weightTile = 6
)

// The vector registers that keep their value, of each vector.
const (
	amxScale  = 16
	amxBias   = 18
	amxFactor = 20
	amxFloor  = 22
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

func conv8AMXFile() string {
	f := newFile("Convolution of bytes in tiles of AMX; docs/performance.md explains it.")
	for _, s := range amxShapes {
		f.conv8AMX(s)
	}
	f.keptStates()
	return f.String()
}

// conv8AMX writes the loops over boards, blocks of their cells, and steps of 64
// bytes. What comes of a block's sums is written a few cells a step while the
// next block is added up: the tiles' unit and the vectors' are different ones.
//
//	BX  arguments      R11  bytes from cell to cell     R13  cells whose sums wait
//	DI  weights        R12  64                          R10  how many
//	CX  steps left     R8   where the next begins
func (f *file) conv8AMX(s amxShape) {
	f.beginOnStack(function{s.name(), "t *blocks8", s.name() + " convolves blocks8.boards boards of bytes."}, amxFrame, 8)
	f.op("MOVQ t+0(FP), BX")
	f.op("MOVQ blocks8_config(BX), AX")
	f.loadTileConfig(at{base: "AX"})
	f.op("LEAQ %s, AX", amxSums)
	f.op("ADDQ $63, AX")
	f.op("ANDQ $-64, AX")
	f.op("MOVQ AX, %s", amxAligned)
	f.amxConstants(s)
	f.op("MOVQ blocks8_boards(BX), AX")
	f.op("MOVQ AX, %s", amxBoards)
	f.op("MOVQ blocks8_src(BX), AX")
	f.op("MOVQ AX, %s", amxSrc)
	f.op("MOVQ $0, %s", amxAt)
	f.op("MOVQ blocks8_in(BX), R11")
	f.op("MOVQ $64, R12")
	f.op("XORQ R10, R10")
	f.line("board:")
	f.op("MOVQ blocks8_blocks(BX), AX")
	f.op("MOVQ AX, %s", amxBlock)
	f.op("MOVQ blocks8_count(BX), AX")
	f.op("MOVQ AX, %s", amxLeft)
	f.line("block:")
	f.amxBegin(s)
	f.line("step:")
	f.op("MOVQ (R8), AX")
	f.op("ADDQ $8, R8")
	f.amxStep(s)
	f.op("MOVQ blocks8_share(BX), SI")
	f.line("wait:")
	f.op("TESTQ R10, R10")
	f.op("JZ stepped")
	f.amxCell(s, "")
	f.op("DECQ SI")
	f.op("JNZ wait")
	f.line("stepped:")
	f.op("DECQ CX")
	f.op("JNZ step")
	f.amxKeep(s)
	f.op("DECQ %s", amxLeft)
	f.op("JNZ block")
	f.op("MOVQ blocks8_srcBoard(BX), AX")
	f.op("ADDQ AX, %s", amxSrc)
	f.op("MOVQ blocks8_dstBoard(BX), AX")
	f.op("ADDQ AX, %s", amxAt)
	f.op("DECQ %s", amxBoards)
	f.op("JNZ board")
	f.line("last:")
	f.amxCell(s, "Last")
	f.op("TESTQ R10, R10")
	f.op("JNZ last")
	f.releaseTiles()
	f.end()
}

// amxConstants loads what is done to the sums.
func (f *file) amxConstants(s amxShape) {
	for _, v := range []struct {
		field string
		first int
	}{{"scale", amxScale}, {"bias", amxBias}, {"factor", amxFactor}} {
		f.op("MOVQ blocks8_%s(BX), AX", v.field)
		for j := range s.vectors {
			f.op("VMOVUPS %d(AX), Z%d", 64*j, v.first+j)
		}
	}
	f.op("VBROADCASTSS blocks8_floor(BX), Z%d", amxFloor)
	f.op("KMOVW blocks8_mask(BX), K1")
}

// amxBegin turns to the next block.
func (f *file) amxBegin(s amxShape) {
	f.op("MOVQ %s, R8", amxBlock)
	for i := range s.cells {
		f.op("MOVQ (block8_inputs+%d)(R8), AX", 8*i)
		f.op("ADDQ %s, AX", amxSrc)
		f.op("MOVQ AX, %s", amxInputAt(i))
	}
	for i := range s.cells * s.vectors {
		f.zeroTile(i)
	}
	f.op("MOVQ blocks8_weights(BX), DI")
	f.op("MOVQ blocks8_steps(BX), R8")
	f.op("MOVQ blocks8_stepCount(BX), CX")
}

// amxStep adds 64 products to every sum: of the bytes AX from where inputs begin.
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
			f.dotBytes(i*s.vectors+j, inputTile+i%2, weightTile+j)
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
		f.op("ADDQ blocks8_tile(BX), R9")
	}
	f.op("MOVQ %s, R8", amxBlock)
	f.op("MOVQ block8_cells(R8), R13")
	f.op("MOVQ block8_count(R8), R10")
	f.op("MOVQ %s, AX", amxAt)
	f.op("MOVQ AX, %s", amxWaiting)
	f.op("ADDQ $block8__size, %s", amxBlock)
}

// amxCell makes bytes or floats of the sums of one cell. Every multiplication and
// addition rounds for itself, so that plain Go can do the same.
func (f *file) amxCell(s amxShape, label string) {
	f.op("DECQ R10")
	f.op("MOVQ %s, R9", amxAligned)
	f.op("ADDQ cell_src(R13), R9")
	f.op("MOVQ cell_dst(R13), AX")
	f.op("ADDQ %s, AX", amxWaiting)
	f.op("ADDQ $cell__size, R13")
	for j := range s.vectors {
		f.op("VCVTDQ2PS %d(R9), Z%d", 64*j, j)
		f.op("VMULPS Z%d, Z%d, Z%d", amxScale+j, j, j)
		f.op("VADDPS Z%d, Z%d, Z%d", amxBias+j, j, j)
	}
	f.op("MOVQ blocks8_skip(BX), R9")
	f.op("TESTQ R9, R9")
	f.op("JZ added%s", label)
	for j := range s.vectors {
		f.op("VPMOVZXBD%s %d(R9)(AX*1), %sZ%d", s.zeroing(j), 16*j, s.mask(j), 2+j)
		f.op("VCVTDQ2PS Z%d, Z%d", 2+j, 2+j)
		f.op("VMULPS Z%d, Z%d, Z%d", amxFactor+j, 2+j, 2+j)
		f.op("VADDPS Z%d, Z%d, Z%d", 2+j, j, j)
	}
	f.line("added%s:", label)
	for j := range s.vectors {
		f.op("VMAXPS Z%d, Z%d, Z%d", j, amxFloor, j)
	}
	f.op("MOVQ blocks8_floats(BX), R9")
	f.op("TESTQ R9, R9")
	f.op("JNZ floats%s", label)
	f.op("MOVQ blocks8_dst(BX), R9")
	for j := range s.vectors {
		f.op("VCVTPS2DQ Z%d, Z%d", j, j)
		f.op("VPMOVUSDB Z%d, %s%d(R9)(AX*1)", j, s.mask(j), 16*j)
	}
	f.op("JMP written%s", label)
	f.line("floats%s:", label)
	for j := range s.vectors {
		f.op("VMOVUPS Z%d, %s%d(R9)(AX*4)", j, s.mask(j), 64*j)
	}
	f.line("written%s:", label)
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

// keptStates writes the function that asks which registers the system keeps.
func (f *file) keptStates() {
	f.begin(function{"keptStates", "low *uint32", "keptStates writes the low half of XCR0: which registers the system keeps."}, 0, 8)
	f.op("XORL CX, CX")
	f.op("XGETBV")
	f.op("MOVQ low+0(FP), CX")
	f.op("MOVL AX, (CX)")
	f.end()
}

// beginOnStack is begin for a function with more variables than fit beside those
// of its caller: the stack grows where it must.
func (f *file) beginOnStack(fn function, variables, arguments int) {
	functions = append(functions, fn)
	f.line("")
	f.line("// func %s(%s)", fn.name, fn.args)
	f.line("TEXT ·%s(SB), 0, $%d-%d", fn.name, variables, arguments)
}
