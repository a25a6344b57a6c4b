//go:build !purego

package kernel

import "unsafe"

// amxConv is a convolution by AMX: products of matrices, whose rows are cells that
// follow one another on the board, and the border between two rows of the board
// among them.
type amxConv struct {
	board     Board
	side, out int
	cell      int // bytes of a cell of the input

	steps []int // of 64 bytes: where each begins from where the first does
}

// newAMXConv returns one whose steps run through the taps of a row, which are
// neighbours, then of the next.
func newAMXConv(b Board, side, cell, out int) amxConv {
	c := amxConv{board: b, side: side, out: out, cell: cell}
	for row := range side {
		for at := 0; at < side*cell; at += tileBytes {
			c.steps = append(c.steps, row*b.Width()*cell+at)
		}
	}
	return c
}

// taps returns how many cells an output sums.
func (c amxConv) taps() int { return c.side * c.side }

// The size of a tile: rows of bytes.
const (
	tileRows  = 16
	tileBytes = 64
)

// amxPlan is how the cells of a board are dealt out to tiles, and these to blocks
// that are computed together.
type amxPlan struct {
	cells, vectors int // tiles of a block
	height         int // rows of a tile of cells
	share          int // cells to write in each step
	config         [64]byte
	blocks         []amxBlock
}

// amxBlock is the assembly's arguments for one block: where its tiles of cells
// begin, in bytes from src, and where what comes of the sums goes.
type amxBlock struct {
	inputs [4]int
	cells  *cell // in bytes from the block's sums, in numbers from dst
	count  int
}

// width returns how many channels a block computes.
func (p *amxPlan) width() int { return 16 * p.vectors }

// newPlan returns blocks of given numbers of tiles of cells and of channels. Tiles are
// of one height. Those that would reach beyond the last cell begin earlier, and
// what was computed before is not written again.
func (c amxConv) newPlan(cells, vectors int) *amxPlan {
	p := &amxPlan{cells: cells, vectors: vectors}
	first, end := c.board.At(0, 0), c.board.At(c.board.Rows-1, c.board.Cols-1)+1
	blocks := (end - first + tileRows*cells - 1) / (tileRows * cells)
	p.height = (end - first + blocks*cells - 1) / (blocks * cells)
	p.configure()
	before := c.side / 2 * (c.board.Width() + 1) // from a cell to its first tap
	next := first
	for range blocks {
		var b amxBlock
		var list []cell
		for i := range cells {
			from := min(next, end-p.height)
			b.inputs[i] = (from - before) * c.cell
			for ; next < from+p.height; next++ {
				if next%c.board.Width() != 0 { // not between two rows
					row := i*p.height + next - from
					list = append(list, cell{4 * row * p.width(), next * c.out})
				}
			}
		}
		b.cells, b.count = &list[0], len(list)
		p.share = max(p.share, (len(list)+len(c.steps)-1)/len(c.steps))
		p.blocks = append(p.blocks, b)
	}
	return p
}

// configure writes the sizes of the eight tiles: four of sums and two of inputs
// with a row for each cell, two of weights.
func (p *amxPlan) configure() {
	p.config = tileSizes(func(tile int) int {
		if tile >= 6 {
			return tileRows
		}
		return p.height
	})
}

// tileSizes returns the configuration of eight tiles of given numbers of rows.
func tileSizes(rows func(tile int) int) (config [64]byte) {
	config[0] = 1 // the palette
	for t := range 8 {
		config[16+2*t], config[48+t] = tileBytes, byte(rows(t))
	}
	return config
}

// amxBlocks is the assembly's arguments for every convolution: which boards to
// convolve. All distances are in bytes, those from dst in numbers.
type amxBlocks struct {
	src, weights unsafe.Pointer

	config           *[64]byte
	blocks           *amxBlock
	count            int // of blocks
	steps            *int
	stepCount, share int

	boards, srcBoard, dstBoard int // how many; from one to the next
	in                         int // from one cell to the next
	tile                       int // of the sums of one tile of cells
}

// over returns what all groups of channels share, for n boards.
func (c amxConv) over(src unsafe.Pointer, n int) amxBlocks {
	board := c.board.Padded()
	return amxBlocks{
		src: src, steps: &c.steps[0], stepCount: len(c.steps),
		boards: n, srcBoard: board * c.cell, dstBoard: board * c.out, in: c.cell,
	}
}

// follow turns to a plan.
func (t *amxBlocks) follow(p *amxPlan) {
	t.config, t.blocks, t.count, t.share = &p.config, &p.blocks[0], len(p.blocks), p.share
	t.tile = 4 * p.height * p.width()
}
