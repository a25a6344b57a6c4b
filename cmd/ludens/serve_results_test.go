package main

import (
	"os"
	"path/filepath"
	"testing"

	runs "ludens/internal/run"
	"ludens/internal/web"
)

// The page calls the agents of a match as they were called, and those of a
// folder without names by what tells them from others.
func TestMatchOnThePageIsCalledByItsAgents(t *testing.T) {
	t.Chdir(t.TempDir())
	c, _ := rehearsed(t)
	told(t, "tictactoe run@4 random --games 2 --out m")
	for _, want := range []string{"tictactoe: run@4 against random", "tictactoe: ckpt:" + c.Digest[:8] + "@4+root=gumbel against random"} {
		if title := onThePage(t, "m").Title; title != want {
			t.Errorf("got %q, want %q", title, want)
		}
		os.Remove(filepath.Join("m", "names.json"))
	}
}

// onThePage returns the only result in a folder, as the page shows it.
func onThePage(t *testing.T, dir string) web.Result {
	t.Helper()
	shelf, err := runs.OpenResults([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	all, err := shelf.List(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("got %+v, %v, want one result", all, err)
	}
	return all[0]
}
