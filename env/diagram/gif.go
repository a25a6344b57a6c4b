package diagram

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math"
	"slices"
)

// Film is pictures that follow one another.
type Film struct {
	N     int                          // how many: at least one
	Frame func(i int) (Diagram, error) // may be asked for more than once; an error ends the film
	Each  int                          // hundredths of a second that a picture is seen
	Last  int                          // as many for the last, before the first is seen again
}

// GIF writes a film in which a cell has square by square pixels. It holds the changed
// parts of all pictures in memory, a byte for each pixel.
func GIF(w io.Writer, f Film, t Theme, square int) error {
	if square < 8 || square > 256 {
		return fmt.Errorf("diagram: cells of %d pixels, want 8 to 256", square)
	}
	if f.N < 1 {
		return errors.New("diagram: a film without pictures")
	}
	p := projector{film: f, theme: t, square: square}
	g, err := p.run()
	if err != nil {
		return fmt.Errorf("diagram: %w", err)
	}
	return gif.EncodeAll(w, g)
}

// projector makes the pictures of a film, all of one size and in one palette.
type projector struct {
	film          Film
	theme         Theme
	square        int
	width, height float64
	colours       color.Palette        // the last is transparent
	nearest       map[color.RGBA]uint8 // indexes of colours that were looked for
}

func (p *projector) run() (*gif.GIF, error) {
	if err := p.measure(); err != nil {
		return nil, err
	}
	if err := p.choose(); err != nil {
		return nil, err
	}
	g := &gif.GIF{}
	var before *image.Paletted
	for i := range p.film.N {
		picture, err := p.paint(i)
		if err != nil {
			return nil, err
		}
		now := p.reduce(picture)
		g.Image = append(g.Image, p.changed(before, now))
		g.Delay = append(g.Delay, p.film.Each)
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		before = now
	}
	g.Delay[p.film.N-1] = p.film.Last
	return g, nil
}

// measure finds the size that all pictures fit into.
func (p *projector) measure() error {
	for i := range p.film.N {
		d, err := p.film.Frame(i)
		if err != nil {
			return err
		}
		s := newScene(d, p.theme)
		p.width, p.height = max(p.width, s.width), max(p.height, s.height)
	}
	return nil
}

// paint makes a picture.
func (p *projector) paint(i int) (*image.RGBA, error) {
	d, err := p.film.Frame(i)
	if err != nil {
		return nil, err
	}
	s := newScene(d, p.theme)
	s.width, s.height = p.width, p.height
	s.left = max(s.left, math.Floor((s.width-unit*s.breadth)/2))
	c, err := paintScene(s, p.square)
	if err != nil {
		return nil, err
	}
	picture := image.NewRGBA(c.Image().Bounds())
	draw.Draw(picture, picture.Rect, image.NewUniform(s.page.opaque()), image.Point{}, draw.Src) // the scene may end within a pixel
	draw.Draw(picture, picture.Rect, c.Image(), image.Point{}, draw.Over)
	return picture, nil
}

// samples is how many pictures the palette is chosen from.
const samples = 8

// choose takes the most frequent colours of some pictures.
func (p *projector) choose() error {
	count := map[color.RGBA]int{}
	for i := range min(samples, p.film.N) {
		picture, err := p.paint(i * p.film.N / min(samples, p.film.N))
		if err != nil {
			return err
		}
		for at, run := 0, 0; at < len(picture.Pix); at += 4 {
			run++
			if c := pixel(picture.Pix[at:]); at+4 == len(picture.Pix) || pixel(picture.Pix[at+4:]) != c {
				count[c] += run
				run = 0
			}
		}
	}
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int { return cmp.Or(cmp.Compare(count[b], count[a]), compare(a, b)) })
	for _, c := range all[:min(255, len(all))] {
		p.colours = append(p.colours, c)
	}
	p.colours = append(p.colours, color.RGBA{})
	p.nearest = map[color.RGBA]uint8{}
	return nil
}

func pixel(b []byte) color.RGBA { return color.RGBA{b[0], b[1], b[2], 255} }

func compare(a, b color.RGBA) int {
	return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
}

// reduce returns a picture in the colours of the palette, each pixel in the nearest.
func (p *projector) reduce(picture *image.RGBA) *image.Paletted {
	reduced := image.NewPaletted(picture.Rect, p.colours)
	opaque := p.colours[:len(p.colours)-1]
	var last color.RGBA // most pixels are as the one before
	var n uint8
	for i := range reduced.Pix {
		if c := pixel(picture.Pix[4*i:]); c != last {
			var ok bool
			if n, ok = p.nearest[c]; !ok {
				n = uint8(opaque.Index(c))
				p.nearest[c] = n
			}
			last = c
		}
		reduced.Pix[i] = n
	}
	return reduced
}

// changed returns the rectangle of what differs from the picture before, transparent
// where it does not; all of the first picture.
func (p *projector) changed(before, now *image.Paletted) *image.Paletted {
	if before == nil {
		return now
	}
	var box image.Rectangle
	for i, n := range now.Pix {
		if n != before.Pix[i] {
			x, y := i%now.Stride, i/now.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a picture has a pixel at least
	}
	part := image.NewPaletted(box, p.colours)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			n := now.ColorIndexAt(x, y)
			if n == before.ColorIndexAt(x, y) {
				n = uint8(len(p.colours) - 1)
			}
			part.SetColorIndex(x, y, n)
		}
	}
	return part
}
