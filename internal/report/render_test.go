package report

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// In a column of words the words begin below each other, in one of numbers they
// end so, counted in letters.
func TestTextColumns(t *testing.T) {
	table := Table{
		Columns: []Column{{Key: "a", Title: "naïve"}, {Key: "b", Title: "n"}, {Key: "c", Title: "Ω"}},
		Rows:    [][]any{{"x", 1, "one"}, {"ééééééé", 12345, "two words"}, {"", -7, ""}},
	}
	got := table.text(80)
	want := "naïve        n  Ω\nx            1  one\nééééééé  12345  two words\n            -7\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextLeavesEmptySectionsOut(t *testing.T) {
	s := &Study{Title: "T"}
	s.Add("pictures", Figure{Name: "f"})
	s.Add("words", Text("Here."))
	got := text(t, func(b *bytes.Buffer) error { return s.Text(b, 80) })
	if want := "T\n\n\nWORDS\nHere.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A line that is broken by hand stays so; a paragraph does not.
func TestLinesStandAsTheyAre(t *testing.T) {
	s := &Study{Title: "T"}
	s.Add("board", Lines{". . k", "  a  "}, Text("b\nc"))
	if got, want := text(t, func(b *bytes.Buffer) error { return s.Text(b, 80) }), "T\n\n\nBOARD\n. . k\n  a\nb c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAdd(t *testing.T) {
	var s Study
	s.Add("one", Text("a"))
	s.Add("two", Text("b"))
	s.Add("one", Text("c"), Text("d"))
	s.Add("three")
	var got []string
	for _, section := range s.Sections {
		got = append(got, section.Title)
		for _, p := range section.Parts {
			got = append(got, string(p.(Text)))
		}
	}
	if want := "one a c d two b three"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// Tables are found in parts and behind figures; the first of a name counts, and
// one without a name is not a file.
func TestTablesOnce(t *testing.T) {
	var s Study
	s.Add("a", Figure{Of: Table{Name: "x", Caption: "first"}}, Table{Name: "x", Caption: "second"}, Table{Caption: "nameless"}, Table{Name: "y"})
	s.Add("b", Table{Name: "y"}, Figure{Of: Table{Name: "z"}}, Text("y"))
	var got []string
	for _, table := range s.tables() {
		got = append(got, table.Name+table.Caption)
	}
	if want := "xfirst y z"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if n := len(s.figures()); n != 2 {
		t.Errorf("%d figures, want 2", n)
	}
}

var dataURL = regexp.MustCompile(`(?:href|src|srcset)="data:([a-z/+&#;0-9]+?);base64,([^"]+)"`)

// The page's data are the CSV files, and its pictures are whole.
func TestHTMLHoldsItsFiles(t *testing.T) {
	s := small()
	page := text(t, func(b *bytes.Buffer) error { return s.HTML(b) })
	var sheets []string
	pictures := 0
	for _, m := range dataURL.FindAllStringSubmatch(page, -1) {
		content, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		switch html.UnescapeString(m[1]) {
		case "text/csv":
			sheets = append(sheets, string(content))
		case "image/svg+xml":
			pictures++
			wellFormed(t, content)
		default:
			t.Errorf("there is a %s", m[1])
		}
	}
	if pictures != 2 {
		t.Errorf("%d pictures, want a light one and a dark one", pictures)
	}
	for _, table := range s.tables() {
		if want := text(t, func(b *bytes.Buffer) error { return table.CSV(b) }); !slices.Contains(sheets, want) {
			t.Errorf("the page has no %s", table.Name)
		}
	}
	for _, want := range []string{`download="scores.csv"`, `download="points.csv"`, `alt="score"`, `width="800"`, "<dt>command</dt><dd>ludens balance x</dd>"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s in the page", want)
		}
	}
}

// wellFormed fails where a picture is no XML.
func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("%v in\n%.500s", err, svg)
		}
	}
}

// Whatever an agent or a game is called, it stays text.
func TestHostileNames(t *testing.T) {
	const bad = `</td><script>alert("1")</script>`
	s := &Study{Title: bad, Answer: []string{bad}, Repeat: []Fact{{bad, bad}}}
	line := chart.Line{Frame: chart.Frame{Title: bad}, Series: []chart.Series{{Name: bad, X: []float64{1, 2}, Y: []float64{1, 2}}}}
	table := Table{Name: "t", Caption: bad, Columns: []Column{{Key: bad, Title: bad}}, Rows: [][]any{{bad}}}
	s.Add(bad, Text(bad), Lines{bad}, table, Figure{Name: "f", Caption: bad, Page: chart.Page{Title: bad, Rows: [][]chart.Chart{{line}}}, Of: table})
	page := text(t, func(b *bytes.Buffer) error { return s.HTML(b) })
	if strings.Contains(page, "<script") {
		t.Error("a name is a script")
	}
	for _, m := range dataURL.FindAllStringSubmatch(page, -1) {
		if content, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[2])); err != nil {
			t.Error(err)
		} else if html.UnescapeString(m[1]) == "image/svg+xml" {
			wellFormed(t, content)
		}
	}
	if !json.Valid([]byte(text(t, func(b *bytes.Buffer) error { return s.JSON(b) }))) {
		t.Error("the JSON is broken")
	}
}

