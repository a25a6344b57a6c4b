package export

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"ludens/env"
	"ludens/selfplay"
)

// array is one of a file's arrays, with a row for each position.
type array struct {
	*spool
	name string
	kind string // NumPy's name of the type; "": the smallest that holds all floats
	row  []int  // shape of a row
	narrow
}

// npz writes the positions of games as NumPy's archive of arrays. Arrays come one
// after the other in it, and positions one after the other from the games: so each
// array is spooled to disk first.
type npz struct {
	out    *zip.Writer
	about  header
	rules  env.Game
	arrays []*array
	n      Count

	obs, policy []float32
	mask        []byte
	legal       []env.Action
}

// newNPZ begins an npz: its arrays stand in the order in which position writes their
// rows. docs/data.md says what each is.
func newNPZ(w io.Writer, g env.Game) (writer, error) {
	s := g.Spec()
	z := &npz{out: zip.NewWriter(w), about: headerOf(g), rules: g}
	z.obs, z.policy, z.mask = make([]float32, s.Size()), make([]float32, s.Actions), make([]byte, s.Actions)
	for _, a := range []array{
		{name: "obs", row: s.Shape[:]},
		{name: "legal", kind: "|b1", row: []int{s.Actions}},
		{name: "policy", kind: "<f4", row: []int{s.Actions}},
		{name: "policy_weight", kind: "<f4"},
		{name: "value", kind: "|i1"},
		{name: "value_weight", kind: "<f4"},
		{name: "search_value", kind: "<f4"},
		{name: "action", kind: "<i4"},
		{name: "to_move", kind: "|i1"},
		{name: "game", kind: "<i4"},
		{name: "iteration", kind: "<i4"},
		{name: "ply", kind: "<i4"},
	} {
		var err error
		if a.spool, err = newSpool(); err != nil {
			return nil, errors.Join(err, z.remove())
		}
		z.arrays = append(z.arrays, &a)
	}
	return z, nil
}

func (z *npz) game(iteration int, r *selfplay.Record) error {
	s, err := r.Begin(z.rules)
	if err != nil {
		return err
	}
	for ply := range r.Plies {
		if err := z.position(s, iteration, ply, r); err != nil {
			return err
		}
		s.Play(r.Plies[ply].Action)
	}
	z.n.Games++
	return nil
}

// position writes the row of a position.
func (z *npz) position(s env.State, iteration, ply int, r *selfplay.Record) error {
	p, mover := &r.Plies[ply], s.ToMove()
	s.Observe(z.obs)
	for _, x := range z.obs {
		z.arrays[0].see(x)
	}
	clear(z.mask)
	z.legal = s.Legal(z.legal[:0])
	for _, a := range z.legal {
		z.mask[a] = 1
	}
	clear(z.policy)
	for _, share := range p.Policy {
		z.policy[share.Action] = share.Probability
	}
	z.n.Positions++
	for i, row := range [][]byte{
		floats(z.obs...), z.mask, floats(z.policy...), floats(weight(p.Policy != nil)),
		{byte(int8(r.Result.For(mover)))}, floats(weight(!r.Truncated)), floats(p.Value),
		integer(int(p.Action)), {byte(mover)}, integer(z.n.Games), integer(iteration), integer(ply),
	} {
		if _, err := z.arrays[i].Write(row); err != nil {
			return err
		}
	}
	return nil
}

// weight is 1 for what can be trained on, else 0.
func weight(ok bool) float32 {
	if ok {
		return 1
	}
	return 0
}

func integer(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(int32(n))) }

// floats returns numbers as bytes.
func floats(x ...float32) []byte {
	b := make([]byte, 0, 4*len(x))
	for _, x := range x {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// finish puts the arrays together.
func (z *npz) finish() error {
	err := z.assemble()
	return errors.Join(err, z.remove())
}

func (z *npz) assemble() error {
	for _, a := range z.arrays {
		if err := z.write(a); err != nil {
			return err
		}
	}
	text := []rune(z.about.text())
	w, err := z.out.Create("about.npy")
	if err != nil {
		return err
	}
	b := npyHeader("<U"+strconv.Itoa(len(text)), nil)
	for _, r := range text {
		b = binary.LittleEndian.AppendUint32(b, uint32(r))
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	return z.out.Close()
}

// write copies an array from its spool.
func (z *npz) write(a *array) error {
	in, err := a.read()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := z.out.Create(a.name + ".npy")
	if err != nil {
		return err
	}
	kind := a.kind
	if kind == "" {
		kind = a.narrow.kind()
	}
	if _, err := out.Write(npyHeader(kind, slices.Concat([]int{z.n.Positions}, a.row))); err != nil {
		return err
	}
	if a.kind != "" {
		_, err = io.Copy(out, in)
		return err
	}
	_, err = io.Copy(&narrowing{a.narrow, out, nil}, in)
	return err
}

// narrowing writes float32 numbers on as those of a smaller type.
type narrowing struct {
	narrow
	to   io.Writer
	rest []byte // of a number
}

func (n *narrowing) Write(b []byte) (int, error) {
	all := append(n.rest, b...)
	whole := len(all) &^ 3
	_, err := n.to.Write(n.convert(nil, all[:whole]))
	n.rest = slices.Clone(all[whole:])
	return len(b), err
}

// remove removes the spools.
func (z *npz) remove() (err error) {
	for _, a := range z.arrays {
		err = errors.Join(err, a.remove())
	}
	return err
}

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
