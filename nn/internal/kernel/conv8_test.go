package kernel

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// guard8 is a byte that no kernel may read into a result or write over.
const guard8 = 171

// operands8 are random numbers for one convolution of bytes. Their sums reach
// from below 0 to above 255.
type operands8 struct {
	w       []int8
	affine  Affine
	x, skip []uint8 // [n, padded, in] and [n, padded, out], border zero
}

func (s shape) operands8(seed uint64) operands8 {
	r := rand.New(rand.NewPCG(seed, 8))
	o := operands8{w: make([]int8, s.out*s.in*s.side*s.side)}
	for i := range o.w {
		o.w[i] = int8(r.IntN(255) - 127)
	}
	for range s.out {
		o.affine.Scale = append(o.affine.Scale, float32((0.5+r.Float64())/100/math.Sqrt(float64(s.in))))
		o.affine.Bias = append(o.affine.Bias, float32(100*r.NormFloat64()))
		o.affine.Skip = append(o.affine.Skip, float32(2*r.Float64()))
	}
	o.x, o.skip = randomBytes(r, s.board, s.n, s.in), randomBytes(r, s.board, s.n, s.out)
	return o
}

// randomBytes returns boards with zero borders and slack of guards.
func randomBytes(r *rand.Rand, b Board, n, ch int) []uint8 {
	x := NewBytes(n * b.Padded() * ch)
	b.eachNumber(n, ch, func(at, _, _, _, _ int) { x[at] = uint8(r.IntN(256)) })
	for i := len(x); i < cap(x); i++ {
		x[:cap(x)][i] = guard8
	}
	return x
}

// eachNumber calls f with every number of n boards and where it stands.
func (b Board) eachNumber(n, ch int, f func(at, board, row, col, k int)) {
	for i := range n * b.Cells() * ch {
		board, row, col, k := i/ch/b.Cells(), i/ch%b.Cells()/b.Cols, i/ch%b.Cols, i%ch
		f((board*b.Padded()+b.At(row, col))*ch+k, board, row, col, k)
	}
}

// convolve8 is the definition: what comes of the sum of w x for each output.
func (s shape) convolve8(o operands8, skip bool) []float32 {
	y := slices.Repeat([]float32{guard}, s.n*s.board.Padded()*s.out)
	reach := s.side / 2
	s.board.eachNumber(s.n, s.out, func(at, board, row, col, k int) {
		sum := 0
		for i := range s.in {
			for t := range s.side * s.side {
				cell := board*s.board.Padded() + s.board.At(row+t/s.side-reach, col+t%s.side-reach)
				sum += int(o.w[(k*s.in+i)*s.side*s.side+t]) * int(o.x[cell*s.in+i])
			}
		}
		v := float32(float32(sum) * o.affine.Scale[k])
		v = v + o.affine.Bias[k]
		if skip {
			v = v + float32(float32(o.skip[at])*o.affine.Skip[k])
		}
		y[at] = v
	})
	return y
}

// bytesOf rounds all but the border.
func (s shape) bytesOf(y []float32, border uint8) []uint8 {
	x := slices.Repeat([]uint8{border}, len(y))
	s.board.eachNumber(s.n, s.out, func(at, _, _, _, _ int) {
		x[at] = uint8(math.RoundToEven(min(255, max(0, float64(y[at])))))
	})
	return x
}

