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
	"cmd/ludens/engine.go", "cmd/ludens/env.go", "cmd/ludens/eval.go", "cmd/ludens/ladder.go", "cmd/ludens/play.go", "cmd/ludens/replay.go", "cmd/ludens/serve.go",
	"internal/report/words.go", "internal/roster/contestants.go", "internal/study/ladder.go", "internal/study/strengths.go",
}

// mentioned finds agent.Typed in code, called or handed on.
var mentioned = regexp.MustCompile(`(?m)^(?:[^/\n]|/[^/\n])*\bagent\.Typed\b`)

// gameFiles are the files where the name of a game may be that of a file: the command line,
// and callers of the library, from C or Go. What comes from pages and other machines names games.
var gameFiles = []string{
	"cmd/libludens/library.go", "cmd/ludens/balance.go", "cmd/ludens/bench.go", "cmd/ludens/bench_nn.go", "cmd/ludens/check.go", "cmd/ludens/engine.go", "cmd/ludens/env.go",
	"cmd/ludens/eval.go", "cmd/ludens/games.go", "cmd/ludens/import.go", "cmd/ludens/ladder.go", "cmd/ludens/learn.go", "cmd/ludens/match.go", "cmd/ludens/moves.go",
	"cmd/ludens/perft.go", "cmd/ludens/play.go", "cmd/ludens/serve.go", "cmd/ludens/show.go", "cmd/ludens/solve.go", "internal/session/source.go", "ludens.go",
}

func TestOnlyTheCommandLineIsTyped(t *testing.T) {
	onlyIn(t, mentioned, typed, "agent.Typed, which may start programs: want agent.ParseSpec")
}

func TestOnlyTheCommandLineNamesGamesByFiles(t *testing.T) {
	onlyIn(t, regexp.MustCompile(`(?m)^(?:[^/\n]|/[^/\n])*\broster\.Game(?:Name|File)?\b`), gameFiles, "roster.Game, which opens files: want games.Make")
}

// onlyIn fails where code that a pattern finds is in another file than these, or one of
// them has none. What ends with a slash is a folder.
func onlyIn(t *testing.T, pattern *regexp.Regexp, files []string, what string) {
	t.Helper()
	found := map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(root, file)
		name = filepath.ToSlash(name)
		if pattern.Match(text) {
			row := slices.IndexFunc(files, func(f string) bool { return f == name || strings.HasSuffix(f, "/") && strings.HasPrefix(name, f) })
			if row < 0 {
				t.Errorf("%s has %s, or its row here", name, what)
			} else {
				found[files[row]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if !found[name] {
			t.Errorf("%s has a row here, and not %s", name, what)
		}
	}
}
