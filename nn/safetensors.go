package nn

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// The safetensors layout, little-endian:
//
//	8 bytes  length h of the header
//	h bytes  JSON: name -> {dtype, shape, data_offsets}, padded with spaces
//	the rest numbers, tensor after tensor without a gap
//
// https://github.com/huggingface/safetensors, "Format". What is written here is F32;
// F16 and BF16 are read, too.

// maxHeader bounds the header: names and shapes of the largest Spec need a tenth.
const maxHeader = 1 << 20

// entry is what the header says of one tensor.
type entry struct {
	Dtype   Dtype    `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// TensorsSize returns how many bytes WriteTensors writes.
func TensorsSize(ts []Tensor) int64 {
	n := int64(8 + len(header(ts)))
	for _, t := range ts {
		n += 4 * int64(len(t.Data))
	}
	return n
}

// WriteTensors writes ts in the safetensors layout: equal tensors, equal bytes.
func WriteTensors(w io.Writer, ts []Tensor) error {
	head := header(ts)
	buf := binary.LittleEndian.AppendUint64(nil, uint64(len(head)))
	if _, err := w.Write(append(buf, head...)); err != nil {
		return fmt.Errorf("nn: write tensors: %w", err)
	}
	for _, t := range ts {
		buf = appendFloats(buf[:0], t.Data)
		if _, err := w.Write(buf); err != nil {
			return fmt.Errorf("nn: write tensor %s: %w", t.Name, err)
		}
	}
	return nil
}

// header returns the JSON header, padded so that the numbers start on a
// multiple of 8 bytes.
func header(ts []Tensor) []byte {
	var b bytes.Buffer
	at := int64(0)
	for i, t := range ts {
		b.WriteByte("{,"[min(i, 1)])
		end := at + 4*int64(len(t.Data))
		name, _ := json.Marshal(t.Name) // a string always has JSON
		shape, _ := json.Marshal(append([]int{}, t.Shape...))
		fmt.Fprintf(&b, `%s:{"dtype":"F32","shape":%s,"data_offsets":[%d,%d]}`, name, shape, at, end)
		at = end
	}
	if len(ts) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	return b.Bytes()
}

// ReadTensors reads what WriteTensors wrote, size bytes of r, all of them. It
// allocates no more than a small multiple of size, whatever the bytes say, and
// refuses what is cut short, overlaps, or is not a finite F32, F16 or BF16, by its
// name. Counts of batches, which PyTorch's batch norm keeps, are passed over.
// Tensors come in the order of their numbers.
func ReadTensors(r io.Reader, size int64) ([]Tensor, error) {
	ts, err := readTensors(r, size)
	if err != nil {
		return nil, fmt.Errorf("nn: read tensors: %w", err)
	}
	return ts, nil
}

func readTensors(r io.Reader, size int64) ([]Tensor, error) {
	entries, body, err := readHeader(r, size)
	if err != nil {
		return nil, err
	}
	ts, err := plan(entries, body)
	if err != nil {
		return nil, err
	}
	read := ts[:0]
	for _, t := range ts {
		e := entries[t.Name]
		if isCount(t.Name) {
			_, err = io.CopyN(io.Discard, r, e.bytes())
		} else if t.Data, err = readFloats(r, e.Dtype, int(e.bytes())/e.Dtype.width()); err == nil {
			read = append(read, t)
		}
		if err != nil {
			return nil, fmt.Errorf("tensor %s: %w", t.Name, err)
		}
		if err := t.Finite(); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// isCount reports whether a tensor is PyTorch's count of the batches that a batch norm
// has seen, which changes no answer.
func isCount(name string) bool { return strings.HasSuffix(name, ".num_batches_tracked") }

// readHeader returns the header's entries and how many bytes follow it.
func readHeader(r io.Reader, size int64) (map[string]entry, int64, error) {
	var n uint64
	if size < 8 {
		return nil, 0, fmt.Errorf("%d bytes are too few", size)
	}
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
		return nil, 0, fmt.Errorf("header: %w", err)
	}
	if n > maxHeader || int64(n) > size-8 {
		return nil, 0, fmt.Errorf("header of %d bytes in %d", n, size)
	}
	head := make([]byte, n)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, 0, fmt.Errorf("header: %w", err)
	}
	var entries map[string]entry
	if err := json.Unmarshal(head, &entries); err != nil {
		return nil, 0, fmt.Errorf("header: %w", err)
	}
	return entries, size - 8 - int64(n), nil
}

// plan returns the tensors of the entries without their numbers, in the order
// in which these stand in the body bytes.
func plan(entries map[string]entry, body int64) ([]Tensor, error) {
	delete(entries, "__metadata__")
	names := make([]string, 0, len(entries))
	for name := range entries {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		x, y := entries[a].Offsets, entries[b].Offsets
		return cmp.Or(slices.Compare(x[:], y[:]), cmp.Compare(a, b))
	})
	ts := make([]Tensor, 0, len(names))
	at := int64(0)
	for _, name := range names {
		e := entries[name]
		width, err := e.width(name)
		if err == nil {
			err = e.check(width, at, body)
		}
		if err != nil {
			return nil, fmt.Errorf("tensor %s: %w", name, err)
		}
		at = e.Offsets[1]
		ts = append(ts, Tensor{Name: name, Shape: e.Shape})
	}
	if at != body {
		return nil, fmt.Errorf("%d bytes of numbers, %d announced", body, at)
	}
	return ts, nil
}

// width returns how many bytes one number of the entry takes.
func (e entry) width(name string) (int64, error) {
	width := int64(e.Dtype.width())
	if isCount(name) && e.Dtype == "I64" {
		width = 8
	}
	if width == 0 {
		return 0, fmt.Errorf("dtype %q, want F32, F16 or BF16", e.Dtype)
	}
	return width, nil
}

// bytes returns how many bytes the entry's numbers take, once it has been checked.
func (e entry) bytes() int64 { return e.Offsets[1] - e.Offsets[0] }

// check holds an entry against the place where its numbers, each of width bytes,
// must start and the place where they must have ended.
func (e entry) check(width, at, body int64) error {
	if e.Offsets[0] != at || e.Offsets[1] < at || e.Offsets[1] > body {
		return fmt.Errorf("numbers at %v, want them from %d and within %d", e.Offsets, at, body)
	}
	n := width
	for _, d := range e.Shape {
		if d < 0 || (d > 0 && n > body/int64(d)) {
			return fmt.Errorf("shape %v in %d bytes", e.Shape, body)
		}
		n *= int64(d)
	}
	if n != e.bytes() {
		return fmt.Errorf("shape %v takes %d bytes, not %d", e.Shape, n, e.bytes())
	}
	return nil
}

// readFloats reads n numbers, in blocks.
func readFloats(r io.Reader, as Dtype, n int) ([]float32, error) {
	const most = 1 << 14
	raw := make([]byte, as.width()*min(n, most))
	out := make([]float32, 0, n)
	for len(out) < n {
		block := raw[:as.width()*min(n-len(out), most)]
		if _, err := io.ReadFull(r, block); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		out = as.Append(out, block)
	}
	return out, nil
}

// appendFloats appends v as little-endian bytes.
func appendFloats(dst []byte, v []float32) []byte {
	dst = slices.Grow(dst, 4*len(v))
	for _, x := range v {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

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