// checkConv8 holds every way to run against the definition, to the last bit.
func checkConv8(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands8(seed)
	c := NewConv8(s.board, s.side, s.in, s.out)
	c.Set(o.w, o.affine)
	want := s.convolve8(o, false)
	same := func(what string, got, want []uint8) {
		t.Helper()
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%v: %s[%d] = %d, want %d", s, what, i, got[i], want[i])
			}
		}
	}
	y := slices.Repeat([]uint8{guard8}, len(want))
	c.Run(y, o.x, nil, s.n)
	same("bytes", y, s.bytesOf(want, guard8))

	for _, relu := range []bool{false, true} {
		got := guarded[float32](s.board, s.n, s.out)
		c.RunFloats(got, o.x, s.n, relu)
		for i, v := range want {
			if relu && v < 0 {
				v = 0
			}
			if math.Float32bits(got[i]) != math.Float32bits(v) {
				t.Fatalf("%v: floats[%d] = %v, want %v, relu %v", s, i, got[i], v, relu)
			}
		}
	}

	want = s.convolve8(o, true)
	c.Run(y, o.x, o.skip, s.n)
	same("with skip", y, s.bytesOf(want, guard8))
	c.Run(o.skip, o.x, o.skip, s.n)
	same("onto skip", o.skip, s.bytesOf(want, 0))
}

// eachPath8 is eachPath, and for the paths that differ from others in bytes alone.
func eachPath8(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, name := range []string{AMX, AVXVNNI} {
		t.Run(name, func(t *testing.T) {
			usePath(t, name)
			f(t)
		})
	}
	eachPath(t, f)
}

// TestConv8OfAnySize holds every path against the definition.
func TestConv8OfAnySize(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		for i, out := range append(widths, 72, 96, 130) {
			for j, in := range []int{1, 2, 3, 4, 5, 8, 13, 16, 24, 33} {
				b := boardsOfAllSizes[(i+3*j)%(len(boardsOfAllSizes)-2)]
				checkConv8(t, shape{b, 1 + 2*((i+j)%2), in, out, 1 + i%2}, uint64(i))
			}
		}
		for i, b := range boardsOfAllSizes {
			checkConv8(t, shape{b, 3, 6, 24, 1}, uint64(i))
			checkConv8(t, shape{b, 1, 5, 33, 2}, uint64(i))
		}
	})
}

// FuzzConv8 holds every path against the definition.
func FuzzConv8(f *testing.F) {
	f.Add(uint8(7), uint8(7), uint8(24), uint8(24), uint8(2), true, uint64(1))
	f.Add(uint8(1), uint8(3), uint8(1), uint8(33), uint8(1), false, uint64(2))
	f.Fuzz(func(t *testing.T, rows, cols, in, out, n uint8, wide bool, seed uint64) {
		s := shape{Board{2 + int(rows%18), 2 + int(cols%18)}, 1, 1 + int(in%130), 1 + int(out%130), 1 + int(n%17)}
		if work := s.n * s.board.Cells() * s.in * s.out; work > 1e6 {
			s.n = 1
			s.in = 1 + s.in%20
		}
		if wide {
			s.side = 3
		}
		for _, name := range Paths() {
			usePath(t, name)
			checkConv8(t, s, seed)
		}
	})
}

// TestConv8Extremes: the largest sums there can be are exact, and what does not
// fit into a byte is its nearest.
func TestConv8Extremes(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		b := Board{3, 3}
		const in = 4096
		for _, v := range []struct {
			w     int8
			scale float32
			want  uint8
			sum   float32
		}{
			{127, 1, 255, 9 * in * 127 * 255},
			{-127, 1, 0, -9 * in * 127 * 255},
			{127, 0x1p90, 255, 0x1p90 * (9 * in * 127 * 255)},
			{127, math.MaxFloat32, 255, float32(math.Inf(1))},
			{-127, math.MaxFloat32, 0, float32(math.Inf(-1))},
		} {
			c := NewConv8(b, 3, in, 1)
			c.Set(slices.Repeat([]int8{v.w}, 9*in), Affine{Scale: []float32{v.scale}, Bias: []float32{0}})
			x := NewBytes(b.Padded() * in)
			b.eachNumber(1, in, func(at, _, _, _, _ int) { x[at] = 255 })
			y, f := make([]uint8, b.Padded()), make([]float32, b.Padded())
			c.Run(y, x, nil, 1)
			c.RunFloats(f, x, 1, false)
			if got := y[b.At(1, 1)]; got != v.want {
				t.Errorf("weights %d, scale %g: byte %d, want %d", v.w, v.scale, got, v.want)
			}
			if got := f[b.At(1, 1)]; got != v.sum {
				t.Errorf("weights %d, scale %g: %g, want %g", v.w, v.scale, got, v.sum)
			}
		}
	})
}

