package variant

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
