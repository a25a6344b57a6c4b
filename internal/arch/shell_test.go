package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// The shell, cmd/ludens, reads flags and prints: what it finds out is worked out in the
// rooms below.
const (
	shell      = "cmd/ludens/"
	shellLines = 3_800 // of code at most, without tests; lower it with the code
)

// In the shell main.go stands above the verbs, and those above what they share. A verb is
// a file that makes a command, and the files called after it: balance.go, balance_odds.go.
// Verbs do not know each other, and what they share knows no verb and goes in no circle.
func TestShell(t *testing.T) {
	files := map[string]string{}
	for file, text := range sources(t, shell) {
		if path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") {
			files[path.Base(file)] = text
		}
	}
	if len(files) < 20 {
		t.Fatalf("%d files of the shell were found", len(files))
	}
	for _, fault := range shellFaults(t, files, shellLines) {
		t.Error(fault)
	}
}

// The test finds what it is for.
func TestShellFaultsAreFound(t *testing.T) {
	const verb = "package main\nfunc newA() *cobra.Command { help(); return partOfA() }\n"
	sound := map[string]string{
		"main.go": "package main\nfunc main() { newA(); newB() }\n",
		"a.go":    verb, "a_more.go": "package main\nfunc partOfA() *cobra.Command { return more() }\nvar more = newMore\n",
		"b.go":    "package main\nfunc newB() *cobra.Command { help(); return nil }\ntype b struct{ newA int }\nvar _ = b{newA: 1}\n",
		"help.go": "package main\nfunc help() { words() }\n", "words.go": "package main\nfunc words() { help := 1; _ = help }\n",
	}
	if got := shellFaults(t, sound, 100); len(got) > 0 {
		t.Errorf("a sound shell has faults: %q", got)
	}
	for _, test := range []struct{ file, code, want string }{
		{"b.go", "package main\nfunc newB() *cobra.Command { return newA() }\n", "b.go uses newA of a.go: verbs do not know each other"},
		{"b_more.go", "package main\nfunc newC() { partOfA() }\n", "b_more.go uses partOfA of a_more.go: verbs do not know each other"},
		{"help.go", "package main\nfunc help() { newB() }\n", "help.go uses newB of b.go: an arrow up"},
		{"help.go", "package main\nfunc help() { main() }\n", "help.go uses main of main.go: an arrow up"},
		{"b.go", "package main\nfunc newB() *cobra.Command { main() }\n", "b.go uses main of main.go: an arrow up"},
		{"words.go", "package main\nfunc words() { help() }\n", "help.go and words.go go in a circle"},
		{"long.go", "package main\n" + strings.Repeat("\n", 100), "lines of code in cmd/ludens/: want 100 at most"},
	} {
		files := maps.Clone(sound)
		files[test.file] = test.code
		if got := shellFaults(t, files, 100); len(got) != 1 || !strings.HasSuffix(got[0], test.want) {
			t.Errorf("%s: got %q, want %q", test.file, got, test.want)
		}
	}
}

// shellFile is a file of the shell.
type shellFile struct {
	verb string   // that it is a part of; "" if it is shared
	uses []string // names that it does not declare
}

// floor returns where a file stands in the shell.
func (f shellFile) floor() int {
	switch f.verb {
	case "":
		return 0
	case "main":
		return 2
	}
	return 1
}

// shellFaults returns what is wrong with files of Go, by name, of most lines together.
func shellFaults(t *testing.T, texts map[string]string, most int) (faults []string) {
	files, home := shellFiles(t, texts)
	lines := 0
	shared := map[string]map[string]bool{} // file: what it uses
	for _, name := range slices.Sorted(maps.Keys(files)) {
		lines += strings.Count(texts[name], "\n")
		from := files[name]
		for _, used := range from.uses {
			to, ours := files[home[used]]
			switch {
			case !ours || from.verb == to.verb && from.verb != "":
			case from.floor() < to.floor():
				faults = append(faults, fmt.Sprintf("%s uses %s of %s: an arrow up", name, used, home[used]))
			case from.floor() == 1 && to.floor() == 1:
				faults = append(faults, fmt.Sprintf("%s uses %s of %s: verbs do not know each other", name, used, home[used]))
			case from.floor() == 0:
				if shared[name] == nil {
					shared[name] = map[string]bool{}
				}
				shared[name][home[used]] = true
			}
		}
	}
	if circle := circling(shared); len(circle) > 0 {
		faults = append(faults, strings.Join(circle, " and ")+" go in a circle")
	}
	if lines > most {
		faults = append(faults, fmt.Sprintf("%d lines of code in %s: want %d at most", lines, shell, most))
	}
	return faults
}

// shellFiles returns the files, and which of them each name is declared in.
func shellFiles(t *testing.T, texts map[string]string) (files map[string]shellFile, home map[string]string) {
	files, home = map[string]shellFile{}, map[string]string{}
	verbs := map[string]bool{"main": true}
	for name, text := range texts {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		var f shellFile
		for declared, object := range parsed.Scope.Objects {
			home[declared] = name
			if d, ok := object.Decl.(*ast.FuncDecl); ok && makesCommand(d) {
				first, _, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "_")
				verbs[first] = true
			}
		}
		for _, x := range parsed.Unresolved {
			if !slices.Contains(f.uses, x.Name) {
				f.uses = append(f.uses, x.Name)
			}
		}
		files[name] = f
	}
	for name, f := range files {
		if first, _, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "_"); verbs[first] {
			f.verb = first
			files[name] = f
		}
	}
	return files, home
}

// makesCommand reports whether a function returns a command and takes nothing, as newTrain.
func makesCommand(f *ast.FuncDecl) bool {
	if !strings.HasPrefix(f.Name.Name, "new") || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() != 1 {
		return false
	}
	pointer, ok := f.Type.Results.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	named, ok := pointer.X.(*ast.SelectorExpr)
	return ok && named.Sel.Name == "Command"
}

// circling returns the files that are left when those that use none of the others are
// taken away, again and again.
func circling(uses map[string]map[string]bool) []string {
	left := maps.Clone(uses)
	for {
		before := len(left)
		maps.DeleteFunc(left, func(_ string, used map[string]bool) bool {
			for name := range used {
				if _, ok := left[name]; ok {
					return false
				}
			}
			return true
		})
		if len(left) == before {
			return slices.Sorted(maps.Keys(left))
		}
	}
}
