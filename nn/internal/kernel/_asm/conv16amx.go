package main

// conv16Numbers are bfloat16, whose sums are kept as they are, or added to a skip.
var conv16Numbers = amxNumbers{"conv16", "blocks16", (*file).dotPairs, (*file).conv16Constants, (*file).conv16Cell}

func conv16AMXFile() string {
	f := newFile("amd64", "Convolution of bfloat16 in tiles of AMX; docs/performance.md explains it.")
	for _, s := range amxShapes(conv16Numbers) {
		f.convAMX(s)
	}
	return f.String()
}

// conv16Constants loads which lanes there are.
func (f *file) conv16Constants(amxShape) { f.op("KMOVW blocks16_mask(BX), K1") }

// conv16Cell writes the sums of one cell.
func (f *file) conv16Cell(s amxShape, label string) {
	f.op("DECQ R10")
	f.op("MOVQ %s, R9", amxAligned)
	f.op("ADDQ cell_src(R13), R9")
	f.op("MOVQ cell_dst(R13), AX")
	f.op("ADDQ %s, AX", amxWaiting)
	f.op("ADDQ $cell__size, R13")
	for j := range s.vectors {
		f.op("VMOVUPS %d(R9), Z%d", 64*j, j)
	}
	f.op("MOVQ blocks16_skip(BX), R9")
	f.op("TESTQ R9, R9")
	f.op("JZ added%s", label)
	for j := range s.vectors {
		f.op("VMOVUPS%s %d(R9)(AX*4), %sZ%d", s.zeroing(j), 64*j, s.mask(j), 2+j)
		f.op("VADDPS Z%d, Z%d, Z%d", 2+j, j, j)
	}
	f.line("added%s:", label)
	f.op("MOVQ blocks16_dst(BX), R9")
	for j := range s.vectors {
		f.askToWrite("R9", "AX", 4, 64*j+aheadBytes)
	}
	for j := range s.vectors {
		f.op("VMOVUPS Z%d, %s%d(R9)(AX*4)", j, s.mask(j), 64*j)
	}
}

// A weight gradient in tiles of AMX: 32 inputs times 32 outputs for one tap, in
// four tiles of sums. What is summed over are cells, 32 in a step.
//
//	                  outputs 0..15   16..31     <- 16 pairs of cells x 16 outputs
//	inputs  0..15     sum 0           sum 1
//	inputs 16..31     sum 2           sum 3
//	   ^ 16 inputs x 32 cells
func grad16AMXFile() string {
	f := newFile("amd64", "Weight gradients of bfloat16 in tiles of AMX; docs/performance.md explains them.")
	f.grad16AMX()
	return f.String()
}

// grad16AMX writes the loops over taps, boards and steps.
//
//	BX  arguments        R8   from a row of inputs to the next     R11  where a tap begins
//	SI  inputs           R9   from a pair of cells to the next     R12  taps left
//	DI  gradients        R10  from a row of sums to the next       R13  sums
//	DX  boards left      CX   steps left
func (f *file) grad16AMX() {
	f.begin(function{"grad16AMX", "t *gradTiles16", "grad16AMX adds the taps' gradients of 32 inputs and 32 outputs to their sums."}, 24, 8)
	f.op("MOVQ t+0(FP), BX")
	f.op("MOVQ gradTiles16_config(BX), AX")
	f.loadTileConfig(at{base: "AX"})
	for _, v := range []struct{ field, reg string }{
		{"xRow", "R8"}, {"dyPair", "R9"}, {"sumRow", "R10"}, {"shifts", "R11"}, {"taps", "R12"}, {"sums", "R13"},
	} {
		f.op("MOVQ gradTiles16_%s(BX), %s", v.field, v.reg)
	}
	f.line("tap:")
	f.gradSums(f.loadSum)
	f.op("MOVQ gradTiles16_x(BX), SI")
	f.op("ADDQ (R11), SI")
	f.op("ADDQ $8, R11")
	f.op("MOVQ SI, inputs-8(SP)")
	f.op("MOVQ gradTiles16_dy(BX), DI")
	f.op("MOVQ DI, gradients-16(SP)")
	f.op("MOVQ gradTiles16_boards(BX), DX")
	f.line("board:")
	f.op("MOVQ gradTiles16_steps(BX), CX")
	f.line("step:")
	f.grad16Step()
	f.op("DECQ CX")
	f.op("JNZ step")
	f.op("MOVQ inputs-8(SP), SI")
	f.op("ADDQ gradTiles16_xBoard(BX), SI")
	f.op("MOVQ SI, inputs-8(SP)")
	f.op("MOVQ gradients-16(SP), DI")
	f.op("ADDQ gradTiles16_dyBoard(BX), DI")
	f.op("MOVQ DI, gradients-16(SP)")
	f.op("DECQ DX")
	f.op("JNZ board")
	f.gradSums(f.storeSum)
	f.op("ADDQ gradTiles16_sumTap(BX), R13")
	f.op("DECQ R12")
	f.op("JNZ tap")
	f.releaseTiles()
	f.end()
}

// gradSums does something with the four tiles of sums and where they are kept.
func (f *file) gradSums(do func(m at, t int)) {
	do(at{base: "R13", index: "R10"}, 0)
	do(at{base: "R13", index: "R10", offset: 64}, 1)
	f.op("MOVQ R13, AX")
	f.op("ADDQ gradTiles16_sumTile(BX), AX")
	do(at{base: "AX", index: "R10"}, 2)
	do(at{base: "AX", index: "R10", offset: 64}, 3)
}

func (f *file) loadSum(m at, t int) { f.loadTile(t, m) }

func (f *file) storeSum(m at, t int) { f.storeTile(m, t) }

// grad16Step adds the products of 32 cells.
func (f *file) grad16Step() {
	f.loadTile(weightTile, at{base: "DI", index: "R9"})
	f.loadTile(inputTile, at{base: "SI", index: "R8"})
	f.dotPairs(0, inputTile, weightTile)
	f.loadTile(weightTile+1, at{base: "DI", index: "R9", offset: 64})
	f.dotPairs(1, inputTile, weightTile+1)
	f.op("MOVQ SI, AX")
	f.op("ADDQ gradTiles16_xTile(BX), AX")
	f.loadTile(inputTile+1, at{base: "AX", index: "R8"})
	f.dotPairs(2, inputTile+1, weightTile)
	f.dotPairs(3, inputTile+1, weightTile+1)
	f.op("ADDQ $64, SI")
	f.op("ADDQ gradTiles16_dyStep(BX), DI")
}
