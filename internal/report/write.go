package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ludens/internal/chart"
	"ludens/internal/disk"
	"ludens/internal/prose"
)

// Write writes the study into a folder:
//
//	index.html            everything, in one file
//	README.md             the same as Markdown
//	figures/NAME.png .svg the pictures
//	data/NAME.csv         the tables and what the pictures show
//	study.json            all tables, the answer, how to repeat it
func (s *Study) Write(dir string) error {
	for _, sub := range []string{figureDir, dataDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	files := map[string]func(io.Writer) error{
		"index.html": s.HTML, "README.md": s.Markdown, "study.json": s.JSON,
	}
	for _, f := range s.figures() {
		files[filepath.Join(figureDir, f.Name+".png")] = func(w io.Writer) error { return f.Page.PNG(w, chart.Light) }
		files[filepath.Join(figureDir, f.Name+".svg")] = func(w io.Writer) error { return f.Page.SVG(w, chart.Light) }
	}
	for _, t := range s.tables() {
		files[filepath.Join(dataDir, t.Name+".csv")] = t.CSV
	}
	for name, write := range files {
		if err := disk.Write(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

// CSV writes a table for spreadsheets: an estimate takes three columns, of which
// the others end in _low and _high.
func (t Table) CSV(w io.Writer) error {
	head := []string{}
	for i, c := range t.Columns {
		var like any
		if len(t.Rows) > 0 {
			like = t.Rows[0][i]
		}
		head = append(head, c.headers(like)...)
	}
	rows := [][]string{head}
	for _, values := range t.Rows {
		var row []string
		for _, v := range values {
			row = append(row, plain(v)...)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// records returns the rows with their values by key.
func (t Table) records() []map[string]any {
	records := make([]map[string]any, 0, len(t.Rows))
	for _, row := range t.Rows {
		r := map[string]any{}
		for i, c := range t.Columns {
			r[c.Key] = jsonOf(row[i])
		}
		records = append(records, r)
	}
	return records
}

// JSON writes title, answer, all tables by their names, and how to repeat the
// study.
func (s *Study) JSON(w io.Writer) error {
	all := struct {
		Title  string                      `json:"title"`
		Answer []string                    `json:"answer"`
		Tables map[string][]map[string]any `json:"tables"`
		Repeat map[string]string           `json:"repeat"`
	}{s.Title, s.Answer, map[string][]map[string]any{}, Named(s.Repeat)}
	for _, t := range s.tables() {
		all.Tables[t.Name] = t.records()
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(all)
}

// Named returns facts by their names.
func Named(facts []Fact) map[string]string {
	all := map[string]string{}
	for _, f := range facts {
		all[f.Name] = f.Value
	}
	return all
}

// Folders of what a study's Markdown refers to.
const (
	figureDir = "figures"
	dataDir   = "data"
)

// Markdown writes the study with links to its pictures and data, where Write
// puts them.
func (s *Study) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", s.Title, strings.Join(s.Answer, "\n"))
	for _, section := range s.Sections {
		fmt.Fprintf(&b, "\n## %s\n", section.Title)
		for _, p := range section.Parts {
			b.WriteString("\n" + markdown(p))
		}
	}
	b.WriteString("\n## To repeat it\n\n")
	for _, f := range s.Repeat {
		fmt.Fprintf(&b, "- %s: `%s`\n", f.Name, f.Value)
	}
	fmt.Fprintf(&b, "- everything above as data: [study.json](study.json)\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func markdown(p Part) string {
	switch p := p.(type) {
	case Text:
		return string(p) + "\n"
	case Lines:
		return "```text\n" + strings.Join(p, "\n") + "\n```\n"
	case Figure:
		return fmt.Sprintf("[![%s](%s/%s.png)](%s/%s.svg)\n\n*%s* ([data](%s/%s.csv))\n",
			p.Page.Title, figureDir, p.Name, figureDir, p.Name, p.Caption, dataDir, p.Of.Name)
	case Table:
		return p.markdown()
	}
	return ""
}

func (t Table) markdown() string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", "\\|") + " ")
		}
		b.WriteString("|\n")
	}
	line(t.titles())
	for i := range t.Columns {
		b.WriteString("|" + map[bool]string{true: "---", false: "--:"}[t.words(i)])
	}
	b.WriteString("|\n")
	for _, values := range t.Rows {
		line(t.shown(values))
	}
	fmt.Fprintf(&b, "\n*%s* ([data](%s/%s.csv))\n", t.Caption, dataDir, t.Name)
	return b.String()
}

// Text writes the study for a terminal of that many columns, without its figures.
func (s *Study) Text(w io.Writer, columns int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.Title)
	for _, sentence := range s.Answer {
		b.WriteString(prose.Words(sentence, columns, ""))
	}
	for _, section := range s.Sections {
		text := section.text(columns)
		if text == "" {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n%s", strings.ToUpper(section.Title), text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Section) text(columns int) string {
	var b strings.Builder
	for _, p := range s.Parts {
		switch p := p.(type) {
		case Text:
			b.WriteString(prose.Words(string(p), columns, ""))
		case Lines:
			for _, line := range p {
				b.WriteString(prose.Line(line, columns))
			}
		case Table:
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			b.WriteString(p.text(columns))
		}
	}
	return b.String()
}

// text sets a table in columns, words to the left and numbers to the right.
func (t Table) text(columns int) string {
	rows := [][]string{t.titles()}
	for _, values := range t.Rows {
		rows = append(rows, t.shown(values))
	}
	var words []bool
	for i := range t.Columns {
		words = append(words, t.words(i))
	}
	return prose.Table(rows, words, columns)
}

// words reports whether a column holds words.
func (t Table) words(column int) bool {
	for _, row := range t.Rows {
		if _, ok := row[column].(string); !ok {
			return false
		}
	}
	return true
}

func (t Table) titles() (titles []string) {
	for _, c := range t.Columns {
		titles = append(titles, c.Title)
	}
	return titles
}

func (t Table) shown(values []any) (cells []string) {
	for i, v := range values {
		cells = append(cells, t.Columns[i].show(v))
	}
	return cells
}
