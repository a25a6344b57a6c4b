package kernel

// plainNorm is the loops of batch norm in plain Go: the portable path, and the
// reference of the others. It goes over the cells in order, over the channels
// of each.
type plainNorm[T Float] struct {
	board    Board
	channels int
}

func (m plainNorm[T]) sum(sum, x []T) {
	clear(sum)
	m.eachCell(func(at int) {
		for k, v := range x[at:][:len(sum)] {
			sum[k] += v
		}
	})
}

func (m plainNorm[T]) squares(sum, x, mean []T) {
	clear(sum)
	m.eachCell(func(at int) {
		for k, v := range x[at:][:len(sum)] {
			v -= mean[k]
			sum[k] += T(v * v)
		}
	})
}

func (m plainNorm[T]) scale(y, x, skip, scale, shift []T) {
	m.eachCell(func(at int) {
		out := y[at:][:m.channels]
		for k, v := range x[at:][:m.channels] {
			v = T(v*scale[k]) + shift[k]
			if skip != nil {
				v += skip[at+k]
			}
			out[k] = max(v, 0)
		}
	})
}

func (m plainNorm[T]) gate(dz, sum, dot, x, y, dy, mean []T) {
	clear(sum)
	clear(dot)
	m.eachCell(func(at int) {
		dz, x, y := dz[at:][:len(sum)], x[at:][:len(sum)], y[at:][:len(sum)]
		for k, g := range dy[at:][:len(sum)] {
			if y[k] <= 0 {
				g = 0
			}
			dz[k] = g
			sum[k] += g
			dot[k] += T(g * (x[k] - mean[k]))
		}
	})
}

func (m plainNorm[T]) descend(dx, dz, x, mean, slope, shift, scale []T) {
	m.eachCell(func(at int) {
		dx, x := dx[at:][:m.channels], x[at:][:m.channels]
		for k, g := range dz[at:][:m.channels] {
			dx[k] = scale[k] * (g - shift[k] - T((x[k]-mean[k])*slope[k]))
		}
	})
}

// eachCell calls f with where each cell's channels begin.
func (m plainNorm[T]) eachCell(f func(at int)) {
	for r := range m.board.Rows {
		for c := range m.board.Cols {
			f(m.board.At(r, c) * m.channels)
		}
	}
}
