// Package report turns what was measured into something to read: a [Study] is
// an answer, the tables and figures it rests on, and how to repeat it. It
// writes itself as one HTML file that needs nothing else, as Markdown with
// pictures, as text for a terminal, as CSV and as JSON.
//
// [Balance], [Sweep], [Arrays], [Odds], [Ratings] of a ladder and the [Scoreboard] of a
// match make studies of what package arena found. They say in words what games can and
// cannot decide.
package report

import (
	"fmt"
	"math"
	"strconv"

	"ludens/arena"
	"ludens/internal/chart"
)

// Study is a report as data.
type Study struct {
	Title    string
	Answer   []string // what a player wants to know, in sentences
	Sections []Section
	Repeat   []Fact // what it takes to get the same again
}

// Section is a part of a study.
type Section struct {
	Title string
	Parts []Part
}

// Part is one of Text, Lines, Table and Figure.
type Part interface{ isPart() }

// Text is a paragraph.
type Text string

// Lines stand as they are, letter below letter.
type Lines []string

// Table is rows of values, and a CSV file.
type Table struct {
	Name    string // of the file, without its ending
	Caption string
	Columns []Column
	Rows    [][]any // string, int, float64, Chance or arena.Measure, one for each column
}

// Column says what the values below it are.
type Column struct {
	Key     string // in files: "score"
	Title   string
	Percent bool // 0.25 is shown as 25.0
	Digits  int  // after the point
}

// Figure is charts with what they show as a table.
type Figure struct {
	Name    string // of the files, without their endings
	Caption string
	Page    chart.Page
	Of      Table // written, and shown if it is a part of the study, too
}

// figure returns a chart of what the table has.
func (t Table) figure(caption, title string, width int, c chart.Chart) Figure {
	return Figure{Name: t.Name, Caption: caption, Page: chart.Page{Title: title, Rows: [][]chart.Chart{{c}}, Width: width}, Of: t}
}

// dot is an estimate with its interval, in a chart.
func dot(name string, m arena.Measure, hue chart.Hue) chart.Dot {
	return chart.Dot{Name: name, Value: m.Value, Low: m.Low, High: m.High, Hue: hue}
}

// Fact is a name and a value.
type Fact struct{ Name, Value string }

func (Text) isPart()   {}
func (Lines) isPart()  {}
func (Table) isPart()  {}
func (Figure) isPart() {}

// Add appends parts to the section of that title, a new one if there is none.
func (s *Study) Add(section string, parts ...Part) {
	for i := range s.Sections {
		if s.Sections[i].Title == section {
			s.Sections[i].Parts = append(s.Sections[i].Parts, parts...)
			return
		}
	}
	s.Sections = append(s.Sections, Section{section, parts})
}

// tables returns all tables, those of figures too, each name once.
func (s *Study) tables() (tables []Table) {
	seen := map[string]bool{}
	note := func(t Table) {
		if t.Name != "" && !seen[t.Name] {
			seen[t.Name] = true
			tables = append(tables, t)
		}
	}
	for _, section := range s.Sections {
		for _, p := range section.Parts {
			switch p := p.(type) {
			case Table:
				note(p)
			case Figure:
				note(p.Of)
			}
		}
	}
	return tables
}

// figures returns all figures.
func (s *Study) figures() (figures []Figure) {
	for _, section := range s.Sections {
		for _, p := range section.Parts {
			if f, ok := p.(Figure); ok {
				figures = append(figures, f)
			}
		}
	}
	return figures
}

// show writes a value for people: "53.1 [51.0, 55.2]".
func (c Column) show(v any) string {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return "unknown"
		}
		if math.IsInf(v.High, 1) && !math.IsInf(v.Low, 0) {
			return "≥ " + c.number(v.Low)
		}
		return fmt.Sprintf("%s [%s, %s]", c.number(v.Value), c.number(v.Low), c.number(v.High))
	case float64:
		return c.number(v)
	case Chance:
		return v.String()
	}
	return fmt.Sprint(v)
}

// Chance is a probability: "0.032", "< 0.001".
type Chance float64

func (p Chance) String() string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", float64(p))
}

// number writes a number for people; what is unbounded has no digits.
func (c Column) number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case c.Percent:
		v *= 100
	}
	return minus(strconv.FormatFloat(v, 'f', c.Digits, 64))
}

// minus writes a negative number as printers do, and none of zero.
func minus(text string) string {
	if f, err := strconv.ParseFloat(text, 64); err == nil && text[0] == '-' {
		if f == 0 {
			return text[1:]
		}
		return "−" + text[1:]
	}
	return text
}

// headers returns the columns that a column is in a file: an estimate is three.
func (c Column) headers(v any) []string {
	if _, ok := v.(arena.Measure); ok {
		return []string{c.Key, c.Key + "_low", c.Key + "_high"}
	}
	return []string{c.Key}
}

// plain writes a value for programs, in the columns of headers; what is
// unbounded or unknown is left empty.
func plain(v any) []string {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return []string{"", "", ""}
		}
		return []string{exact(v.Value), exact(v.Low), exact(v.High)}
	case float64:
		return []string{exact(v)}
	case Chance:
		return []string{exact(float64(v))}
	}
	return []string{fmt.Sprint(v)}
}

func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}

// json returns a value as JSON has it: null is unbounded or unknown.
func jsonOf(v any) any {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return map[string]any{"estimate": nil, "low": nil, "high": nil}
		}
		return map[string]any{"estimate": jsonOf(v.Value), "low": jsonOf(v.Low), "high": jsonOf(v.High)}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return v
	}
	return v
}
