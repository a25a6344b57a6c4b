package nn

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"ludens/env/seed"
	"ludens/nn/internal/kernel"
)

// calibrated returns an engine of bytes for a trained network, calibrated on
// what it will be asked.
func calibrated(t testing.TB, net *Net, obs []float32) *Engine {
	t.Helper()
	c, err := Calibrate(net, obs, len(obs)/net.spec.Size())
	if err != nil {
		t.Fatal(err)
	}
	return NewInt8Engine(net, c)
}

func infer(t testing.TB, e *Engine, obs []float32, n int) Outputs {
	t.Helper()
	out := e.Spec().NewOutputs(n)
	if err := e.Infer(obs, n, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEngine8IsNear: answers in int8 are those in FP32 but for rounding.
func TestEngine8IsNear(t *testing.T) {
	for name, s := range tinySpecs {
		t.Run(name, func(t *testing.T) {
			const n = 40
			net := trained(t, s)
			obs := randomObs(s, n, seed.New(2).Rand())
			want, got := infer(t, NewEngine(net), obs, n), infer(t, calibrated(t, net, obs), obs, n)
			spread := slices.Max(want.Logits) - slices.Min(want.Logits)
			if d := difference(got.Logits, want.Logits); d > 0.02*float64(spread) {
				t.Errorf("logits from %v to %v differ by %g", slices.Min(want.Logits), slices.Max(want.Logits), d)
			}
			if d := difference(got.WDL, want.WDL); d > 0.02 {
				t.Errorf("probabilities differ by %g", d)
			}
			if d := difference(got.Score, want.Score); d > 0.02 {
				t.Errorf("scores differ by %g", d)
			}
		})
	}
}

// TestCalibrationIsKept: as a tensor and back it is the same; other tensors
// are refused.
func TestCalibrationIsKept(t *testing.T) {
	for name, s := range tinySpecs {
		net := trained(t, s)
		want, err := Calibrate(net, randomObs(s, 9, seed.New(2).Rand()), 9)
		if err != nil {
			t.Fatal(err)
		}
		kept := want.Tensor()
		if got, err := CalibrationOf(s, kept); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n got %v\nwant %v", name, err, got, want)
		}
		if _, err := CalibrationOf(s, NewTensor("reach", 1+2*s.Blocks, s.Channels+1)); err == nil {
			t.Errorf("%s: a channel too many was taken", name)
		}
		kept.Data[len(kept.Data)-1] = 0
		if _, err := CalibrationOf(s, kept); err == nil {
			t.Errorf("%s: a channel that reaches nowhere was taken", name)
		}
	}
}

// TestTrunk8OfAnyPath: the trunk gives the same bits on every path, for every
// row alone and among others.
func TestTrunk8OfAnyPath(t *testing.T) {
	defer kernel.Use(kernel.Chosen())
	for name, s := range tinySpecs {
		const n = maxRows
		net := trained(t, s)
		obs := randomObs(s, n, seed.New(3).Rand())
		c, err := Calibrate(net, obs, n)
		if err != nil {
			t.Fatal(err)
		}
		var first []float32
		for _, path := range kernel.Paths() {
			if err := kernel.Use(path); err != nil {
				t.Fatal(err)
			}
			trunk := newTrunk8(Quantise(net, c))
			all, alone := trunkFeatures(trunk, obs, n), []float32{}
			for i := range n {
				alone = append(alone, trunkFeatures(trunk, obs[i*s.Size():], 1)...)
			}
			if !slices.Equal(alone, all) {
				t.Errorf("%s, %s: rows alone differ from rows together", name, path)
			}
			if first == nil {
				first = all
			}
			if !slices.Equal(all, first) {
				t.Errorf("%s: %s differs from %s", name, path, kernel.Paths()[0])
			}
		}
	}
}

// trunkFeatures returns the policy's features of n rows.
func trunkFeatures(t *trunk8, obs []float32, n int) []float32 {
	ws := workspace{features: boards(t.spec, t.spec.PolicyChannels)}
	t.furnish(&ws)
	t.run(&ws, obs, n)
	t.policy(&ws, n)
	return ws.features[:n*t.spec.board().Padded()*t.spec.PolicyChannels]
}

// TestEngine8Concurrently: callers do not disturb one another, and rows do not
// depend on their batch.
func TestEngine8Concurrently(t *testing.T) {
	s := learner
	const n = 2*maxRows + 3
	obs := randomObs(s, n, seed.New(5).Rand())
	e := calibrated(t, trained(t, s), obs)
	want := infer(t, e, obs, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			for range 5 {
				got := infer(t, e, obs[i*s.Size():], 1)
				if !slices.Equal(got.Logits, want.Logits[i*s.Actions():][:s.Actions()]) || !slices.Equal(got.WDL, want.WDL[3*i:][:3]) {
					t.Errorf("row %d alone: another answer", i)
				}
			}
		})
	}
	wait.Wait()
}

