package chart

import (
	"bytes"
	"strings"
	"testing"
)

func TestSVGNeedsNothingElse(t *testing.T) {
	var b bytes.Buffer
	if err := page(Line{Frame: Frame{Title: "a"}}).SVG(&b, Dark); err != nil {
		t.Fatal(err)
	}
	for _, reference := range []string{"href=\"http", "url(", "<image", "@import"} {
		if strings.Contains(b.String(), reference) {
			t.Errorf("the drawing refers to others: %s", reference)
		}
	}
	if !strings.Contains(b.String(), "<title>page</title>") {
		t.Error("the drawing has no title")
	}
}

// A text of another typeface is as wide as ours.
func TestSVGTextsSayTheirWidth(t *testing.T) {
	const size = 10
	one := textWidth("normal", "10", "m")
	if one < 0.5*size || one > size {
		t.Errorf("an m of size %d is %v wide", size, one)
	}
	if two := textWidth("normal", "10", "mm"); two != 2*one {
		t.Errorf("mm is %v wide, m %v", two, one)
	}
	if got, want := textWidth("normal", "10", "&amp;"), textWidth("normal", "10", "&"); got != want {
		t.Errorf("an escaped & is %v wide, want %v", got, want)
	}
	if thin, thick := textWidth("normal", "10", "width"), textWidth("bold", "10", "width"); thick <= thin {
		t.Errorf("bold letters are %v wide, others %v", thick, thin)
	}
	var b bytes.Buffer
	if err := page(Notes{Title: "a", Text: []string{"b"}}).SVG(&b, Light); err != nil {
		t.Fatal(err)
	}
	if texts, widths := strings.Count(b.String(), "<text "), strings.Count(b.String(), "textLength="); texts == 0 || texts != widths {
		t.Errorf("%d of %d texts say their width", widths, texts)
	}
}
