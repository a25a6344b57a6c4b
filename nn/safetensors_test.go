package nn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSafetensorsBytes spells a small file out: others must be able to read it.
func TestSafetensorsBytes(t *testing.T) {
	ts := []Tensor{{"a", []int{2}, []float32{1, -2}}, {"b.c", []int{1, 1}, []float32{0.5}}}
	head := `{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b.c":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]}}`
	want := "\x70\x00\x00\x00\x00\x00\x00\x00" + head + "\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x00\x3f"
	var got bytes.Buffer
	if err := WriteTensors(&got, ts); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("wrote\n%q, want\n%q", got.String(), want)
	}
	if n := TensorsSize(ts); n != int64(len(want)) {
		t.Errorf("size %d, want %d", n, len(want))
	}
}

func TestTensorsRoundTrip(t *testing.T) {
	for _, want := range [][]Tensor{
		{},
		{NewTensor("scalar")},
		{NewTensor("none", 0, 3), NewTensor("two", 2)},
		{{`odd "name" é`, []int{1}, []float32{math.SmallestNonzeroFloat32}}},
		trained(t, learner).Tensors(),
	} {
		if got := throughFile(t, want); !slices.EqualFunc(got, want, sameTensor) {
			t.Errorf("read %v, want %v", got, want)
		}
	}
}

// file returns a safetensors file of header and numbers.
func file(header string, numbers ...float32) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return appendFloats(append(b, header...), numbers)
}

// entryOf is one header entry.
func entryOf(name, dtype, shape string, from, to int) string {
	return fmt.Sprintf(`%q:{"dtype":%q,"shape":%s,"data_offsets":[%d,%d]}`, name, dtype, shape, from, to)
}

func TestReadTensorsRefuses(t *testing.T) {
	nan := float32(math.NaN())
	a := entryOf("a", "F32", "[2]", 0, 8)
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "0 bytes are too few"},
		{"header longer than the file", file("{" + a + "}")[:20], "header of 54 bytes in 20"},
		{"header of 2^63 bytes", binary.LittleEndian.AppendUint64(nil, 1<<63), "header of 9223372036854775808 bytes in 8"},
		{"no JSON", file("{a}"), "header: invalid character"},
		{"two values", file("{"+a+"}{}", 1, 2), "header: invalid character"},
		{"numbers cut short", file("{"+a+"}", 1), "tensor a: numbers at [0 8], want them from 0 and within 4"},
		{"numbers left over", file("{"+a+"}", 1, 2, 3), "12 bytes of numbers, 8 announced"},
		{"another type", file("{"+entryOf("a", "F64", "[2]", 0, 16)+"}", 1, 2, 3, 4), `tensor a: dtype "F64", want F32, F16 or BF16`},
		{"whole numbers", file("{"+entryOf("a", "I64", "[1]", 0, 8)+"}", 1, 2), `tensor a: dtype "I64", want F32, F16 or BF16`},
		{"F16 as F32", file("{"+entryOf("a", "F16", "[2]", 0, 8)+"}", 1, 2), "tensor a: shape [2] takes 4 bytes, not 8"},
		{"infinity", file("{"+entryOf("a", "BF16", "[2]", 0, 4)+"}", float32(math.Inf(1))), "tensor a: element 1 is +Inf"},
		{"shape and bytes", file("{"+entryOf("a", "F32", "[3]", 0, 8)+"}", 1, 2), "tensor a: shape [3] in 8 bytes"},
		{"short shape", file("{"+entryOf("a", "F32", "[1]", 0, 8)+"}", 1, 2), "tensor a: shape [1] takes 4 bytes, not 8"},
		{"negative shape", file("{"+entryOf("a", "F32", "[-1,-2]", 0, 8)+"}", 1, 2), "tensor a: shape [-1 -2] in 8 bytes"},
		{"huge shape", file("{"+entryOf("a", "F32", "[4611686018427387904,4]", 0, 8)+"}", 1, 2), "tensor a: shape"},
		{"gap", file("{"+a+","+entryOf("b", "F32", "[1]", 12, 16)+"}", 1, 2, 3, 4), "tensor b: numbers at [12 16], want them from 8"},
		{"overlap", file("{"+a+","+entryOf("b", "F32", "[2]", 4, 12)+"}", 1, 2, 3), "tensor b: numbers at [4 12], want them from 8"},
		{"backwards", file("{"+entryOf("a", "F32", "[2]", 0, -8)+"}", 1, 2), "tensor a: numbers at [0 -8]"},
		{"no number", file("{"+a+"}", 1, nan), "tensor a: element 1 is NaN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ts, err := ReadTensors(bytes.NewReader(c.file), int64(len(c.file)))
			if err == nil || !strings.HasPrefix(err.Error(), "nn: read tensors: "+c.want) {
				t.Errorf("read %v, error %v, want one with %q", ts, err, c.want)
			}
		})
	}
}

