package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// forward puts the steps of batch norm together for n boards.
func (m *Norm[T]) forward(y, x, gamma, beta, skip []T, n int) {
	for i := range n {
		m.measure(x, i)
	}
	m.settle(gamma, beta, n)
	for i := range n {
		var s []T
		if skip != nil {
			s = m.of(skip, i)
		}
		m.apply(m.of(y, i), m.of(x, i), s)
	}
}

// backward puts together those of the way back, after forward with the same x.
// The gradient of skip is that before dx: in place if it is not asked for.
func (m *Norm[T]) backward(dx, dskip, x, y, dy, gamma []T, n int) {
	if dskip == nil {
		dskip = dx
	}
	for i := range n {
		m.gate(m.of(dskip, i), m.of(x, i), m.of(y, i), m.of(dy, i), i)
	}
	m.settleGradients(gamma, n)
	for i := range n {
		m.descend(m.of(dx, i), m.of(dskip, i), m.of(x, i))
	}
}

// TestNormByHand: a channel of 1, 2, 3, 4 has mean 5/2, variance 5/4, and 5/3
// unbiased.
func TestNormByHand(t *testing.T) {
	b := Board{2, 2}
	m := newNorm[float64](b, 1, 1, 0, 0.1)
	y := guarded[float64](b, 1, 1)
	m.forward(y, boards(b, []float64{1, 2, 3, 4}, 1, 1), []float64{math.Sqrt(5) / 2}, []float64{1}, nil, 1)
	checkBorder(t, b, y, 1, 1, guard)
	near(t, "y", planes(b, y, 1, 1), []float64{0, 0.5, 1.5, 2.5}, 1e-12)
	near(t, "running mean", m.Mean, []float64{0.25}, 1e-12)
	near(t, "running variance", m.Variance, []float64{0.9 + 0.1*5/3}, 1e-12)

	m.forward(y, boards(b, []float64{1, 2, 3, 4}, 1, 1), []float64{math.Sqrt(5) / 2}, []float64{1},
		boards(b, []float64{-9, 1, 0, 2}, 1, 1), 1)
	near(t, "y with skip", planes(b, y, 1, 1), []float64{0, 1.5, 1.5, 4.5}, 1e-12)
}

// normCase is a batch norm with a loss: the sum of dy*y.
type normCase struct {
	n, ch                    int
	x, skip, gamma, beta, dy []float64 // x, skip, dy as boards
	m                        *Norm[float64]
	b                        Board
}

func newNormCase(withSkip bool) normCase {
	r := rand.New(rand.NewPCG(1, 5))
	c := normCase{n: 3, ch: 5, b: Board{3, 4}}
	full := func() []float64 { return boards(c.b, random[float64](r, c.n*c.ch*c.b.Cells()), c.n, c.ch) }
	c.x, c.dy = full(), full()
	if withSkip {
		c.skip = full()
	}
	c.gamma, c.beta = random[float64](r, c.ch), random[float64](r, c.ch)
	c.m = newNorm[float64](c.b, c.ch, c.n, 1e-5, 0.1)
	return c
}

func (c normCase) forward() []float64 {
	y := make([]float64, len(c.x))
	c.m.forward(y, c.x, c.gamma, c.beta, c.skip, c.n)
	return y
}

func (c normCase) loss() (sum float64) {
	for i, v := range c.forward() {
		sum += v * c.dy[i]
	}
	return sum
}

// slope is the central difference of the loss by *p.
func (c normCase) slope(p *float64) float64 {
	const h = 1e-6
	at := *p
	*p = at + h
	up := c.loss()
	*p = at - h
	down := c.loss()
	*p = at
	return (up - down) / (2 * h)
}

func TestNormGradientsAreSlopes(t *testing.T) {
	for _, withSkip := range []bool{false, true} {
		c := newNormCase(withSkip)
		dx := make([]float64, len(c.x))
		var dskip []float64
		if withSkip {
			dskip = make([]float64, len(c.x))
		}
		c.m.backward(dx, dskip, c.x, c.forward(), c.dy, c.gamma, c.n)
		checkBorder(t, c.b, dx, c.n, c.ch, 0)
		for _, p := range []struct {
			name   string
			at, dp []float64
		}{
			{"x", c.x, dx}, {"skip", c.skip, dskip},
			{"gamma", c.gamma, slices.Clone(c.m.DGamma)}, {"beta", c.beta, slices.Clone(c.m.DBeta)},
		} {
			for i := range p.at {
				if (p.name == "x" || p.name == "skip") && !c.inside(i) {
					continue
				}
				if want := c.slope(&p.at[i]); math.Abs(p.dp[i]-want) > 1e-6 {
					t.Fatalf("skip %t: gradient of %s[%d] is %v, slope %v", withSkip, p.name, i, p.dp[i], want)
				}
			}
		}
	}
}

// inside reports whether number i of a batch of boards is on a cell.
func (c normCase) inside(i int) bool {
	cell := i / c.ch % c.b.Padded()
	row, col := cell/c.b.Width()-1, cell%c.b.Width()-1
	return 0 <= row && row < c.b.Rows && 0 <= col && col < c.b.Cols
}
