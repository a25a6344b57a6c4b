package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
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

// sleepers are tests in which a fixed sleep is what is tested, or the fault that an engine has.
var sleepers = map[string]string{
	"internal/bench/row_test.go":      "work that takes a slice of time",
	"internal/bench/rules_test.go":    "a network that takes a while",
	"internal/foreign/cecp_test.go":   "an answer that comes later than is usual",
	"internal/foreign/double_test.go": "an engine that hangs",
	"internal/machine/task_test.go":   "a sleep takes no CPU time",
	"internal/run/lock_test.go":       "a lock that is held for half a glance",
	"mcts/threads_test.go":            "answers in any order",
}

// sleeps reports whether a file sleeps outside of a loop that waits for something.
func sleeps(file *ast.File) (found bool) {
	var above []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		above = append(above, n)
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); !ok || s.Sel.Name != "Sleep" {
			return true
		}
		for _, outer := range slices.Backward(above) {
			switch outer.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return true
			case *ast.FuncLit, *ast.FuncDecl:
				found = true
				return true
			}
		}
		return true
	})
	return found
}

// A test waits for what it needs, and not for a fixed time, which is too long on an idle machine
// and too short on a busy one.
func TestNoTestSleepsForAFixedTime(t *testing.T) {
	files := 0
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		rel, err := filepath.Rel(root, name)
		if name = filepath.ToSlash(rel); sleeps(file) != (sleepers[name] != "") {
			t.Errorf("%s: it sleeps for a fixed time: %v; it is the thing tested: %q", name, sleeps(file), sleepers[name])
		}
		return err
	})
	if err != nil || files < 300 {
		t.Errorf("%d files of tests, %v", files, err)
	}
	for body, want := range map[string]bool{
		"time.Sleep(1)": true, "for !there() { time.Sleep(1) }": false, "for ; !there(); time.Sleep(1) {}": false,
		"for { go func() { time.Sleep(1) }() }": true, "sleep(ctx, 1)": false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func g() { "+body+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if sleeps(file) != want {
			t.Errorf("%q sleeps for a fixed time: %v", body, !want)
		}
	}
}
