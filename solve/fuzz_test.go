package solve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// sealed is a file of a header and a body with the right length and sum.
func sealed(magic string, header, body []byte) []byte {
	file := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(header)))
	file = append(append(file, header...), body...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// unsealed is what sealed makes a file of.
func unsealed(file []byte) (header, body []byte) {
	n := binary.LittleEndian.Uint32(file[len(magic):])
	rest := file[len(magic)+4:]
	return rest[:n], rest[n : len(rest)-sha256.Size]
}

// patched returns body with some of its bytes replaced.
func patched(body []byte, at uint32, patch []byte) []byte {
	body = bytes.Clone(body)
	if len(body) > 0 {
		copy(body[int(at)%len(body):], patch)
	}
	return body
}

// A table's file is held against its size before memory is taken.
func TestTableSizeIsChecked(t *testing.T) {
	table := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30})
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		t.Fatal(err)
	}
	header, body := unsealed(file.Bytes())
	if !bytes.Equal(sealed(magic, header, body), file.Bytes()) {
		t.Fatal("sealed makes another file")
	}
	for _, n := range []int{0, 1, len(body) - 1, len(body) + 1} {
		short := sealed(magic, header, append(bytes.Clone(body), 0)[:n])
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(bytes.NewReader(short), int64(len(short)), made("tictactoe"))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "and the table of this game has") {
			t.Errorf("%d bytes of %d: %v", n, len(body), err)
		}
	}
}

// FuzzRead reads tables whose sums are right: they are refused in one line, or can
// be asked and summarised.
func FuzzRead(f *testing.F) {
	g := made("tictactoe")
	table := solved(f, g, Config{Workers: 1, Memory: 1 << 30})
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		f.Fatal(err)
	}
	header, body := unsealed(file.Bytes())
	f.Add(header, uint32(0), []byte{})
	f.Add(header, uint32(7), []byte{0xff, 0x7f, 0, 0x80})
	f.Add(header, uint32(7), []byte("0000")) // a won number that no position has
	f.Fuzz(func(t *testing.T, header []byte, at uint32, patch []byte) {
		file := sealed(magic, header, patched(body, at, patch))
		table, err := Read(bytes.NewReader(file), int64(len(file)), g)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of more lines: %q", err)
			}
			return
		}
		table.Summary()
		rng, s := seed.New(uint64(at)).Rand(), g.New(0)
		for s.Result() == env.Ongoing {
			table.Solve(context.Background(), s, true)
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	})
}

// FuzzReadPairs reads work on pairs whose sums are right: it is refused in one
// line, or can be gone on with; and finished tables, which can be asked.
func FuzzReadPairs(f *testing.F) {
	h := newHops(seed.New(3).Rand(), 7, 2)
	work := newWork(f, h, 1)
	work.Next()
	var begun bytes.Buffer
	if err := work.Write(&begun); err != nil {
		f.Fatal(err)
	}
	header, body := unsealed(begun.Bytes())
	whole, table := unsealed(solvedFile(f, work))
	f.Add(header, uint32(0), []byte{})
	f.Add(header, uint32(8), []byte{1, 0, 0xff, 0xff, 2, 0x80})
	f.Add(whole, uint32(8), []byte{1, 0, 0xff, 0xff, 2, 0x80})
	f.Fuzz(func(t *testing.T, header []byte, at uint32, patch []byte) {
		file := sealed(pairMagic, header, patched(body, at, patch))
		if s, err := ReadPairs(bytes.NewReader(file), int64(len(file)), h, 1, 1<<30); err == nil {
			for level := 0; level < 3 && !s.Progress().Done; level++ {
				s.Next()
			}
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of more lines: %q", err)
		}
		file = sealed(pairMagic, header, patched(table, at, patch))
		if s, err := OpenPairs(bytes.NewReader(file), h); err == nil {
			s.Summary()
			s.Verify(context.Background(), 20, seed.New(1))
		}
	})
}
