//go:build !purego

package kernel

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
