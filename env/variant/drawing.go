package variant

import (
	"slices"
	"strings"

	"ludens/configs/layer"
)

// Drawing reads the board that a file draws under the key "board": its rows from the top, without
// the spaces. signs may stand in it, which want says in words. It has at most that many rows
// and columns.
func (f *File) Drawing(board, signs, want string, most int) (rows []string, err error) {
	rows = strings.Split(strings.TrimSpace(board), "\n")
	if len(rows) > most {
		return nil, f.Wrong("board", "the board has %d rows, want at most %d", len(rows), most)
	}
	for i, row := range rows {
		row = strings.Join(strings.Fields(row), "")
		switch {
		case strings.Trim(row, signs) != "":
			return nil, f.Wrong("board", "row %d of the board is %q, want %s", i+1, layer.Clip(row), want)
		case len(row) == 0 || len(row) > most:
			return nil, f.Wrong("board", "row %d of the board has %d cells, want 1 to %d", i+1, len(row), most)
		case i > 0 && len(row) != len(rows[0]):
			return nil, f.Wrong("board", "row %d of the board has %d cells, and the first has %d", i+1, len(row), len(rows[0]))
		}
		rows[i] = row
	}
	return rows, nil
}

// View is one plane of what a family's positions show: S is a pointer to a position.
type View[S any] struct {
	Name string
	Show func(s S, dst []float32) // dst is all 0
}

// Views are all planes of an observation.
type Views[S any] []View[S]

// Add appends a plane where a game has it.
func (v *Views[S]) Add(when bool, name string, show func(s S, dst []float32)) {
	if when {
		*v = append(*v, View[S]{name, show})
	}
}

// Same reports whether both have the same planes.
func (v Views[S]) Same(w Views[S]) bool {
	return slices.EqualFunc(v, w, func(x, y View[S]) bool { return x.Name == y.Name })
}

// Names returns what the planes show.
func (v Views[S]) Names() (names []string) {
	for _, x := range v {
		names = append(names, x.Name)
	}
	return names
}

// Observe fills dst with the planes of a position, of n cells each.
func (v Views[S]) Observe(s S, dst []float32, n int) {
	clear(dst)
	for i := range v {
		v[i].Show(s, dst[i*n:][:n])
	}
}

// Fill sets all cells of a plane to a part of a whole, 1 at most.
func Fill(dst []float32, part, whole int) {
	x := min(float32(part)/float32(whole), 1)
	for i := range dst {
		dst[i] = x
	}
}

// Image is a symmetry of a square board, or of another rectangle: where its rows and columns go.
type Image struct {
	Name string
	Of   func(row, col int) (int, int)
}

// Images returns the symmetries of a board, the identity first: eight of a square, four of
// another rectangle. Games give them to networks by this order and these names.
func Images(rows, cols int) (all []Image) {
	bottom, end := rows-1, cols-1
	for _, x := range []struct {
		turns bool // rows become columns
		Image
	}{
		{false, Image{"identity", func(r, c int) (int, int) { return r, c }}},
		{true, Image{"rotate 90", func(r, c int) (int, int) { return c, bottom - r }}},
		{false, Image{"rotate 180", func(r, c int) (int, int) { return bottom - r, end - c }}},
		{true, Image{"rotate 270", func(r, c int) (int, int) { return end - c, r }}},
		{false, Image{"mirror", func(r, c int) (int, int) { return r, end - c }}},
		{false, Image{"flip", func(r, c int) (int, int) { return bottom - r, c }}},
		{true, Image{"diagonal", func(r, c int) (int, int) { return c, r }}},
		{true, Image{"antidiagonal", func(r, c int) (int, int) { return end - c, bottom - r }}},
	} {
		if rows == cols || !x.turns {
			all = append(all, x.Image)
		}
	}
	return all
}
