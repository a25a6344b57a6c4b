package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes the study for a terminal, without its figures.
func (s *Study) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.Title)
	for _, sentence := range s.Answer {
		b.WriteString(wrapped(sentence, 92))
	}
	for _, section := range s.Sections {
		text := section.text()
		if text == "" {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n%s", strings.ToUpper(section.Title), text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Section) text() string {
	var b strings.Builder
	for _, p := range s.Parts {
		switch p := p.(type) {
		case Text:
			b.WriteString(wrapped(string(p), 92))
		case Lines:
			b.WriteString(strings.Join(p, "\n") + "\n")
		case Table:
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			p.text(&b)
		}
	}
	return b.String()
}

// text sets a table in columns, words to the left and numbers to the right.
func (t Table) text(b *strings.Builder) {
	rows := [][]string{t.titles()}
	for _, values := range t.Rows {
		rows = append(rows, t.shown(values))
	}
	widths := make([]int, len(t.Columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.words(i) {
				line += cell + space + "  "
			} else {
				line += space + cell + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
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

// wrapped breaks text between words into lines of at most so many letters.
func wrapped(text string, width int) string {
	var b strings.Builder
	room := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && n+1 > room:
			b.WriteString("\n")
			room = width
		case i > 0:
			b.WriteString(" ")
			room--
		default:
			room = width
		}
		b.WriteString(word)
		room -= n
	}
	return b.String() + "\n"
}
