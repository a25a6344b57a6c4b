package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unraced are rooms with goroutines that the gate does not run with -race, and why.
var unraced = map[string]string{
	"env/envtest":        "a kit of tests, which run in the rooms that use it",
	"internal/bench":     "it measures: its goroutines are those of the rooms that it measures",
	"nn/internal/kernel": "its goroutines work in assembly, which -race does not see",
	"scripts/":           "programs of this source, which no user runs",
}

// startsGoroutines reports whether a file starts one, by a statement or by a method Go.
func startsGoroutines(file *ast.File) (starts bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" {
				starts = true
			}
		}
		return !starts
	})
	return starts
}

// The gate runs the tests of each room with goroutines with -race.
func TestRacesAreRunWhereGoroutinesAre(t *testing.T) {
	text, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	_, step, ok := strings.Cut(string(text), "step \"races")
	if !ok {
		t.Fatal(".ci/run has no step of races")
	}
	step, _, _ = strings.Cut(step, "\nstep ")
	raced := map[string]bool{}
	for _, m := range regexp.MustCompile(`\./(\S+)`).FindAllStringSubmatch(step, -1) {
		raced[m[1]] = true
	}
	rooms := map[string]bool{}
	for name, file := range code(t, ".") {
		if startsGoroutines(file) {
			rooms[path.Dir(name)] = true
		}
	}
	if len(rooms) < 10 {
		t.Errorf("rooms with goroutines: %d", len(rooms))
	}
	for _, room := range slices.Sorted(maps.Keys(rooms)) {
		excused := unraced[room] != "" || strings.HasPrefix(room, "scripts/")
		if !raced[room] && !excused {
			t.Errorf("%s starts goroutines, and .ci/run does not run its tests with -race", room)
		}
	}
}

// Controls: both ways to start one are found, and nothing else.
func TestGoroutinesAreFound(t *testing.T) {
	for body, want := range map[string]bool{"go f()": true, "var w sync.WaitGroup; w.Go(f)": true, "defer f()": false, "c.Gone(); Go()": false} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func g() { "+body+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if startsGoroutines(file) != want {
			t.Errorf("%q starts goroutines: %v", body, !want)
		}
	}
}
