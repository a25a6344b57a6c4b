//go:build !purego

package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// needTiles16 skips a test on a machine without them.
func needTiles16(t testing.TB) {
	t.Helper()
	if !hasTiles16 {
		t.Skip("wants a CPU with amx_bf16 and avx512_bf16, and a system that keeps its tiles")
	}
	usePath(t, AMX)
}

// rounded returns the nearest bfloat16, as floats: what the plain loops compute
// with these is the reference.
func rounded(x []float32) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = round16(v).float()
	}
	return y
}

// boards16Of rounds n boards.
func boards16Of(b Board, x []float32, n, ch int) *boards16 {
	y := newBoards16(b, ch, n, nil)
	y.round(0, x, n)
	return y
}

func TestRound16(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct{ x, want float32 }{
		{0, 0}, {1, 1}, {-2.5, -2.5},
		{1 + 0x1p-8, 1}, {1 + 0x3p-8, 1 + 0x1p-6}, // ties go to the even one
		{1 + 0x1p-8 + 0x1p-20, 1 + 0x1p-7}, {1 + 0x1p-8 - 0x1p-20, 1},
		{-1 - 0x3p-8, -1 - 0x1p-6},
		{math.MaxFloat32, inf}, {inf, inf}, {-inf, -inf},
		{0x1p-126, 0x1p-126}, {0x1p-127, 0}, // below the smallest normal one
	} {
		if got := round16(c.x).float(); got != c.want {
			t.Errorf("%v becomes %v, want %v", c.x, got, c.want)
		}
	}
	if got := round16(nan).float(); got == got {
		t.Errorf("NaN becomes %v", got)
	}
}

// TestRoundedBoards: the CPU rounds as round16 does, whatever the bits, and leaves
// alone what no channel is.
func TestRoundedBoards(t *testing.T) {
	needTiles16(t)
	r := rand.New(rand.NewPCG(1, 16))
	for _, ch := range []int{1, 7, 15, 16, 17, 31, 32, 33, 48, 64, 100} {
		b, n := Board{3, 4}, 3
		x := make([]float32, n*b.Padded()*ch)
		for i := range x {
			x[i] = math.Float32frombits(r.Uint32())
		}
		y := newBoards16(b, ch, n+1, nil)
		y.round(1, x, n)
		for i, v := range y.numbers {
			at := i - b.Padded()*y.width
			want := bfloat16(0)
			if cell := at / y.width; at >= 0 && cell < n*b.Padded() && at%y.width < ch {
				want = round16(x[cell*ch+at%y.width])
			}
			if v != want {
				t.Fatalf("%d channels: number %d is %#x, want %#x", ch, i, v, want)
			}
		}
		back := make([]float32, b.Padded()*ch)
		for i := range n {
			y.unround(back, i+1)
			for k, v := range back {
				if want := round16(x[i*len(back)+k]).float(); math.Float32bits(v) != math.Float32bits(want) {
					t.Fatalf("%d channels: number %d of board %d is %v, want %v", ch, k, i, v, want)
				}
			}
		}
	}
}

// TestConv16OfAnySize holds tiles against the definition: the plain loops in
// float64, of rounded numbers.
func TestConv16OfAnySize(t *testing.T) {
	needTiles16(t)
	for i, out := range widths {
		for j, in := range []int{1, 2, 13, 31, 32, 33, 48, 64} {
			b := boardsOfAllSizes[(i+3*j)%(len(boardsOfAllSizes)-2)]
			checkConv16(t, shape{b, 1 + 2*((i+j)%2), in, out, 1 + i%2}, uint64(i))
		}
	}
	for i, b := range boardsOfAllSizes {
		checkConv16(t, shape{b, 3, 40, 48, 1}, uint64(i))
		checkConv16(t, shape{b, 1, 5, 33, 2}, uint64(i))
	}
}

