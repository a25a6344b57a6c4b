//go:build !purego

package kernel

import "unsafe"

// boards16 are boards of bfloat16: laid out as Board says, but for each cell's
// channels, which zeros fill up to whole steps of a tile.
type boards16 struct {
	board    Board
	channels int
	width    int        // of a cell
	numbers  []bfloat16 // and enough zeros after them that a step may begin in the last cell
}

// step16 is how many products a tile of bfloat16 adds up at once.
const step16 = tileBytes / 2

// newBoards16 returns n boards of zeros.
func newBoards16(b Board, channels, n int, s *Slab) *boards16 {
	width := wholeSteps(channels)
	return &boards16{b, channels, width, take16(s, (n*b.Padded()+2*step16)*width)}
}

// wholeSteps rounds up.
func wholeSteps(n int) int { return (n + step16 - 1) / step16 * step16 }

// take16 returns n zeros that begin on a cache line; n is even.
func take16(s *Slab, n int) []bfloat16 {
	return unsafe.Slice((*bfloat16)(unsafe.Pointer(unsafe.SliceData(Take[float32](s, n/2)))), n)
}

// from returns the numbers from board i on.
func (b *boards16) from(i int) []bfloat16 { return b.numbers[i*b.board.Padded()*b.width:] }

// rounding is the arguments of the assembly: which cells to round, or to take back.
// Distances are in bytes.
type rounding struct {
	floats          *float32
	rounded         *bfloat16
	cells           int
	whole           int    // vectors of a cell
	mask            uint32 // of its last vector
	float, bfloat16 int    // from a cell to the next
}

// round writes n boards, from board i on.
//
//	x: [n, padded, channels]
func (b *boards16) round(i int, x []float32, n int) {
	if n > 0 {
		roundAVX512(b.rounding(i, x, n))
	}
}

// unround writes board i, exactly.
//
//	x: [padded, channels]
func (b *boards16) unround(x []float32, i int) { unroundAVX512(b.rounding(i, x, 1)) }

// rounding pairs n boards of x with those from i on.
func (b *boards16) rounding(i int, x []float32, n int) *rounding {
	cells := n * b.board.Padded()
	x, y := x[:cells*b.channels], b.from(i)[:cells*b.width]
	return &rounding{
		floats: &x[0], rounded: &y[0], cells: cells,
		whole: b.channels / 16, mask: 1<<(b.channels%16) - 1,
		float: 4 * b.channels, bfloat16: 2 * b.width,
	}
}

// pairing is the arguments of the assembly: which pairs of cells to join. Distances
// are in bytes.
type pairing struct {
	src, dst            *bfloat16
	cell, pairs, groups int // from a cell to the next; how many pairs; of how many times 16 channels
}

// turning is the arguments of the assembly: which cells to turn to rows.
type turning struct {
	src, dst                  *bfloat16
	cell, row, blocks, groups int // from one to the next; 32 cells in a block, 16 channels in a group
}

// gather is the arguments of the assembly: for rows x cols vectors, to write side
// by side what lies at the index from src. All distances are in bytes.
type gather struct {
	src, dst *float32
	index    *int32 // of each lane

	rows, cols       int
	srcStep, dstStep int      // to the next vector
	dstGap           int      // on from there to the next row
	mask             uint32   // which lanes there are,
	lanes            [8]int32 // and the same for AVX2
}

// vectorLayout moves whole vectors: of cells when it flattens, of channels when
// it packs.
type vectorLayout struct {
	board     Board
	ch, width int
	cells     []int32 // where each cell's channels begin on a board, in bytes
	planes    []int32 // where each plane begins, in bytes
}

// newVectorLayout returns a vectorLayout, or nil on the portable path.
func newVectorLayout(path string, b Board, ch int) any {
	if path == Portable {
		return nil
	}
	l := &vectorLayout{board: b, ch: ch, width: families[path][0].lanes}
	for r := range b.Rows {
		for c := range b.Cols {
			l.cells = append(l.cells, int32(4*ch*b.At(r, c)))
		}
	}
	for k := range ch {
		l.planes = append(l.planes, int32(4*k*b.Cells()))
	}
	return l
}

func (l *vectorLayout) flatten(dst, src []float32, n, stride int) {
	board, flat := l.board.Padded()*l.ch, l.board.Cells()*l.ch
	g := gather{rows: 1, cols: l.ch, srcStep: 4, dstStep: 4 * l.board.Cells()}
	for i := range n {
		src, dst := src[i*board:][:board], dst[i*stride:][:flat]
		for at := 0; at < len(l.cells); at += l.width {
			g.src, g.dst = &src[0], &dst[at]
			g.look(l.cells[at:], l.width)
		}
	}
}

func (l *vectorLayout) pack(dst, src []float32, n int) {
	b := l.board
	board, flat := b.Padded()*l.ch, b.Cells()*l.ch
	g := gather{
		rows: b.Rows, cols: b.Cols, srcStep: 4,
		dstStep: 4 * l.ch, dstGap: 4 * l.ch * (b.Width() - b.Cols),
	}
	for i := range n {
		src, dst := src[i*flat:][:flat], dst[i*board:][:board]
		for k := 0; k < l.ch; k += l.width {
			g.src, g.dst = &src[0], &dst[b.At(0, 0)*l.ch+k]
			g.look(l.planes[k:], l.width)
		}
	}
}

// look runs with one vector of an index.
func (g *gather) look(index []int32, width int) {
	g.index = &index[0]
	g.mask = 1<<min(width, len(index)) - 1
	for l := range g.lanes {
		g.lanes[l] = -int32(g.mask >> l & 1)
	}
	g.run(width)
}
