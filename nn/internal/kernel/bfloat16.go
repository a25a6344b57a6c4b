package kernel

import "math"

// bfloat16 is a float32 without the lower half of its bits: eight binary digits.
type bfloat16 uint16

// round16 returns the bfloat16 nearest to v, of two the even one. As the CPU has
// it, NaN stays NaN, and what is smaller than any normal float32 is zero.
func round16(v float32) bfloat16 {
	bits := math.Float32bits(v)
	switch size := bits &^ (1 << 31); {
	case size > 0xFF<<23: // NaN
		return bfloat16(bits>>16 | 1<<6)
	case size < 1<<23:
		return bfloat16(bits >> 31 << 15)
	}
	return bfloat16((bits + 0x7FFF + bits>>16&1) >> 16)
}

// float returns h, exactly.
func (h bfloat16) float() float32 { return math.Float32frombits(uint32(h) << 16) }

// Tiles16 reports whether convolutions of bfloat16 can be made: by AMX, where that
// is chosen.
func Tiles16() bool { return hasTiles16 && Chosen() == AMX }
