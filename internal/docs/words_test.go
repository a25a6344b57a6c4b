package docs

import (
	"fmt"
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
	"testing"
)

// entry is a word that stands in the place of a subject, a verb or a number.
type entry struct {
	word *regexp.Regexp
	say  string // what to write instead
}

// unclear are the words of which the prose of this repository is free, in any case and
// also across the end of a line.
var unclear = []entry{
	plain(`nobody|no-one`, `name the subject: "no player", "no other process", "if a file has no entry"`),
	plain(`somebody|anybody`, `name the subject: "a player", "either side", "a client"`),
	plain(`whoever`, `name the subject: "the caller", "the player who", "for both players"`),
	plain(`tells (whether|if)`, `"reports whether"`),
	plain(`tells (how|what|which|who|whom|where|when|why)`, `"says", "returns", "describes" or "lists"`),
	plain(`(is|are|be|been|was|were) told`, `"gets", "is reported", "is called with"`),
	plain(`told (apart|from)|tells? [a-z ]*apart`, `"distinguish", "separate", "identify"`),
	plain(`learnt|take stock|windows? of no width|asks for memory`, `"trained", "summarise", "null window", "allocates"`),
	plain(`so many`, `the number's name ("n plies", "depth") or "that many"`),
	plain(`what is no ([a-km-z]|l[a-np-z])\w*`, `the thing itself: "NaN", "other lines"`),
}

// plain returns an entry for words, whose blanks match any space.
func plain(words, say string) entry {
	return entry{regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(words, " ", `\s+`) + `)\b`), say}
}

// quotations are sentences that stay as their authors wrote them, by file.
var quotations = map[string][]string{
	"env/race/readings.toml": {"If both players have no possible moves, whoever made the last move wins."},
}

// skipped are the folders and files that the test leaves out: what is generated, what
// others wrote, and what runs and studies leave behind.
var skipped = []string{"testdata", "vendor", "node_modules", "venv", "runs", "matches", "balances", "ladders", "docs/studies", "docs/games", "shared"}

// extensions are those of the files that it reads.
var extensions = []string{".go", ".js", ".css", ".html", ".py", ".md", ".toml"}

// TestPlainWords reads comments and texts of Go code, prose of Markdown, comments of TOML
// and readings.toml, and all of the page's and Python's files; of tests the comments of Go alone. Left out are
// generated files and the answers of studies.
func TestPlainWords(t *testing.T) {
	read, quoted := map[string]int{}, map[string]bool{}
	for file, text := range prose(t) {
		read[path.Ext(file)]++
		for _, q := range quotations[file] {
			quoted[q] = strings.Contains(text, q)
			text = strings.ReplaceAll(text, q, "")
		}
		found, err := unclearIn(file, text)
		if err != nil {
			t.Error(err)
		}
		for _, line := range found {
			t.Error(line)
		}
	}
	for file, all := range quotations {
		for _, q := range all {
			if !quoted[q] {
				t.Errorf("%s does not quote %q: remove it from quotations", file, q)
			}
		}
	}
	for ext, least := range map[string]int{".go": 500, ".md": 50, ".toml": 50, ".js": 50, ".py": 10} {
		if read[ext] < least {
			t.Errorf("%d files of %s were read, want %d or more: this test looks in the wrong place", read[ext], ext, least)
		}
	}
}

