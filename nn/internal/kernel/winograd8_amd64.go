//go:build !purego

package kernel

import (
	"math"
	"unsafe"
)

// winogradConv8 is a 3x3 convolution of bytes by Winograd's algorithm in whole numbers, for
// AVX2 without instructions for bytes: its products are of 16 bits. Every sum is exact, so
// that the bits are those of all other paths:
//
//	G is multiplied by what makes its rows whole, A' by what is left of 6 (m = 3) or 24
//	(m = 4). Weights have 14 bits then, inputs 15, and no two products exceed 32. What
//	leaves is 36 or 576 times the sum modulo 2^32: times the inverse of 9, and shifted
//	by the powers of two, it is the sum.
type winogradConv8 struct {
	board   Board
	in, out int
	form    winogradForm
	tiles   []winogradTile

	inCh, outCh int    // of a tile between its transforms: whole vectors
	cells       []cell // of the tiles that are multiplied together
	weights     []int8 // [points, groups, steps, 16 channels, 2 inputs], of 16 bits, on a cache line
	affine      Affine
}

// mostInputs4 is of how many inputs m = 4 keeps the sum: shifted by 6 it has 26 bits.
const mostInputs4 = 1 << 25 / (9 * 127 * 255)

// mostInputs3 is the same of m = 3, where it has 30 bits.
const mostInputs3 = 1 << 29 / (9 * 127 * 255)

// winogradSide8 returns the m of a convolution of bytes, 0 where the direct one is faster.
func winogradSide8(b Board, side, in, out int) int {
	m := winogradSide(AVX2, b, side, in, out)
	switch {
	case in > mostInputs3:
		return 0
	case in > mostInputs4:
		return min(m, 3)
	}
	return m
}

// newWinogradConv8 returns one with tiles of m x m outputs, of whole vectors of outputs.
func newWinogradConv8(b Board, m, in, out int) *winogradConv8 {
	w := &winogradConv8{board: b, in: in, out: out, form: winogradForms[m], tiles: winogradTiles(b, m)}
	w.inCh, w.outCh = roundUp(in, 16), roundUp(out, products8.width())
	for i := range w.boards() * len(w.tiles) {
		w.cells = append(w.cells, cell{2 * i * w.inCh, i * w.outCh})
	}
	w.weights = alignedBytes(w.form.points() * w.pointBytes())
	return w
}

// roundUp returns the least multiple of k that is at least n.
func roundUp(n, k int) int { return (n + k - 1) / k * k }

// boards returns how many boards are worked on together.
func (w *winogradConv8) boards() int { return max(1, tilesTogether/len(w.tiles)) }

// steps returns how many pairs of inputs there are.
func (w *winogradConv8) steps() int { return (w.in + 1) / 2 }

// groupBytes and pointBytes are how long the weights of 16 outputs and of a point are.
func (w *winogradConv8) groupBytes() int { return w.steps() * products8.width() * 4 }
func (w *winogradConv8) pointBytes() int { return w.outCh / products8.width() * w.groupBytes() }

func (w *winogradConv8) set(taps weights8, a Affine) {
	w.affine = a.clone()
	if a.Skip == nil {
		w.affine.Skip = make([]float32, w.out)
	}
	side, g := w.form.side(), w.wholeG()
	for o := range w.out {
		for i := range w.in {
			from := taps.of(o, i)
			at := o/16*w.groupBytes() + i/2*64 + o%16*4 + i%2*2
			for col := range side {
				var rows [3]int // the taps of a column of the point
				for t := range rows {
					for k, v := range g[col] {
						rows[t] += v * int(from[3*t+k])
					}
				}
				for row := range side {
					u := int16(g[row][0]*rows[0] + g[row][1]*rows[1] + g[row][2]*rows[2])
					*(*int16)(unsafe.Pointer(&w.weights[(col*side+row)*w.pointBytes()+at : 2+(col*side+row)*w.pointBytes()+at][0])) = u
				}
			}
		}
	}
}

// wholeG returns the rows of G, each divided by its first or last number, so that it is whole.
func (w *winogradConv8) wholeG() (g [][3]int) {
	for _, row := range w.form.g {
		least := math.Inf(1)
		for _, v := range row {
			if v != 0 {
				least = min(least, math.Abs(v))
			}
		}
		var whole [3]int
		for k, v := range row {
			whole[k] = int(math.Round(v / least))
		}
		g = append(g, whole)
	}
	return g
}

// winogradRoom8 is tiles between their transforms.
type winogradRoom8 struct {
	in              []int16 // [points, tiles, channels]
	out             []int32
	middle          [maxPoints * 8]int32 // a tile between two directions
	inStep, outStep int                  // from a point to the next, in numbers
}

var rooms8 roomList[winogradRoom8]

