package main

// conv8Numbers are bytes, whose sums become bytes or floats.
var conv8Numbers = amxNumbers{"conv8", "blocks8", (*file).dotBytes, (*file).conv8Constants, (*file).conv8Cell}

// The vector registers that keep their value, of each vector.
const (
	amxScale  = 16
	amxBias   = 18
	amxFactor = 20
	amxFloor  = 22
)

func conv8AMXFile() string {
	f := newFile("amd64", "Convolution of bytes in tiles of AMX; docs/performance.md explains it.")
	for _, s := range amxShapes(conv8Numbers) {
		f.convAMX(s)
	}
	f.keptStates()
	return f.String()
}

// conv8Constants loads what is done to the sums.
func (f *file) conv8Constants(s amxShape) {
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

// conv8Cell makes bytes or floats of the sums of one cell. Every multiplication and
// addition rounds for itself, so that plain Go can do the same.
func (f *file) conv8Cell(s amxShape, label string) {
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

// keptStates writes the function that asks which registers the system keeps.
func (f *file) keptStates() {
	f.begin(function{"keptStates", "low *uint32", "keptStates writes the low half of XCR0: which registers the system keeps."}, 0, 8)
	f.op("XORL CX, CX")
	f.op("XGETBV")
	f.op("MOVQ low+0(FP), CX")
	f.op("MOVL AX, (CX)")
	f.end()
}
