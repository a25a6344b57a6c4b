package card

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// Write writes the card as Markdown or for a terminal.
func (c *Card) Write(out io.Writer, asMarkdown bool) error {
	if asMarkdown {
		p := &markdown{out: out}
		c.write(p)
		return p.err
	}
	p := &plain{out: out}
	c.write(p)
	return p.err
}

// write puts all of the card on a page.
func (c *Card) write(p page) {
	p.title(c.Game)
	p.text(c.Summary + ".")
	p.chapter("Start" + c.seeded())
	p.board(c)
	for _, chapter := range c.Book.Chapters {
		p.chapter(chapter.Title)
		for _, text := range chapter.Paragraphs {
			p.text(text)
		}
	}
	c.writeEndings(p)
	c.writeReadings(p)
	c.writeOptions(p)
	c.writeNumbers(p)
	c.writePerft(p)
	if c.Book.Sources != nil {
		p.chapter("Sources")
	}
	for _, s := range c.Book.Sources {
		p.text("- " + s)
	}
}

func (c *Card) writeEndings(p page) {
	p.chapter("How it ends")
	var rows [][]string
	for _, e := range c.Book.Endings {
		rows = append(rows, []string{e.Words, e.Means})
	}
	p.table([]string{"ludens says", "that is"}, rows)
	if slices.ContainsFunc(c.Book.Endings, func(e env.Ending) bool { return strings.HasPrefix(e.Words, "cut off") }) {
		return
	}
	if c.Uncounted {
		p.text(fmt.Sprintf("No game has more than %d actions, those included that do not count for the cap. One that has not ended by the cap is cut off: neither side has won, and it is not a draw by the rules.", c.MaxPly))
		return
	}
	p.text(fmt.Sprintf("No game is longer than %d plies. One that has not ended by then is cut off: neither side has won, and it is not a draw by the rules.", c.MaxPly))
}

func (c *Card) writeReadings(p page) {
	if len(c.Book.Readings) == 0 {
		return
	}
	p.chapter("Where the sources are silent")
	var rows [][]string
	for _, r := range c.Book.Readings {
		otherwise := ""
		if r.Option != "" {
			otherwise = "`" + r.Option + "`"
		}
		rows = append(rows, []string{r.Question, r.Answer, otherwise, c.held(r)})
	}
	p.table([]string{"question", "decided", "otherwise by", "held by the test"}, rows)
}

// held names the test of a reading.
func (c *Card) held(r env.Reading) string {
	test := "env/" + c.Family + " " + r.Test
	if r.Case != "" {
		test += fmt.Sprintf(" %q", r.Case)
	}
	return test
}

func (c *Card) writeOptions(p page) {
	p.chapter("Options")
	if len(c.Options) == 0 {
		p.text("None.")
		return
	}
	p.text("Options are part of the name, as in `" + c.example() + "`.")
	var rows [][]string
	for _, o := range c.Options {
		rows = append(rows, []string{"`" + o.Name + "`", o.Help, o.values()})
	}
	p.table([]string{"option", "what", "values"}, rows)
}

// writeNumbers gives what programs ask for.
func (c *Card) writeNumbers(p page) {
	cells := c.Rows * c.Columns
	p.chapter("For programs")
	view := "are those of the board for both players"
	if c.Turned {
		view = "are as the mover sees them, his own side at the bottom"
	}
	for _, text := range []string{
		"- First: " + c.Roles[0],
		"- Second: " + c.Roles[1],
		fmt.Sprintf("- Board: %d rows, %d columns, counted from the top left; squares and directions %s", c.Rows, c.Columns, view),
		fmt.Sprintf("- Observation: %d numbers = %d planes x %d squares", c.Inputs*cells, c.Inputs, cells),
		fmt.Sprintf("- Actions: %d = %d planes x %d squares + %d that start on no square", c.Actions, c.Planes, cells, c.Globals),
		"- Symmetries: " + strings.Join(c.Symmetries, ", "),
		fmt.Sprintf("- Version of actions and planes: %d", c.Version),
		"- Start" + c.seeded() + ", as `--position` takes it: `" + c.Start + "`",
	} {
		p.text(text)
	}
	p.table([]string{"plane", "shows"}, named(c.Seen))
	p.table([]string{"actions", "do"}, c.layout())
}

// seeded adds to the start that it is one of many.
func (c *Card) seeded() string {
	if c.Drawn {
		return " of seed 0"
	}
	return ""
}

// named returns names as rows, the number first; names that count share a row.
func named(names []string) (rows [][]string) {
	for _, s := range spans(names) {
		rows = append(rows, []string{s.String(), s.name})
	}
	return rows
}

// layout says what actions do: those of a plane, from its first square to its
// last, and those that start on no square.
func (c *Card) layout() (rows [][]string) {
	cells := c.Rows * c.Columns
	planes := min(c.Planes, len(c.Does))
	for _, s := range spans(c.Does[:planes]) {
		what := "plane " + s.String() + ": " + s.name
		if s.first != s.last {
			what = "planes " + s.String() + ": " + s.name
		}
		rows = append(rows, []string{interval(s.first*cells, (s.last+1)*cells-1), what})
	}
	for _, s := range spans(c.Does[planes:]) {
		first := c.Planes * cells
		rows = append(rows, []string{interval(first+s.first, first+s.last), s.name})
	}
	return rows
}

func (c *Card) writePerft(p page) {
	p.chapter("Legal games by length")
	p.text("The table gives the number of legal sequences of moves from the start" + c.seeded() + ". Games that end sooner do not count. More by `ludens perft " + c.Game + " DEPTH`.")
	var rows [][]string
	for i, n := range c.Perft {
		rows = append(rows, []string{strconv.Itoa(i + 1), strconv.FormatUint(n, 10)})
	}
	p.table([]string{"moves", "sequences"}, rows)
}
