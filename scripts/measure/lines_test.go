package main

import (
	"archive/tar"
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// archived returns files as git archive writes them.
func archived(t *testing.T, files map[string]string) source {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := readSource(&b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLinesAreCounted(t *testing.T) {
	s := archived(t, map[string]string{
		"a/a.go": "package a\n\nvar x = 1\n", "a/b.go": "package a\n", "a/a_test.go": "package a\n\n", "a/b/c.go": "package b\n",
		"a/testdata/d.go": "package d\n", "k/_asm/e.go": "package e\n", "README.md": "words\n", "f.go": "package f\n",
	})
	for room, want := range map[string][3]int{"": {6, 2, 4}, "a": {4, 2, 2}, "a/b": {1, 0, 1}, ".": {1, 0, 1}, "k": {}} {
		if code, tests, files := s.count(room); [3]int{code, tests, files} != want {
			t.Errorf("%q: %d lines of code, %d of tests, %d files; want %v", room, code, tests, files, want)
		}
	}
	if got := slices.Sorted(maps.Keys(s.rooms())); !slices.Equal(got, []string{".", "a", "a/b"}) {
		t.Errorf("rooms %v", got)
	}
}

// A line is kept as often as it stood there; where it moved to does not matter, nor how far it is
// indented.
func TestKeptLines(t *testing.T) {
	then := archived(t, map[string]string{"a/a.go": "one\ntwo\ntwo\n", "a/a_test.go": "three\n"})
	for now, want := range map[string]int{"two\none\n": 2, "\ttwo\n": 1, "two\ntwo\ntwo\n": 2, "three\n": 0, "": 0} {
		if got := archived(t, map[string]string{"b/b.go": now}).kept(then); got != want {
			t.Errorf("%q: %d kept, want %d", now, got, want)
		}
	}
}

func TestAbilitiesAreCounted(t *testing.T) {
	s := archived(t, map[string]string{"a/a.go": "1\n", "a/b.go": "1\n2\n", "a/a_test.go": "1\n", "c/c.go": "1\n2\n3\n"})
	table, sum, err := s.abilities([]ability{{"x", 31, []string{"a/b.go", "c"}}, {"y", 32, []string{"a/a.go"}}})
	if err != nil || sum != 6 || len(table) != 3 || strings.Join(table[1], " ") != "x 31 5" || strings.Join(table[2], " ") != "y 32 1" {
		t.Errorf("%v, %d, %v", table, sum, err)
	}
	for want, all := range map[string][]ability{
		`"x": there is no a/d.go`:          {{"x", 31, []string{"a/d.go"}}},
		`a/b.go belongs to "x" and to "y"`: {{"x", 31, []string{"a/b.go"}}, {"y", 31, []string{"a/b.go"}}},
	} {
		if _, _, err := s.abilities(all); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// What lines.toml names is there, each path once.
func TestLaterAbilitiesAreThere(t *testing.T) {
	var all struct{ Ability []ability }
	if _, err := toml.Decode(abilitiesText, &all); err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, a := range all.Ability {
		if a.Issue == 0 || len(a.Paths) == 0 {
			t.Errorf("%q has no issue or no paths", a.Name)
		}
		for _, p := range a.Paths {
			if _, err := os.Stat(filepath.Join("..", "..", p)); err != nil || met[p] {
				t.Errorf("%q: %s: %v, met before: %v", a.Name, p, err, met[p])
			}
			met[p] = true
		}
	}
	if len(met) < 20 {
		t.Errorf("%d paths", len(met))
	}
}