func checkConv16(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands(seed)
	w, x, skip := narrow(o.w), boards(s.board, narrow(o.x), s.n, s.in), boards(s.board, narrow(o.skip), s.n, s.out)
	x16, terms := boards16Of(s.board, x, s.n, s.in), s.in*s.side*s.side+2
	c := newAMXConv16(s.board, s.side, s.in, s.out, nil)
	for range 2 { // what is left of other weights must not show
		c.pack(straight(w, s.side*s.side, s.in), 0, s.out)
	}
	reference := func(skip []float32, as func([]float32) []float64) []float64 {
		return s.reference(rounded(w), make([]float32, s.out), rounded(x), skip, as)
	}

	y := guarded[float32](s.board, s.n, s.out)
	c.run(y, x16.numbers, nil, s.n)
	checkBorder(t, s.board, y, s.n, s.out, guard)
	bounded(t, s.String(), y, reference(nil, wide), reference(nil, sizes), terms)

	y = make([]float32, len(y))
	c.run(y, x16.numbers, skip, s.n)
	checkBorder(t, s.board, y, s.n, s.out, 0)
	bounded(t, s.String()+", skip", y, reference(skip, wide), reference(skip, sizes), terms)

	back := newAMXConv16(s.board, s.side, s.out, s.in, nil)
	back.pack(turnedRound(w, s.side*s.side, s.out, s.in), 0, s.in)
	carried := func(as func([]float32) []float64) []float64 {
		c, y := NewConv[float64](s.board, s.side, s.out, s.in), guarded[float64](s.board, s.n, s.in)
		c.SetTransposed(as(rounded(w)))
		c.Run(y, as(rounded(skip)), nil, s.n, false)
		return y
	}
	dx := guarded[float32](s.board, s.n, s.in)
	back.run(dx, boards16Of(s.board, skip, s.n, s.out).numbers, nil, s.n)
	checkBorder(t, s.board, dx, s.n, s.in, guard)
	bounded(t, s.String()+": dx", dx, carried(wide), carried(sizes), s.out*s.side*s.side+1)
}

// TestConvGradients16OfAnySize holds tiles against the plain loops in float64, of
// rounded numbers.
func TestConvGradients16OfAnySize(t *testing.T) {
	needTiles16(t)
	for i, out := range widths {
		for j, in := range []int{1, 13, 32, 33, 48, 64} {
			b := boardsOfAllSizes[(i+3*j)%(len(boardsOfAllSizes)-2)]
			checkConvGradients16(t, shape{b, 1 + 2*((i+j)%2), in, out, 1 + (i+j)%5}, uint64(i))
		}
	}
	for i, b := range boardsOfAllSizes {
		checkConvGradients16(t, shape{b, 3, 5, 17, 3}, uint64(i))
	}
}

func checkConvGradients16(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands(seed)
	x, dy := boards(s.board, narrow(o.x), s.n, s.in), boards(s.board, narrow(o.dy), s.n, s.out)
	x16, dy16 := boards16Of(s.board, x, s.n, s.in), boards16Of(s.board, dy, s.n, s.out)
	gradient := func(as func([]float32) []float64) []float64 {
		dw := make([]float64, len(o.w))
		newConvGrad[float64](s.board, s.side, s.in, s.out, s.n, nil).Run(dw, as(rounded(x)), as(rounded(dy)), s.n)
		return dw
	}
	g := newAMXConvGrad16(s.board, s.side, s.in, s.out, 2, nil)
	room := g.newRoom()
	dw := slices.Repeat([]float32{guard}, len(o.w))
	for range 2 { // what is left of a run must not show in the next
		for section := range 2 { // the first board, and the others
			g.clear(section)
			first, n := section, s.n-1
			if section == 0 {
				n = 1
			}
			g.add(section, room, x16.from(first), dy16.from(first), n)
		}
		g.join(dw, 2)
		bounded(t, s.String()+": dw", dw, gradient(wide), gradient(sizes), s.n*s.board.Cells()+s.n+2)
	}
}

// TestConv16RowsAlone: a board gives the same bits alone and among others.
func TestConv16RowsAlone(t *testing.T) {
	needTiles16(t)
	s := shape{Board{7, 7}, 3, 40, 41, 3}
	o := s.operands(4)
	c := newAMXConv16(s.board, s.side, s.in, s.out, nil)
	c.pack(straight(narrow(o.w), 9, s.in), 0, s.out)
	x := boards16Of(s.board, boards(s.board, narrow(o.x), s.n, s.in), s.n, s.in)
	all, one := make([]float32, s.n*s.board.Padded()*s.out), make([]float32, s.board.Padded()*s.out)
	c.run(all, x.numbers, nil, s.n)
	for i := range s.n {
		c.run(one, x.from(i), nil, 1)
		if !slices.Equal(one, all[i*len(one):][:len(one)]) {
			t.Errorf("board %d alone differs", i)
		}
	}
}

