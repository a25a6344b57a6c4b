package kernel

import "sync"

// winograd is a 3x3 convolution by Winograd's minimal filtering (Winograd 1980;
// Lavin and Gray 2016), in float32. Tiles of m x m outputs are taken from tiles
// d of (m+2) x (m+2) inputs; with the matrices of docs/performance.md,
//
//	outputs = A' [sum over inputs of (G w G') * (B' d B)] A    (* elementwise)
//
// so that a tile takes (m+2)^2 multiplications for each input and output channel
// instead of 9 m^2. What stands at one of these (m+2)^2 points is a matrix
// product over channels, of all tiles at once.
//
// Transforms make numbers larger before they cancel: rounding is some 4 (m = 3)
// or 10 (m = 4) times that of the sum itself.
type winograd struct {
	board   Board
	in, out int
	form    winogradForm
	tiles   []winogradTile
	loops   winogradLoops
}

// winogradSide returns the m that promises the fastest convolution, or 0 if none
// beats the direct one clearly.
func winogradSide(path string, b Board, side, in, out int) int {
	best, least := 0, worthwhile
	lanes := map[string]int{AVX512: 16, AVX2: 8, NEON: 4, Portable: 1}[path]
	if side != 3 || in%lanes != 0 || out%lanes != 0 {
		return 0
	}
	for m := 3; m <= min(4, b.Rows, b.Cols); m++ {
		if c := winogradCost(b, m, in, out, lanes); c < least {
			best, least = m, c
		}
	}
	return best
}

// worthwhile is a cost above which the gain in batches is not worth the loss
// with a batch of one, where the weights are transformed for a single board.
const worthwhile = 0.82

// winogradCost estimates the time for a board, in batches of eight, as a share of
// that of the direct convolution. The figures fit what was measured.
func winogradCost(b Board, m, in, out, lanes int) float64 {
	points := (m + 2) * (m + 2)
	tiles := ((b.Rows + m - 1) / m) * ((b.Cols + m - 1) / m)
	vector := float64(lanes) / 16 // the wider, the more everything weighs but products
	products := float64(tiles*points) / float64(9*b.Cells())
	filters := float64(points) / float64(9*b.Cells())
	return products*(1.25+17*vector*(1/float64(in)+1/float64(out))) + 0.6*vector*filters
}

// winogradTile is one tile of a board: where its first input and output are, and
// from which of its rows and columns on the outputs are its own. Those before
// belong to the neighbours that it overlaps with, since tiles end where the
// board ends.
type winogradTile struct {
	input, output      int // cells of the layout
	firstRow, firstCol int
}

// winogradForm is one way to cut tiles.
type winogradForm struct {
	m int          // outputs on a side
	g [][3]float64 // [m+2]: G

	// enter multiplies m+2 numbers by B', leave by A', in place: those from
	// the index at on, step apart.
	enter, leave func(d *[maxPoints]float32, at, step int)
}

const maxPoints = 36

// side returns how many inputs a tile has on a side, points how many it has.
func (f winogradForm) side() int   { return f.m + 2 }
func (f winogradForm) points() int { return f.side() * f.side() }

// winogradLoops are the loops as one path computes them.
type winogradLoops interface {
	// set takes weights and bias. The bias is added to the point that reaches
	// every output once.
	set(w weights[float32], bias []float32)
	// enter transforms the inputs of tile k of room.
	enter(room *winogradRoom, k int, src lattice)
	// multiply multiplies the inputs of n tiles by the weights of each point.
	multiply(room *winogradRoom, n int)
	// leave transforms the products of tile k of room to outputs, adds skip
	// unless it has none, and writes what is the tile's own.
	leave(room *winogradRoom, k int, t winogradTile, dst, skip lattice, relu bool)
}

// lattice is a part of a board, from its first cell on: row and col are how far
// the next row and the next cell are.
type lattice struct {
	x        []float32
	row, col int
}

// winogradRoom is tiles between their transforms.
type winogradRoom struct {
	slab            Slab
	in, out         []float32 // [points, tiles, channels]
	weights         []float32 // [points, steps, lanes] of a group of outputs, where they are transformed anew
	inStep, outStep int       // from a point to the next
	inCh, outCh     int
	middle          [maxPoints * 16]float32 // a tile between two directions
}

