//go:build !purego

package kernel

import "math"

// tiledWinograd is the loops on vectors: transforms on vectors of channels, and
// products by the register tiles of convolutions, where a tile is a cell.
type tiledWinograd struct {
	form    winogradForm
	in, out int
	width   int // of a vector, in floats

	points [][]group
	cells  []cell // of the tiles that are multiplied together
}

// newTiledWinograd returns a tiledWinograd for up to so many tiles, or nil on
// the portable path or where channels do not fill vectors.
func newTiledWinograd(path string, form winogradForm, in, out, tiles int) any {
	if path == Portable {
		return nil
	}
	w := &tiledWinograd{form: form, in: in, out: out, width: families[path][0].lanes}
	if in%w.width != 0 || out%w.width != 0 {
		return nil
	}
	for range form.points() {
		w.points = append(w.points, newGroups(path, 1, in, out))
	}
	w.join()
	for i := range tiles {
		w.cells = append(w.cells, cell{4 * i * in, 4 * i * out})
	}
	return w
}

// join lays the weights of all points one after the other, in the order of their
// use: the loops ask for what comes next.
func (w *tiledWinograd) join() {
	size := 0
	for _, groups := range w.points {
		for _, g := range groups {
			size += len(g.weights)
		}
	}
	all := aligned(size)
	for _, groups := range w.points {
		for i := range groups {
			n := len(groups[i].weights)
			groups[i].weights, all = all[:n:n], all[n:]
		}
	}
}

func (w *tiledWinograd) set(u [][]float32, bias []float32) {
	for p, groups := range w.points {
		b := bias
		if p != w.form.reachesAll() {
			b = nil
		}
		for i := range groups {
			groups[i].pack(weights[float32]{w: u[p], in: w.in, taps: 1, perOut: w.in, perIn: 1}, b)
		}
	}
}

func (w *tiledWinograd) multiply(room *winogradRoom, n int) {
	t := tiles{cells: &w.cells[0], rows: 1}
	t.rectify(false)
	for p, groups := range w.points {
		in, out := room.in[p*room.inStep:][:n*w.in], room.out[p*room.outStep:][:n*w.out]
		for _, g := range groups {
			t.aim(g, w.in)
			t.src, t.dst = &in[0], &out[g.first]
			t.sweep(g.family, n)
		}
	}
}

// transform is what the assembly is told, for one tile: distances are in bytes.
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

// corner returns the first number of a square of so many cells on a side, all
// of which must be there.
func (l lattice) corner(side int) *float32 { return &l.x[:(side-1)*(l.row+l.col)+l.col][0] }

// floor returns what sums are at least.
func floor(relu bool) float32 {
	if relu {
		return 0
	}
	return float32(math.Inf(-1))
}
