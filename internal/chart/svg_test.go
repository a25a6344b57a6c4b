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

// Places have a digit behind the point, and only places; nothing is said of every text.
func TestShorten(t *testing.T) {
	const long = "<path d=\"M360.61,93.089L411.97,-0.04\" style=\"stroke-width:0.65\" /><text x=\"25.898\" y=\"-40\" transform=\"scale(1, -1)\"\n\tstyle=\"font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;font-size:9.25px\">d=\"1.234\" of 2.345</text>"
	const want = `<path d="M360.6,93.1L412,-0" style="stroke-width:0.65" /><text x="25.9" y="-40" transform="scale(1, -1)" style="font-weight:bold;font-size:9.25px">d="1.234" of 2.345</text>`
	if got := shorten(long); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if again := shorten(want); again != want {
		t.Errorf("shortened twice: %s", again)
	}
}