// newWinograd returns one with tiles of m x m outputs, on a board that is at
// least as large.
func newWinograd(path string, b Board, m, in, out int, s *Slab) *winograd {
	w := &winograd{board: b, in: in, out: out, form: winogradForms[m], tiles: winogradTiles(b, m)}
	tiled, ok := newTiledWinograd(path, w.form, in, out, w.boards()*len(w.tiles), s).(winogradLoops)
	if ok {
		w.loops = tiled
	} else {
		w.loops = newPlainWinograd(w.form, in, out)
	}
	return w
}

// winogradTiles returns the tiles of m x m outputs of a board.
func winogradTiles(b Board, m int) (tiles []winogradTile) {
	for r := 0; r < b.Rows; r += m {
		for c := 0; c < b.Cols; c += m {
			row, col := min(r, b.Rows-m), min(c, b.Cols-m)
			tiles = append(tiles, winogradTile{b.At(row-1, col-1), b.At(row, col), r - row, c - col})
		}
	}
	return tiles
}

// tilesTogether is about how many tiles are multiplied together: enough that
// weights are read less often, few enough that all points of them stay in a
// cache.
const tilesTogether = 36

// boards returns how many boards are worked on together.
func (w *winograd) boards() int { return max(1, tilesTogether/len(w.tiles)) }

func (w *winograd) set(weights weights[float32], bias []float32) { w.loops.set(weights, bias) }

func (w *winograd) run(dst, src, skip []float32, n int, relu bool) {
	together := min(w.boards(), n)
	room := rooms.take()
	defer rooms.give(room)
	room.fit(w, together*len(w.tiles))
	in, out := w.board.Padded()*w.in, w.board.Padded()*w.out
	for i := 0; i < n; i += together {
		w.some(room, rest(dst, i*out), rest(src, i*in), rest(skip, i*out), min(together, n-i), relu)
	}
}

// rest returns x from an index on, or nil.
func rest(x []float32, at int) []float32 {
	if x == nil {
		return nil
	}
	return x[at:]
}

// some convolves n boards.
func (w *winograd) some(room *winogradRoom, dst, src, skip []float32, n int, relu bool) {
	width, padded, count := w.board.Width(), w.board.Padded(), len(w.tiles)
	for k := range n * count {
		at := (k/count*padded + w.tiles[k%count].input) * w.in
		w.loops.enter(room, k, lattice{src[at:], width * w.in, w.in})
	}
	w.loops.multiply(room, n*count)
	for k := range n * count {
		t := w.tiles[k%count]
		at := (k/count*padded + t.output) * w.out
		w.loops.leave(room, k, t, lattice{dst[at:], width * w.out, w.out}, lattice{rest(skip, at), width * w.out, w.out}, relu)
	}
}

// fit makes room for that many tiles.
func (r *winogradRoom) fit(w *winograd, tiles int) {
	r.inCh, r.inStep = w.in, spread(tiles*w.in)
	r.outCh, r.outStep = w.out, spread(tiles*w.out)
	r.in = r.atLeast(r.in, w.form.points()*r.inStep)
	r.out = r.atLeast(r.out, w.form.points()*r.outStep)
}

// spread returns a distance of at least n floats that is an odd number of cache
// lines, so that the points of a tile do not fall on one another in a cache.
func spread(n int) int {
	const line = 64 / 4
	return ((n+line-1)/line | 1) * line
}

// atLeast returns x, or another if it is shorter than n.
func (r *winogradRoom) atLeast(x []float32, n int) []float32 {
	if len(x) < n {
		return Take[float32](&r.slab, n)
	}
	return x
}

// rooms are those not in use. All convolutions share them, so
// that they stay in a cache from layer to layer.
var rooms roomList[winogradRoom]

type roomList[R any] struct {
	mu   sync.Mutex
	free []*R
}

// take returns a room, give takes it back.
func (l *roomList[R]) take() *R {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := len(l.free) - 1
	if k < 0 {
		return new(R)
	}
	room := l.free[k]
	l.free = l.free[:k]
	return room
}

func (l *roomList[R]) give(room *R) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, room)
}