func TestReadTensorsSkipsMetadata(t *testing.T) {
	f := file(`{"__metadata__":{"format":"pt"},`+entryOf("a", "F32", "[1]", 0, 4)+"}", 7)
	ts, err := ReadTensors(bytes.NewReader(f), int64(len(f)))
	if err != nil || len(ts) != 1 || ts[0].Data[0] != 7 {
		t.Errorf("read %v, error %v", ts, err)
	}
}

// TestReadTensorsOfTwoBytes: numbers of 16 bits are those that IEEE 754 and bfloat16
// say, and PyTorch's counts of batches are passed over.
func TestReadTensorsOfTwoBytes(t *testing.T) {
	words := func(bits ...uint16) (f []float32) { // as the bytes of floats
		for i := 0; i < len(bits); i += 2 {
			f = append(f, math.Float32frombits(uint32(bits[i])|uint32(bits[i+1])<<16))
		}
		return f
	}
	half := []uint16{0x3c00, 0xc000, 0x7bff, 0x0001, 0x8000, 0x3555} // examples of the standard
	b := []uint16{0x3f80, 0xc000, 0x7f7f, 0x0080, 0x8000, 0x3eab}
	f := file("{"+entryOf("a", "F16", "[6]", 0, 12)+","+entryOf("b", "BF16", "[2,3]", 12, 24)+","+
		entryOf("n.num_batches_tracked", "I64", "[]", 24, 32)+","+entryOf("c", "F32", "[1]", 32, 36)+"}",
		slices.Concat(words(half...), words(b...), []float32{3, 0, 7})...)
	want := []Tensor{
		{"a", []int{6}, []float32{1, -2, 65504, 5.9604645e-8, float32(math.Copysign(0, -1)), 0.33325195}},
		{"b", []int{2, 3}, []float32{1, -2, 3.3895314e38, 1.1754944e-38, float32(math.Copysign(0, -1)), 0.333984375}},
		{"c", []int{1}, []float32{7}},
	}
	ts, err := ReadTensors(bytes.NewReader(f), int64(len(f)))
	if err != nil || !slices.EqualFunc(ts, want, sameTensor) {
		t.Errorf("read %v, error %v, want %v", ts, err, want)
	}
}

// TestReadTensorsCutAnywhere: a file that ends too soon is an error at any byte.
func TestReadTensorsCutAnywhere(t *testing.T) {
	f := file("{"+entryOf("a", "F32", "[2]", 0, 8)+"}", 1, 2)
	for n := range len(f) {
		if _, err := ReadTensors(bytes.NewReader(f[:n]), int64(len(f))); err == nil {
			t.Errorf("no error after %d of %d bytes", n, len(f))
		}
	}
}

// TestWriteTensorsFails: the writer's error comes out, with the tensor's name.
func TestWriteTensorsFails(t *testing.T) {
	full := errors.New("disk full")
	for after, want := range map[int]string{0: "nn: write tensors: disk full", 1: "nn: write tensor a: disk full"} {
		err := WriteTensors(&failing{after, full}, []Tensor{NewTensor("a", 3)})
		if !errors.Is(err, full) || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// failing is a writer that fails after some writes.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, f.err
	}
	return len(p), nil
}

// FuzzReadTensors: no bytes make it panic, or read what it would not write.
func FuzzReadTensors(f *testing.F) {
	f.Add(file("{"+entryOf("a", "F32", "[2]", 0, 8)+"}", 1, 2))
	f.Add(file("{"+entryOf("a", "F32", "[0,9]", 0, 0)+","+entryOf("b", "F32", "[]", 0, 4)+"}", 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		ts, err := ReadTensors(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		if again := throughFile(t, ts); !slices.EqualFunc(again, ts, sameTensor) {
			t.Errorf("%v came back as %v", ts, again)
		}
	})
}

// The numbers of two bytes, as IEEE 754 lists them.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0: 0, 1: math.Ldexp(1, -24), 0x03ff: math.Ldexp(1023, -24), 0x0400: math.Ldexp(1, -14), 0x3c00: 1, 0x3c01: 1 + math.Ldexp(1, -10),
		0xc000: -2, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		if got := half(bits); float64(got) != want {
			t.Errorf("%#04x: %v, want %v", bits, got, want)
		}
	}
	if got := half(0x7e00); got == got {
		t.Errorf("0x7e00: %v, want no number", got)
	}
}

// Numbers of a type that is not known are none.
func TestUnknownNumbersAreNone(t *testing.T) {
	for _, d := range []Dtype{"", "I8", "F64"} {
		if got := d.Append(nil, make([]byte, 8)); d.Known() || len(got) > 0 {
			t.Errorf("%q is known: %v, and has %v", d, d.Known(), got)
		}
	}
}
