package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// symmetries are those of a board with as many rows as columns, and two of one without: where
// the cell of a row and a column goes.
var symmetries = []struct {
	name   string
	square bool // only of a square board
	to     func(rows, cols, r, c int) (int, int)
}{
	{"left and right", false, func(rows, cols, r, c int) (int, int) { return r, cols - 1 - c }},
	{"above and below", false, func(rows, cols, r, c int) (int, int) { return rows - 1 - r, c }},
	{"rows and columns", true, func(rows, cols, r, c int) (int, int) { return c, r }},
	{"a quarter turn", true, func(rows, cols, r, c int) (int, int) { return c, rows - 1 - r }},
}

// turned returns planes of rows by cols with every cell where to puts it.
func turned[T Float](planes []T, rows, cols int, to func(rows, cols, r, c int) (int, int)) []T {
	all := make([]T, len(planes))
	for i, v := range planes {
		r, c := to(rows, cols, i/cols%rows, i%cols)
		all[i-i%(rows*cols)+r*cols+c] = v
	}
	return all
}

// convolved returns planes after a convolution of planes.
func (s shape) convolved(c *Conv[float32], w, bias, x []float32, relu bool) []float32 {
	c.Set(w, bias)
	y := guarded[float32](s.board, s.n, s.out)
	c.Run(y, boards(s.board, x, s.n, s.in), nil, s.n, relu)
	return planes(s.board, y, s.n, s.out)
}

// ways returns the two convolutions of a shape in training.
func (s shape) ways() map[string]*Conv[float32] {
	return map[string]*Conv[float32]{
		"conv": NewConv[float32](s.board, s.side, s.in, s.out), "fastest": NewFastestConv[float32](s.board, s.side, s.in, s.out, nil),
	}
}

// A turned board under turned weights comes to the turned result: no path knows left from
// right.
func TestConvOfTurnedBoards(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, s := range []shape{
			{Board{7, 7}, 3, 5, 9, 2}, {Board{4, 6}, 3, 16, 24, 1}, {Board{9, 9}, 3, 32, 33, 3}, {Board{8, 8}, 1, 7, 17, 2}, {Board{11, 5}, 3, 24, 48, 1},
		} {
			o := s.operands(uint64(s.in))
			w, bias, x := narrow(o.w), narrow(o.bias), narrow(o.x)
			for name, c := range s.ways() {
				plain := s.convolved(c, w, bias, x, false)
				for _, sym := range symmetries {
					if sym.square && s.board.Rows != s.board.Cols {
						continue
					}
					got := s.convolved(c, turned(w, s.side, s.side, sym.to), bias, turned(x, s.board.Rows, s.board.Cols, sym.to), false)
					near(t, fmt.Sprintf("%s of %v, %s", name, s, sym.name), got, turned(plain, s.board.Rows, s.board.Cols, sym.to), 2e-3)
				}
			}
		}
	})
}

// One tap of weight one moves the board by a step: what falls off is gone, and what comes in
// from the border is zero. The numbers themselves stay as they are.
func TestConvOfOneTapMovesTheBoard(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, s := range []shape{{Board{3, 4}, 3, 3, 3, 1}, {Board{7, 7}, 3, 9, 9, 2}, {Board{2, 9}, 3, 17, 17, 1}, {Board{5, 5}, 1, 6, 6, 3}} {
			x := narrow(s.operands(1).x)
			for tap := range s.side * s.side {
				w := make([]float32, s.out*s.in*s.side*s.side)
				for ch := range s.in {
					w[(ch*s.in+ch)*s.side*s.side+tap] = 1
				}
				down, right := tap/s.side-s.side/2, tap%s.side-s.side/2
				want, positive := make([]float32, len(x)), make([]float32, len(x))
				for i := range want {
					r, c := i/s.board.Cols%s.board.Rows+down, i%s.board.Cols+right
					if 0 <= r && r < s.board.Rows && 0 <= c && c < s.board.Cols {
						want[i] = x[i+down*s.board.Cols+right]
					}
					positive[i] = max(want[i], 0)
				}
				c := NewConv[float32](s.board, s.side, s.in, s.out)
				if got := s.convolved(c, w, nil, x, false); !slices.Equal(got, want) {
					t.Fatalf("%v: tap %d alone moves otherwise", s, tap)
				}
				if got := s.convolved(c, w, nil, x, true); !slices.Equal(got, positive) {
					t.Fatalf("%v: tap %d alone with ReLU", s, tap)
				}
			}
		}
	})
}

