package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ideas are what a reader who knows systems like AlphaZero, and not this one, looks
// for by its usual word.
var ideas = []string{
	"PUCT", "Gumbel", "Sequential halving", "First-play urgency", "FPU", "Virtual loss", "Dirichlet noise", "Forced playouts", "Policy target pruning",
	"MCTS-Solver", "Proof-number search", "Rollout", "Backup", "Principal variation",
	"Alpha-beta", "Null window", "Transposition table", "Iterative deepening", "Quiescence", "Null move", "Late move reductions", "Killer moves", "History heuristic",
	"Self-play", "Temperature", "Playout cap", "Resignation", "Go-Exploit", "Truncation",
	"Replay buffer", "Data augmentation", "Value target", "Gating", "Moving average", "Learning rate", "Cross-entropy", "AdamW", "Weight decay", "Gradient clipping",
	"Residual", "Batch norm", "Policy head", "Value head", "int8", "BF16", "ONNX",
	"Elo", "SPRT", "Opening book", "Perft", "Retrograde analysis", "Tablebase", "Brier",
}

var ideaRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| `([^|]+)` \\| `([^|]+)` \\|$")

// One search in docs/ideas.md finds each idea, and its row leads to a folder, or a
// page, where the text to search for is.
func TestIdeas(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "ideas.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ToLower(string(page))
	for _, idea := range ideas {
		if !strings.Contains(text, strings.ToLower(idea)) {
			t.Errorf("docs/ideas.md does not say where %s is", idea)
		}
	}
	rows := ideaRow.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 30 {
		t.Errorf("docs/ideas.md has %d rows, want at least 30", len(rows))
	}
	for _, row := range rows {
		for _, place := range strings.Split(row[3], "`, `") {
			if !says(t, place, row[2]) {
				t.Errorf("docs/ideas.md: %s: nothing in %s says %q", row[1], place, row[2])
			}
		}
	}
}

// says reports whether a file of code or a page in a place has a text in it, in
// letters of any size.
func says(t *testing.T, place, text string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(place)), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if d.IsDir() || strings.HasSuffix(name, "_test.go") || !slices.Contains([]string{".go", ".md"}, filepath.Ext(name)) {
			return nil
		}
		content, err := os.ReadFile(name)
		found = found || strings.Contains(strings.ToLower(string(content)), strings.ToLower(text))
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return found
}