// TestConv8LargestSums: products by Winograd's algorithm overflow 32 bits on their way, and the
// sums that leave are exact, up to as many inputs as a form keeps.
func TestConv8LargestSums(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		for _, in := range []int{32, 112, 115, 116, 128} {
			for _, b := range []Board{{7, 7}, {9, 9}} {
				for _, w := range []int8{127, -127} {
					s := shape{b, 3, in, 16, 1}
					o := s.operands8(1)
					o.w = slices.Repeat([]int8{w}, len(o.w))
					b.eachNumber(1, in, func(at, _, _, _, _ int) { o.x[at] = 255 })
					c := NewConv8(b, 3, in, 16)
					c.Set(o.w, o.affine)
					y := guarded[float32](b, 1, 16)
					c.RunFloats(y, o.x, 1, false)
					if !slices.Equal(y, s.convolve8(o, false)) {
						t.Errorf("%d inputs of 255, %dx%d, weights %d: other sums", in, b.Rows, b.Cols, w)
					}
				}
			}
		}
	})
}

// TestConv8OfNaN: where a sum and a skip are infinite and of two signs, which no
// layer of finite numbers has, every path writes the largest byte.
func TestConv8OfNaN(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		b, out := Board{3, 3}, 9
		c := NewConv8(b, 1, 1, out)
		large := slices.Repeat([]float32{math.MaxFloat32}, out)
		small := slices.Repeat([]float32{-math.MaxFloat32}, out)
		c.Set(slices.Repeat([]int8{127}, out), Affine{Scale: large, Bias: large, Skip: small})
		x, skip, y := NewBytes(b.Padded()), make([]uint8, b.Padded()*out), make([]uint8, b.Padded()*out)
		b.eachNumber(1, 1, func(at, _, _, _, _ int) { x[at] = 255 })
		b.eachNumber(1, out, func(at, _, _, _, _ int) { skip[at] = 255 })
		c.Run(y, x, skip, 1)
		b.eachNumber(1, out, func(at, _, row, col, k int) {
			if y[at] != 255 {
				t.Fatalf("cell %d, %d, channel %d: %d, want 255", row, col, k, y[at])
			}
		})
	})
}

func TestQuantise(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	in := []float32{0, 1, 0.25, 0.75, 1.25, 1.75, 126.75, 127.25, 127.5, 1e9, 1e30, -1, -1e30, nan, inf, -inf, 3}
	want := []uint8{0, 2, 0, 2, 2, 4, 254, 254, 255, 255, 255, 0, 0, 0, 255, 0, 6} // of twice as much, ties to even
	eachPath8(t, func(t *testing.T) {
		for n := range 40 {
			x, y := make([]float32, n), slices.Repeat([]uint8{guard8}, n+1)
			for i := range x {
				x[i] = in[i%len(in)]
			}
			NewQuantiser(2).Run(y, x)
			for i := range x {
				if y[i] != want[i%len(in)] {
					t.Fatalf("%d of %d: %v became %d, want %d", i, n, x[i], y[i], want[i%len(in)])
				}
			}
			if y[n] != guard8 {
				t.Errorf("of %d: wrote beyond the end", n)
			}
		}
	})
}

// TestConv8RowsAlone: a board gives the same bits alone and among others.
func TestConv8RowsAlone(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		s := shape{Board{7, 7}, 3, 6, 41, 3}
		o := s.operands8(1)
		c := NewConv8(s.board, s.side, s.in, s.out)
		c.Set(o.w, o.affine)
		all, one := make([]uint8, len(o.skip)), make([]uint8, len(o.skip)/s.n)
		c.Run(all, o.x, o.skip, s.n)
		for i := range s.n {
			c.Run(one, o.x[i*s.board.Padded()*s.in:], o.skip[i*len(one):], 1)
			if !slices.Equal(one, all[i*len(one):][:len(one)]) {
				t.Errorf("board %d alone differs", i)
			}
		}
	})
}

