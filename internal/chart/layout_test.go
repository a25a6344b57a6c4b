package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// drawing is what stands on a page: its texts and its lines, in points from the upper
// left.
type drawing struct {
	width, height float64
	texts         []textBox
	paths         []path
}

type textBox struct {
	x, y, width, size float64 // y: of the baseline
	words, style      string
}

type path struct {
	xs, ys []float64
	style  string
}

// drawn returns what a page draws.
func drawn(t *testing.T, p Page, theme Theme) (d drawing) {
	t.Helper()
	var b bytes.Buffer
	if err := p.SVG(&b, theme); err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	var last *textBox
	for decoder := xml.NewDecoder(&b); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return d
		} else if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			is := map[string]string{}
			for _, a := range token.Attr {
				is[a.Name.Local] = a.Value
			}
			switch last = nil; token.Name.Local {
			case "svg":
				d.width, d.height = number(strings.TrimSuffix(is["width"], "pt")), number(strings.TrimSuffix(is["height"], "pt"))
			case "text":
				size := regexp.MustCompile(`font-size:([0-9.]+)px`).FindStringSubmatch(is["style"])[1]
				d.texts = append(d.texts, textBox{x: number(is["x"]), y: d.height + number(is["y"]), width: number(is["textLength"]), size: number(size), style: is["style"]})
				last = &d.texts[len(d.texts)-1]
			case "path":
				line := path{style: is["style"]}
				for _, point := range strings.FieldsFunc(is["d"], func(r rune) bool { return strings.ContainsRune("MLZ", r) }) {
					if x, y, ok := strings.Cut(point, ","); ok && !strings.ContainsAny(point, "ACQ") {
						line.xs, line.ys = append(line.xs, number(x)), append(line.ys, d.height-number(y))
					}
				}
				d.paths = append(d.paths, line)
			}
		case xml.CharData:
			if last != nil {
				last.words += string(token)
			}
		case xml.EndElement:
			last = nil
		}
	}
}

func (d drawing) text(t *testing.T, words string) textBox {
	t.Helper()
	i := slices.IndexFunc(d.texts, func(b textBox) bool { return b.words == words })
	if i < 0 {
		t.Fatalf("the page does not say %q", words)
	}
	return d.texts[i]
}

// pages are of all charts, with few values and many, short names and long.
func pages() map[string]Page {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	long := "a name that is much longer than there is room for it at the edge of a chart"
	line := Line{Frame: Frame{Title: "Loss", Note: strings.Repeat("a note that says a lot ", 12), X: Axis{Label: "iteration"}, Rules: []Rule{{At: 2.5, Name: "half"}, {At: 4, Name: "now", Upright: true}}},
		Series: []Series{{Name: "one", X: x, Y: x, Points: true}, {Name: "two", X: x, Y: x}, {Name: long, X: x, Y: x, Low: x, High: x, Dashed: true}}}
	stack := Stack{Frame: Frame{Title: "Endings", Y: Axis{Percent: true}}, At: x, Parts: []Part{{Name: "won", Size: x}, {Name: "drawn", Size: x}, {Name: long, Size: x}}}
	histogram := Histogram{Frame: Frame{Title: "Lengths", Rules: []Rule{{At: 5, Name: "median", Upright: true}}}, Values: x}
	dots := Dots{Frame: Frame{Title: "Ladder", X: Axis{Percent: true}}, Rows: []Dot{{Name: "greedy", Value: 0.2, Low: 0.1, High: 0.3}, {Name: long[:40], Value: 0.8, Low: 0.7, High: 0.9}}}
	notes := Notes{Title: "Advice", Text: []string{strings.Repeat("play more games ", 20), "rest"}}
	near := Line{Series: []Series{{Name: "near", X: []float64{100_000, 100_004}, Y: []float64{2.3451, 2.3459}}}}
	huge := Line{Series: []Series{{X: []float64{1, 1e6}, Y: []float64{-1e-7, 1e9}}}}
	return map[string]Page{
		"one of each": {Title: "celta", Note: "two games", Rows: [][]Chart{{line, stack}, {histogram, dots}, {notes}}},
		"narrow":      {Title: "celta", Width: 560, Rows: [][]Chart{{line}, {stack}, {dots}}},
		"four a row":  {Width: 1200, Rows: [][]Chart{{line, stack, histogram, notes}}},
		"numbers":     {Title: "numbers", Rows: [][]Chart{{near}, {huge}}},
	}
}