// TestConv16KeepsNaN: a NaN or an infinity reaches what the plain loops say, and
// no other.
func TestConv16KeepsNaN(t *testing.T) {
	needTiles16(t)
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, in := range []int{3, 32, 48} {
			b, out := Board{5, 5}, 17
			w, x := slices.Repeat([]float32{1}, out*in*9), make([]float32, b.Padded()*in)
			x[b.At(1, 1)*in+in-1] = float32(bad)
			c, plain := newAMXConv16(b, 3, in, out, nil), newPlainConv[float32](b, 3, in, out)
			c.pack(straight(w, 9, in), 0, out)
			plain.set(straight(w, 9, in), nil)
			got, want := make([]float32, b.Padded()*out), make([]float32, b.Padded()*out)
			c.run(got, boards16Of(b, x, 1, in).numbers, nil, 1)
			plain.run(want, x, nil, 1, false)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v in %d channels: got\n%v, want\n%v", bad, in, got, want)
			}
		}
	}
}

// TestConvNorm16 holds a whole layer against one in float64 that rounds where the
// other does. A number between two bfloat16 may still go either way.
func TestConvNorm16(t *testing.T) {
	needTiles16(t)
	for i, out := range widths {
		s := shape{boardsOfAllSizes[2+i%8], 1 + 2*(i%2), []int{12, 64, 48, 24, 3}[i%5], out, 1 + i%3*9}
		references := newDrawn[float64](s).convNorms(func() *ConvNorm[float64] {
			l := NewConvNorm[float64](s.board, s.side, s.in, s.out, s.n, 1e-5, 0.1, nil)
			l.linear = roundingLinear{l.linear}
			return l
		})
		for name, got := range layersIn16(s) {
			want := references[name]
			got.run()
			want.run()
			near(t, fmt.Sprintf("%v: %s", s, name), wide(got.y), want.y, 1e-3*largest(want.y))
			for k, in := range got.inputs {
				slope := want.inputs[k].slope
				near(t, fmt.Sprintf("%v: %s: gradient of %s", s, name, in.name), wide(in.slope), slope, 1e-3*largest(slope))
			}
		}
	}
}

// roundingLinear is a convolution of rounded numbers: the reference.
type roundingLinear struct{ linear[float64] }

func (l roundingLinear) set(w []float64) { l.linear.set(wide(rounded(narrow(w)))) }

func (l roundingLinear) forward(way ascent[float64], from, to int) {
	way.x = wide(rounded(narrow(way.x)))
	l.linear.forward(way, from, to)
}

func (l roundingLinear) backward(way descent[float64], x, w, z []float64) {
	descend := way.descend
	way.descend = func(dz []float64, i int) {
		descend(dz, i)
		copy(dz, wide(rounded(narrow(dz))))
	}
	l.linear.backward(way, wide(rounded(narrow(x))), wide(rounded(narrow(w))), z)
}

// layersIn16 are the layers that can be of bfloat16.
func layersIn16(s shape) map[string]inTraining[float32] {
	return newDrawn[float32](s).convNorms(func() *ConvNorm[float32] {
		return NewConvNorm16(s.board, s.side, s.in, s.out, s.n, 1e-5, 0.1, nil, &Rooms{})
	})
}

// TestLayers16OnThreads: any number of goroutines gives the same bits.
func TestLayers16OnThreads(t *testing.T) {
	needTiles16(t)
	s := shape{Board{5, 5}, 3, 24, 40, 37}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := layersIn16(s)
	for _, l := range want {
		l.run()
	}
	for _, threads := range []int{2, 3, 8} {
		runtime.GOMAXPROCS(threads)
		for name, l := range layersIn16(s) {
			l.run()
			same := slices.Equal(l.y, want[name].y)
			for k, in := range l.inputs {
				same = same && slices.Equal(in.slope, want[name].inputs[k].slope)
			}
			if !same {
				t.Errorf("%s: %d threads give other bits than one", name, threads)
			}
		}
	}
}
