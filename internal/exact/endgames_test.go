package exact

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/solve"
)

var _ agent.TableFiles = Endgames{}

// endgameOf returns a small endgame of gardner and its table.
func endgameOf(t *testing.T, game string) (env.Game, *solve.Table) {
	t.Helper()
	g := games.Must(game)
	small, err := solve.Endgame(g, "kq-k")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Game(context.Background(), small, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return small, table
}

// A table that was kept is that which was solved; one that is damaged, of other rules or no
// file is not there, and is kept anew.
func TestEndgamesAreKept(t *testing.T) {
	g, table := endgameOf(t, "gardner")
	e := Endgames{Folder: filepath.Join(t.TempDir(), "ludens"), Most: 1 << 30}
	if e.Read(g) != nil {
		t.Fatal("there is a table in no folder")
	}
	e.Write(g, table)
	path, _ := e.file(g)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	same := func() bool {
		read := e.Read(g)
		if read == nil {
			return false
		}
		a, _ := read.EndgameSummary()
		b, _ := table.EndgameSummary()
		a.Bytes, b.Bytes = 0, 0
		return a == b
	}
	if !same() {
		t.Fatal("the table that was kept is not there, or is another")
	}
	for name, harm := range map[string]func() error{
		"empty":         func() error { return os.WriteFile(path, nil, 0o644) },
		"a flipped bit": func() error { return os.WriteFile(path, flipped(sound, len(sound)/2), 0o644) },
		"a flipped key": func() error { return os.WriteFile(path, flipped(sound, 20), 0o644) },
		"cut short":     func() error { return os.WriteFile(path, sound[:len(sound)-1], 0o644) },
		"longer":        func() error { return os.WriteFile(path, append(sound[:len(sound):len(sound)], 0), 0o644) },
		"no table":      func() error { return os.WriteFile(path, []byte(strings.Repeat("ludens", 1000)), 0o644) },
		"a huge sparse file": func() error {
			return os.Truncate(path, 1<<40)
		},
		"a folder": func() error { os.Remove(path); return os.Mkdir(path, 0o755) },
		"a device": func() error { os.Remove(path); return os.Symlink("/dev/zero", path) },
	} {
		if err := harm(); err != nil {
			t.Fatal(name, err)
		}
		if e.Read(g) != nil {
			t.Errorf("%s: is a table", name)
		}
		if name == "a folder" {
			os.Remove(path)
		}
		if e.Write(g, table); !same() {
			t.Errorf("%s: is not replaced", name)
		}
	}
}

func flipped(b []byte, i int) []byte {
	b = append([]byte(nil), b...)
	b[i] ^= 1
	return b
}

// The key of a table is that of its rules: a rule that only endings have changes it.
func TestEndgamesOfOtherRules(t *testing.T) {
	keys := map[string]string{}
	for _, game := range []string{"gardner", "gardner:stalemate=loss", "gardner:clock=0"} {
		g := games.Must(game)
		small, err := solve.Endgame(g, "kq-k")
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(keyOf(renamed{small.(numbered)}))
		if other, ok := keys[key]; ok {
			t.Errorf("%s has the key of %s", game, other)
		}
		keys[key] = game
	}
}

// renamed has the same name whatever its settings.
type renamed struct{ numbered }

type numbered interface {
	env.Game
	env.Indexed
}

func (r renamed) Spec() env.Spec {
	s := r.numbered.Spec()
	s.Name = "renamed kq-k"
	return s
}

// A table with a sound checksum whose values are wrong is refused.
func TestWrongEndgameIsRefused(t *testing.T) {
	g, table := endgameOf(t, "gardner")
	if err := table.Verify(context.Background(), 2000, seed.New(1)); err != nil {
		t.Fatal(err)
	}
	other, wrong := endgameOf(t, "gardner:stalemate=loss")
	e := Endgames{Folder: t.TempDir(), Most: 1 << 30}
	path, key := e.file(g)
	e.Write(other, wrong)
	from, _ := e.file(other)
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	copy(b[len(endgameMagic):], key[:])
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	if e.Read(g) != nil {
		t.Error("a table of other rules is read")
	}
}

// The tables that were used least lately go first, and nothing else goes.
func TestEndgamesAreBounded(t *testing.T) {
	e := Endgames{Folder: t.TempDir(), Most: 250}
	old := time.Now().Add(-24 * time.Hour)
	for i, name := range []string{"a.endgame", "b.endgame", "c.endgame", "mine.txt", ".d.endgame.123"} {
		path := filepath.Join(e.Folder, name)
		if err := os.WriteFile(path, make([]byte, 100), 0o644); err != nil {
			t.Fatal(err)
		}
		if at := old.Add(time.Duration(i) * time.Minute); os.Chtimes(path, at, at) != nil {
			t.Fatal("no times")
		}
	}
	e.prune()
	var left []string
	entries, _ := os.ReadDir(e.Folder)
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if got := strings.Join(left, " "); got != "b.endgame c.endgame mine.txt" {
		t.Errorf("left are %s", got)
	}
}

func TestEndgamesCanBeOff(t *testing.T) {
	if _, ok := EndgamesAt("off"); ok {
		t.Error("off is on")
	}
	if e, ok := EndgamesAt("/some/folder"); !ok || e.Folder != "/some/folder" {
		t.Errorf("%+v, %v", e, ok)
	}
}
