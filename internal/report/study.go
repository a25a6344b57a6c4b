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
