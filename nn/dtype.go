package nn

import (
	"encoding/binary"
	"math"
)

// Dtype is how a file writes floating point numbers, little-endian, by the name that
// safetensors has for it: F32, F16 or BF16.
type Dtype string

// width returns how many bytes a number takes; 0 if the Dtype is none of the three.
func (d Dtype) width() int {
	switch d {
	case "F32":
		return 4
	case "F16", "BF16":
		return 2
	}
	return 0
}

// Known reports whether d is one of the three.
func (d Dtype) Known() bool { return d.width() > 0 }

// Append appends the numbers of b, whole numbers of d's width, to dst.
func (d Dtype) Append(dst []float32, b []byte) []float32 {
	for w := d.width(); len(b) >= w && w > 0; b = b[w:] {
		switch d {
		case "F32":
			dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		case "BF16":
			dst = append(dst, math.Float32frombits(uint32(binary.LittleEndian.Uint16(b))<<16))
		default:
			dst = append(dst, half(binary.LittleEndian.Uint16(b)))
		}
	}
	return dst
}

// half returns the number of IEEE 754's binary16: a sign, 5 bits of exponent, 10 of
// fraction.
func half(bits uint16) float32 {
	sign, exponent, fraction := float64(1), int(bits>>10)&31, float64(bits&1023)/1024
	if bits>>15 == 1 {
		sign = -1
	}
	switch {
	case exponent == 31 && fraction > 0:
		return float32(math.NaN())
	case exponent == 31:
		return float32(math.Inf(int(sign)))
	case exponent == 0:
		return float32(sign * math.Ldexp(fraction, -14))
	}
	return float32(sign * math.Ldexp(1+fraction, exponent-15))
}
