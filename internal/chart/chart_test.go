package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

var nan, inf = math.NaN(), math.Inf(1)

// words returns the texts of a page, once it has been written in every way.
func words(t *testing.T, p Page) []string {
	t.Helper()
	for _, theme := range []Theme{Light, Dark} {
		var b bytes.Buffer
		if err := p.PNG(&b, theme); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&b); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := p.SVG(&b, Light); err != nil {
		t.Fatal(err)
	}
	var texts []string
	var within string
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		} else if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			within = token.Name.Local
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("<%s %s=%q>", within, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if within == "text" {
				texts = append(texts, string(token))
			}
		case xml.EndElement:
			within = ""
		}
	}
}

func page(charts ...Chart) Page { return Page{Title: "page", Rows: [][]Chart{charts}} }

func TestChartsSayWhatTheyShow(t *testing.T) {
	x := []float64{1, 2, 3}
	got := words(t, Page{Title: "celta & cuervo", Note: "two games", Rows: [][]Chart{
		{Line{Frame: Frame{Title: "Loss", Note: "nats", X: Axis{Label: "iteration"}, Rules: []Rule{{At: 0.7, Name: "ln 2"}}},
			Series: []Series{{Name: "value", X: x, Y: []float64{1, 0.9, 0.8}}, {Name: "policy", X: x, Y: []float64{2, 1.9, 1.8}, Low: x, High: x}}},
			Stack{Frame: Frame{Title: "Endings"}, At: x, Parts: []Part{{Name: "won", Size: x}, {Name: "never", Size: []float64{0, 0, 0}}}}},
		{Histogram{Frame: Frame{Title: "Length", Rules: []Rule{{At: 2, Name: "median", Upright: true}}}, Values: x},
			Dots{Frame: Frame{Title: "Ladder"}, Rows: []Dot{{Name: "greedy", Value: 100, Low: 50, High: 150}}}},
		{Notes{Title: "Advice", Text: []string{"play"}}},
	}})
	for _, want := range []string{"celta & cuervo", "two games", "Loss", "nats", "iteration", "ln 2", "value", "policy",
		"Endings", "won", "Length", "median", "Ladder", "greedy", "Advice", "play"} {
		if !slices.Contains(got, want) {
			t.Errorf("the page does not say %q, only %q", want, got)
		}
	}
	if slices.Contains(got, "never") {
		t.Error("a part that no bar has is named")
	}
}

func TestNothingToShow(t *testing.T) {
	none := Frame{Empty: "not measured yet"}
	for _, test := range []struct {
		name  string
		chart Chart
	}{
		{"no series", Line{Frame: none}},
		{"no points", Line{Frame: none, Series: []Series{{Name: "a"}}}},
		{"no finite point", Line{Frame: none, Series: []Series{{Name: "a", X: []float64{1, nan, inf}, Y: []float64{nan, 1, 1}}}}},
		{"nothing above zero for a logarithm", Line{Frame: Frame{Empty: none.Empty, X: Axis{Log: true}}, Series: []Series{{X: []float64{0, -1}, Y: []float64{1, 1}}}}},
		{"no bars", Stack{Frame: none}},
		{"bars of nothing", Stack{Frame: none, At: []float64{1, 2}, Parts: []Part{{Name: "a", Size: []float64{0, nan}}}}},
		{"parts too short", Stack{Frame: none, At: []float64{1, 2}, Parts: []Part{{Name: "a"}}}},
		{"no values", Histogram{Frame: none}},
		{"no finite values", Histogram{Frame: none, Values: []float64{nan, inf, -inf}}},
		{"no rows", Dots{Frame: none}},
		{"no finite rows", Dots{Frame: none, Rows: []Dot{{Name: "a", Value: nan}}}},
	} {
		if got := words(t, page(test.chart)); !slices.Contains(got, none.Empty) {
			t.Errorf("%s: the chart says %q, want %q", test.name, got, none.Empty)
		}
	}
	words(t, Page{})
	words(t, page())
	words(t, page(Notes{}))
}

func TestOddValues(t *testing.T) {
	for _, test := range []struct {
		name  string
		chart Chart
		want  string
	}{
		{"one point", Line{Series: []Series{{Name: "a", X: []float64{1}, Y: []float64{1}, Low: []float64{0}, High: []float64{2}}}}, "a"},
		{"gaps", Line{Series: []Series{{Name: "a", X: []float64{1, 2, 3, 4}, Y: []float64{nan, 1, inf, 2}}}}, "a"},
		{"intervals without end", Line{Series: []Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1, 1}, Low: []float64{-inf, nan}, High: []float64{inf, nan}}}}, "a"},
		{"logarithms both ways", Line{Frame: Frame{X: Axis{Log: true}, Y: Axis{Log: true}},
			Series: []Series{{Name: "a", X: []float64{1, 10}, Y: []float64{1, 10}, Low: []float64{-1, 0}, High: []float64{2, 20}}}}, "a"},
		{"one bar", Stack{At: []float64{7}, Parts: []Part{{Name: "a", Size: []float64{1}}}}, "a"},
		{"one value", Histogram{Frame: Frame{Title: "a"}, Values: []float64{5, 5, 5}}, "a"},
		{"huge values", Histogram{Frame: Frame{Title: "a"}, Values: []float64{1e300, -1e300}}, "a"},
		{"an interval without end", Dots{Rows: []Dot{{Name: "a", Value: 1, Low: -inf, High: inf}}}, "a"},
		{"rows beyond counting", Dots{Frame: Frame{Title: "a"}, Rows: make([]Dot, 1000)}, "a"},
	} {
		if got := words(t, page(test.chart)); !slices.Contains(got, test.want) {
			t.Errorf("%s: the chart says %q, want %q among it", test.name, got, test.want)
		}
	}
}

func TestBins(t *testing.T) {
	for _, test := range []struct {
		name         string
		values       []float64
		first, width float64
		want         []int
	}{
		{"plies", []float64{9, 9, 10, 12}, 9, 1, []int{2, 1, 0, 1}},
		{"all alike", []float64{5, 5, 5}, 5, 1, []int{3}},
		{"shares", []float64{0, 0.26, 0.5, 1}, 0, 0.5, []int{2, 1, 1}},
		{"without what is not finite", []float64{1, nan, inf, 2}, 1, 1, []int{1, 1}},
		{"below zero", []float64{-2, -1.5, 0}, -2, 0.5, []int{1, 1, 0, 0, 1}},
	} {
		first, width, got := bins(test.values, 3)
		if first != test.first || width != test.width || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v from %v by %v, want %v from %v by %v", test.name, got, first, width, test.want, test.first, test.width)
		}
	}
}