// The order of the channels has no meaning: exchanged inputs under exchanged weights come to
// the same, and exchanged outputs to exchanged results.
func TestChannelsAreAlike(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, s := range []shape{{Board{5, 4}, 3, 6, 11, 2}, {Board{7, 7}, 3, 24, 40, 1}, {Board{3, 3}, 1, 9, 16, 3}} {
			o, r := s.operands(3), rand.New(rand.NewPCG(3, 1))
			w, bias, x := narrow(o.w), narrow(o.bias), narrow(o.x)
			ins, outs := r.Perm(s.in), r.Perm(s.out)
			taps, cells := s.side*s.side, s.board.Cells()
			w2, bias2, x2 := make([]float32, len(w)), make([]float32, len(bias)), make([]float32, len(x))
			for k, to := range outs {
				bias2[to] = bias[k]
				for i, in := range ins {
					copy(w2[(to*s.in+in)*taps:][:taps], w[(k*s.in+i)*taps:])
				}
			}
			for i := range s.n * s.in {
				copy(x2[(i/s.in*s.in+ins[i%s.in])*cells:][:cells], x[i*cells:])
			}
			for name, c := range s.ways() {
				plain := s.convolved(c, w, bias, x, false)
				want := make([]float32, len(plain))
				for i := range s.n * s.out {
					copy(want[(i/s.out*s.out+outs[i%s.out])*cells:][:cells], plain[i*cells:])
				}
				near(t, fmt.Sprintf("%s of %v, channels exchanged", name, s), s.convolved(c, w2, bias2, x2, false), want, 2e-3)
			}
		}
	})
}

// Batch norm takes a channel's scale and level away: whatever they are, the result is the same.
func TestNormForgetsScaleAndLevel(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, ch := range widths {
			b, n := boardsOfAllSizes[3+ch%8], 2+ch%3
			r := rand.New(rand.NewPCG(uint64(ch), 2))
			x := random[float32](r, n*ch*b.Cells())
			other := slices.Clone(x)
			for i := range other {
				k := i / b.Cells() % ch
				other[i] = x[i]*float32(2+k%5) + float32(k%7-3)
			}
			gamma, beta := random[float32](r, ch), random[float32](r, ch)
			run := func(x []float32) []float32 {
				y := guarded[float32](b, n, ch)
				newNorm[float32](b, ch, n, 1e-7, 0.1).forward(y, boards(b, x, n, ch), gamma, beta, nil, n)
				return planes(b, y, n, ch)
			}
			near(t, fmt.Sprintf("%d channels of %v, scaled and moved", ch, b), run(other), run(x), 1e-3)
		}
	})
}

// Probabilities of logits: they sum to one, a number added to all changes nothing, the larger
// logit has the larger share, and a row does not see its neighbours.
func TestSoftmaxIsADistribution(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for width := 1; width < 40; width++ {
		x := random[float64](r, 3*width)
		for i := range x {
			x[i] *= math.Pow(10, float64(i/width))
		}
		got, moved, alone := slices.Clone(x), slices.Clone(x), slices.Clone(x[width:2*width])
		for i := range moved {
			moved[i] -= 1e4
		}
		Softmax(got, width)
		Softmax(moved, width)
		Softmax(alone, width)
		near(t, fmt.Sprintf("width %d, moved", width), moved, got, 1e-9)
		if !slices.Equal(alone, got[width:2*width]) {
			t.Errorf("width %d: a row among others is %v, alone %v", width, got[width:2*width], alone)
		}
		for at := 0; at < len(x); at += width {
			sum := 0.0
			for i := at; i < at+width; i++ {
				sum += got[i]
				if x[i] > x[at] && got[i] < got[at] {
					t.Errorf("width %d: logits %v and %v have %v and %v", width, x[i], x[at], got[i], got[at])
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("width %d: probabilities sum to %v", width, sum)
			}
		}
	}
}
