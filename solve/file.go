package solve

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"ludens/env"
)

// A file is
//
//	magic, 8 bytes
//	length of the header, 4 bytes
//	header, JSON
//	what each position is worth, 2 bytes: plies to a win, minus plies to a loss,
//	    0 for a draw, -32768 for no position, 32767 where the game is over
//	the distance to zeroing of each position, 1 byte, if the header says so
//	SHA-256 of all that, 32 bytes
//
// Numbers are little-endian.
const magic = "ludsolv1"

// header says which game it is about.
type header struct {
	Game    string `json:"game"`
	Rules   string `json:"rules"` // env.Fingerprint
	Numbers uint64 `json:"numbers"`
	Zeroing bool   `json:"zeroing,omitempty"`
}

// maxHeader is beyond every header that was written.
const maxHeader = 1 << 16

// ErrDamaged is what Read returns of a file that is cut short or changed.
var ErrDamaged = errors.New("the file is damaged")

func (t *Table) header() header {
	_, clocked := clockOf(t.positions)
	return header{t.game.Spec().Name, env.Fingerprint(t.game), t.positions.Len(), clocked}
}

// Write writes the table as a file.
func (t *Table) Write(w io.Writer) error {
	return writeFile(w, magic, t.header(), t.worths, t.zeroing)
}

// Read reads the table of a game from a file of that size in bytes. It takes no memory
// for a table before the file has the size that the game's has.
func Read(r io.Reader, size int64, g env.Game) (*Table, error) {
	positions, err := Number(g)
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	t := &Table{game: g, positions: positions}
	if err := t.read(newSummed(r), size); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return t, nil
}

func (t *Table) read(in *summed, size int64) error {
	var is header
	if err := in.readHead(magic, &is); err != nil {
		return err
	}
	if err := is.check(t.header()); err != nil {
		return err
	}
	each := 2
	if is.Zeroing {
		each = 3
	}
	if err := in.fits(size, is.Numbers, each); err != nil {
		return err
	}
	t.worths = make([]worth, is.Numbers)
	if err := in.readWorths(t.worths); err != nil {
		return err
	}
	if is.Zeroing {
		t.zeroing = make([]zeroed, is.Numbers)
		if err := in.readZeroing(t.zeroing); err != nil {
			return err
		}
	}
	return in.check()
}

// check returns an error if the header is not the one that the game has.
func (h header) check(want header) error {
	switch {
	case h.Game != want.Game:
		return fmt.Errorf("the table is of %s, the game is %s", h.Game, want.Game)
	case h.Rules != want.Rules:
		return fmt.Errorf("the table is of other rules of %s than this program has", h.Game)
	case h != want:
		return ErrDamaged
	}
	return nil
}

// writeFile writes a file: see magic.
func writeFile(w io.Writer, magic string, head any, worths []worth, zeroing []zeroed) error {
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	start := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	if _, err := out.Write(append(start, text...)); err != nil {
		return err
	}
	if err := writeBlocks(out, worths, func(b []byte, v worth) []byte { return binary.LittleEndian.AppendUint16(b, uint16(v)) }); err != nil {
		return err
	}
	if err := writeBlocks(out, zeroing, func(b []byte, z zeroed) []byte { return append(b, byte(z)) }); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// writeBlocks writes values, each as put appends it.
func writeBlocks[T any](out io.Writer, values []T, put func([]byte, T) []byte) error {
	var block []byte
	for some := range slices.Chunk(values, 1<<15) {
		block = block[:0]
		for _, v := range some {
			block = put(block, v)
		}
		if _, err := out.Write(block); err != nil {
			return err
		}
	}
	return nil
}

// summed reads a file and sums what it reads.
type summed struct {
	from io.Reader
	sum  hash.Hash
	read int64 // bytes
}

func newSummed(r io.Reader) *summed {
	return &summed{from: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
}

func (s *summed) Read(b []byte) (int, error) {
	n, err := s.from.Read(b)
	s.sum.Write(b[:n])
	s.read += int64(n)
	return n, err
}

// readHead reads up to the end of the header.
func (s *summed) readHead(magic string, head any) error {
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(s, start); err != nil || string(start[:len(magic)]) != magic {
		return errors.New("this is not a table of a solved game")
	}
	size := binary.LittleEndian.Uint32(start[len(magic):])
	if size > maxHeader {
		return ErrDamaged
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(s, text); err != nil {
		return damaged(err)
	}
	if json.Unmarshal(text, head) != nil {
		return ErrDamaged
	}
	return nil
}

// fits returns an error unless a file of size bytes holds that many numbers of
// each bytes behind what has been read, and its sum.
func (s *summed) fits(size int64, numbers uint64, each int) error {
	want := uint64(s.read) + numbers*uint64(each) + sha256.Size
	if uint64(size) != want {
		return fmt.Errorf("%w: it has %d bytes, and the table of this game has %d", ErrDamaged, size, want)
	}
	return nil
}

func (s *summed) readWorths(dst []worth) error {
	return readBlocks(s, 2, dst, func(b []byte) worth { return worth(binary.LittleEndian.Uint16(b)) })
}

func (s *summed) readZeroing(dst []zeroed) error {
	return readBlocks(s, 1, dst, func(b []byte) zeroed { return zeroed(b[0]) })
}

// readBlocks fills dst with values of size bytes each.
func readBlocks[T any](in io.Reader, size int, dst []T, value func([]byte) T) error {
	block := make([]byte, 1<<16)
	for len(dst) > 0 {
		n := min(len(block)/size, len(dst))
		if _, err := io.ReadFull(in, block[:size*n]); err != nil {
			return damaged(err)
		}
		for i := range n {
			dst[i] = value(block[size*i:])
		}
		dst = dst[n:]
	}
	return nil
}

// check reads the sum at the end, and says if it is another.
func (s *summed) check() error {
	got := make([]byte, sha256.Size)
	if _, err := io.ReadFull(s.from, got); err != nil {
		return damaged(err)
	}
	if !bytes.Equal(got, s.sum.Sum(nil)) {
		return ErrDamaged
	}
	return nil
}

// damaged distinguishes an end that came too soon from other errors of reading.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrDamaged
	}
	return err
}
