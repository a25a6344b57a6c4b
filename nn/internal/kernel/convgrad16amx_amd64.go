//go:build !purego

package kernel

// amxConvGrad16 is the gradient of a convolution's weights by AMX: for each tap a
// product of two matrices, inputs x cells and cells x outputs. Cells run from the
// first to the last, border between them included, where dy is zero; a tap is a
// shift of the inputs' cells.
type amxConvGrad16 struct {
	board         Board
	side, in, out int

	steps  int // of 32 cells, of a board
	blocks int // of 32 cells, of a board's inputs with all that taps reach
	shifts []int
	config [64]byte
	sums   []float32 // [sections, taps, whole steps of in, whole steps of out]
}

// gradBoards is how many boards are multiplied together: few enough that they
// stay in the first cache for all taps.
const gradBoards = 2

// newAMXConvGrad16 returns an amxConvGrad16.
func newAMXConvGrad16(b Board, side, in, out, sections int, s *Slab) *amxConvGrad16 {
	g := &amxConvGrad16{board: b, side: side, in: in, out: out}
	g.steps = (b.Rows*b.Width() - 1 + step16 - 1) / step16
	reach := side / 2
	for t := range side * side {
		g.shifts = append(g.shifts, 2*b.At(t/side-reach, t%side-reach))
	}
	g.blocks = (g.shifts[len(g.shifts)-1]/2 + g.steps*step16 + step16 - 1) / step16
	g.config = tileSizes(func(int) int { return tileRows })
	g.sums = Take[float32](s, sections*g.size())
	return g
}

// size returns how many sums a section has.
func (g *amxConvGrad16) size() int { return g.side * g.side * wholeSteps(g.in) * wholeSteps(g.out) }

// section returns the sums of a section.
func (g *amxConvGrad16) section(s int) []float32 { return g.sums[s*g.size():][:g.size()] }

func (g *amxConvGrad16) clear(section int) { clear(g.section(section)) }

// gradRoom is what some boards are laid out in.
type gradRoom struct {
	x  []bfloat16 // [boards, whole steps of in, blocks, 32 cells]
	dy []bfloat16 // [boards, steps, 16 pairs, whole steps of out, 2]
}

// newRoom returns one. What is behind a board's last pair of cells stays zero.
func (g *amxConvGrad16) newRoom() gradRoom {
	return gradRoom{
		make16(gradBoards * wholeSteps(g.in) * g.blocks * step16),
		make16(gradBoards * wholeSteps(g.out) * g.steps * step16),
	}
}

// make16 is take16 without a slab.
func make16(n int) []bfloat16 { return take16(nil, n) }

// gradTiles16 is the arguments of the assembly: for taps, boards and steps, to add the
// products of 32 rows of x and 32 outputs of dy to sums. Distances are in bytes.
type gradTiles16 struct {
	x, dy                   *bfloat16
	sums                    *float32
	config                  *[64]byte
	shifts                  *int // of x, of each tap
	taps, boards, steps     int
	xRow, xTile, xBoard     int // from a row to the next, sixteen, to the next board
	dyPair, dyStep, dyBoard int
	sumRow, sumTile, sumTap int
}

// add adds what n boards give to the sums of a section.
func (g *amxConvGrad16) add(section int, room gradRoom, x, dy []bfloat16, n int) {
	in, out, padded := wholeSteps(g.in), wholeSteps(g.out), g.board.Padded()
	for from := 0; from < n; from += gradBoards {
		boards := min(gradBoards, n-from)
		for i := range boards {
			g.turn(room, i, x[(from+i)*padded*in:])
			g.pair(room, i, dy[(from+i)*padded*out:])
		}
		g.multiply(g.section(section), room, boards)
	}
}

// turn lays out a board of x in rows of cells.
func (g *amxConvGrad16) turn(room gradRoom, i int, x []bfloat16) {
	in := wholeSteps(g.in)
	x, rows := x[:g.blocks*step16*in], room.x[i*in*g.blocks*step16:][:in*g.blocks*step16]
	turnAVX512(&turning{
		src: &x[0], dst: &rows[0],
		cell: 2 * in, row: 2 * g.blocks * step16, blocks: g.blocks, groups: in / 16,
	})
}

// pair lays out a board of dy in pairs of cells, from the first on.
func (g *amxConvGrad16) pair(room gradRoom, i int, dy []bfloat16) {
	out, first, pairs := wholeSteps(g.out), g.board.At(0, 0), g.board.Rows*g.board.Width()/2
	dy, to := dy[first*out:][:2*pairs*out], room.dy[i*g.steps*step16*out:][:2*pairs*out]
	pairAVX512(&pairing{src: &dy[0], dst: &to[0], cell: 2 * out, pairs: pairs, groups: out / 16})
}

// multiply adds the products of what is laid out.
func (g *amxConvGrad16) multiply(sums []float32, room gradRoom, boards int) {
	in, out, row := wholeSteps(g.in), wholeSteps(g.out), g.blocks*step16
	t := gradTiles16{
		config: &g.config, shifts: &g.shifts[0],
		taps: len(g.shifts), boards: boards, steps: g.steps,
		xRow: 2 * row, xTile: 2 * row * tileRows, xBoard: 2 * row * in,
		dyPair: 4 * out, dyStep: 4 * out * tileRows, dyBoard: 2 * g.steps * step16 * out,
		sumRow: 4 * out, sumTile: 4 * out * tileRows, sumTap: 4 * in * out,
	}
	for i := 0; i < in; i += step16 {
		for o := 0; o < out; o += step16 {
			t.x, t.dy, t.sums = &room.x[i*row], &room.dy[2*o], &sums[i*out+o]
			grad16AMX(&t)
		}
	}
}

// join writes the sum over the sections, on several goroutines.
func (g *amxConvGrad16) join(dw []float32, sections int) {
	in, out, taps := wholeSteps(g.in), wholeSteps(g.out), len(g.shifts)
	Split(g.in, func(from, to int) {
		for t := range taps {
			for i := from; i < to; i++ {
				sums := g.section(0)[(t*in+i)*out:][:g.out]
				for s := 1; s < sections; s++ {
					add(sums, g.section(s)[(t*in+i)*out:])
				}
				for o, v := range sums {
					dw[(o*g.in+i)*taps+t] = v
				}
			}
		}
	})
}