func TestConv8WantsSlack(t *testing.T) {
	b := Board{3, 3}
	c := NewConv8(b, 3, 2, 2)
	defer func() {
		if recover() == nil {
			t.Error("ran on bytes without slack")
		}
	}()
	c.Run(make([]uint8, b.Padded()*2), make([]uint8, b.Padded()*2), nil, 1)
}

func TestRun8AllocatesNothing(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		b, n := Board{5, 5}, 3
		c, q := NewConv8(b, 3, 24, 40), NewQuantiser(255)
		c.Set(make([]int8, 24*40*9), Affine{make([]float32, 40), make([]float32, 40), make([]float32, 40)})
		x, y, f := NewBytes(n*b.Padded()*24), make([]uint8, n*b.Padded()*40), make([]float32, n*b.Padded()*40)
		if got := testing.AllocsPerRun(10, func() {
			c.Run(y, x, y, n)
			c.RunFloats(f, x, n, true)
			q.Run(y, f)
		}); got != 0 {
			t.Errorf("%v allocations a run, want 0", got)
		}
	})
}

// TestConv8UnderSignals: what interrupts the assembly, such as a profile's clock
// and the collector's wish that goroutines stop, finds and leaves tiles as they
// were.
func TestConv8UnderSignals(t *testing.T) {
	eachPath8(t, func(t *testing.T) {
		s := shape{Board{7, 7}, 3, 64, 64, 4}
		o := s.operands8(1)
		c := NewConv8(s.board, s.side, s.in, s.out)
		c.Set(o.w, o.affine)
		want := s.bytesOf(s.convolve8(o, true), 0)
		runtime.SetCPUProfileRate(4000)
		defer runtime.SetCPUProfileRate(0)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				y := make([]uint8, len(want))
				for range 100 {
					c.Run(y, o.x, o.skip, s.n)
					if !slices.Equal(y, want) {
						t.Error("another result when interrupted")
						return
					}
				}
			})
		}
		for range 20 {
			runtime.GC()
		}
		wait.Wait()
	})
}

// TestPath8 names the path of bytes; the test below reads it.
func TestPath8(t *testing.T) {
	t.Logf("bytes: %s.", Active8())
	want := map[string]string{AMX: AMX, AVX512: VNNI, AVXVNNI: AVXVNNI, NEON: SDOT, AVX2: AVX2}
	for _, name := range Paths() {
		usePath(t, name)
		if got := Active8(); got != Portable && got != want[name] {
			t.Errorf("bytes on path %s: %s", name, got)
		}
	}
}

// TestPath8OfLesserCPUs runs TestPath8 with features switched off.
func TestPath8OfLesserCPUs(t *testing.T) {
	if !slices.Contains([]string{AMX, VNNI}, Active8()) {
		t.Skip("wants a CPU with vnni, and a build with assembly")
	}
	narrow := AVX2 // what is left without AVX-512
	if slices.Contains(Paths(), AVXVNNI) {
		narrow = AVXVNNI
	}
	for _, c := range []struct{ debug, want string }{
		{"", Active8()},
		{"cpu.amxtile=off", VNNI},
		{"cpu.amxint8=off", VNNI},
		{"cpu.avx512vnni=off", Portable},
		{"cpu.avx512f=off", narrow},
		{"cpu.avx512f=off,cpu.avxvnni=off", AVX2},
		{"cpu.avx512f=off,cpu.avx2=off", Portable},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestPath8$", "-test.v")
		cmd.Env = append(os.Environ(), "GODEBUG="+c.debug)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.debug, err, out)
		}
		_, line, _ := strings.Cut(string(out), "bytes: ")
		if got, _, _ := strings.Cut(line, "."); got != c.want {
			t.Errorf("GODEBUG=%s: %s, want %s", c.debug, got, c.want)
		}
	}
}