// fit makes room for that many tiles.
func (r *winogradRoom8) fit(w *winogradConv8, tiles int) {
	r.inStep, r.outStep = 2*spread(tiles*w.inCh/2), spread(tiles*w.outCh)
	if n := w.form.points() * r.inStep; len(r.in) < n {
		r.in = make([]int16, n)
	}
	if n := w.form.points() * r.outStep; len(r.out) < n {
		r.out = make([]int32, n)
	}
}

// transform8 is the arguments of the assembly, for one tile: distances are in bytes.
type transform8 struct {
	src, dst, skip      unsafe.Pointer
	middle              *[maxPoints * 8]int32
	scale, bias, factor *float32
	at                  int // in these three, moved by the assembly

	row, col, step     int // on the board; between points
	vectors            int
	size               int // of eight outputs: 8, of floats 32
	floor              float32
	firstRow, firstCol int
}

func (w *winogradConv8) run(dst, src, skip []uint8, n int) {
	t := transform8{size: 8}
	convolveTiles8(w, t, dst, src, skip, n)
}

func (w *winogradConv8) runFloats(dst []float32, src []uint8, n int, relu bool) {
	convolveTiles8(w, transform8{size: 32, floor: floor(relu)}, dst, src, nil, n)
}

// convolveTiles8 convolves n boards to bytes or floats, some at a time. t says to which.
func convolveTiles8[T uint8 | float32](w *winogradConv8, t transform8, dst []T, src, skip []uint8, n int) {
	count, padded := len(w.tiles), w.board.Padded()
	together := min(w.boards(), n)
	room := rooms8.take()
	defer rooms8.give(room)
	room.fit(w, together*count)
	t.middle = &room.middle
	t.scale, t.bias, t.factor = &w.affine.Scale[0], &w.affine.Bias[0], &w.affine.Skip[0]
	for i := 0; i < n; i += together {
		boards := min(together, n-i)
		for k := range boards * count {
			w.enter(room, k, src[((i+k/count)*padded+w.tiles[k%count].input)*w.in:], t)
		}
		w.multiply(room, boards*count)
		for k := range boards * count {
			at := ((i+k/count)*padded + w.tiles[k%count].output) * w.out
			t.dst = unsafe.Pointer(&dst[at:][:w.reach()][0])
			if skip != nil {
				t.skip = unsafe.Pointer(&skip[at:][:w.reach()][0])
			}
			w.leave(room, k, t)
		}
	}
}

// reach returns how many numbers of the board the outputs of a tile reach over.
func (w *winogradConv8) reach() int {
	return ((w.form.m-1)*(w.board.Width()+1) + 1) * w.out
}

// enter transforms the inputs of tile k of room. The last vector may hold what belongs to
// the next cell, or slack: the weights there are zero.
func (w *winogradConv8) enter(room *winogradRoom8, k int, src []uint8, t transform8) {
	side := w.form.side()
	last := (side-1)*(w.board.Width()+1)*w.in + w.inCh
	t.src, t.dst = unsafe.Pointer(&src[:last][0]), unsafe.Pointer(&room.in[k*w.inCh:][:(w.form.points()-1)*room.inStep+w.inCh][0])
	t.row, t.col, t.step, t.vectors = w.board.Width()*w.in, w.in, 2*room.inStep, w.inCh/16
	t.enter(w.form.m)
}

// multiply multiplies the inputs of n tiles by the weights of each point.
func (w *winogradConv8) multiply(room *winogradRoom8, n int) {
	t := tiles8{cells: &w.cells[0], rows: 1, steps: w.steps()}
	for p := range w.form.points() {
		t.src = (*uint8)(unsafe.Pointer(&room.in[p*room.inStep:][:n*w.inCh][0]))
		for first := 0; first < w.outCh; first += products8.width() {
			t.weights = &w.weights[p*w.pointBytes()+first/products8.width()*w.groupBytes():][:w.groupBytes()][0]
			t.sums = &room.out[p*room.outStep:][:n*w.outCh][first]
			products8.sweep(n, func(first, count, height int) {
				t.first, t.count, t.height = first, count, height
				multiply8AVX2(&t)
			})
		}
	}
}

// leave transforms the products of tile k of room to outputs.
func (w *winogradConv8) leave(room *winogradRoom8, k int, t transform8) {
	tile, each := w.tiles[k%len(w.tiles)], t.size/8
	t.src = unsafe.Pointer(&room.out[k*w.outCh:][:(w.form.points()-1)*room.outStep+w.outCh][0])
	t.row, t.col, t.step, t.vectors = each*w.board.Width()*w.out, each*w.out, 4*room.outStep, w.out/8
	t.firstRow, t.firstCol, t.at = tile.firstRow, tile.firstCol, 0
	t.leave(w.form.m)
}
