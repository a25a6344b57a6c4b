package diagram

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// The picture has the size of the SVG, which counts 40 to a cell.
func TestPNGSize(t *testing.T) {
	for _, test := range []struct {
		name          string
		d             Diagram
		square        int
		width, height int
	}{
		{"bare", single(Piece{}), 40, 8 + 3*40 + 8, 8 + 3*40 + 8},
		{"bare, small", single(Piece{}), 20, 4 + 3*20 + 4, 4 + 3*20 + 4},
		{"labels and caption", noughts(), 40, 8 + 11 + 3*40 + 8, 8 + 2*40 + 8 + 11 + 13 + 8},
		{"labels and caption, large", noughts(), 80, 2 * (8 + 11 + 3*40 + 8), 2 * (8 + 2*40 + 8 + 11 + 13 + 8)},
	} {
		var b bytes.Buffer
		if err := PNG(&b, test.d, Light, test.square); err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Bounds().Size(); got != image.Pt(test.width, test.height) {
			t.Errorf("%s: got %v, want (%d,%d)", test.name, got, test.width, test.height)
		}
	}
}

func TestPNGErrors(t *testing.T) {
	for _, square := range []int{-1, 0, 7, 1025} {
		if err := PNG(&bytes.Buffer{}, noughts(), Light, square); err == nil {
			t.Errorf("cells of %d pixels: no error", square)
		}
	}
}

// paintSingle returns the picture of a board of 3 by 3 with p in the middle, whose
// cell is from (48, 48) to (88, 88).
func paintSingle(t *testing.T, p Piece, change func(*scene)) image.Image {
	t.Helper()
	s := newScene(single(p), Light)
	change(s)
	c, err := paintScene(s, 40)
	if err != nil {
		t.Fatal(err)
	}
	return c.Image()
}

func asIs(*scene) {}

// changed returns the pixels where two pictures differ clearly.
func changed(a, b image.Image) []image.Point {
	var all []image.Point
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			g, h := color.GrayModel.Convert(a.At(x, y)).(color.Gray), color.GrayModel.Convert(b.At(x, y)).(color.Gray)
			if max(g.Y, h.Y)-min(g.Y, h.Y) > 40 {
				all = append(all, image.Pt(x, y))
			}
		}
	}
	return all
}

// A figure stays within its square, and fills a good part of it.
func TestFiguresFitTheirSquare(t *testing.T) {
	empty := paintSingle(t, Piece{}, asIs)
	square := image.Rect(48, 48, 88, 88)
	for f := Disc; f <= Sissa; f++ {
		pixels := changed(empty, paintSingle(t, Piece{Figure: f, Side: SecondSide}, asIs))
		if len(pixels) < 250 {
			t.Errorf("figure %d: %d pixels of 1600", f, len(pixels))
		}
		if i := slices.IndexFunc(pixels, func(p image.Point) bool { return !p.In(square) }); i >= 0 {
			t.Errorf("figure %d: paints %v, outside %v", f, pixels[i], square)
		}
	}
}

// At 40 pixels no figure looks like another.
func TestFiguresDiffer(t *testing.T) {
	for side := FirstSide; side <= SecondSide; side++ {
		var pictures []image.Image
		for f := Disc; f <= Sissa; f++ {
			m := paintSingle(t, Piece{Figure: f, Side: side}, asIs)
			for g, other := range pictures {
				if n := len(changed(m, other)); n < 50 {
					t.Errorf("side %d: figures %d and %d differ in %d pixels, want 50", side, Disc+Figure(g), f, n)
				}
			}
			pictures = append(pictures, m)
		}
	}
}

// The three tones of Cetro can be distinguished by who sees no colours.
func TestTonesDifferWithoutColour(t *testing.T) {
	oneColour := func(s *scene) {
		for tone := range s.tones {
			s.tones[tone] = 0x808080
		}
	}
	for _, f := range []Figure{Mitre, Crown} {
		for side := FirstSide; side <= SecondSide; side++ {
			blue := paintSingle(t, Piece{Figure: f, Side: side, Tone: BlueTone}, oneColour)
			green := paintSingle(t, Piece{Figure: f, Side: side, Tone: GreenTone}, oneColour)
			red := paintSingle(t, Piece{Figure: f, Side: side, Tone: RedTone}, oneColour)
			for name, n := range map[string]int{
				"blue and green": len(changed(blue, green)),
				"blue and red":   len(changed(blue, red)),
				"green and red":  len(changed(green, red)),
			} {
				if n < 8 {
					t.Errorf("figure %d, side %d: %s differ in %d pixels, want 8", f, side, name, n)
				}
			}
		}
	}
}

// Whose piece it is can be seen of every figure.
func TestSidesDiffer(t *testing.T) {
	for f := Disc; f <= Sissa; f++ {
		a := paintSingle(t, Piece{Figure: f, Side: FirstSide}, asIs)
		b := paintSingle(t, Piece{Figure: f, Side: SecondSide}, asIs)
		if n := len(changed(a, b)); n < 150 {
			t.Errorf("figure %d: the sides differ in %d pixels, want 150", f, n)
		}
	}
}
