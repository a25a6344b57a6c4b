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
