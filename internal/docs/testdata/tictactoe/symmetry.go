package tictactoe

import "ludens/env"

// Symmetries are the eight of the square. An action is a cell and moves with it.
func (Game) Symmetries() []env.Symmetry {
	const end = size - 1
	images := []struct {
		name string
		of   func(row, col int) (int, int)
	}{
		{"identity", func(r, c int) (int, int) { return r, c }},
		{"rotate 90", func(r, c int) (int, int) { return c, end - r }},
		{"rotate 180", func(r, c int) (int, int) { return end - r, end - c }},
		{"rotate 270", func(r, c int) (int, int) { return end - c, r }},
		{"mirror", func(r, c int) (int, int) { return r, end - c }},
		{"flip", func(r, c int) (int, int) { return end - r, c }},
		{"diagonal", func(r, c int) (int, int) { return c, r }},
		{"antidiagonal", func(r, c int) (int, int) { return end - c, end - r }},
	}
	var all []env.Symmetry
	for _, image := range images {
		s := env.Symmetry{Name: image.name}
		for cell := range cells {
			row, col := image.of(cell/size, cell%size)
			s.Cells = append(s.Cells, row*size+col)
			s.Actions = append(s.Actions, env.Action(row*size+col))
		}
		all = append(all, s)
	}
	return all
}
