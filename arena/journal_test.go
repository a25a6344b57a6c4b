package arena

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/internal/disk"
)

// journal writes a folder with some entries and returns its journal.
func journal(t testing.TB, dir string) []byte {
	f, _, err := Open(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		g := Game{Index: i, Role: env.Player(i % 2), Actions: []env.Action{3, 1, env.Action(i)}, Opening: 1, Result: env.SecondWins, Values: []Value{5, -900}}
		if err := f.Append(Entry{A: "a", B: "b", Game: &g}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, journalName))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// rewrite opens the folder with another journal.
func rewrite(t testing.TB, dir string, text []byte) (*Folder, []Entry, error) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, journalName), text, 0o644); err != nil {
		t.Fatal(err)
	}
	f, entries, err := Open(dir, about)
	if err == nil {
		f.Close()
	}
	return f, entries, err
}

// reread reads another journal of the folder up to its first error.
func reread(t testing.TB, dir string, text []byte) (entries int, err error) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, journalName), text, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, err := range Journal(dir, about) {
		if err != nil {
			return entries, err
		}
		entries++
	}
	return entries, nil
}

// Every flipped bit is noticed, but in the end of the last line: then that is a
// game that was cut short, and is played again.
func TestFlippedBitInAJournalIsNoticed(t *testing.T) {
	dir := t.TempDir()
	text := journal(t, dir)
	for at := range text {
		for bit := range 8 {
			bad := bytes.Clone(text)
			bad[at] ^= 1 << bit
			entries, err := reread(t, dir, bad)
			if last := at == len(text)-1; last && (err != nil || entries != 2) {
				t.Errorf("the last end: %d entries, %v; want 2", entries, err)
			} else if !last && (err == nil || !strings.Contains(err.Error(), "is damaged")) {
				t.Fatalf("byte %d (%q), bit %d: %v", at, text[at], bit, err)
			}
		}
	}
}

func TestLineOfAnotherMatchIsNoticed(t *testing.T) {
	dir := t.TempDir()
	text := journal(t, dir)
	os.WriteFile(filepath.Join(dir, "about.json"), []byte(`{"game":"celta","seed":"2"}`), 0o644)
	n := 0
	for _, err := range Journal(dir, map[string]string{"game": "celta", "seed": "2"}) {
		if n++; err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d is damaged (its checksum is", n)) {
			t.Errorf("line %d: %v", n, err)
		}
	}
	if n != bytes.Count(text, []byte("\n")) {
		t.Errorf("%d lines told, want all", n)
	}
}

// Lines without checksums are read, and counted.
func TestJournalOfAnOlderLudens(t *testing.T) {
	dir := t.TempDir()
	text := journal(t, dir)
	var older []byte
	for line := range bytes.Lines(text) {
		older = append(older, line[:len(line)-1-sumLength]...)
		older = append(older, "}\n"...)
	}
	f, entries, err := rewrite(t, dir, append(older, text...))
	if err != nil || len(entries) != 6 || f.Unsummed != 3 {
		t.Errorf("%d entries, %d without a checksum, %v; want 6, 3", len(entries), f.Unsummed, err)
	}
}

func TestJournalIsBounded(t *testing.T) {
	dir := t.TempDir()
	journal(t, dir)
	for _, c := range []struct {
		text, want string
	}{
		{"{}\n", "line 1 is damaged (it holds no game and no players)"},
		{`{"game":null,"sum":"0123456789abcdef"}` + "\n", "its checksum is"},
		{`{"players":["a"],"sum":1}` + "\n", `unknown field "sum"`},
		{strings.Repeat("[", mostLine) + "\n", "line 1 is damaged"},
		{strings.Repeat("x", mostLine+1), "line 1: too long"},
	} {
		if _, _, err := rewrite(t, dir, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: got %v, want %s", c.text, err, c.want)
		}
	}
	if err := os.Remove(filepath.Join(dir, journalName)); err != nil {
		t.Fatal(err)
	}
	largest(t, dir)
	// A file of holes takes no disk, and is refused all the same.
	if err := os.Truncate(filepath.Join(dir, journalName), 1<<40); err != nil {
		t.Skip(err)
	}
	if _, _, err := Open(dir, about); err == nil || !strings.Contains(err.Error(), disk.ErrTooLong.Error()) {
		t.Errorf("a file of a terabyte: %v", err)
	}
}

// largest reads a journal of 256 MiB, lines of holes: each is damaged, and none is one too many.
func largest(t *testing.T, dir string) {
	const most, lines = 256 << 20, 256
	f, err := os.Create(filepath.Join(dir, journalName))
	if err == nil {
		defer f.Close()
		err = f.Truncate(most)
	}
	for i := range lines {
		if err == nil {
			_, err = f.WriteAt([]byte("\n"), int64(i+1)*most/lines-1)
		}
	}
	if err != nil {
		t.Skip(err)
	}
	n := 0
	for row, err := range Journal(dir, about) {
		if n++; row.Number != n || err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Fatalf("line %d of %d, the largest journal: %v", row.Number, lines, err)
		}
	}
	if n != lines {
		t.Errorf("%d lines of the largest journal, want %d", n, lines)
	}
}

// FuzzJournal opens lines as they are and with right checksums; what is accepted
// is held against the rules, and is read back when it is written again.
func FuzzJournal(f *testing.F) {
	for line := range bytes.Lines(journal(f, f.TempDir())) {
		f.Add(line[:len(line)-1-sumLength])
	}
	f.Add([]byte(`{"players":["a","b"]`))
	g := game(f, "tictactoe")
	f.Fuzz(func(t *testing.T, text []byte) {
		sealed := fmt.Appendf(bytes.Clone(text), `%s%s"}`, sumField, sumOf(text, saltOf(about)))
		for _, line := range [][]byte{text, sealed} {
			var e Entry
			if _, err := e.read(line, saltOf(about)); err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("an error of more lines: %q", err)
				}
				continue
			}
			again, err := e.sealed(saltOf(about))
			if err != nil {
				t.Fatal(err)
			}
			var back Entry
			if summed, err := back.read(again, saltOf(about)); err != nil || !summed {
				t.Errorf("%s is not read back: %v", again, err)
			}
			if e.Game != nil && e.Game.Verify(g) == nil {
				NewSeries(0, nil).Add(*e.Game)
			}
		}
	})
}
