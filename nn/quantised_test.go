package nn

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"ludens/env/seed"
)

// eachQuantised calls f with networks in int8, without uniform planes and with one.
func eachQuantised(t *testing.T, f func(t *testing.T, net *Net, q *Quantised)) {
	for name, s := range tinySpecs {
		for _, uniform := range []int{0, 1} {
			t.Run(name, func(t *testing.T) {
				net := trained(t, s).Uniform(uniform)
				obs := randomObs(s, 8, seed.New(2).Rand())
				c, err := Calibrate(net, obs, 8)
				if err != nil {
					t.Fatal(err)
				}
				f(t, net, Quantise(net, c))
			})
		}
	}
}

// As bytes and back a network gives the same bits. Control: of other weights the answers are others.
func TestQuantisedAsBytes(t *testing.T) {
	const n = 5
	eachQuantised(t, func(t *testing.T, net *Net, q *Quantised) {
		obs := randomObs(q.Spec(), n, seed.New(3).Rand())
		text := q.Encode()
		back, err := DecodeQuantised(text)
		if err != nil {
			t.Fatal(err)
		}
		if back.Hash() != q.Hash() || back.Spec() != q.Spec() || back.Uniform() != q.Uniform() || !slices.Equal(back.Encode(), text) {
			t.Error("it comes back as another")
		}
		want, got := infer(t, q.Engine(), obs, n), infer(t, back.Engine(), obs, n)
		if !slices.Equal(got.Logits, want.Logits) || !slices.Equal(got.WDL, want.WDL) || !slices.Equal(got.Score, want.Score) {
			t.Error("it answers otherwise")
		}
		for i := range back.layers[0].w[:9] {
			back.layers[0].w[i] = -back.layers[0].w[i] - 1
		}
		if other := infer(t, back.Engine(), obs, n); back.Hash() == q.Hash() || slices.Equal(other.WDL, want.WDL) && slices.Equal(other.Logits, want.Logits) {
			t.Error("another weight changes nothing")
		}
	})
}

// What is cut, too long, or has numbers that no network has is refused.
func TestQuantisedRefuses(t *testing.T) {
	eachQuantised(t, func(t *testing.T, _ *Net, q *Quantised) {
		text := q.Encode()
		for n := 0; n < len(text); n += 1 + n/50 {
			if _, err := DecodeQuantised(text[:n]); err == nil {
				t.Fatalf("%d of %d bytes are read", n, len(text))
			}
		}
		if _, err := DecodeQuantised(append(slices.Clone(text), 0)); err == nil {
			t.Error("a byte too many is read")
		}
		spec := 4 + int(binary.LittleEndian.Uint32(text))
		for at, v := range map[int]uint32{0: math.MaxUint32, spec: uint32(q.Spec().Planes), spec + 4: 128, len(text) - 4: math.Float32bits(float32(math.NaN()))} {
			bad := slices.Clone(text)
			if at == spec+4 {
				bad[at] = byte(v)
			} else {
				binary.LittleEndian.PutUint32(bad[at:], v)
			}
			if _, err := DecodeQuantised(bad); err == nil {
				t.Errorf("byte %d: %d is read", at, v)
			}
		}
		huge := slices.Concat([]byte{0, 0, 0, 0}, []byte(`{"planes":4096,"rows":64,"cols":64,"channels":4096,"blocks":128,"policy_channels":1,"policy_planes":1,"value_channels":1,"value_hidden":1}`), []byte{0, 0, 0, 0})
		binary.LittleEndian.PutUint32(huge, uint32(len(huge)-8))
		if _, err := DecodeQuantised(huge); err == nil {
			t.Error("a network of 20 thousand million weights is read")
		}
	})
}
