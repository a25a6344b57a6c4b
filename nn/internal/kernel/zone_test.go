package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A cell of a zone sees exactly the taps that fall on the board.
func TestZonesSeeTheBoard(t *testing.T) {
	for _, b := range zoned() {
		for cell := range b.Cells() {
			row, col := cell/b.Cols, cell%b.Cols
			for tap := range 9 {
				r, c := row+tap/3-1, col+tap%3-1
				want := 0 <= r && r < b.Rows && 0 <= c && c < b.Cols
				if got := Sees(b.Zone(row, col), tap); got != want {
					t.Errorf("%v: cell %d, %d sees tap %d: %v, want %v", b, row, col, tap, got, want)
				}
			}
		}
	}
}

// zoned returns the boards of all sizes that have zones.
func zoned() []Board {
	return slices.DeleteFunc(slices.Clone(boardsOfAllSizes), func(b Board) bool { return min(b.Rows, b.Cols) < 2 })
}

func TestSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for _, b := range zoned() {
		const n, ch = 3, 5
		src, got := random[float32](r, n*Zones*ch), guarded[float32](b, n, ch)
		NewZoneLayout(b).Spread(got, src, n, ch)
		checkBorder(t, b, got, n, ch, guard)
		b.eachNumber(n, ch, func(at, board, row, col, k int) {
			if want := src[(board*Zones+b.Zone(row, col))*ch+k]; got[at] != want {
				t.Fatalf("%v: board %d, cell %d, %d: %v, want %v", b, board, row, col, got[at], want)
			}
		})
	}
}

// TestZoneConv8OfAnySize holds every path against the definition, to the last bit.
func TestZoneConv8OfAnySize(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		for i, out := range append(widths, 72, 96, 130) {
			for j, in := range []int{1, 3, 4, 6, 13, 24} {
				b := zoned()[(i+3*j)%len(zoned())]
				checkZoneConv8(t, shape{b, 3, in, out, 1 + (i+j)%3}, uint64(i))
			}
		}
	})
}

func checkZoneConv8(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands8(seed)
	r := rand.New(rand.NewPCG(seed, 5))
	bias := make([]float32, s.n*Zones*s.out, s.n*Zones*s.out+Slack)
	for i := range bias {
		bias[i] = float32(100 * r.NormFloat64())
	}
	c := NewZoneConv8(s.board, s.in, s.out)
	c.Set(o.w, o.affine.Scale)
	got := slices.Repeat([]uint8{guard8}, s.n*s.board.Padded()*s.out)
	c.Run(got, o.x, bias, s.n)

	clear(o.affine.Bias)
	want := s.convolve8(o, false)
	s.board.eachNumber(s.n, s.out, func(at, board, row, col, k int) {
		want[at] += bias[(board*Zones+s.board.Zone(row, col))*s.out+k]
	})
	if !slices.Equal(got, s.bytesOf(want, guard8)) {
		t.Errorf("%v: zones of biases come to other bytes", s)
	}
}

// TestDense8 holds every path against the definition, to the last bit: rows alone and
// among others.
func TestDense8(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		for i, out := range append(widths, 72, 130, 432) {
			for _, in := range []int{1, 2, 4, 5, 23, 64} {
				checkDense8(t, in, out, 1+7*i%40)
			}
		}
	})
}

func checkDense8(t *testing.T, in, out, n int) {
	t.Helper()
	o := shape{Board{1, n}, 1, in, out, 1}.operands8(uint64(n))
	x := NewBytes(n * in)
	for i := range x[:cap(x)] {
		x[:cap(x)][i] = o.x[i%len(o.x)]*31 + uint8(i)
	}
	d := NewDense8(in, out)
	d.Set(o.w, o.affine)
	got, alone := make([]float32, n*out), make([]float32, out)
	d.Run(got, x, n)
	for i := range n {
		d.Run(alone, x[i*in:], 1)
		for k := range out {
			sum := 0
			for j := range in {
				sum += int(o.w[k*in+j]) * int(x[i*in+j])
			}
			want := float32(float32(sum)*o.affine.Scale[k]) + o.affine.Bias[k]
			if got[i*out+k] != want || alone[k] != want {
				t.Fatalf("%d rows of %d: row %d, output %d of %d: %v, alone %v, want %v", n, in, i, k, out, got[i*out+k], alone[k], want)
			}
		}
	}
}
