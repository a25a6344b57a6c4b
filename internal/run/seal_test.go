package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/disk"
)

// A sealed line is JSON with all that was in the object, and its seal is that of
// sha256sum over the line before the seal.
func TestSeal(t *testing.T) {
	line := seal([]byte(`{"a":1}`))
	// printf '{"a":1' | sha256sum
	const want = `{"a":1,"sha256":"8b0f0d75aabe01bbfba9341752c2cf7626f154e676aa791427b31aebfabc2592"}`
	if string(line) != want {
		t.Errorf("got %s, want %s", line, want)
	}
	var back map[string]any
	if err := json.Unmarshal(line, &back); err != nil || back["a"] != 1.0 || back["sha256"] != sha256OfText(`{"a":1`) {
		t.Errorf("%v, %v", back, err)
	}
}

// What was sealed comes back as it was, with the sum that the next line is chained to.
func TestUnsealIsSealBackwards(t *testing.T) {
	for _, object := range []string{`{"a":1}`, `{"a":"}"}`, `{"a":{"b":[1,2]}}`, `{"text":"ü\n"}`, `{"sha256":"00"}`} {
		line := seal([]byte(object))
		got, sum, ok := unseal(line)
		if !ok || string(got) != object || !bytes.Contains(line, []byte(sum)) {
			t.Errorf("%s: got %s, %s, %v", object, got, sum, ok)
		}
		again, _, ok := unseal(seal(line))
		if !ok || !bytes.Equal(again, line) {
			t.Errorf("%s: a seal on a seal does not come off", object)
		}
	}
}

// No byte of a line can be another, be gone, or stand twice.
func TestSealNoticesEveryByte(t *testing.T) {
	line := seal([]byte(`{"iteration":12,"loss":0.5}`))
	for i := range line {
		other, gone, twice := bytes.Clone(line), append(bytes.Clone(line[:i]), line[i+1:]...), append(bytes.Clone(line[:i+1]), line[i:]...)
		other[i] ^= 1
		for what, bad := range map[string][]byte{"another": other, "gone": gone, "twice": twice} {
			if _, _, ok := unseal(bad); ok {
				t.Errorf("byte %d is %s, and nobody notices: %s", i, what, bad)
			}
		}
	}
	for n := range line {
		if _, _, ok := unseal(line[:n]); ok {
			t.Errorf("the first %d bytes pass for a line", n)
		}
	}
}

func TestNobodysLinesAreNotSealed(t *testing.T) {
	for _, text := range []string{"", "{}", "null", strings.Repeat("x", sealSize), strings.Repeat("x", sealSize+1), `,"sha256":"` + strings.Repeat("0", 64) + `"}`} {
		if object, _, ok := unseal([]byte(text)); ok {
			t.Errorf("%.20q... is taken for %q", text, object)
		}
	}
}

func TestEachLine(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lines")
	lines := func() (all []string, err error) {
		err = eachLine(path, func(l disk.Line) error {
			text := string(l.Text)
			if !l.Whole {
				text += " (unfinished)"
			}
			if l.Number != len(all)+1 {
				t.Errorf("line %d has number %d", len(all)+1, l.Number)
			}
			all = append(all, text)
			return nil
		})
		return all, err
	}
	if all, err := lines(); err != nil || len(all) != 0 {
		t.Errorf("no file: %v, %v", all, err)
	}
	for text, want := range map[string]string{"": "", "a\n": "a", "a\nb": "a, b (unfinished)", "a\n\nb\n": "a, , b"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if all, err := lines(); err != nil || strings.Join(all, ", ") != want {
			t.Errorf("%q: got %q, %v; want %s", text, all, err, want)
		}
	}
	enough := errors.New("enough")
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	visited := 0
	if err := eachLine(path, func(disk.Line) error { visited++; return enough }); !errors.Is(err, enough) || visited != 1 {
		t.Errorf("got %v after %d lines, want what ended it after 1", err, visited)
	}
	path = dir
	if _, err := lines(); err == nil {
		t.Error("a folder has no lines")
	}
}
