package export

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// npyHeader returns the head of an array in NumPy's format NPY 1.0: what follows it
// are the elements, row by row, little-endian.
//
//	kind: NumPy's name of the type, "<f4"
func npyHeader(kind string, shape []int) []byte {
	var sizes strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&sizes, "%d,", n)
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, sizes.String())
	const start = "\x93NUMPY\x01\x00"
	pad := 63 - (len(start)+2+len(dict))%64
	b := binary.LittleEndian.AppendUint16([]byte(start), uint16(len(dict)+pad+1))
	return append(append(append(b, dict...), strings.Repeat(" ", pad)...), '\n')
}

// spool keeps what an array will hold until its length is known: on disk, compressed.
type spool struct {
	file *os.File
	out  *zstd.Encoder
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "ludens-array-*")
	if err != nil {
		return nil, err
	}
	out, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(256<<10))
	return &spool{f, out}, err
}

func (s *spool) Write(b []byte) (int, error) { return s.out.Write(b) }

// read returns what was written, once.
func (s *spool) read() (io.ReadCloser, error) {
	if err := s.out.Close(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	in, err := zstd.NewReader(bufio.NewReader(s.file), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return in.IOReadCloser(), nil
}

// remove lets the disk have its room back.
func (s *spool) remove() error { return errors.Join(s.file.Close(), os.Remove(s.file.Name())) }

// narrow is the smallest type that holds all of some float32 numbers exactly, so far.
type narrow struct{ notByte, notHalf bool }

func (n *narrow) see(x float32) {
	if x == 0 || x == 1 {
		return
	}
	n.notByte = n.notByte || x < 0 || x > 255 || x != float32(math.Trunc(float64(x)))
	n.notHalf = n.notHalf || !isHalf(x)
}

// kind returns NumPy's name of the type.
func (n *narrow) kind() string {
	switch {
	case !n.notByte:
		return "|u1"
	case !n.notHalf:
		return "<f2"
	}
	return "<f4"
}

// convert appends float32 numbers, little-endian, as numbers of the type.
func (n *narrow) convert(dst, floats []byte) []byte {
	kind := n.kind()
	for ; len(floats) >= 4; floats = floats[4:] {
		bits := binary.LittleEndian.Uint32(floats)
		switch kind {
		case "|u1":
			dst = append(dst, byte(math.Float32frombits(bits)))
		case "<f2":
			dst = binary.LittleEndian.AppendUint16(dst, half(bits))
		default:
			dst = append(dst, floats[:4]...)
		}
	}
	return dst
}

// A float16 (IEEE 754 binary16) has ten bits of fraction, and normal exponents from
// -14 to 15.
const (
	lostBits = 1<<13 - 1
	leastExp = 127 - 14
	mostExp  = 127 + 15
)

// isHalf reports that x is zero or a normal float16.
func isHalf(x float32) bool {
	bits := math.Float32bits(x)
	exp := bits >> 23 & 0xff
	return bits&^(1<<31) == 0 || bits&lostBits == 0 && exp >= leastExp && exp <= mostExp
}

// half returns the bits of a float32 for which isHalf is true as those of a float16.
func half(bits uint32) uint16 {
	sign := uint16(bits >> 16 & 0x8000)
	if bits&^(1<<31) == 0 {
		return sign
	}
	return sign | uint16(bits>>23&0xff-leastExp+1)<<10 | uint16(bits>>13&0x3ff)
}
