package arena

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// A text of openings is refused in one line, or all of its openings can be played on.
func FuzzBook(f *testing.F) {
	f.Add(book)
	f.Add("[Game \"connect4\"]\n\n1. a1")
	f.Add("[Seed \"-3\"]\n[Start \"x../.o./...\"]\n1. c3 {[}")
	g := game(f, "tictactoe")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBook(g, text, seed.New(1))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		for i, o := range b {
			if s, err := o.State(g); err != nil || s.Result() != env.Ongoing {
				t.Errorf("opening %d cannot be played on: %v", i, err)
			}
		}
	})
}

// Whatever the files beside the games of a match hold, they are read or refused in one line.
func FuzzWords(f *testing.F) {
	f.Add([]byte(`{"a":"mcts:100","game":"tictactoe"}`))
	f.Add([]byte(`{"a":{}}`))
	path := filepath.Join(f.TempDir(), "about.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		words, err := readWords(path)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
		if err == nil {
			if err := writeWords(path, words); err != nil {
				t.Fatal(err)
			}
			if again, err := readWords(path); err != nil || differences(again, words) != "" {
				t.Errorf("%v comes back as %v, %v", words, again, err)
			}
		}
	})
}
