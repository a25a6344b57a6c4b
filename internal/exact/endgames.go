package exact

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/solve"
)

// EndgamesVariable is the variable of the environment that says where tables of endgames are
// kept: a folder, or "off". Without it they are in the user's cache.
const EndgamesVariable = "LUDENS_ENDGAMES"

// Endgames keeps tables of small endgames in a folder, so that the next process need not solve
// them again. It implements agent.TableFiles. A file is
//
//	magic, 8 bytes
//	key of the rules, 32 bytes: see keyOf
//	the table, as solve.Table.Write writes it, with a checksum
//
// A file that is not exactly that, or of other rules, is not there.
type Endgames struct {
	Folder string
	Most   int64 // bytes of all tables; the oldest are removed
}

const (
	endgameMagic   = "ludskept"
	endgameSuffix  = ".endgame"
	mostEndgame    = 8 << 20 // bytes of a file: more than agents solve during a game
	mostEndgames   = 256 << 20
	sampled        = 2048 // positions of a key
	verifiedRead   = 64   // positions of a table that was read
	partialForgets = time.Hour
)

// EndgamesAt returns the folder for a value of EndgamesVariable; ok is false if it says off, or
// if there is no cache.
func EndgamesAt(value string) (e Endgames, ok bool) {
	switch value {
	case "off":
		return e, false
	case "":
		cache, err := os.UserCacheDir()
		if err != nil {
			return e, false
		}
		value = filepath.Join(cache, "ludens", "endgames")
	}
	return Endgames{value, mostEndgames}, true
}

// Read returns the table of an endgame, or nil if there is no sound one.
func (e Endgames) Read(g env.Game) *solve.Table {
	path, key := e.file(g)
	f, size, err := disk.Open(path, mostEndgame)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, len(endgameMagic)+len(key))
	if _, err := io.ReadFull(f, head); err != nil || !bytes.Equal(head, append([]byte(endgameMagic), key[:]...)) {
		return nil
	}
	table, err := solve.Read(f, size-int64(len(head)), g)
	if err != nil || table.Verify(context.Background(), verifiedRead, seed.New(binary.LittleEndian.Uint64(key[:]))) != nil {
		return nil
	}
	now := time.Now()
	os.Chtimes(path, now, now) // so that what is used is not the oldest
	return table
}

// Write keeps the table of an endgame and removes the oldest, if there are too many. What
// cannot be kept is not.
func (e Endgames) Write(g env.Game, table *solve.Table) {
	if os.MkdirAll(e.Folder, 0o755) != nil {
		return
	}
	path, key := e.file(g)
	err := disk.Write(path, func(w io.Writer) error {
		if _, err := w.Write(append([]byte(endgameMagic), key[:]...)); err != nil {
			return err
		}
		return table.Write(w)
	})
	if err == nil {
		e.prune()
	}
}

// file returns the file of an endgame and its key.
func (e Endgames) file(g env.Game) (path string, key [sha256.Size]byte) {
	name := games.FileName(strings.ReplaceAll(g.Spec().Name, " ", "-"))
	return filepath.Join(e.Folder, name+endgameSuffix), keyOf(g)
}

// keyOf returns a hash of what the table of an endgame depends on: the game's name, the text
// of its file, its fingerprint, and what the rules say of positions drawn from the endgame,
// whose endings are rare in whole games.
func keyOf(g env.Game) (key [sha256.Size]byte) {
	h := sha256.New()
	name, _, _ := strings.Cut(g.Spec().Name, " ")
	for _, text := range []string{g.Spec().Name, games.Text(name), env.Fingerprint(g)} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(text))))
		io.WriteString(h, text)
	}
	if positions, err := solve.Number(g); err == nil {
		sample(h, positions)
	}
	h.Sum(key[:0])
	return key
}

// sample writes what the rules say of some positions.
func sample(w io.Writer, positions env.Numbering) {
	rng := seed.New(positions.Len()).Rand()
	var s, next env.State
	var legal []env.Action
	for range sampled {
		i := rng.Uint64N(positions.Len())
		b := binary.LittleEndian.AppendUint64(nil, i)
		if at := positions.At(i, s); at != nil {
			s = at
			b = append(b, byte(s.ToMove()), byte(s.Result()))
			legal = legal[:0]
			if s.Result() == env.Ongoing {
				legal = s.Legal(legal)
			}
			for _, a := range legal {
				next = s.Copy(next)
				next.Play(a)
				b = append(binary.LittleEndian.AppendUint32(b, uint32(a)), byte(next.Result()))
			}
		}
		w.Write(b)
	}
}

// prune removes the tables that were not used for longest until there are no more bytes than
// Most, and what writers that were killed left behind. Other files are not touched.
func (e Endgames) prune() {
	entries, err := os.ReadDir(e.Folder)
	if err != nil {
		return
	}
	var tables []os.FileInfo
	total := int64(0)
	for _, entry := range entries {
		about, err := entry.Info()
		switch name := entry.Name(); {
		case err != nil || !about.Mode().IsRegular() || !strings.Contains(name, endgameSuffix):
		case strings.HasPrefix(name, "."):
			if time.Since(about.ModTime()) > partialForgets {
				os.Remove(filepath.Join(e.Folder, name))
			}
		case strings.HasSuffix(name, endgameSuffix):
			tables = append(tables, about)
			total += about.Size()
		}
	}
	slices.SortFunc(tables, func(a, b os.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, about := range tables {
		if total <= e.Most {
			return
		}
		if err := os.Remove(filepath.Join(e.Folder, about.Name())); err == nil || errors.Is(err, os.ErrNotExist) {
			total -= about.Size()
		}
	}
}
