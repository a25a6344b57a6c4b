package kernel

// Peak returns a loop of nothing but multiply-adds in registers, and how many
// operations it does (a multiply-add is two): the limit of one core on a path,
// that other figures are held against when both are measured side by side. It
// takes a tenth of a millisecond or so.
func Peak(path string) (loop func(), operations float64) {
	if loop, width := vectorPeak(path); loop != nil {
		return func() { loop(peakTurns) }, 2 * peakSums * peakTurns * float64(width)
	}
	sums := [peakSums]float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11} // or the compiler computes one
	return func() { peakPlain(&sums, peakTurns/4) }, 2 * peakSums * peakTurns / 4
}

const (
	peakTurns = 40000
	peakSums  = 12 // side by side, to hide the latency of each
)

// peakPlain does n times twelve multiplications and additions.
func peakPlain(sums *[peakSums]float32, n int) {
	const x, y = 0.5, 1
	a, b, c, d, e, f := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]
	g, h, i, j, k, l := sums[6], sums[7], sums[8], sums[9], sums[10], sums[11]
	for range n {
		a, b, c = float32(a*x)+y, float32(b*x)+y, float32(c*x)+y
		d, e, f = float32(d*x)+y, float32(e*x)+y, float32(f*x)+y
		g, h, i = float32(g*x)+y, float32(h*x)+y, float32(i*x)+y
		j, k, l = float32(j*x)+y, float32(k*x)+y, float32(l*x)+y
	}
	*sums = [peakSums]float32{a, b, c, d, e, f, g, h, i, j, k, l}
}
