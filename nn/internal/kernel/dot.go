package kernel

// dots2 returns four outputs of two neighbouring inputs, next floats apart: the
// sums over rows, stride floats apart, of the dot products of run consecutive
// floats with the weights of that row. It has as many rows as w has runs.
//
// It takes two steps a turn: the compiler puts the last additions of a turn at
// its end, where eight products waiting for them do not fit in the registers.
func dots2[T Float](w [][Lanes]T, src []T, next, run, stride int) (x, y [Lanes]T) {
	var x0, x1, x2, x3, y0, y1, y2, y3 T
	for at := 0; len(w) > 0; at += stride {
		q := w[:run]
		a, b := src[at:][:len(q)], src[at+next:][:len(q)]
		k := 0
		for ; k < len(q)-1; k += 2 {
			t := &q[k]
			u, v := a[k], b[k]
			x0 += T(u * t[0])
			x1 += T(u * t[1])
			x2 += T(u * t[2])
			x3 += T(u * t[3])
			y0 += T(v * t[0])
			y1 += T(v * t[1])
			y2 += T(v * t[2])
			y3 += T(v * t[3])
			t = &q[k+1]
			u, v = a[k+1], b[k+1]
			x0 += T(u * t[0])
			x1 += T(u * t[1])
			x2 += T(u * t[2])
			x3 += T(u * t[3])
			y0 += T(v * t[0])
			y1 += T(v * t[1])
			y2 += T(v * t[2])
			y3 += T(v * t[3])
		}
		if k < len(q) {
			t := &q[k]
			u, v := a[k], b[k]
			x0 += T(u * t[0])
			x1 += T(u * t[1])
			x2 += T(u * t[2])
			x3 += T(u * t[3])
			y0 += T(v * t[0])
			y1 += T(v * t[1])
			y2 += T(v * t[2])
			y3 += T(v * t[3])
		}
		w = w[run:]
	}
	return [Lanes]T{x0, x1, x2, x3}, [Lanes]T{y0, y1, y2, y3}
}

// dots1 is dots2 for one input: the same sums in the same order.
func dots1[T Float](w [][Lanes]T, src []T, run, stride int) [Lanes]T {
	var x0, x1, x2, x3 T
	for at := 0; len(w) > 0; at += stride {
		q := w[:run]
		a := src[at:][:len(q)]
		for k := range q {
			t := &q[k]
			u := a[k]
			x0 += T(u * t[0])
			x1 += T(u * t[1])
			x2 += T(u * t[2])
			x3 += T(u * t[3])
		}
		w = w[run:]
	}
	return [Lanes]T{x0, x1, x2, x3}
}

// finish adds bias and skip to the first width sums and writes them at dst[at:].
func finish[T Float](dst, skip []T, at, width int, sum, bias [Lanes]T, relu bool) {
	for l := range width {
		v := sum[l] + bias[l]
		if skip != nil {
			v += skip[at+l]
		}
		if relu {
			v = max(v, 0)
		}
		dst[at+l] = v
	}
}

// packLanes packs the weights of out outputs for dots1 and dots2.
func packLanes[T Float](dst [][][Lanes]T, w weights[T], out int) {
	for o := range out {
		group := dst[o/Lanes]
		for i := range w.in {
			from := w.of(o, i)
			for t := range from {
				group[t*w.in+i][o%Lanes] = w.tap(from, t)
			}
		}
	}
}
