package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// typed are the files that read what the person at the command line typed, where other
// people's programs may be started. What comes from files, pages and other machines is
// read by agent.ParseSpec, which starts none.
var typed = []string{
	"cmd/ludens/engine.go", "cmd/ludens/eval.go", "cmd/ludens/ladder.go", "cmd/ludens/play.go", "cmd/ludens/serve.go",
	"internal/report/words.go", "internal/roster/contestants.go", "internal/study/rung.go", "internal/study/strengths.go",
}

func TestOnlyTheCommandLineIsTyped(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(root, file)
		if strings.Contains(string(text), "agent.Typed(") && !slices.Contains(typed, filepath.ToSlash(name)) {
			t.Errorf("%s calls agent.Typed, which may start programs: want agent.ParseSpec, or its row here", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
