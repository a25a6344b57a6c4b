package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The packages below internal have no users but this module. So each function, variable
// and constant that they export is used by another package, or by a test from outside.
// Types, which signatures need, and the constants of a type are left out.
func TestNoUnusedExports(t *testing.T) {
	files := map[string]*ast.File{}
	err := filepath.WalkDir(filepath.Join("..", ".."), func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"testdata", ".git", "docs", "_asm"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".go":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(filepath.Join("..", ".."), file)
		files[filepath.ToSlash(rel)], err = parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 500 {
		t.Fatalf("%d files, want more than 500", len(files))
	}
	for _, name := range unusedExports(files) {
		t.Errorf("%s is used by no other package: delete it, or do not export it", name)
	}
}

// unusedExports returns the names, as in internal/clock.Now, that packages in internal
// export for no other package. Files of an external test count as another package.
func unusedExports(files map[string]*ast.File) []string {
	unused := map[string]bool{}
	for file, f := range files {
		if room := path.Dir(file); strings.HasPrefix(room, "internal/") && !strings.HasSuffix(file, "_test.go") {
			for _, name := range exportedValues(f) {
				unused[room+"."+name] = true
			}
		}
	}
	for file, f := range files {
		imported := map[string]string{} // path by name
		for _, s := range f.Imports {
			full, _ := strconv.Unquote(s.Path.Value)
			room, ours := strings.CutPrefix(full, "ludens/")
			if !ours || room == path.Dir(file) && !strings.HasSuffix(f.Name.Name, "_test") {
				continue
			}
			name := path.Base(room)
			if s.Name != nil {
				name = s.Name.Name
			}
			imported[name] = room
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && imported[x.Name] != "" {
					delete(unused, imported[x.Name]+"."+s.Sel.Name)
				}
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(unused))
}

// exportedValues returns the functions, variables and constants that a file exports, but
// for the constants of a type.
func exportedValues(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
			names = append(names, f.Name.Name)
		}
		all := specs[*ast.ValueSpec](d)
		if len(all) > 0 && all[0].Type != nil && d.(*ast.GenDecl).Tok == token.CONST {
			continue
		}
		for _, s := range all {
			for _, n := range s.Names {
				if n.IsExported() {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// The rule finds what it is for.
func TestUnusedExportsAreFound(t *testing.T) {
	const room = "package clock\nfunc Now() {}\nfunc now() {}\nvar Zone = 1\nconst Hour = 2\ntype Time int\nfunc (Time) Add() {}\nconst ( Noon Time = iota; Night )\n"
	for _, test := range []struct{ file, code, want string }{
		{"internal/other/a.go", `package other; import "ludens/internal/clock"; var _ = clock.Hour`, "[internal/clock.Now internal/clock.Zone]"},
		{"internal/other/a_test.go", `package other; import c "ludens/internal/clock"; func f() { c.Now(); c.Zone++; _ = c.Hour }`, "[]"},
		{"internal/clock/a_test.go", `package clock; func f() { Now(); Zone++; _ = Hour }`, "[internal/clock.Hour internal/clock.Now internal/clock.Zone]"},
		{"internal/clock/b_test.go", `package clock_test; import "ludens/internal/clock"; func f() { clock.Now(); clock.Zone++ }`, "[internal/clock.Hour]"},
		{"internal/other/a.go", `package other; import clock "time"; var _, _ = clock.Hour, clock.Now`, "[internal/clock.Hour internal/clock.Now internal/clock.Zone]"},
	} {
		files := map[string]*ast.File{}
		for file, code := range map[string]string{"internal/clock/clock.go": room, test.file: test.code} {
			f, err := parser.ParseFile(token.NewFileSet(), file, code, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files[file] = f
		}
		if got := fmt.Sprint(unusedExports(files)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
