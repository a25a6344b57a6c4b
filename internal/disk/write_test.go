package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// text writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// check compares a folder with the one file that should be in it, or "" for none.
func check(t *testing.T, dir, name, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, name))
	if string(got) != want || (err == nil) != (want != "") {
		t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "weights")
	for _, want := range []string{"one", "another, longer", "third"} {
		if err := Write(path, text(want)); err != nil {
			t.Fatal(err)
		}
		check(t, dir, "weights", want)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v, want -rw-r--r--", info.Mode(), err)
	}
}

// An error halfway leaves what was there before, and nothing else.
func TestFailureKeepsTheOldFile(t *testing.T) {
	broken := errors.New("out of words")
	half := func(w io.Writer) error {
		if err := text("half of the n")(w); err != nil {
			return err
		}
		return fmt.Errorf("chapter 2: %w", broken)
	}
	for _, old := range []string{"", "old"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "weights")
		if old != "" {
			if err := Write(path, text(old)); err != nil {
				t.Fatal(err)
			}
		}
		err := Write(path, half)
		if !errors.Is(err, broken) || err.Error() != "chapter 2: out of words" {
			t.Errorf("got %v, want the writer's own error", err)
		}
		check(t, dir, "weights", old)
	}
}

// People know the file they asked for, not the one that stands in for it.
func TestErrorsNameTheFileThatWasMeant(t *testing.T) {
	dir := t.TempDir()
	full := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(full, "with things in it"), 0o755); err != nil {
		t.Fatal(err)
	}
	closed, err := os.CreateTemp(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	os.Remove(closed.Name())
	intoClosed := func(io.Writer) error { return text("x")(partial{file{closed}, "a/weights"}) }

	for _, test := range []struct {
		name, path string // the path of the error
		err        error
		is         error
	}{
		{"no folder", filepath.Join(dir, "none", "weights"), Write(filepath.Join(dir, "none", "weights"), text("x")), fs.ErrNotExist},
		{"a folder in its place", full, Write(full, text("x")), fs.ErrExist},
		{"while writing", "a/weights", Write(filepath.Join(dir, "weights"), intoClosed), os.ErrClosed},
	} {
		var at *fs.PathError
		if !errors.As(test.err, &at) || at.Path != test.path || at.Op != "write" {
			t.Errorf("%s: got %v, want an error of writing %s", test.name, test.err, test.path)
		}
		if !errors.Is(test.err, test.is) {
			t.Errorf("%s: %v does not wrap %v", test.name, test.err, test.is)
		}
	}
	check(t, dir, "folder", "") // a folder, and no stray file beside it
}
