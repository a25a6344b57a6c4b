package report

import (
	"fmt"
	"io"
	"strings"
)

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
