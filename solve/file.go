package solve

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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
	return header{t.game.Spec().Name, env.Fingerprint(t.game), uint64(len(t.worths)), clocked}
}

// Write writes the table as a file.
func (t *Table) Write(w io.Writer) error {
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	head, err := json.Marshal(t.header())
	if err != nil {
		return err
	}
	out.WriteString(magic) // Flush tells the error of all these
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(head))))
	out.Write(head)
	var pair [2]byte
	for _, v := range t.worths {
		binary.LittleEndian.PutUint16(pair[:], uint16(v))
		out.Write(pair[:])
	}
	for _, z := range t.zeroing {
		out.WriteByte(byte(z))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// Read reads the table of a game.
func Read(r io.Reader, g env.Game) (*Table, error) {
	positions, err := Number(g)
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	t := &Table{game: g, positions: positions}
	if err := t.read(bufio.NewReaderSize(r, 1<<16)); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return t, nil
}

func (t *Table) read(r io.Reader) error {
	sum := sha256.New()
	in := io.TeeReader(r, sum)
	if err := t.readHeader(in); err != nil {
		return err
	}
	if err := t.readPositions(in); err != nil {
		return damaged(err)
	}
	want, got := sum.Sum(nil), make([]byte, sha256.Size)
	if _, err := io.ReadFull(r, got); err != nil {
		return damaged(err)
	}
	if !bytes.Equal(got, want) {
		return ErrDamaged
	}
	return nil
}

// readPositions reads what is known of each position.
func (t *Table) readPositions(in io.Reader) error {
	t.worths = make([]worth, t.positions.Len())
	err := readBlocks(in, 2, len(t.worths), func(at int, b []byte) { t.worths[at] = worth(binary.LittleEndian.Uint16(b)) })
	if _, clocked := clockOf(t.positions); err != nil || !clocked {
		return err
	}
	t.zeroing = make([]zeroed, len(t.worths))
	return readBlocks(in, 1, len(t.zeroing), func(at int, b []byte) { t.zeroing[at] = zeroed(b[0]) })
}

// readBlocks reads n things of size bytes each.
func readBlocks(in io.Reader, size, n int, take func(at int, b []byte)) error {
	block := make([]byte, 1<<16)
	for at := 0; at < n; {
		block := block[:min(len(block), size*(n-at))]
		if _, err := io.ReadFull(in, block); err != nil {
			return err
		}
		for ; len(block) > 0; block = block[size:] {
			take(at, block)
			at++
		}
	}
	return nil
}

// readHeader reads up to the end of the header, and says if it is of another
// game than t.
func (t *Table) readHeader(in io.Reader) error {
	var start [len(magic) + 4]byte
	if _, err := io.ReadFull(in, start[:]); err != nil || string(start[:len(magic)]) != magic {
		return errors.New("this is no table of a solved game")
	}
	size := binary.LittleEndian.Uint32(start[len(magic):])
	if size > maxHeader {
		return ErrDamaged
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(in, text); err != nil {
		return damaged(err)
	}
	var is, want header
	if err := json.Unmarshal(text, &is); err != nil {
		return ErrDamaged
	}
	switch want = t.header(); {
	case is.Game != want.Game:
		return fmt.Errorf("the table is of %s, the game is %s", is.Game, want.Game)
	case is.Rules != want.Rules:
		return fmt.Errorf("the table is of other rules of %s than this program has", is.Game)
	case is.Numbers != t.positions.Len() || is.Zeroing != want.Zeroing:
		return ErrDamaged
	}
	return nil
}

// damaged tells an end that came too soon from other errors of reading.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrDamaged
	}
	return err
}
