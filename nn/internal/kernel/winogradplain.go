package kernel

// winogradForms are the forms there are, by m. They stand on the points 0, 1,
// -1, 2 and infinity, and -2 for m = 4.
var winogradForms = map[int]winogradForm{
	3: {
		m:     3,
		g:     [][3]float64{{1. / 2, 0, 0}, {-1. / 2, -1. / 2, -1. / 2}, {-1. / 6, 1. / 6, -1. / 6}, {1. / 6, 1. / 3, 2. / 3}, {0, 0, 1}},
		enter: enter3, leave: leave3,
	},
	4: {
		m: 4,
		g: [][3]float64{{1. / 4, 0, 0}, {-1. / 6, -1. / 6, -1. / 6}, {-1. / 6, 1. / 6, -1. / 6},
			{1. / 24, 1. / 12, 1. / 6}, {1. / 24, -1. / 12, 1. / 6}, {0, 0, 1}},
		enter: enter4, leave: leave4,
	},
}

// enter3 multiplies by B':
//
//	2 -1 -2  1  0
//	0 -2 -1  1  0
//	0  2 -3  1  0
//	0 -1  0  1  0
//	0  2 -1 -2  1
func enter3(d *[maxPoints]float32, at, s int) {
	d0, d1, d2, d3, d4 := d[at], d[at+s], d[at+2*s], d[at+3*s], d[at+4*s]
	a, b := d3-d1, d3-d2
	d[at] = 2*(d0-d2) + a
	d[at+s] = b - 2*d1
	d[at+2*s] = 2*(d1-d2) + b
	d[at+3*s] = a
	d[at+4*s] = d4 - d2 - 2*a
}

// leave3 multiplies by A':
//
//	1  1  1  1  0
//	0  1 -1  2  0
//	0  1  1  4  1
func leave3(d *[maxPoints]float32, at, s int) {
	d0, d1, d2, d3, d4 := d[at], d[at+s], d[at+2*s], d[at+3*s], d[at+4*s]
	a, b := d1+d2, d1-d2
	d[at] = d0 + a + d3
	d[at+s] = b + 2*d3
	d[at+2*s] = a + d4 + 4*d3
}

// enter4 multiplies by B':
//
//	4  0 -5  0  1  0
//	0 -4 -4  1  1  0
//	0  4 -4 -1  1  0
//	0 -2 -1  2  1  0
//	0  2 -1 -2  1  0
//	0  4  0 -5  0  1
func enter4(d *[maxPoints]float32, at, s int) {
	d0, d1, d2, d3, d4, d5 := d[at], d[at+s], d[at+2*s], d[at+3*s], d[at+4*s], d[at+5*s]
	a, b := d4-4*d2, d3-4*d1
	p, q := d4-d2, 2*(d3-d1)
	d[at] = 4*d0 + d4 - float32(5*d2)
	d[at+s] = a + b
	d[at+2*s] = a - b
	d[at+3*s] = p + q
	d[at+4*s] = p - q
	d[at+5*s] = d5 + 4*d1 - float32(5*d3)
}

// leave4 multiplies by A':
//
//	1  1  1  1  1  0
//	0  1 -1  2 -2  0
//	0  1  1  4  4  0
//	0  1 -1  8 -8  1
func leave4(d *[maxPoints]float32, at, s int) {
	d0, d1, d2, d3, d4, d5 := d[at], d[at+s], d[at+2*s], d[at+3*s], d[at+4*s], d[at+5*s]
	a, b, p, q := d1+d2, d1-d2, d3+d4, d3-d4
	d[at] = d0 + a + p
	d[at+s] = b + 2*q
	d[at+2*s] = a + 4*p
	d[at+3*s] = b + d5 + 8*q
}

// plainWinograd is the loops in plain Go: the portable path, and the reference
// of the others. Products with powers of 2 are exact, so that nothing depends
// on whether a compiler fuses them.
type plainWinograd struct {
	form   winogradForm
	in     int
	out    int
	points []*plainDense[float32]
}

func newPlainWinograd(form winogradForm, in, out int) *plainWinograd {
	w := &plainWinograd{form: form, in: in, out: out}
	for range form.points() {
		w.points = append(w.points, newPlainDense[float32](in, out))
	}
	return w
}

func (w *plainWinograd) set(taps weights[float32], bias []float32) {
	u := make([]float32, w.out*w.in)
	for p, d := range w.points {
		col, row := w.form.g[p/w.form.side()], w.form.g[p%w.form.side()]
		for o := range w.out {
			for i := range w.in {
				u[o*w.in+i] = filter(taps, taps.of(o, i), row, col)
			}
		}
		d.set(weights[float32]{w: u, in: w.in, taps: 1, perOut: w.in, perIn: 1}, nil)
	}
	copy(w.points[w.form.reachesAll()].bias, bias)
}

// filter returns one number of G w G', given the row and the column of its point.
// As everything at the points, they stand column by column.
func filter(w weights[float32], taps []float32, row, col [3]float64) float32 {
	sum := 0.0
	for t := range taps {
		sum += float64(float64(row[t/3]*float64(w.tap(taps, t))) * col[t%3])
	}
	return float32(sum)
}

// reachesAll returns the point whose product is added to every output once.
func (f winogradForm) reachesAll() int { return f.side() + 1 }

func (w *plainWinograd) enter(room *winogradRoom, k int, src lattice) {
	side, v := w.form.side(), room.in[k*room.inCh:]
	d := (*[maxPoints]float32)(room.middle[:])
	for ch := range room.inCh {
		for c := range side {
			for r := range side {
				d[c*side+r] = src.x[r*src.row+c*src.col+ch]
			}
			w.form.enter(d, c*side, 1)
		}
		for r := range side {
			w.form.enter(d, r, side)
		}
		for p := range side * side {
			v[p*room.inStep+ch] = d[p]
		}
	}
}

func (w *plainWinograd) multiply(room *winogradRoom, n int) {
	for p, d := range w.points {
		d.run(room.out[p*room.outStep:], room.in[p*room.inStep:], n, d.out, false)
	}
}

func (w *plainWinograd) leave(room *winogradRoom, k int, t winogradTile, dst, skip lattice, relu bool) {
	side, m, y := w.form.side(), w.form.m, room.out[k*room.outCh:]
	d := (*[maxPoints]float32)(room.middle[:])
	for ch := range room.outCh {
		for p := range side * side {
			d[p] = y[p*room.outStep+ch]
		}
		for c := range side {
			w.form.leave(d, c*side, 1)
		}
		for r := range m {
			w.form.leave(d, r, side)
		}
		for r := t.firstRow; r < m; r++ {
			for c := t.firstCol; c < m; c++ {
				at, v := r*dst.row+c*dst.col+ch, d[c*side+r]
				if skip.x != nil {
					v += skip.x[at]
				}
				if relu {
					v = max(v, 0)
				}
				dst.x[at] = v
			}
		}
	}
}
