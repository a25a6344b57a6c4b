package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The rungs of a ladder name their checkpoints by hash, those that have one.
func TestRungs(t *testing.T) {
	hash := strings.Repeat("ab12", 16)
	file := filepath.Join(t.TempDir(), "ladder.json")
	text := `{"game": "tictactoe", "roles": ["crosses", "noughts"], "games": 40, "advantage": {"elo": 51.4, "low": 41.4, "high": 61.4}, "draws": 0.25, "agents": [
		{"agent": "ckpt:r/checkpoints/000010.ckpt@100", "name": "r@100 after 10", "key": "ckpt:` + hash + `@100+root=gumbel", "elo": 348, "low": 300, "high": 396},
		{"agent": "random", "key": "random", "elo": 0, "low": 0, "high": 0}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := readLadder(file)
	if err != nil || len(r.Rungs) != 2 {
		t.Fatalf("%+v, %v", r.Rungs, err)
	}
	if want := "To be crosses is worth 51 ± 10 Elo; equals draw 25 % of their games."; !slices.Contains(r.Lines, want) {
		t.Errorf("%q, want %q among them", r.Lines, want)
	}
	if a := r.Rungs[0]; a.Name != "r@100 after 10" || a.Hash != hash || a.Elo != 348 || a.Low != 300 || a.High != 396 {
		t.Errorf("%+v", a)
	}
	if b := r.Rungs[1]; b.Name != "random" || b.Hash != "" {
		t.Errorf("%+v", b)
	}
}
