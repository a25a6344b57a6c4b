package card

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// page is where a card is put down. Texts are Markdown of the simplest kind, as
// in env.Book; a text that begins with "- " is an item of a list.
type page interface {
	title(text string)
	chapter(title string)
	text(paragraph string)
	table(head []string, rows [][]string)
	board(c *Card)
}

// markdown writes Markdown.
type markdown struct {
	out    io.Writer
	listed bool // the last text was an item
	err    error
}

func (p *markdown) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.out, format, args...)
	}
}

func (p *markdown) title(text string) { p.print("# %s\n", text) }

func (p *markdown) chapter(title string) {
	p.listed = false
	p.print("\n## %s\n", title)
}

// text leaves no line between the items of a list.
func (p *markdown) text(paragraph string) {
	item := strings.HasPrefix(paragraph, "- ")
	if !item || !p.listed {
		p.print("\n")
	}
	p.listed = item
	p.print("%s\n", paragraph)
}

func (p *markdown) table(head []string, rows [][]string) {
	p.listed = false
	if len(rows) == 0 {
		return
	}
	p.print("\n| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	for _, row := range rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, strings.ReplaceAll(cell, "|", `\|`))
		}
		p.print("| %s |\n", strings.Join(cells, " | "))
	}
}

// board refers to the picture beside the page; of a game with options there is
// none, nor of one without pictures.
func (p *markdown) board(c *Card) {
	if c.pictured && c.Game == c.variant() {
		p.print("\n![%s](%s.svg)\n", c.Game, c.Game)
		return
	}
	p.print("\n```\n%s```\n", c.board)
}

// plain writes for a terminal, 80 columns wide.
type plain struct {
	out io.Writer
	err error
}

const lineWidth = 80

func (p *plain) print(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, text)
	}
}

func (p *plain) title(text string) { p.print(text + "\n") }

func (p *plain) chapter(title string) { p.print("\n" + title + "\n") }

func (p *plain) text(paragraph string) {
	text := bare(paragraph)
	if item, ok := strings.CutPrefix(text, "- "); ok {
		p.print(hang("  - ", "    ", item))
		return
	}
	p.print(hang("  ", "  ", text))
}

// table aligns the columns if they fit, and otherwise puts the cells of a row
// below one another.
func (p *plain) table(head []string, rows [][]string) {
	widths := make([]int, len(head))
	sum := 0
	for i := range head {
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(bare(row[i])))
		}
		sum += 2 + widths[i]
	}
	for _, row := range rows {
		if sum <= lineWidth {
			p.print(aligned(row, widths))
		} else {
			p.print(stacked(head, row))
		}
	}
}

func aligned(row []string, widths []int) string {
	line := ""
	for i, cell := range row {
		line += fmt.Sprintf("  %-*s", widths[i], bare(cell))
	}
	return strings.TrimRight(line, " ") + "\n"
}

// stacked writes the first cell, and the others indented below it; from the
// third on with their heads.
func stacked(head, row []string) string {
	text := hang("  ", "  ", bare(row[0]))
	for i := 1; i < len(row); i++ {
		cell := bare(row[i])
		if cell != "" && i > 1 {
			cell = head[i] + ": " + cell
		}
		if cell != "" {
			text += hang("      ", "      ", cell)
		}
	}
	return text
}

func (p *plain) board(c *Card) {
	p.print(indent(c.board))
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

// bare takes the marks of Markdown away.
func bare(text string) string { return strings.NewReplacer("**", "", "`", "").Replace(text) }

// hang breaks text into lines, the first after one prefix and the rest after
// another.
func hang(first, rest, text string) string {
	var b strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > lineWidth:
			b.WriteString(line + "\n")
			line = rest + word
		default:
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}