// The check finds the words where people read them, and nowhere else.
func TestUnclearWordsAreFound(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		want             int
	}{
		{"a comment", "p.go", "package p\n\n// f is called if nobody calls g.\nfunc f() {}\n", 1},
		{"a plain comment", "p.go", "package p\n\n// f reports whether n plies are left.\nfunc f() {}\n", 0},
		{"across lines", "p.go", "package p\n\n// f tells\n// whether there are so\n// many.\nfunc f() {}\n", 2},
		{"beside code", "p.go", "package p\n\nvar x int // whoever sets it\n", 1},
		{"a text", "p.go", "package p\n\nvar x = \"a game is told\"\n", 1},
		{"a raw text", "p.go", "package p\n\nvar x = `what is\nno number`\n", 1},
		{"no longer", "p.go", "package p\n\n// What is no longer used is freed.\nvar x int\n", 0},
		{"a tag", "p.go", "package p\n\ntype x struct {\n\tY int `help:\"Anybody may\"`\n}\n", 1},
		{"an identifier", "p.go", "package p\n\nvar nobody, told = 1, 2\n", 0},
		{"within words", "p.go", "package p\n\n// retold, antibody\nvar x int\n", 0},
		{"a comment of a test", "p_test.go", "package p\n\n// Nobody moves.\nvar x = \"nobody\"\n", 1},
		{"an import", "p.go", "package p\n\nimport _ \"somebody/else\"\n", 0},
		{"prose", "p.md", "It tells how the game\nends.\n", 1},
		{"plain prose", "p.md", "It says how the game ends.\n", 0},
		{"code in prose", "p.md", "Text.\n\n```sh\n# nobody\n```\n\nThe flag `--whoever` is fine.\n", 0},
		{"behind code", "p.md", "```sh\nls\n```\n\nNobody reads it.\n", 1},
		{"the page", "p.js", "// x tells how it is.\nconst x = `Nobody is there.`;\n", 2},
		{"Python", "p.py", "\"\"\"What is told.\"\"\"\n", 1},
		{"a TOML comment", "p.toml", "a = 1 # they are told apart\n", 2},
		{"a TOML value", "p.toml", "name = \"nobody\"\n", 0},
		{"a value of readings", "env/p/readings.toml", "question = \"nobody\"\n", 1},
	} {
		found, err := unclearIn(tt.file, tt.text)
		if err != nil || len(found) != tt.want {
			t.Errorf("%s: got %q, %v; want %d", tt.name, found, err, tt.want)
		}
	}
	if found, _ := unclearIn("p.go", "package p\n\n\n// It is so\n// many.\nvar x int\n"); len(found) != 1 || !strings.HasPrefix(found[0], "p.go:4: ") {
		t.Errorf("got %q, want the line of the comment", found)
	}
}

// passage is a piece of prose and the line that it begins on.
type passage struct {
	line int
	text string
}

// unclearIn returns a line for each of the words in a file's prose.
func unclearIn(file, text string) (found []string, err error) {
	var all []passage
	switch path.Ext(file) {
	case ".go":
		all, err = goProse(file, text)
	case ".js", ".css", ".html", ".py":
		all = []passage{{1, text}}
	case ".md":
		all = []passage{{1, blank(text, mdCode)}}
	case ".toml":
		if path.Base(file) == "readings.toml" {
			all = []passage{{1, text}}
			break
		}
		for i, line := range strings.Split(text, "\n") {
			if _, comment, ok := strings.Cut(tomlText.ReplaceAllString(line, ""), "#"); ok {
				all = append(all, passage{i + 1, comment})
			}
		}
	}
	for _, p := range all {
		for _, r := range unclear {
			for _, at := range r.word.FindAllStringIndex(p.text, -1) {
				found = append(found, fmt.Sprintf("%s:%d: %q: write %s", file, p.line+strings.Count(p.text[:at[0]], "\n"), p.text[at[0]:at[1]], r.say))
			}
		}
	}
	return found, err
}

var (
	mdCode   = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`")
	tomlText = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

// blank removes what matches, but for the ends of its lines.
func blank(text string, what *regexp.Regexp) string {
	return what.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
}

// goProse returns the comments and the texts of a file, less its imports; of a test the
// comments alone.
func goProse(file, text string) (all []passage, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, group := range f.Comments {
		var lines []string
		for _, c := range group.List {
			lines = append(lines, strings.TrimPrefix(c.Text, "//"))
		}
		all = append(all, passage{set.Position(group.Pos()).Line, strings.Join(lines, "\n")})
	}
	if strings.HasSuffix(file, "_test.go") { // its texts are inputs, too
		return all, nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			all = append(all, passage{set.Position(lit.Pos()).Line, text})
		}
		return true
	})
	return all, nil
}

// prose returns the files of the tree that TestPlainWords reads.
func prose(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, name)
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != ".":
			if strings.HasPrefix(d.Name(), ".") || slices.Contains(skipped, d.Name()) || slices.Contains(skipped, file) {
				return fs.SkipDir
			}
			return nil
		case !slices.Contains(extensions, path.Ext(file)) || strings.HasPrefix(d.Name(), "test_") || slices.Contains(skipped, file):
			return nil
		}
		text, err := os.ReadFile(name)
		all[file] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
