package card

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

var update = flag.Bool("update", false, "write the golden files anew")

var cardFolder = filepath.Join("..", "..", "docs", "games")

// docs/games is what the code prints. A card that is stale, missing or of no
// game fails in one line.
func TestCardsAreFresh(t *testing.T) {
	want := cardFiles(t)
	if *update {
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(cardFolder, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	found, err := os.ReadDir(cardFolder)
	if err != nil {
		t.Fatal(err)
	}
	var stale []string
	for _, f := range found {
		if got, err := os.ReadFile(filepath.Join(cardFolder, f.Name())); err != nil || !bytes.Equal(got, want[f.Name()]) {
			stale = append(stale, f.Name())
		}
		delete(want, f.Name())
	}
	stale = slices.AppendSeq(stale, maps.Keys(want))
	if slices.Sort(stale); len(stale) > 0 {
		t.Errorf("docs/games is stale (%s): go test ./env/card -update, and remove the cards of games that are gone", strings.Join(stale, ", "))
	}
}

// cardFiles returns what docs/games should hold, by file name.
func cardFiles(t *testing.T) map[string][]byte {
	files := map[string][]byte{"README.md": []byte(written(t, WriteIndex))}
	for _, e := range games.List() {
		files[e.Name+".md"] = []byte(markdownOf(t, e.Name))
		g := games.Must(e.Name)
		if picture := drawing(t, g); picture != nil {
			files[e.Name+".svg"] = picture
		}
	}
	return files
}

// drawing returns the start of a game as a picture, nil of a game that has none.
func drawing(t *testing.T, g env.Game) []byte {
	pictured, ok := g.New(0).(diagram.Pictured)
	if !ok {
		return nil
	}
	var picture bytes.Buffer
	if err := diagram.SVG(&picture, pictured.Diagram(), diagram.Light); err != nil {
		t.Fatal(err)
	}
	return picture.Bytes()
}

// undrawn is a game without pictures.
type undrawn struct{ env.Game }

func (g undrawn) New(seed uint64) env.State { return struct{ env.State }{g.Game.New(seed)} }

// A game need not have pictures; one that has is drawn.
func TestDrawing(t *testing.T) {
	g := games.Must("tictactoe")
	if got := drawing(t, undrawn{g}); got != nil {
		t.Errorf("a game without pictures was drawn: %s", got)
	}
	for _, test := range []struct {
		g    env.Game
		want bool
	}{{undrawn{g}, false}, {g, true}} {
		c := Card{Game: "tictactoe"}
		c.ask(test.g, test.g.New(0))
		page := written(t, func(out io.Writer) error { (&markdown{out: out}).board(&c); return nil })
		if strings.Contains(page, "tictactoe.svg") != test.want {
			t.Errorf("pictured %v: %s", test.want, page)
		}
	}
	if got := drawing(t, g); len(got) == 0 {
		t.Error("tictactoe was not drawn")
	}
}

// written returns what is written.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// markdownOf returns the card of a game as docs/games has it.
func markdownOf(t *testing.T, name string) string {
	t.Helper()
	c, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, func(out io.Writer) error { return c.Write(out, true) })
}

// The test that a card names is there, and so is its case; the setting it
// offers instead makes a game.
func TestCardsNameTestsThatExist(t *testing.T) {
	for _, e := range games.List() {
		tests := testsOf(t, "env/"+e.Family)
		g := games.Must(e.Name)
		for _, r := range g.(env.Described).Book().Readings {
			texts, ok := tests[r.Test]
			if !ok {
				t.Errorf("%s: %q is held by %s, but env/%s has no such test", e.Name, r.Question, r.Test, e.Family)
			} else if r.Case != "" && !slices.Contains(texts, r.Case) {
				t.Errorf("%s: %q is held by %s, but that has no case %q", e.Name, r.Question, r.Test, r.Case)
			}
			if r.Option == "" {
				continue
			}
			other, err := games.Make(e.Name + ":" + r.Option)
			if err != nil || other.Spec().Name == e.Name {
				t.Errorf("%s: %q: %s makes no other game: %v", e.Name, r.Question, r.Option, err)
			}
		}
	}
}

// A decision that says "- PACKAGE TestName" or "- PACKAGE TestName "case"" names
// a test that is there.
func TestDecisionsNameTestsThatExist(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "adr", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions found: %v", err)
	}
	held := regexp.MustCompile(`(?m)^- (\S+) (Test\w+)(?: "(.*)")?$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range held.FindAllStringSubmatch(string(text), -1) {
			texts, ok := testsOf(t, m[1])[m[2]]
			if !ok || m[3] != "" && !slices.Contains(texts, m[3]) {
				t.Errorf("%s: there is no such test, or no such case: %s", filepath.Base(file), m[0])
			}
		}
	}
}

// testsOf returns the test functions of a package, each with all the strings in
// it. The files are read here and not by a child process, so that the go command
// notes what this test depends on.
func testsOf(t *testing.T, pkg string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no tests found: %v", pkg, err)
	}
	tests := map[string][]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = stringsIn(f)
			}
		}
	}
	return tests
}

func stringsIn(f *ast.FuncDecl) (all []string) {
	all = []string{} // a test without any is a test
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				all = append(all, text)
			}
		}
		return true
	})
	return all
}

// Every variant, with every value of every option, names its planes and actions
// as env.Labelled has it, and tells its rules.
func TestCardsOfAllOptions(t *testing.T) {
	for _, name := range everyGame(t) {
		g := games.Must(name)
		spec, labels := g.Spec(), g.(env.Labelled)
		if got := labels.PlaneNames(); len(got) != spec.Shape[0] || !distinct(got) {
			t.Errorf("%s: the planes are called %q, want %d different names", name, got, spec.Shape[0])
		}
		if got, want := labels.ActionNames(), spec.Planes()+spec.Globals(); len(got) != want || !distinct(got) {
			t.Errorf("%s: the actions are called %q, want %d different names", name, got, want)
		}
		checkBook(t, name, g.(env.Described).Book())
	}
}

// everyGame lists all variants, and each with one option set to each value that it lists.
func everyGame(t *testing.T) (names []string) {
	for _, e := range games.List() {
		names = append(names, e.Name)
		options, err := games.Options(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range options {
			if len(o.Values) == 0 && o.Range == [2]int{} && !o.Text && o.Default == "" {
				t.Errorf("%s: option %s says nothing of its values", e.Name, o.Name)
			}
			for _, v := range o.Values {
				names = append(names, e.Name+":"+o.Name+"="+v)
			}
		}
	}
	return names
}

func distinct(names []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(names)))) == len(names)
}

func checkBook(t *testing.T, name string, b env.Book) {
	t.Helper()
	if len(b.Chapters) == 0 || len(b.Endings) == 0 || len(b.Sources) == 0 {
		t.Errorf("%s: a book of %d chapters, %d endings and %d sources", name, len(b.Chapters), len(b.Endings), len(b.Sources))
	}
	for _, c := range b.Chapters {
		for _, text := range c.Paragraphs {
			if text == "" || strings.ContainsAny(text, "\n") || strings.Contains(text, "  ") || strings.Contains(text, "%!") {
				t.Errorf("%s: %s: %q is no paragraph", name, c.Title, text)
			}
		}
		if len(c.Paragraphs) == 0 {
			t.Errorf("%s: nothing about %s", name, c.Title)
		}
	}
	for _, e := range b.Endings {
		if e.Words == "" || e.Means == "" {
			t.Errorf("%s: ending %+v", name, e)
		}
	}
	if rest := marked.ReplaceAllString(fmt.Sprint(b.Chapters, b.Endings, b.Readings, b.Sources), ""); strings.Contains(rest, "*") {
		t.Errorf("%s: the book has an asterisk that marks neither `code` nor **strong** words: page and terminal would show it", name)
	}
}

// marked is what a book's text may mark, as env.Book has it.
var marked = regexp.MustCompile("`[^`]+`|\\*\\*[^*]+\\*\\*")

func TestSpans(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"", ""},
		{"own men,king", "0 own men,1 king"},
		{"up 1,up 2,up 3,down 1", "0 to 2 up 1 to 3,3 down 1"},
		{"up 1,up 3", "0 up 1,1 up 3"},
		{"aside -1,aside 0,aside 1", "0 to 2 aside -1 to 1"},
		{"up 1,up,up 2", "0 up 1,1 up,2 up 2"},
		{"7,8", "0 to 1 7 to 8"},
	} {
		var got []string
		if test.names != "" {
			for _, s := range spans(strings.Split(test.names, ",")) {
				got = append(got, s.String()+" "+s.name)
			}
		}
		if got := strings.Join(got, ","); got != test.want {
			t.Errorf("%s: got %s, want %s", test.names, got, test.want)
		}
	}
}

func TestPages(t *testing.T) {
	var md, text bytes.Buffer
	for _, p := range []page{&markdown{out: &md}, &plain{out: &text}} {
		p.title("nim")
		p.text("Take **one** to three matches, as in `take 3`.")
		p.chapter("Goal")
		p.text("- to take the last")
		p.text("- " + strings.Repeat("word ", 16) + "and more")
		p.table([]string{"a", "b"}, [][]string{{"`x`", "one|two"}, {"yy", ""}})
		p.table([]string{"a", "b", "c"}, [][]string{{"first", strings.Repeat("word ", 15) + "end", "third"}})
		p.table([]string{"a", "b"}, nil)
	}
	sixteen, fifteen := strings.Repeat("word ", 16), strings.Repeat("word ", 15)
	wantMarkdown := "# nim\n\nTake **one** to three matches, as in `take 3`.\n\n## Goal\n\n- to take the last\n- " + sixteen + "and more\n" +
		"\n| a | b |\n|---|---|\n| `x` | one\\|two |\n| yy |  |\n" +
		"\n| a | b | c |\n|---|---|---|\n| first | " + fifteen + "end | third |\n"
	if md.String() != wantMarkdown {
		t.Errorf("got\n%s\nwant\n%s", md.String(), wantMarkdown)
	}
	wantText := "nim\n  Take one to three matches, as in take 3.\n\nGoal\n  - to take the last\n" +
		"  - " + fifteen[:len(fifteen)-1] + "\n    word and more\n" +
		"  x   one|two\n  yy\n" +
		"  first\n      " + fifteen[:len(fifteen)-1] + "\n      end\n      c: third\n"
	if text.String() != wantText {
		t.Errorf("got\n%s\nwant\n%s", text.String(), wantText)
	}
}

// A page that cannot be written says so.
func TestPagesFail(t *testing.T) {
	for _, asMarkdown := range []bool{true, false} {
		c, err := New("tictactoe")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Write(closed{}, asMarkdown); err != fs.ErrClosed {
			t.Errorf("markdown %v: got %v, want %v", asMarkdown, err, fs.ErrClosed)
		}
	}
}

// closed takes nothing.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, fs.ErrClosed }
