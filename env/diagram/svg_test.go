package diagram

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func drawSVG(t *testing.T, d Diagram, theme Theme) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, d, theme); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSVGGolden(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		got := drawSVG(t, noughts(), theme)
		path := filepath.Join("testdata", "noughts-"+theme.String()+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s", path, got)
		}
	}
}

// Every figure of both sides in every tone makes well-formed XML, whose uses
// are of things defined once.
func TestSVGIsWellFormed(t *testing.T) {
	d := Diagram{Rows: 1, Caption: `<&">`}
	for f := Disc; f <= Outlined; f++ {
		for tone := NoTone; tone <= YellowTone; tone++ {
			for side := FirstSide; side <= SecondSide; side++ {
				ground, mark := Ground(len(d.Cells))%(HoleCell+1), Mark(len(d.Cells))%(BarMark+1)
				d.Cells = append(d.Cells, Cell{ground, mark, Piece{f, side, tone, 'x', "", "M8 32 L20 8 L32 32 Z"}})
			}
		}
	}
	d.Cols = len(d.Cells)
	for _, theme := range []Theme{Light, Dark} {
		defined := map[string]bool{}
		uses := 0
		for _, e := range elements(t, drawSVG(t, d, theme)) {
			switch e.Name.Local {
			case "g":
				id := attribute(e, "id")
				if defined[id] {
					t.Errorf("%v: %s is defined twice", theme, id)
				}
				defined[id] = true
			case "use":
				uses++
				if id := strings.TrimPrefix(attribute(e, "href"), "#"); !defined[id] {
					t.Errorf("%v: %s is used and not defined", theme, id)
				}
			}
		}
		if uses < d.Cols {
			t.Errorf("%v: %d uses for %d pieces", theme, uses, d.Cols)
		}
	}
}

// elements returns the start tags of an XML text.
func elements(t *testing.T, text []byte) []xml.StartElement {
	t.Helper()
	var all []xml.StartElement
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			all = append(all, e)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A board with all its pieces is a few kilobytes.
func TestSVGIsSmall(t *testing.T) {
	d := Diagram{Rows: 8, Cols: 8, Cells: make([]Cell, 64)}
	for c := range 16 {
		d.Cells[c].Piece = Piece{Figure: Pawn + Figure(c%10), Side: SecondSide}
		d.Cells[63-c].Piece = Piece{Figure: Pawn + Figure(c%10), Side: FirstSide}
	}
	if n := len(drawSVG(t, d, Light)); n > 24<<10 {
		t.Errorf("%d bytes, want at most 24 KiB", n)
	}
}
