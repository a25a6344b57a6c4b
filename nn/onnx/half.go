package onnx

import (
	"encoding/binary"
	"math"
	"slices"

	"ludens/nn"
)

// infinity is the float16 beyond all numbers.
const infinity = 0x7c00

// half returns the float16 nearest to v, of two as near the even one (IEEE 754).
func half(v float32) uint16 {
	bits := math.Float32bits(v)
	sign, rest := uint16(bits>>16&0x8000), bits&0x7fffffff
	switch {
	case rest > 0x7f800000: // NaN
		return sign | infinity | 0x200
	case rest >= 0x477ff000: // rounds to more than 65504
		return sign | infinity
	case rest < 0x38800000: // below 2^-14: a multiple of 2^-24
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(rest))*(1<<24)))
	}
	rest -= (127 - 15) << 23
	rest += 0xfff + rest>>13&1
	return sign | uint16(rest>>13)
}

// halfTensor encodes a TensorProto of float16.
func halfTensor(t nn.Tensor) (m message) {
	for _, d := range t.Shape {
		m.integer(tensorDims, d)
	}
	m.integer(tensorType, float16Type)
	m.text(tensorName, t.Name)
	raw := slices.Grow([]byte(nil), 2*len(t.Data))
	for _, v := range t.Data {
		raw = binary.LittleEndian.AppendUint16(raw, half(v))
	}
	m.message(tensorRaw, raw)
	return m
}
