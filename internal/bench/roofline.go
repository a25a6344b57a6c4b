package bench

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ludens/internal/chart"
	"ludens/nn"
)

// roofline is a machine's limits and what stands below them (Williams, Waterman
// and Patterson 2009):
//
//	rate <= min(peak, bandwidth * operations / bytes)
type roofline struct {
	machine Machine
	peak    float64 // operations a second
	peaks   []float64
	roofs   []roof
	points  []spot
}

// roof is a bandwidth in bytes a second, reading and writing counted.
type roof struct {
	name      string
	bandwidth float64
}

// spot is something measured.
type spot struct {
	name      string
	intensity float64 // operations for each byte that must come or go
	rate      float64 // operations a second
	network   bool    // else a layer
}

const (
	rooflineNet   = "64x6" // whose layers are drawn
	rooflineSide  = 9
	rooflineBatch = 8
)

// Roofline measures the layers of one network and all networks of the table, on the
// active path, draws them into a file (.svg or .png) and lists them on out.
func (b *Network) Roofline(ctx context.Context, file string, out io.Writer) error {
	r, err := b.measureRoofline(ctx)
	if err != nil {
		return err
	}
	if err := r.page().Save(file, chart.Light); err != nil {
		return err
	}
	r.print(out)
	return nil
}

func (b *Network) measureRoofline(ctx context.Context) (*roofline, error) {
	s, err := tableSpec(rooflineNet, rooflineSide)
	if err != nil {
		return nil, err
	}
	r := &roofline{machine: thisMachine()}
	for _, m := range []struct {
		name string
		size int
	}{{"memory", 256 << 20}, {"L2 cache", 256 << 10}} {
		if err := r.addRoof(ctx, m.name, m.size, b.patience()); err != nil {
			return nil, err
		}
	}
	for _, l := range drawnLayers(s) {
		if err := r.addLayer(ctx, s, l, b.patience()); err != nil {
			return nil, err
		}
	}
	for _, net := range b.Nets {
		for _, batch := range []int{1, rooflineBatch} {
			if err := r.addNetwork(ctx, net, batch, b.patience()); err != nil {
				return nil, err
			}
		}
	}
	r.peak = median(r.peaks)
	return r, nil
}

// addRoof measures how many bytes a second one core reads and writes when it
// copies half of size to the other half.
func (r *roofline) addRoof(ctx context.Context, name string, size int, patience time.Duration) error {
	from, to := make([]byte, size/2), make([]byte, size/2)
	for i := range from {
		from[i] = 1 // pages never written are all the same one
	}
	rate, err := r.measure(ctx, func() error { copy(to, from); return nil }, patience)
	r.roofs = append(r.roofs, roof{name, rate * float64(size)})
	return err
}

// drawnLayers returns the layers of s, of its blocks the first alone.
func drawnLayers(s nn.Spec) (layers []nn.Layer) {
	for _, l := range s.Layers() {
		if !strings.HasPrefix(l.Name, "block") || l.Name == "block0.first" {
			layers = append(layers, l)
		}
	}
	return layers
}

// addLayer measures one layer alone.
func (r *roofline) addLayer(ctx context.Context, s nn.Spec, l nn.Layer, patience time.Duration) error {
	operations, bytes := s.Cost(l, rooflineBatch)
	loop := s.LayerLoop(l, rooflineBatch)
	rate, err := r.measure(ctx, func() error { loop(); return nil }, patience)
	name := l.Name
	if strings.HasPrefix(name, "block") {
		name = "3x3 of a block"
	}
	r.points = append(r.points, spot{name: name, intensity: operations / bytes, rate: operations * rate})
	return err
}

// addNetwork measures whole evaluations. What must come and go is parameters,
// observations and answers: activations between layers stay in the caches.
func (r *roofline) addNetwork(ctx context.Context, net string, batch int, patience time.Duration) error {
	s, err := tableSpec(net, rooflineSide)
	if err != nil {
		return err
	}
	c := netCase{Key{Work: inferring, Batch: batch, Path: nn.Path()}, subject{spec: s}}
	work, err := c.prepare()
	if err != nil {
		return err
	}
	rate, err := r.measure(ctx, work, patience)
	bytes := 4 * float64(s.Params()+batch*(s.Size()+s.Actions()+3))
	r.points = append(r.points, spot{fmt.Sprintf("%s, batch %d", net, batch), c.operations() / bytes, c.operations() * rate, true})
	return err
}

// measure returns how often a second work is done, and notes the peak.
func (r *roofline) measure(ctx context.Context, work func() error, patience time.Duration) (float64, error) {
	rates, peaks, err := inTurn(ctx, work, nn.Path(), 1, patience)
	if err != nil {
		return 0, err
	}
	r.peaks = append(r.peaks, median(peaks))
	return median(rates), nil
}

// print lists what is drawn.
func (r *roofline) print(out io.Writer) {
	fmt.Fprintln(out, r.machine)
	fmt.Fprintf(out, "peak %.0f GFLOP/s", r.peak/1e9)
	for _, roof := range r.roofs {
		fmt.Fprintf(out, "; %s %.1f GB/s", roof.name, roof.bandwidth/1e9)
	}
	fmt.Fprintf(out, "\n%-20s %12s %10s %9s\n", "", "FLOP/byte", "GFLOP/s", "of peak")
	for _, p := range r.points {
		fmt.Fprintf(out, "%-20s %12.1f %10.1f %7.1f %%\n", p.name, p.intensity, p.rate/1e9, 100*p.rate/r.peak)
	}
}

// page draws the roofline, both axes logarithmic. Points have the numbers of their names.
func (r *roofline) page() chart.Page {
	const left, right, lowest = 0.5, 1024, 4
	c := chart.Line{Frame: chart.Frame{
		Title: fmt.Sprintf("One core, %s, float32", r.machine.Kernels),
		Note: fmt.Sprintf("GFLOP/s over operations for each byte that must come or go: layers of %s on %dx%d in batches of %d (blue), and whole networks (orange)",
			rooflineNet, rooflineSide, rooflineSide, rooflineBatch),
		X:      chart.Axis{Log: true, From: left, To: right},
		Y:      chart.Axis{Log: true, From: lowest, To: 2 * r.peak / 1e9},
		Rules:  []chart.Rule{{At: r.peak / 1e9, Name: fmt.Sprintf("multiply-adds, %.0f GFLOP/s", r.peak/1e9)}},
		Height: 500,
	}}
	for v := left; v <= right; v *= 2 {
		c.X.Ticks = append(c.X.Ticks, v)
	}
	for i, roof := range r.roofs { // each up to its ridge
		c.Series = append(c.Series, chart.Series{
			Name: fmt.Sprintf("%s, %.0f GB/s", roof.name, roof.bandwidth/1e9), Hue: chart.Hue(3 + i),
			X: []float64{max(left, lowest*1e9/roof.bandwidth), r.peak / roof.bandwidth}, Y: []float64{max(lowest, left*roof.bandwidth/1e9), r.peak / 1e9},
		})
	}
	byRate := func(a, b spot) int { return cmp.Compare(b.rate, a.rate) }
	for i, s := range slices.SortedStableFunc(slices.Values(r.points), byRate) {
		hue := chart.Hue(1)
		if s.network {
			hue = 2
		}
		mark := fmt.Sprint(i + 1)
		c.Series = append(c.Series, chart.Series{Name: mark + " " + s.name, Mark: mark, Hue: hue, X: []float64{s.intensity}, Y: []float64{s.rate / 1e9}})
	}
	return chart.Page{Title: "Roofline", Rows: [][]chart.Chart{{c}}}
}
