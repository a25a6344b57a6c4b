package tui

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What can do harm on a terminal is shown as question marks; text and our colours pass, also
// where a character is cut in two. Control: without the guard the same bytes arrive.
func TestGuard(t *testing.T) {
	for text, want := range map[string]string{
		"plain, ü, 王\tand\r\n":                        "plain, ü, 王\tand\r\n",
		"\x1b[1mbold\x1b[0m \x1b[1;48;5;94;38;5;15mK": "\x1b[1mbold\x1b[0m \x1b[1;48;5;94;38;5;15mK",
		"\r\x1b[K\x1b[0K":                             "\r\x1b[K\x1b[0K",
		"\x1b]0;title\a":                              "?]0;title?",
		"\x1b[2J\x1b[1;1H":                            "?[2J?[1;1H",
		"\x1b[8mhidden":                               "?[8mhidden",
		"\x1bP1$r\x1b\\":                              "?P1$r?\\",
		"\u009b2J \x9b2J":                             "?2J ?2J",
		"a\u202eb\u2066c":                             "a?b?c",
		"\b\b\b\x00\x7f":                              "?????",
	} {
		for size := 1; size <= len(text); size++ {
			if strings.Contains(text, "\x1b[") && size < len(text) {
				continue // a sequence of ours is written as one
			}
			var out bytes.Buffer
			g := &guarded{to: &out}
			for b := []byte(text); len(b) > 0; b = b[min(size, len(b)):] {
				if n, err := g.Write(b[:min(size, len(b))]); err != nil || n != min(size, len(b)) {
					t.Fatal(n, err)
				}
			}
			if got := out.String(); got != want {
				t.Errorf("%q by %d bytes: %q, want %q", text, size, got, want)
			}
		}
	}
}

// A file gets all bytes.
func TestGuardOfAFile(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Guard(f) != f || fileOf(f) != f || fileOf(&guarded{file: f}) != f || fileOf(&bytes.Buffer{}) != nil {
		t.Error("a file is guarded, or not found behind a guard")
	}
}

func TestPlain(t *testing.T) {
	long, sentences := strings.Repeat("x", 10_000), strings.Repeat("a b ", 2000)
	for text, want := range map[string]string{
		"one\ntwo":            "one\ntwo",
		"no \x1b[1mcolours\r": "no ?[1mcolours?",
		long:                  long[:157] + "..." + long[:40],
		sentences:             sentences[:4000] + "...",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%.40q: %.60q of %d bytes", text, got, len(got))
		}
	}
}