// A Markdown table has as many cells in every row, whatever is in them.
func TestMarkdownRows(t *testing.T) {
	table := Table{Name: "t", Columns: []Column{{Title: "a|b"}, {Title: "n"}}, Rows: [][]any{{"x|y|z", 1}, {"", 2}, {"|", 3}}}
	cell := regexp.MustCompile(`(^|[^\\])\|`)
	for i, line := range strings.Split(table.markdown(), "\n")[:5] {
		if n := len(cell.FindAllString(line, -1)); n != 3 {
			t.Errorf("line %d, %q, has %d bars, want 3", i, line, n)
		}
	}
}

var reference = regexp.MustCompile(`\]\(([^)]+)\)`)

// Every file that README.md names is there, and no file is there that it does not
// name, but itself and the page.
func TestFolderIsWhatItsReadmeSays(t *testing.T) {
	dir := t.TempDir()
	s := small()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{"README.md": true, "index.html": true}
	for _, m := range reference.FindAllStringSubmatch(string(readme), -1) {
		named[m[1]] = true
	}
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if !named[filepath.ToSlash(name)] {
			t.Errorf("%s is there, and README.md does not name it", name)
		}
		delete(named, filepath.ToSlash(name))
		return err
	})
	if err != nil || len(named) > 0 {
		t.Errorf("%v is named and is not there; %v", named, err)
	}
	for name, want := range map[string]func(io.Writer) error{"index.html": s.HTML, "study.json": s.JSON, "data/scores.csv": s.tables()[0].CSV} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text(t, func(b *bytes.Buffer) error { return want(b) }) {
			t.Errorf("%s is not what is written elsewhere; %v", name, err)
		}
	}
}

func TestWriteWhereThereIsNoRoom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := small().Write(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file in place of the folder: %v, want its path", err)
	}
}

// broken is a stream that takes that many bytes.
type broken struct{ room int }

var errFull = errors.New("full")

func (w *broken) Write(b []byte) (int, error) {
	if len(b) > w.room {
		return 0, errFull
	}
	w.room -= len(b)
	return len(b), nil
}

// wide is a way to write for a terminal, for one of 200 columns.
func wide(write func(io.Writer, int) error) func(io.Writer) error {
	return func(w io.Writer) error { return write(w, 200) }
}

// A disk that is full is reported, however it is written.
func TestFullDisk(t *testing.T) {
	s, l := small(), ladder()
	for name, write := range map[string]func(io.Writer) error{
		"html": s.HTML, "markdown": s.Markdown, "text": wide(s.Text), "json": s.JSON, "csv": s.tables()[0].CSV,
		"ratings": wide(l.Text), "ratings csv": l.CSV, "ratings json": l.JSON, "scoreboard": wide(board(meeting(nil)).Text), "scoreboard json": board(meeting(nil)).JSON,
	} {
		if err := write(&broken{10}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v, want %v", name, err, errFull)
		}
	}
}

// The same study in four ways has the same numbers.
func TestWaysAgree(t *testing.T) {
	s := &Study{Title: "T"}
	m := arena.Measure{Value: 0.625, Low: 0.5, High: 0.75}
	s.Add("S", Table{Name: "t", Columns: []Column{{Key: "m", Title: "m", Percent: true, Digits: 1}}, Rows: [][]any{{m}, {arena.Measure{Value: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}}}})
	const shown = "62.5 [50.0, 75.0]"
	for name, write := range map[string]func(io.Writer) error{"html": s.HTML, "markdown": s.Markdown, "text": wide(s.Text)} {
		got := text(t, func(b *bytes.Buffer) error { return write(b) })
		if strings.Count(got, shown) != 1 || strings.Count(got, "unknown") != 1 {
			t.Errorf("%s does not have %q and one unknown:\n%s", name, shown, got)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(text(t, func(b *bytes.Buffer) error { return s.tables()[0].CSV(b) }))).ReadAll()
	if err != nil || strings.Join(rows[1], " ") != "0.625 0.5 0.75" || strings.Join(rows[2], "") != "" {
		t.Errorf("%v, %v", rows, err)
	}
}
