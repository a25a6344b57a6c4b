//go:build (amd64 || arm64) && !purego

package kernel

import "math"

// tiledWinograd is the loops on vectors: transforms on vectors of channels, and
// products by the register tiles of convolutions, where a tile is a cell.
//
// Weights are kept as they are and transformed when they are multiplied by, group
// after group of outputs. That takes a twentieth of the time of a batch of eight,
// and a quarter of the memory: transformed weights of all layers would have to
// come from beyond the second cache every time.
type tiledWinograd struct {
	form    winogradForm
	in, out int
	width   int // of a vector, in floats

	groups []group   // of outputs; weights are [steps, vectors, 9, lanes]
	none   []float32 // a bias of zeros
	cells  []cell    // of the tiles that are multiplied together
}

// newTiledWinograd returns a tiledWinograd for up to that many tiles, or nil on
// the portable path or where channels do not fill vectors.
func newTiledWinograd(path string, form winogradForm, in, out, tiles int, m *Slab) any {
	if path == Portable {
		return nil
	}
	w := &tiledWinograd{form: form, in: in, out: out, width: families[path][0].lanes}
	if in%w.width != 0 || out%w.width != 0 {
		return nil
	}
	w.groups = newGroups(path, 9, in, out, m)
	w.none = make([]float32, len(w.groups[0].bias))
	for i := range tiles {
		w.cells = append(w.cells, cell{4 * i * in, 4 * i * out})
	}
	return w
}

func (w *tiledWinograd) set(taps weights[float32], bias []float32) {
	Split(len(w.groups), func(from, to int) {
		for k := from; k < to; k++ {
			w.pack(&w.groups[k], taps)
			w.groups[k].setBias(bias)
		}
	})
}

// pack takes a group's share of weights.
func (w *tiledWinograd) pack(g *group, taps weights[float32]) {
	for o := range g.channels {
		for i := range w.in {
			from, at := taps.of(g.first+o, i), g.at(o, i)
			to := g.weights[at/w.width*w.width*len(from)+at%w.width:]
			for t := range from {
				to[t*w.width] = taps.tap(from, t)
			}
		}
	}
}

func (w *tiledWinograd) multiply(room *winogradRoom, n int) {
	step := spread(w.groups[0].size(w.in)) // the first group is the largest
	room.weights = room.atLeast(room.weights, w.form.points()*step)
	t := tiles{cells: &w.cells[0], rows: 1}
	t.rectify(false)
	for _, g := range w.groups {
		w.filter(room, g, step)
		t.aim(g, w.in)
		for p := range w.form.points() {
			t.src, t.dst = &room.in[p*room.inStep:][:n*w.in][0], &room.out[p*room.outStep:][:n*w.out][g.first]
			t.weights, t.bias = &room.weights[p*step], &w.none[0]
			if p == w.form.reachesAll() {
				t.bias = &g.bias[0]
			}
			t.sweep(g.family, n)
		}
	}
}

// filter transforms the weights of a group, those of a point step after those of
// the point before.
func (w *tiledWinograd) filter(room *winogradRoom, g group, step int) {
	t := transform{
		src: &g.weights[0], dst: &room.weights[0], middle: &room.middle,
		step: 4 * step, vectors: g.size(w.in) / w.width,
	}
	t.filter(w.width, w.form.m)
}

// transform is the arguments of the assembly, for one tile: distances are in bytes.
type transform struct {
	src, dst, skip *float32
	middle         *[maxPoints * 16]float32

	row, col, step     int // on the board; between points
	vectors            int
	floor              float32
	firstRow, firstCol int
}

func (w *tiledWinograd) enter(room *winogradRoom, k int, src lattice) {
	points := room.in[k*w.in:][:(w.form.points()-1)*room.inStep+w.in]
	t := transform{
		src: src.corner(w.form.side()), dst: &points[0], middle: &room.middle,
		row: 4 * src.row, col: 4 * src.col, step: 4 * room.inStep, vectors: w.in / w.width,
	}
	t.enter(w.width, w.form.m)
}

func (w *tiledWinograd) leave(room *winogradRoom, k int, tile winogradTile, dst, skip lattice, relu bool) {
	points := room.out[k*w.out:][:(w.form.points()-1)*room.outStep+w.out]
	t := transform{
		src: &points[0], dst: dst.corner(w.form.m), middle: &room.middle,
		row: 4 * dst.row, col: 4 * dst.col, step: 4 * room.outStep, vectors: w.out / w.width,
		floor: floor(relu), firstRow: tile.firstRow, firstCol: tile.firstCol,
	}
	if skip.x != nil {
		t.skip = skip.corner(w.form.m)
	}
	t.leave(w.width, w.form.m)
}

// corner returns the first number of a square of side cells on a side, all
// of which must be there.
func (l lattice) corner(side int) *float32 { return &l.x[:(side-1)*(l.row+l.col)+l.col][0] }

// floor returns what sums are at least.
func floor(relu bool) float32 {
	if relu {
		return 0
	}
	return float32(math.Inf(-1))
}
