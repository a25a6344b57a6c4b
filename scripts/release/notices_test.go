package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Licences are found beside a package and above it, each once, and what has none
// is an error.
func TestLicences(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(dir, name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := pkg{ImportPath: "example.org/m/a/b", Dir: inner}
	p.Module = &struct {
		Path, Version, Dir string
		Main               bool
	}{Path: "example.org/m", Version: "v1.2.3", Dir: root}
	w := works{}
	write(inner, "licence.go", "package b")
	if err := w.add(p); err == nil {
		t.Error("a module without a licence is no error")
	}
	write(root, "LICENSE.md", "be kind\r\n")
	write(inner, "COPYING", "be good\n\n")
	write(root, "README.md", "hello")
	for range 2 {
		if err := w.add(p); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := w.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nexample.org/m v1.2.3 (LICENSE.md)\n", "\nexample.org/m v1.2.3 (a/b/COPYING)\n", "\nbe kind\n", "\nbe good\n"} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("%q is there %d times, want once:\n%s", want, strings.Count(out.String(), want), out.String())
		}
	}
	if len(w) != 2 {
		t.Errorf("got %d texts, want 2", len(w))
	}
}
