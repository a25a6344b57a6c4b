// Package arch keeps the floors of the house. It holds nothing but a test.
package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
)

// module is the path of this module, whatever it is called (scripts/release rename).
var module = strings.TrimSuffix(reflect.TypeFor[env.Player]().PkgPath(), "/env")

// never lists what the floors alone would allow, and why it must not be.
var never = map[[2]string]string{
	{"selfplay", "env/tafl"}: "play knows games by their contract only",
	{"train", "env/games"}:   "the loop is handed its game",
	{"arena", "env/games"}:   "a match is handed its game",
	{"internal/web", "nn"}:   "the page is handed its players",
}

// banned lists what the rooms below cmd must not use, and why.
var banned = map[string]string{
	"math/rand": "it has a global source: use env/seed",
	"log":       "libraries return errors",

	"gonum.org/v1/plot":                 "it brings twelve fonts, 4.4 MB: draw with internal/chart",
	"gonum.org/v1/plot/plotter":         "it brings twelve fonts, 4.4 MB: draw with internal/chart",
	"gonum.org/v1/plot/font/liberation": "it brings twelve fonts, 4.4 MB: internal/chart has two",
}

func TestImports(t *testing.T) {
	floor := floors(t)
	met := map[string]bool{}
	// The files are read here and not by a child process: the go command notes
	// what a test opens, and runs it again when that has changed.
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), "_") || d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		from := path.Dir(filepath.ToSlash(rel))
		mine, ok := floor[from]
		if !ok {
			t.Errorf("%s stands on no floor: add it to the table in %s", from, floorPlan)
			return nil
		}
		met[from] = true
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why, bad := banned[imp]; bad && from != "cmd/ludens" {
				t.Errorf("%s imports %s: %s", rel, imp, why)
			}
			to, ours := strings.CutPrefix(imp, module+"/")
			if !ours {
				continue
			}
			if theirs, ok := floor[to]; !ok || theirs >= mine {
				t.Errorf("%s: %s (floor %d) imports %s (floor %d): arrows run down", rel, from, mine, to, theirs)
			}
			if why, bad := never[[2]string{from, to}]; bad {
				t.Errorf("%s: %s imports %s: %s", rel, from, to, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range floor {
		if !met[name] {
			t.Errorf("%s: there is no package %s any more", floorPlan, name)
		}
	}
}

// floorPlan has a table of the floors, from the ground up: a package may import
// packages of lower floors. Two packages on one floor do not know each other.
const floorPlan = "docs/architecture.md"

var floorRow = regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \|`)

// floors returns the floor of each package in the floor plan.
func floors(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(floorPlan)))
	if err != nil {
		t.Fatal(err)
	}
	floor := map[string]int{}
	for _, row := range floorRow.FindAllStringSubmatch(string(text), -1) {
		for _, name := range strings.Split(row[2], ", ") {
			name = strings.Trim(name, "`")
			if _, twice := floor[name]; twice {
				t.Errorf("%s: %s stands on two floors", floorPlan, name)
			}
			if floor[name], err = strconv.Atoi(row[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return floor
}
