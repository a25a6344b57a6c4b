package chart

import (
	"encoding/csv"
	"fmt"
	"image/color"
	"io"
	"maps"
	"slices"
	"strconv"
)

// Figure is a chart of lines as data, for a program that draws it itself.
type Figure struct {
	Title    string  `json:"title"`
	Note     string  `json:"note,omitempty"`
	Empty    string  `json:"empty"` // what is said if no value is finite
	Label    string  `json:"label"` // of X
	Percent  bool    `json:"percent,omitempty"`
	PercentX bool    `json:"percentX,omitempty"`
	Log      bool    `json:"log,omitempty"`
	Rules    []Level `json:"rules,omitempty"`
	Curves   []Curve `json:"curves"`
}

// Level is a Rule across a Figure.
type Level struct {
	At   float64 `json:"at"`
	Name string  `json:"name,omitempty"`
}

// Curve is one line of a Figure, with its colour on light and on dark ground.
type Curve struct {
	Name   string    `json:"name"`
	X      Numbers   `json:"x"`
	Y      Numbers   `json:"y"`
	Low    Numbers   `json:"low,omitempty"` // the interval of each point
	High   Numbers   `json:"high,omitempty"`
	Dashed bool      `json:"dashed,omitempty"`
	Points bool      `json:"points,omitempty"` // measured at its points only
	Hues   [2]string `json:"hues"`             // by Theme
}

// Numbers are written with six digits, those that are not finite as null.
type Numbers []float64

// MarshalJSON implements json.Marshaler.
func (n Numbers) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, v := range n {
		if i > 0 {
			text = append(text, ',')
		}
		if finite(v) {
			text = strconv.AppendFloat(text, v, 'g', 6, 64)
		} else {
			text = append(text, "null"...)
		}
	}
	return append(text, ']'), nil
}

// Figures returns the charts of lines and stacks of a page as data: of a stack, the size
// of each part. Of more than that many points of a line it keeps as many, evenly spread,
// the last among them; 0: all.
func (p Page) Figures(most int) (all []Figure) {
	for _, row := range p.Rows {
		for _, c := range row {
			if f, ok := figure(c); ok {
				for i := range f.Curves {
					f.Curves[i].thin(most)
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// Alone returns the page with one of its charts, by its title.
func (p Page) Alone(title string) (Page, bool) {
	for _, row := range p.Rows {
		for _, c := range row {
			if f, ok := figure(c); ok && f.Title == title {
				p.Rows = [][]Chart{{c}}
				return p, true
			}
		}
	}
	return p, false
}

func figure(c Chart) (f Figure, ok bool) {
	switch c := c.(type) {
	case Line:
		f = c.Frame.figure()
		for i, s := range c.Series {
			f.Curves = append(f.Curves, Curve{s.Name, s.X, s.Y, s.Low, s.High, s.Dashed, s.Points, hues(s.Hue, i)})
		}
	case Stack:
		f = c.Frame.figure()
		for i, part := range c.Parts {
			f.Curves = append(f.Curves, Curve{Name: part.Name, X: c.At, Y: part.Size, Hues: hues(part.Hue, i)})
		}
	default:
		return f, false
	}
	return f, true
}

func (f Frame) figure() Figure {
	g := Figure{Title: f.Title, Note: f.Note, Empty: f.Empty, Label: f.X.Label, Percent: f.Y.Percent, PercentX: f.X.Percent, Log: f.Y.Log, Curves: []Curve{}}
	for _, r := range f.Rules {
		if !r.Upright {
			g.Rules = append(g.Rules, Level{r.At, r.Name})
		}
	}
	return g
}

func hues(h Hue, i int) (css [2]string) {
	for t := range css {
		c := color.NRGBAModel.Convert(looks[t].hue(h, i)).(color.NRGBA)
		css[t] = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return css
}

// thin keeps at most that many points.
func (c *Curve) thin(most int) {
	n := len(c.X)
	if most == 0 || n <= most {
		return
	}
	every := (n + most - 1) / most
	for _, values := range []*Numbers{&c.X, &c.Y, &c.Low, &c.High} {
		if len(*values) != n {
			continue
		}
		var kept Numbers
		for i := (n - 1) % every; i < n; i += every {
			kept = append(kept, (*values)[i])
		}
		*values = kept
	}
}

// WriteCSV writes the figure as a table: a row for each X, with a column for each line and
// two for its interval if it has one.
func (f Figure) WriteCSV(w io.Writer) error {
	head, at := []string{f.Label}, map[float64][]string{}
	for _, c := range f.Curves {
		columns, names := []Numbers{c.Y}, []string{c.Name}
		if c.Name == "" {
			names[0] = f.Title
		}
		if c.Low != nil {
			columns, names = append(columns, c.Low, c.High), append(names, names[0]+" from", names[0]+" to")
		}
		for k, values := range columns {
			for i, x := range c.X {
				if i < len(values) && finite(values[i]) {
					row := append(at[x], make([]string, max(0, len(head)+1-len(at[x])))...)
					row[len(head)] = strconv.FormatFloat(values[i], 'g', 8, 64)
					at[x] = row
				}
			}
			head = append(head, names[k])
		}
	}
	rows := [][]string{head}
	for _, x := range slices.Sorted(maps.Keys(at)) {
		row := append(at[x], make([]string, len(head)-len(at[x]))...)
		row[0] = strconv.FormatFloat(x, 'g', 8, 64)
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}
