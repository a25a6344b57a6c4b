package report

import (
	"fmt"
	"io"
	"strings"

	"ludens/internal/wrap"
)

// Text writes the study for a terminal of that many columns, without its figures.
func (s *Study) Text(w io.Writer, columns int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.Title)
	for _, sentence := range s.Answer {
		b.WriteString(wrap.Words(sentence, columns, ""))
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
			b.WriteString(wrap.Words(string(p), columns, ""))
		case Lines:
			for _, line := range p {
				b.WriteString(wrap.Line(line, columns))
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
	return wrap.Table(rows, words, columns)
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
