package stones

import (
	"strings"

	"ludens/configs/layer"
	"ludens/env/variant"
)

// newBoard returns the board that the rules say.
func newBoard(f *variant.File, r *rules) (*board, error) {
	drawing, err := drawn(f, r)
	if err != nil {
		return nil, err
	}
	if n := len(drawing) * len(drawing[0]); n > maxCells {
		return nil, f.Wrong("rows", "the board has %d rows and %d columns, %d places: want at most %d", len(drawing), len(drawing[0]), n, maxCells)
	}
	b := &board{rows: len(drawing), cols: len(drawing[0]), hexagons: r.Cells == hexagons}
	for row, line := range drawing {
		for col := range b.cols {
			c := row*b.cols + col
			switch line[col] {
			case 'x':
				b.start[0].add(c)
			case 'o':
				b.start[1].add(c)
			case '-', '|':
				b.lined = true
				continue
			case '#':
				continue
			}
			b.cells.add(c)
		}
	}
	listed, err := b.listed(f, r)
	if err != nil {
		return nil, err
	}
	dirs := orthogonal
	switch {
	case b.hexagons:
		dirs = hexagonal
	case r.Neighbours == 8, listed != nil:
		dirs = allAround
	}
	b.dirs = append(b.dirs, dirs...)
	b.link(drawing, listed)
	if n := len(b.links); listed != nil && n != len(listed) {
		return nil, f.Wrong("links", "links has %d pairs of cells, and %d of them lie in a row, a column or a diagonal without a cell between: want all", len(listed), n)
	}
	b.line()
	b.border(r.Shape)
	b.touches(r)
	if r.Mill > 0 {
		b.findMills(r.Mill)
	}
	b.arcs = b.arcsOf()
	b.begin(r.Start)
	return b, b.check(f, r)
}

// listed returns the pairs of neighbours that the file lists, the lower cell first; nil if it
// lists none.
func (b *board) listed(f *variant.File, r *rules) (map[[2]int]bool, error) {
	if r.Links == "" {
		return nil, nil
	}
	b.lined = true
	cells := map[string]int{}
	b.cells.each(func(c int) { cells[b.nameOf(c, r.Ranks)] = c })
	pairs := map[[2]int]bool{}
	for _, text := range strings.Fields(r.Links) {
		from, to, _ := strings.Cut(text, "-")
		c, ok := cells[from]
		q, and := cells[to]
		pair := [2]int{min(c, q), max(c, q)}
		if !ok || !and || c == q || pairs[pair] {
			return nil, f.Wrong("links", "links has %q: want two cells of the board, as in \"a1-b2\", each pair once", layer.Clip(text))
		}
		pairs[pair] = true
	}
	return pairs, nil
}

// drawn returns the rows of the drawing of a board, or of the board of the size and shape
// that the rules say.
func drawn(f *variant.File, r *rules) (lines []string, err error) {
	if r.Board == "" {
		return shaped(f, r)
	}
	if r.Rows != 0 || r.Cols != 0 || r.Shape != "full" {
		return nil, f.Wrong("board", "the board is drawn, and its size or shape is said besides: want rows = 0, cols = 0 and shape = \"full\"")
	}
	return f.Drawing(r.Board, ".#xo-|", "dots, x, o, #, - and |", maxSide)
}

// shaped returns the drawing of a board that is not drawn.
func shaped(f *variant.File, r *rules) (lines []string, err error) {
	switch {
	case r.Rows == 0 || r.Cols == 0:
		return nil, f.Wrong("rows", "no board: want rows and cols of 1 to %d, or a drawing of it as board", maxSide)
	case r.Shape != "full" && r.Cells != hexagons:
		return nil, f.Wrong("shape", "shape = %q is of hexagons: want cells = \"hexagons\"", r.Shape)
	case r.Shape != "full" && r.Rows != r.Cols:
		return nil, f.Wrong("shape", "shape = %q with %d rows and %d columns: want equal numbers", r.Shape, r.Rows, r.Cols)
	case r.Shape == "hexagon" && r.Rows%2 == 0:
		return nil, f.Wrong("shape", "shape = \"hexagon\" with %d rows: want an odd number, 2n - 1 for a side of n cells", r.Rows)
	}
	for row := range r.Rows {
		line := make([]byte, r.Cols)
		for col := range line {
			line[col] = '#'
			if within(r.Shape, row, col, r.Cols) {
				line[col] = '.'
			}
		}
		lines = append(lines, string(line))
	}
	return lines, nil
}

// begin puts the stones of the start that are not drawn.
func (b *board) begin(start string) {
	if start == "drawn" {
		return
	}
	bottom, right := b.rows-1, b.cols-1
	put := func(side, row, col int) {
		if c := row*b.cols + col; row >= 0 && col >= 0 && b.cells.has(c) {
			b.start[side].add(c)
			b.start[1-side].drop(c)
		}
	}
	b.start = [2]set{}
	switch start {
	case "centre":
		row, col := b.rows/2, b.cols/2
		put(1, row-1, col-1)
		put(0, row-1, col)
		put(0, row, col-1)
		put(1, row, col)
	case "corners":
		if b.hexagons && b.corners.count() == 6 {
			i := 0
			b.corners.each(func(c int) {
				put([6]int{0, 1, 1, 0, 0, 1}[i], c/b.cols, c%b.cols)
				i++
			})
			return
		}
		put(0, 0, 0)
		put(0, bottom, right)
		put(1, 0, right)
		put(1, bottom, 0)
	case "edges":
		for col := 1; col < right; col++ {
			put(0, 0, col)
			put(0, bottom, col)
		}
		for row := 1; row < bottom; row++ {
			put(1, row, 0)
			put(1, row, right)
		}
	case "full":
		b.cells.each(func(c int) { put((c/b.cols+c%b.cols)%2, c/b.cols, c%b.cols) })
	}
}

// check says which rules the board does not fit.
func (b *board) check(f *variant.File, r *rules) error {
	key := "board"
	if r.Board == "" {
		key = "rows"
	}
	drawn := b.start[0].or(&b.start[1])
	switch {
	case b.rows < 2 || b.cols < 2 || b.cells.count() < 2:
		return f.Wrong(key, "the board has %d cells in %d rows and %d columns, want two of each or more", b.cells.count(), b.rows, b.cols)
	case r.Start != "drawn" && r.Board != "" && strings.ContainsAny(r.Board, "xo"):
		return f.Wrong("start", "start = %q, and stones are drawn on the board: want start = \"drawn\"", r.Start)
	case r.Start == "centre" && (b.rows%2 == 1 || b.cols%2 == 1 || drawn.count() != 4):
		return f.Wrong("start", "start = \"centre\" on a board of %d by %d: want even numbers, and four cells in the middle", b.cols, b.rows)
	case b.lined && b.hexagons:
		return f.Wrong("cells", "lines are drawn on a board of hexagons: want cells = \"squares\"")
	case r.Links != "" && r.Neighbours == 8:
		return f.Wrong("links", "links and neighbours = 8: want one of them")
	case b.lined && (r.Neighbours == 8 || r.Move != "none" && r.Move != "step" || r.Flip == "lines"):
		return f.Wrong("board", "lines are drawn: want neighbours = 4, move = \"none\" or \"step\", and no flip = \"lines\"")
	case r.Goal == "havannah" && r.Shape != "hexagon":
		return f.Wrong("goal", "goal = \"havannah\": want shape = \"hexagon\"")
	case r.Goal == "sides" && r.Shape != "full":
		return f.Wrong("goal", "goal = \"sides\": want a board with four sides, shape = \"full\"")
	}
	return nil
}