// No text leaves the page, and none that stand on one line cover each other.
func TestTextsHaveRoom(t *testing.T) {
	for name, p := range pages() {
		for _, theme := range []Theme{Light, Dark} {
			d := drawn(t, p, theme)
			for i, a := range d.texts {
				if a.x < -0.1 || a.x+a.width > d.width+0.1 || a.y-a.size < -0.1 || a.y > d.height+0.1 {
					t.Errorf("%s: %q stands at %.0f, %.0f on a page of %.0f by %.0f", name, a.words, a.x, a.y, d.width, d.height)
				}
				for _, b := range d.texts[i+1:] {
					if math.Abs(a.y-b.y) < 0.1 && a.x < b.x+b.width-0.1 && b.x < a.x+a.width-0.1 {
						t.Errorf("%s: %q and %q cover each other at %.0f, %.0f", name, a.words, b.words, a.x, a.y)
					}
				}
			}
		}
	}
}

// Names at the right edge stand one below the other in the order of their lines' ends.
func TestNamesAtTheEdge(t *testing.T) {
	x := []float64{1, 2}
	series := []Series{{Name: "low", X: x, Y: []float64{9, 1}}, {Name: "high", X: x, Y: []float64{0, 3}}, {Name: "middle", X: x, Y: []float64{5, 2}}, {Name: "nearly", X: x, Y: []float64{5, 2.01}}}
	d := drawn(t, page(Line{Series: series}), Light)
	last := 0.0
	for _, name := range []string{"high", "nearly", "middle", "low"} {
		at := d.text(t, name)
		if at.y < last+at.size {
			t.Errorf("%s stands at %.1f, the name above it at %.1f", name, at.y, last)
		}
		last = at.y
	}
}

// A line goes through its values: to the right as X grows, up as Y does, from the left
// edge of the plane to the right one.
func TestLineGoesThroughItsValues(t *testing.T) {
	c := Line{Frame: Frame{Y: Axis{From: 0, To: 10}}, Series: []Series{{X: []float64{0, 1, 2, 4}, Y: []float64{0, 10, 5, 5}}}}
	d := drawn(t, page(c), Light)
	hue := "stroke:#0072B2"
	i := slices.IndexFunc(d.paths, func(p path) bool { return strings.Contains(p.style, hue) && len(p.xs) == 4 })
	if i < 0 {
		t.Fatal("there is no line of four points")
	}
	xs, ys := d.paths[i].xs, d.paths[i].ys
	width, height := xs[3]-xs[0], ys[0]-ys[1]
	for k, want := range [][2]float64{{0, 0}, {0.25, 1}, {0.5, 0.5}, {1, 0.5}} {
		if x, y := (xs[k]-xs[0])/width, (ys[0]-ys[k])/height; math.Abs(x-want[0]) > 1e-3 || math.Abs(y-want[1]) > 1e-3 {
			t.Errorf("point %d stands at %.3f, %.3f of the plane; want %v", k, x, y, want)
		}
	}
	if width < 400 || height < 100 {
		t.Errorf("the plane is %.0f by %.0f", width, height)
	}
}

// The bars of a histogram are as high as their counts.
func TestHistogramBars(t *testing.T) {
	d := drawn(t, page(Histogram{Values: []float64{1, 1, 1, 1, 2, 2, 3}}), Light)
	var heights []float64
	for _, p := range d.paths {
		if strings.Contains(p.style, "fill:#0072B2") {
			heights = append(heights, slices.Max(p.ys)-slices.Min(p.ys))
		}
	}
	if len(heights) != 3 || math.Abs(heights[0]/heights[2]-4) > 0.01 || math.Abs(heights[1]/heights[2]-2) > 0.01 {
		t.Errorf("bars of %v, want 4 to 2 to 1", heights)
	}
}

