package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The page calls the agents of a match as they were called, and those of a
// folder without names by what tells them from others.
func TestMatchOnThePageIsCalledByItsAgents(t *testing.T) {
	t.Chdir(t.TempDir())
	c, _ := rehearsed(t)
	told(t, "tictactoe run@4 random --games 2 --out m")
	path := filepath.Join("m", "games.jsonl")
	for _, want := range []string{"tictactoe: run@4 against random", "tictactoe: ckpt:" + c.Digest[:8] + "@4+root=gumbel against random"} {
		r, err := readMatch(path)
		if err != nil || r.Title != want {
			t.Errorf("got %q, %v, want %q", r.Title, err, want)
		}
		os.Remove(filepath.Join("m", "names.json"))
	}
}
