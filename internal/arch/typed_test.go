package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// typed are the files that read what the person at the command line typed, where other
// people's programs may be started. What comes from files, pages and other machines is
// read by agent.ParseSpec, which starts none. In env.go the program that starts ludens env with
// --programs, and writes to its pipe, names them: the Python package does so
// for an engine that its caller names. Orders themselves cannot turn it on.
var typed = []string{
	"cmd/ludens/engine.go", "cmd/ludens/env.go", "cmd/ludens/eval.go", "cmd/ludens/ladder.go", "cmd/ludens/play.go", "cmd/ludens/serve.go",
	"internal/report/words.go", "internal/roster/contestants.go", "internal/study/rung.go", "internal/study/strengths.go",
}

// mentioned finds agent.Typed in code, called or handed on.
var mentioned = regexp.MustCompile(`(?m)^(?:[^/\n]|/[^/\n])*\bagent\.Typed\b`)

func TestOnlyTheCommandLineIsTyped(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(root, file)
		if mentioned.Match(text) && !slices.Contains(typed, filepath.ToSlash(name)) {
			t.Errorf("%s has agent.Typed, which may start programs: want agent.ParseSpec, or its row here", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
