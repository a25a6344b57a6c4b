package bench

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours of a light picture.
var (
	ink      = color.Gray{0x40}
	faint    = color.Gray{0xdd}
	layerInk = color.RGBA{0x1b, 0x6c, 0xa8, 0xff}
	netInk   = color.RGBA{0xc2, 0x4d, 0x2c, 0xff}
)

// draw returns the picture: both axes logarithmic, in GFLOP/s.
func (r *roofline) draw() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("One core, %s, float32: layers of %s on %dx%d in batches of %d, and whole networks",
		r.machine.Kernels, rooflineNet, rooflineSide, rooflineSide, rooflineBatch)
	p.X.Label.Text, p.Y.Label.Text = "operations for each byte that must come or go", "GFLOP/s"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = powersOfTwo{}, powersOfTwo{}
	p.X.Min, p.X.Max = 0.5, 1024

	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	p.Add(grid)
	for _, roof := range r.roofs {
		if err := r.drawRoof(p, roof); err != nil {
			return nil, err
		}
	}
	err := r.drawPoints(p)
	p.Y.Min, p.Y.Max = 4, 6*r.peak/1e9
	return p, err
}

// drawRoof draws a bandwidth up to the peak, and the peak from there.
func (r *roofline) drawRoof(p *plot.Plot, roof roof) error {
	ridge := r.peak / roof.bandwidth
	line, err := plotter.NewLine(plotter.XYs{
		{X: p.X.Min, Y: roof.bandwidth * p.X.Min / 1e9}, {X: ridge, Y: r.peak / 1e9}, {X: p.X.Max, Y: r.peak / 1e9},
	})
	if err != nil {
		return err
	}
	line.Color, line.Width = ink, vg.Points(1.2)
	p.Add(line)
	at := plotter.XY{X: p.X.Min * 1.1, Y: roof.bandwidth * p.X.Min * 1.25 / 1e9}
	name := fmt.Sprintf("%s, %.0f GB/s", roof.name, roof.bandwidth/1e9)
	return inscribe(p, at, name, ink, math.Pi/4)
}

func (r *roofline) drawPoints(p *plot.Plot) error {
	roof := fmt.Sprintf("multiply-adds, %.0f GFLOP/s", r.peak/1e9)
	if err := inscribe(p, plotter.XY{X: p.X.Min * 1.1, Y: r.peak * 1.1 / 1e9}, roof, ink, 0); err != nil {
		return err
	}
	free := 0.0 // where on the horizontal axis the next name above the roof can stand
	for _, s := range slices.SortedFunc(slices.Values(r.points), byIntensity) {
		shade := layerInk
		if s.network {
			shade = netInk
		}
		at := plotter.XY{X: s.intensity, Y: s.rate / 1e9}
		dot, err := plotter.NewScatter(plotter.XYs{at})
		if err != nil {
			return err
		}
		dot.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
		p.Add(dot)
		if s.rate < r.peak/2 {
			err = inscribe(p, plotter.XY{X: at.X * 1.08, Y: at.Y * 0.95}, s.name, shade, 0)
		} else {
			name := plotter.XY{X: max(at.X, free), Y: 1.35 * r.peak / 1e9}
			free = name.X * nameWidth
			err = r.hang(p, at, name, s.name, shade)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func byIntensity(a, b spot) int { return cmp.Compare(a.intensity, b.intensity) }

// nameWidth is how far apart two slanting names must be, as a factor.
const nameWidth = 1.25

// hang writes a slanting name above the roof, with a thread down to its point.
func (r *roofline) hang(p *plot.Plot, at, name plotter.XY, words string, shade color.Color) error {
	thread, err := plotter.NewLine(plotter.XYs{at, {X: name.X, Y: name.Y * 0.97}})
	if err != nil {
		return err
	}
	thread.Color, thread.Width = shade, vg.Points(0.4)
	p.Add(thread)
	return inscribe(p, name, words, shade, math.Pi/4)
}

// inscribe puts words at a place.
func inscribe(p *plot.Plot, at plotter.XY, words string, shade color.Color, slant float64) error {
	l, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{at}, Labels: []string{words}})
	if err != nil {
		return err
	}
	l.TextStyle[0].Color, l.TextStyle[0].Rotation = shade, slant
	p.Add(l)
	return nil
}

// powersOfTwo marks 1, 2, 4 and so on.
type powersOfTwo struct{}

func (powersOfTwo) Ticks(low, high float64) (ticks []plot.Tick) {
	for v := math.Exp2(math.Ceil(math.Log2(low))); v <= high; v *= 2 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}
