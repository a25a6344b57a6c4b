package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ludens/env/games"
)

// nameless are the rooms that ask a game and never know its name.
var nameless = []string{"internal/web", "internal/roster", "internal/session", "cmd/ludens", "python/ludens", "internal/study", "internal/exact", "internal/export", "internal/run"}

// informed are the rooms that know a family's rules, and why.
var informed = map[string]string{
	"internal/protocol": "protocols of programs for one family: UCI and CECP, OTEP",
	"internal/foreign":  "OTEP, whose engines are told those records",
	"env/chess":         "one family on any board, from files",
	"env/lines":         "the same, of stones in a row",
	"env/race":          "the same, of races",
	"env/draughts":      "the same, of draughts",
	"env/stones":        "the same, of stones that enclose, flip and connect",
}

// No name of a game, of a family or of a rule that is set stands in the page, its
// server, the classes for Python, the studies or the shell. Names are allowed where people read them as examples: in
// comments, in what a command says under --help, in its flags' help, and in
// commands of ludens on the page.
func TestNoGameIsNamed(t *testing.T) {
	names := gameNames()
	for _, room := range nameless {
		found := 0
		for file, text := range sources(t, room) {
			found++
			var pieces []string
			switch path.Ext(file) {
			case ".go":
				pieces = literals(t, file, text)
			case ".css":
				pieces = []string{comment.ReplaceAllString(text, "")}
			default:
				pieces = []string{command.ReplaceAllString(comment.ReplaceAllString(text, ""), "")}
			}
			for _, p := range pieces {
				if hit := names.FindString(p); hit != "" {
					t.Errorf("%s names %q in %.80q: ask the game (docs/abilities.md)", file, hit, p)
				}
			}
		}
		if found == 0 {
			t.Errorf("no sources in %s", room)
		}
	}
}

// The rule finds what it is for, and lets examples be.
func TestNamesAreFound(t *testing.T) {
	names := gameNames()
	const code = `package p
		// celta
		var c = cobra.Command{Long: "of celta", Example: "ludens play celta"}
		func f() { flags().StringVar(&x, "game", "", "as in celta"); g("%s") }`
	for word, named := range map[string]bool{
		"celta": true, "about.family === tafl": true, "play cetro": true, "demand=always": true, "Connect Four": true, "cetran2-mirror": true,
		"lines": true, "a race": true, "family = 'lines'": true, "two lines": false, "lines of play": false,
		"game": false, "first=": false, "always": false, "start": false, "demanding": false,
	} {
		found := 0
		for _, p := range literals(t, "p.go", strings.Replace(code, "%s", word, 1)) {
			found += len(names.FindAllString(p, -1))
		}
		if (found > 0) != named {
			t.Errorf("%q: %d names found", word, found)
		}
	}
	if !names.MatchString("about.family === \"lines\"") || names.MatchString("const lines = [\"lines\"];") {
		t.Error("the family of lines is found behind family, and as no other word")
	}
	const page = "// cetro\nx = html`<code>ludens play celta</code>`;"
	if hit := names.FindString(command.ReplaceAllString(comment.ReplaceAllString(page, ""), "")); hit != "" {
		t.Errorf("%s is an example", hit)
	}
}

// Families are imported by the list of games alone, and by who says why.
func TestFamiliesAreAsked(t *testing.T) {
	families := map[string]bool{}
	for _, e := range games.List() {
		families[module+"/env/"+e.Family] = true
	}
	asked := false
	for file, f := range code(t, ".") {
		room := path.Dir(file)
		if informed[room] != "" {
			continue
		}
		for _, spec := range f.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			if asked = asked || families[imp]; families[imp] && room != "env/games" {
				t.Errorf("%s imports %s: games are asked (docs/abilities.md)", file, imp)
			}
		}
	}
	if !asked {
		t.Error("env/games imports no family: this test looks in the wrong place")
	}
}

// gameNames matches names of variants and families, in the form of words too,
// and settings of rules whose values have names.
func gameNames() *regexp.Regexp {
	var all []string
	for _, e := range games.List() {
		all = append(all, `\b`+regexp.QuoteMeta(e.Name)+`\b`)
		if word := e.Family; word == "lines" || word == "stones" { // words of other sentences, too: alone or behind "family" they are the family
			all = append(all, "^"+word+"$", `family\W{1,8}`+word+`\b`)
		} else {
			all = append(all, `\b`+word+`\b`)
		}
		for _, o := range e.Options {
			for _, v := range o.Values {
				all = append(all, `\b`+regexp.QuoteMeta(o.Name+"="+v)+`\b`)
			}
		}
	}
	slices.Sort(all)
	all = append(slices.Compact(all), `\bconnect[- ]four\b`, `\btic-tac-toe\b`, `\bbrandubh?\b`)
	return regexp.MustCompile(`(?i)` + strings.Join(all, "|"))
}

var (
	comment = regexp.MustCompile(`(?s)(?:^|\s)//[^\n]*|/\*.*?\*/|<!--.*?-->`)
	command = regexp.MustCompile(`<code>ludens [^<]*</code>`)
)

// sources returns the files of a folder of this module and what is in it, tests
// and what others wrote left out.
func sources(t *testing.T, room string) map[string]string {
	t.Helper()
	root, all := filepath.Join("..", ".."), map[string]string{}
	err := filepath.WalkDir(filepath.Join(root, room), func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{"testdata", "vendor", ".git", "docs", "_asm"}, d.Name()) {
			return fs.SkipDir
		}
		if d.IsDir() || strings.HasSuffix(file, "_test.go") || !slices.Contains([]string{".go", ".js", ".html", ".css", ".py"}, path.Ext(file)) {
			return nil
		}
		text, err := os.ReadFile(file)
		rel, _ := filepath.Rel(root, file)
		all[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// code returns the Go code of a folder of this module, tests left out. It is parsed once.
func code(t *testing.T, room string) map[string]*ast.File {
	t.Helper()
	if known, ok := parsed.Load(room); ok {
		return known.(map[string]*ast.File)
	}
	all := map[string]*ast.File{}
	for file, text := range sources(t, room) {
		if path.Ext(file) != ".go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all[file] = f
	}
	parsed.Store(room, all)
	return all
}

var parsed sync.Map // by folder

// literals returns the texts in Go code but for those that are examples: a
// command's Use, Long and Example, and the help of a flag.
func literals(t *testing.T, file, text string) (all []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			return !ok || !slices.Contains([]string{"Use", "Long", "Example"}, key.Name)
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && strings.Contains(s.Sel.Name, "Var") && len(n.Args) > 3 {
				for _, x := range n.Args[:len(n.Args)-1] {
					all = append(all, literalsOf(x)...)
				}
				return false
			}
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			all = append(all, literalsOf(n)...)
		}
		return true
	})
	return all
}

// literalsOf returns the texts in an expression.
func literalsOf(x ast.Node) (all []string) {
	ast.Inspect(x, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			all = append(all, text)
		}
		return true
	})
	return all
}
