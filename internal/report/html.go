package report

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"ludens/internal/chart"
)

//go:embed study.html
var pageText string

var pageTemplate = template.Must(template.New("study").Parse(pageText))

// HTML writes the study as one page that needs no network: pictures, for light
// and dark screens, and data are inside.
func (s *Study) HTML(w io.Writer) error {
	page := htmlPage{Title: s.Title, Answer: s.Answer, Repeat: s.Repeat}
	for _, section := range s.Sections {
		out := htmlSection{Title: section.Title}
		for _, p := range section.Parts {
			b, err := blockOf(p)
			if err != nil {
				return err
			}
			out.Blocks = append(out.Blocks, b)
		}
		page.Sections = append(page.Sections, out)
	}
	return pageTemplate.Execute(w, page)
}

// htmlPage is a study as the template wants it.
type htmlPage struct {
	Title    string
	Answer   []string
	Sections []htmlSection
	Repeat   []Fact
}

type htmlSection struct {
	Title  string
	Blocks []htmlBlock
}

// htmlBlock is a paragraph, lines, a figure or a table: what is set says which.
type htmlBlock struct {
	Text, Lines string

	Name, Title, Caption string
	Data                 template.URL
	Light                template.URL
	Dark                 template.Srcset
	Width                int
	Head                 []htmlCell
	Rows                 [][]htmlCell
}

type htmlCell struct {
	Text string
	Word bool
}

func blockOf(p Part) (b htmlBlock, err error) {
	switch p := p.(type) {
	case Text:
		b.Text = string(p)
	case Lines:
		b.Lines = strings.Join(p, "\n")
	case Figure:
		b.Name, b.Title, b.Caption, b.Width = p.Of.Name, p.Page.Title, p.Caption, p.Page.Width
		b.Width = cmp.Or(b.Width, 800)
		if b.Light, err = picture(p.Page, chart.Light); err != nil {
			return b, err
		}
		var dark template.URL
		if dark, err = picture(p.Page, chart.Dark); err != nil {
			return b, err
		}
		b.Dark = template.Srcset(dark)
		b.Data, err = p.Of.url()
	case Table:
		b.Name, b.Caption = p.Name, p.Caption
		for i, title := range p.titles() {
			b.Head = append(b.Head, htmlCell{title, p.words(i)})
		}
		for _, values := range p.Rows {
			var row []htmlCell
			for i, text := range p.shown(values) {
				row = append(row, htmlCell{text, p.words(i)})
			}
			b.Rows = append(b.Rows, row)
		}
		b.Data, err = p.url()
	}
	return b, err
}

// picture returns a page of charts as an address that holds it.
func picture(p chart.Page, theme chart.Theme) (template.URL, error) {
	var svg strings.Builder
	err := p.SVG(&svg, theme)
	return address("image/svg+xml", svg.String()), err
}

// url returns the table's CSV as an address that holds it.
func (t Table) url() (template.URL, error) {
	var text strings.Builder
	err := t.CSV(&text)
	return address("text/csv", text.String()), err
}

func address(kind, content string) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(content)))
}
