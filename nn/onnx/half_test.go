package onnx

import (
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"

	"ludens/nn"
)

// Each float16 is itself again, and numbers between two of them become the nearer one, of
// two as near the one with an even last bit.
func TestHalf(t *testing.T) {
	single := func(h uint16) float32 {
		return nn.Dtype("F16").Append(nil, binary.LittleEndian.AppendUint16(nil, h))[0]
	}
	for h := range uint16(infinity) {
		v, next := single(h), single(h+1)
		for _, sign := range []uint16{0, 0x8000} {
			if got := half(float32(math.Copysign(float64(v), 1-2*float64(sign>>15)))); got != h|sign {
				t.Fatalf("%v: %#x, want %#x", v, got, h|sign)
			}
		}
		if h+1 == infinity {
			next = 65536 // as if there were one more
		}
		middle, even := v+(next-v)/2, h+h&1
		for _, near := range []struct {
			v    float32
			want uint16
		}{{math.Nextafter32(middle, 0), h}, {middle, even}, {math.Nextafter32(middle, next), h + 1}} {
			if got := half(near.v); got != near.want {
				t.Fatalf("%v, between %v and %v: %#x, want %#x", near.v, v, next, got, near.want)
			}
		}
	}
	if inf := float32(math.Inf(1)); half(inf) != infinity || half(-inf) != infinity|0x8000 || half(1e30) != infinity || half(float32(math.NaN()))&0x7fff <= infinity {
		t.Error("what float16 cannot hold is held")
	}
}

// A network whose weights are too large for half precision is refused, one at the limit is not.
func TestTooLargeForHalf(t *testing.T) {
	for _, w := range []float32{65504, 65520} {
		ts := network(t, networks["celta's preset"]).Folded()
		ts[0].Data[3] = w
		net, err := nn.Adopt(networks["celta's preset"], ts)
		if err != nil {
			t.Fatal(err)
		}
		// Batch norm of an adopted network divides by the root of its epsilon and multiplies again.
		err = WriteFloat16(io.Discard, net)
		if fits := w < 65510; fits != (err == nil) {
			t.Errorf("%v: %v", w, err)
		}
		if err != nil && !strings.Contains(err.Error(), "too large for float16: half precision cannot hold this network") {
			t.Error(err)
		}
	}
}
