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
