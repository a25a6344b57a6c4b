package diagram

import (
	"math"
	"testing"
)

func TestMix(t *testing.T) {
	for _, test := range []struct {
		c, d rgb
		part float64
		want rgb
	}{
		{0x000000, 0xffffff, 0, 0x000000}, {0x000000, 0xffffff, 1, 0xffffff}, {0x000000, 0xffffff, 0.5, 0x808080},
		{0x102030, 0x102030, 0.3, 0x102030}, {0xff0000, 0x0000ff, 0.25, 0xbf0040}, {0x00ff00, 0, 0.2, 0x00cc00},
	} {
		if got := test.c.mix(test.d, test.part); got != test.want {
			t.Errorf("%v of %s to %s: got %s, want %s", test.part, test.c.hex(), test.d.hex(), got.hex(), test.want.hex())
		}
	}
	if got := rgb(0xabc).hex(); got != "#000abc" {
		t.Errorf("got %s", got)
	}
}

// luminance is that of the Web Content Accessibility Guidelines 2.1.
func (c rgb) luminance() float64 {
	channel := func(v rgb) float64 {
		x := float64(v&255) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(c>>16) + 0.7152*channel(c>>8) + 0.0722*channel(c)
}

// contrast is theirs, too: 1 for equal colours, 21 for black on white.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// The two sides are distinguished by light and dark alone, also by who sees no colours,
// and a piece stands out against its own outline.
func TestSidesAreToldApart(t *testing.T) {
	if c := contrast(0, 0xffffff); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white has a contrast of %v", c)
	}
	for _, theme := range []Theme{Light, Dark} {
		p := palettes[theme]
		if c := contrast(p.sides[FirstSide].fill, p.sides[SecondSide].fill); c < 7 {
			t.Errorf("%v: the sides have a contrast of %.1f, want 7", theme, c)
		}
		for side := FirstSide; side <= SecondSide; side++ {
			if c := contrast(p.sides[side].fill, p.sides[side].detail); c < 7 {
				t.Errorf("%v: the details of side %d have a contrast of %.1f, want 7", theme, side, c)
			}
		}
		for name, ink := range map[string]rgb{"caption": p.caption, "labels": p.label} {
			if c := contrast(ink, p.page); c < 3 {
				t.Errorf("%v: %s have a contrast of %.1f on the page, want 3", theme, name, c)
			}
		}
	}
}

// Every ground that a cell can have is a colour, and the squares of a chequered board
// differ.
func TestGroundsAreColours(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		p := palettes[theme]
		for g, c := range p.grounds {
			if c == 0 {
				t.Errorf("%v: ground %d has no colour", theme, g)
			}
		}
		if p.grounds[LightCell].luminance() <= p.grounds[DarkCell].luminance() {
			t.Errorf("%v: the light squares are the darker ones", theme)
		}
		for tone := BlueTone; tone <= YellowTone; tone++ {
			if p.tones[tone] == 0 {
				t.Errorf("%v: tone %d has no colour", theme, tone)
			}
		}
	}
}

// No line of a figure leaves its square, so that none is cut off or reaches into its
// neighbour; each has a body, and only known parts of paths.
func TestFiguresStayInTheirSquares(t *testing.T) {
	const edge = outline / 2
	for f := Disc; f <= Sissa; f++ {
		if f == CrossStone || f == RingStone {
			continue // drawn by hand in piece.go
		}
		if len(figures[f]) == 0 {
			t.Errorf("figure %d is not drawn", f)
		}
		within := func(x, y float64) {
			if x < edge || x > unit-edge || y < edge || y > unit-edge {
				t.Errorf("figure %d has a point at %v, %v", f, x, y)
			}
		}
		for _, e := range figures[f] {
			if e.r != 0 {
				within(e.x-e.r, e.y-e.r)
				within(e.x+e.r, e.y+e.r)
				continue
			}
			var x, y float64
			for i, s := range segments(e.path) {
				if (i == 0) != (s.command == 'M') && e.part != line {
					t.Errorf("figure %d: command %c at %d", f, s.command, i)
				}
				switch s.command {
				case 'H':
					x = s.args[0]
				case 'V':
					y = s.args[0]
				case 'Z':
				default:
					x, y = s.args[len(s.args)-2], s.args[len(s.args)-1]
				}
				within(x, y)
			}
			if s := segments(e.path); e.part != line && s[len(s)-1].command != 'Z' {
				t.Errorf("figure %d has a shape that is not closed: %s", f, e.path)
			}
		}
	}
}

// A scene has room for all that stands around the board.
func TestSceneMeasures(t *testing.T) {
	for _, test := range []struct {
		name          string
		d             Diagram
		width, height float64
		left          float64
	}{
		{"bare", Diagram{Rows: 2, Cols: 3}, 3*unit + 2*pad, 2*unit + 2*pad, pad},
		{"files", Diagram{Rows: 2, Cols: 3, Files: []string{"a", "b", "c"}}, 3*unit + 2*pad, 2*unit + 2*pad + labelSize, pad},
		{"a short caption", Diagram{Rows: 2, Cols: 3, Caption: "x"}, 3*unit + 2*pad, 2*unit + 3*pad + captionSize, pad},
		{"ranks of a digit", Diagram{Rows: 2, Cols: 3, Ranks: []string{"2", "1"}}, 3*unit + 2*pad + 11, 2*unit + 2*pad, pad + 11},
		{"ranks of two", Diagram{Rows: 2, Cols: 3, Ranks: []string{"10", "9"}}, 3*unit + 2*pad + 18, 2*unit + 2*pad, pad + 18},
		{"a caption of 50 letters", Diagram{Rows: 2, Cols: 3, Caption: string(make([]rune, 50))}, 364 + 2*pad, 2*unit + 3*pad + captionSize, 130},
	} {
		s := newScene(test.d, Light)
		if s.width != test.width || s.height != test.height || s.left != test.left || s.top != pad {
			t.Errorf("%s: %v by %v, the board at %v, %v; want %v by %v, %v, %v", test.name, s.width, s.height, s.left, s.top, test.width, test.height, test.left, pad)
		}
	}
}

// Cells lie row by row, the first at the top left.
func TestCorner(t *testing.T) {
	s := newScene(Diagram{Rows: 3, Cols: 4}, Light)
	for cell, want := range map[int][2]float64{0: {8, 8}, 3: {128, 8}, 4: {8, 48}, 11: {128, 88}} {
		if x, y := s.corner(cell); x != want[0] || y != want[1] {
			t.Errorf("cell %d is at %v, %v; want %v", cell, x, y, want)
		}
	}
}

// Lengths have two decimals at most.
func TestNum(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 1.5: "1.5", 1.006: "1.01", 1.004: "1", -2.345678: "-2.35", 1e6: "1000000"} {
		if got := num(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
}