func TestEngine8AllocatesNothing(t *testing.T) {
	s := learner
	obs := randomObs(s, 20, seed.New(5).Rand())
	e, out := calibrated(t, newNet(t, s, 0), obs), s.NewOutputs(20)
	if n := testing.AllocsPerRun(10, func() {
		if err := e.Infer(obs, 20, out); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
}

// TestQuantiseWeights: by hand. Inputs of units 1 and 2 give 3*1, -4*2, 0, 1*2:
// the largest, 8, is worth 127 steps.
func TestQuantiseWeights(t *testing.T) {
	got := make([]int8, 4)
	scale := quantiseWeights(got, []float32{3, -6.35, -4, 1}, []float64{1, 2}, 2)
	if want := []int8{48, -101, -127, 32}; !slices.Equal(got, want) || math.Abs(scale-8./127) > 1e-12 {
		t.Errorf("weights %v with scale %g, want %v with %g", got, scale, want, 8./127)
	}
	if scale := quantiseWeights(got, make([]float32, 4), []float64{1, 2}, 2); scale != 0 {
		t.Errorf("weights of 0: scale %g, want 0", scale)
	}
}

func TestCalibrate(t *testing.T) {
	s := learner
	net, obs := trained(t, s), randomObs(s, 20, seed.New(4).Rand())
	few, err := Calibrate(net, obs, 10)
	if err != nil {
		t.Fatal(err)
	}
	more, err := Calibrate(net, obs, 20)
	if err != nil {
		t.Fatal(err)
	}
	if len(more.layers) != 1+2*s.Blocks {
		t.Fatalf("%d layers, want %d", len(more.layers), 1+2*s.Blocks)
	}
	for l, layer := range more.layers {
		if len(layer) != s.Channels {
			t.Fatalf("layer %d has %d channels, want %d", l, len(layer), s.Channels)
		}
		for c, v := range layer {
			if v < few.layers[l][c] || v < leastReach*slices.Max(layer) || v <= 0 {
				t.Errorf("layer %d, channel %d reaches %v after 20 rows, %v after 10", l, c, v, few.layers[l][c])
			}
		}
	}
}

// TestCalibrateSilence: a network that says nothing can be calibrated too.
func TestCalibrateSilence(t *testing.T) {
	s := learner
	net, err := FromTensors(s, build(s, nil).tensors)
	if err != nil {
		t.Fatal(err)
	}
	obs := randomObs(s, 3, seed.New(4).Rand())
	want, got := infer(t, NewEngine(net), obs, 3), infer(t, calibrated(t, net, obs), obs, 3)
	if !slices.Equal(got.Logits, want.Logits) || !slices.Equal(got.WDL, want.WDL) {
		t.Errorf("a network of zeros says %v and %v in int8", got.Logits, got.WDL)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	s := learner
	net := newNet(t, s, 0)
	for _, c := range []struct {
		floats, rows int
		first        float32
		want         string
	}{
		{75, 2, 0, "nn: calibrate: 75 floats of observations for 2 rows of 75"},
		{75, 0, 0, "nn: calibrate: 75 floats of observations for 0 rows of 75"},
		{75, -1, 0, "nn: calibrate: 75 floats of observations for -1 rows of 75"},
		{150, 2, -1, "nn: calibrate: row 0: observation of -1, want 0 to 1"},
		{75, 1, float32(math.NaN()), "nn: calibrate: row 0: observation of NaN, want 0 to 1"},
	} {
		obs := make([]float32, c.floats)
		obs[0] = c.first
		if _, err := Calibrate(net, obs, c.rows); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// BenchmarkInfer8 measures whole evaluations in int8 on every path that has
// instructions for them, in turn with those in floats by direct convolution and
// as engines take them: x-direct and x-default are how many times as many there
// are on the first path, by the time that the process had.
//
//	go test ./nn -run '^$' -bench Infer8/64x6 -benchtime 60x -cpu 1
func BenchmarkInfer8(b *testing.B) {
	if !HasInt8() {
		b.Skip("wants a CPU with instructions for int8, and a build with assembly")
	}
	eachNet(b, func(b *testing.B, s Spec, n int) {
		floats := Paths()[0]
		paths := slices.DeleteFunc(Paths(), func(path string) bool { return active8(b, path) == kernel.Portable })
		inTurn(b, s, n, floats, paths)
	})
}

// BenchmarkNarrow8 does the same as a CPU without AVX-512 would: int8 by AVX-VNNI
// in turn with FP32 by AVX2.
//
//	go test ./nn -run '^$' -bench 'Narrow8/(32x4|64x6)' -benchtime 60x -cpu 1
func BenchmarkNarrow8(b *testing.B) {
	if !slices.Contains(Paths(), kernel.AVXVNNI) {
		b.Skip("wants a CPU with avxvnni, and a build with assembly")
	}
	eachNet(b, func(b *testing.B, s Spec, n int) { inTurn(b, s, n, kernel.AVX2, []string{kernel.AVXVNNI}) })
}

// eachNet runs f for networks and batches of all sizes.
func eachNet(b *testing.B, f func(b *testing.B, s Spec, n int)) {
	for _, c := range []struct{ channels, blocks int }{{16, 2}, {24, 3}, {32, 4}, {64, 6}, {128, 8}} {
		for _, side := range []int{7, 8, 9} {
			for _, n := range []int{1, 8, 32} {
				b.Run(fmt.Sprintf("%dx%d/board=%d/batch=%d", c.channels, c.blocks, side, n), func(b *testing.B) {
					f(b, benchSpec(side, c.channels, c.blocks), n)
				})
			}
		}
	}
}

// active8 returns what bytes are multiplied by on a path.
func active8(b *testing.B, path string) string {
	usePath(b, path)
	return kernel.Active8()
}

// inTurn measures bytes on paths, and floats on one.
func inTurn(b *testing.B, s Spec, n int, floats string, paths []string) {
	net, obs := newNet(b, s, 0), randomObs(s, n, seed.New(1).Rand())
	engines, names := []*Engine{}, []string{}
	for _, path := range paths {
		names = append(names, active8(b, path))
		engines = append(engines, calibrated(b, net, obs))
	}
	usePath(b, floats)
	engines, names = append(engines, newEngine(net, newDirectTrunk(net)), NewEngine(net)), append(names, "direct", "default")
	out := s.NewOutputs(n)
	times := max(1, int(30e6/float64(n*s.MulAdds())))
	rates := make([][]float64, len(engines))
	for b.Loop() {
		for i, e := range engines {
			start := busySeconds()
			for range times {
				if err := e.Infer(obs, n, out); err != nil {
					b.Fatal(err)
				}
			}
			rates[i] = append(rates[i], float64(n*times)/(busySeconds()-start))
		}
	}
	for i, name := range names {
		b.ReportMetric(median(rates[i]), name+"/s")
		if i >= len(names)-2 {
			b.ReportMetric(median(rates[0])/median(rates[i]), "x-"+name)
		}
	}
	b.ReportMetric(0, "ns/op")
}

// newDirectTrunk is newTrunk32 without Winograd's algorithm.
func newDirectTrunk(n *Net) *trunk32 {
	direct := func(name string) *kernel.Conv[float32] {
		l, _ := n.spec.layer(name)
		c := kernel.NewConv[float32](n.spec.board(), l.side(), l.In, l.Out)
		c.Set(n.folded(l))
		return c
	}
	t := newTrunk32(n)
	t.stem.conv = direct("stem")
	for i := range t.blocks {
		t.blocks[i] = [2]*kernel.Conv[float32]{direct(first(i)), direct(second(i))}
	}
	return t
}