// The parts of a bar lie on one another without a gap, the first at the bottom.
func TestPartsLieOnOneAnother(t *testing.T) {
	c := Stack{At: []float64{1}, Parts: []Part{{Name: "a", Size: []float64{1}}, {Name: "b", Size: []float64{2}}, {Name: "c", Size: []float64{1}}}}
	d := drawn(t, page(c), Light)
	bottom, sizes := math.NaN(), []float64{}
	for _, hue := range []string{"fill:#0072B2", "fill:#D55E00", "fill:#009E73"} {
		i := slices.IndexFunc(d.paths, func(p path) bool { return strings.Contains(p.style, hue) })
		if i < 0 {
			t.Fatalf("no part is %s", hue)
		}
		top, foot := slices.Min(d.paths[i].ys), slices.Max(d.paths[i].ys)
		if !math.IsNaN(bottom) && math.Abs(foot-bottom) > 0.01 {
			t.Errorf("%s begins at %.2f, what is below it ends at %.2f", hue, foot, bottom)
		}
		bottom, sizes = top, append(sizes, foot-top)
	}
	if math.Abs(sizes[1]/sizes[0]-2) > 0.01 || math.Abs(sizes[2]/sizes[0]-1) > 0.01 {
		t.Errorf("parts of %v, want 1 to 2 to 1", sizes)
	}
}

// A dark page has a dark ground and light letters, a light one the opposite.
func TestThemesOfPages(t *testing.T) {
	for theme, want := range map[Theme][2]string{Light: {"fill:#FFFFFF", "fill:#1F2328"}, Dark: {"fill:#14181D", "fill:#E6E8EA"}} {
		d := drawn(t, page(Notes{Title: "a", Text: []string{"b"}}), theme)
		if ground := d.paths[0]; !strings.Contains(ground.style, want[0]) || slices.Max(ground.xs) != d.width {
			t.Errorf("theme %d: the ground is %s", theme, ground.style)
		}
		if title := d.text(t, "page"); !strings.Contains(title.style, want[1]) || !strings.Contains(title.style, "bold") {
			t.Errorf("theme %d: the title is %s", theme, title.style)
		}
	}
}

// Rows of dots stand one row apart, and half a row from the edges of the plane.
func TestRowsStandApart(t *testing.T) {
	for n := 1; n <= legible; n += 13 {
		c := Dots{Rows: make([]Dot, n)}
		for i := range c.Rows {
			c.Rows[i] = Dot{Name: strconv.Itoa(i), Value: float64(i)}
		}
		_, y := c.scales()
		for i, m := range y.ticks(9) {
			if want := 1 - (float64(i)+0.5)/float64(n); math.Abs(y.norm(m.at)-want) > 1e-9 {
				t.Errorf("row %d of %d stands at %.3f of the height, want %.3f", i, n, y.norm(m.at), want)
			}
		}
	}
}

// A series of which no point can be shown is not named; those beside it are.
func TestSeriesWithoutPoints(t *testing.T) {
	c := Line{Series: []Series{{Name: "none"}, {Name: "empty", X: []float64{1}, Y: []float64{nan}}, {Name: "some", X: []float64{1, 2}, Y: []float64{1, 2}}, {X: []float64{1, 2}, Y: []float64{2, 1}}}}
	got := words(t, page(c))
	if slices.Contains(got, "none") || slices.Contains(got, "empty") || !slices.Contains(got, "some") || slices.Contains(got, "") {
		t.Errorf("the page says %q", got)
	}
}

// A mark stands right of the last point of its series, in its colour, and only there.
func TestMark(t *testing.T) {
	c := Line{Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}, Mark: "seven"}, {X: []float64{1, 2}, Y: []float64{3, 1}}}}
	for mark, want := range map[string]int{"seven": 1, "": 0} {
		c.Series[0].Mark = mark
		var svg strings.Builder
		if err := (Page{Rows: [][]Chart{{c}}}).SVG(&svg, Light); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(svg.String(), ">seven</text>"); got != want {
			t.Errorf("mark %q is written %d times, want %d", mark, got, want)
		}
	}
}

// A page is written as its file's ending says, and no other is written.
func TestSave(t *testing.T) {
	page := Page{Rows: [][]Chart{{Line{}}}}
	for name, begin := range map[string]string{"a.PNG": "\x89PNG", "a.svg": "<?xml"} {
		file := filepath.Join(t.TempDir(), name)
		if err := page.Save(file, Light); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), begin) {
			t.Errorf("%s begins with %.8q, %v", name, text, err)
		}
	}
	if err := page.Save(filepath.Join(t.TempDir(), "a.gif"), Light); !errors.Is(err, ErrEnding) {
		t.Errorf("a.gif: %v", err)
	}
}
