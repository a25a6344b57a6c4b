package nn

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"ludens/nn/internal/kernel"
)

// needTiles16 skips a test where nothing can be trained in bfloat16.
func needTiles16(t testing.TB) {
	t.Helper()
	if !kernel.Tiles16() {
		t.Skip(noTiles16())
	}
}

// inPrecision returns the defaults in a precision.
func inPrecision(precision string, batch int) Config {
	c := DefaultConfig()
	c.Precision, c.Batch = precision, batch
	return c
}

// TestPrecisionIsRefused: where the tiles are not chosen, or not there, the error
// says what would be right.
func TestPrecisionIsRefused(t *testing.T) {
	defer kernel.Use(kernel.Chosen())
	for _, path := range Paths() {
		if path == kernel.AMX {
			continue
		}
		if err := kernel.Use(path); err != nil {
			t.Fatal(err)
		}
		want := `nn: trainer: precision = "bf16" wants a CPU with amx_bf16 and Linux: choose precision = "fp32" here`
		if Paths()[0] == kernel.AMX {
			want = fmt.Sprintf(`nn: trainer: precision = "bf16" wants kernels amx, not %s: choose amx, or precision = "fp32"`, path)
		}
		if _, err := NewTrainer(newNet(t, learner, 0), inPrecision("bf16", 8)); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

// TestRoundedGradients: of a step from the same weights, loss and gradients in
// bfloat16 are nearly those in float32. A product of rounded numbers is off by at
// most 2^-8 of its size and not always in one direction, but a layer's error is
// the next one's input.
func TestRoundedGradients(t *testing.T) {
	needTiles16(t)
	s := benchSpec(7, 32, 3)
	net, b := newNet(t, s, 0), randomBatch(s, 32, 0)
	exact, rounded := newTrainer(t, net, inPrecision("fp32", 32)), newTrainer(t, net, inPrecision("bf16", 32))
	want, got := step(t, exact, b, 0), step(t, rounded, b, 0)
	if math.Abs(got.Total-want.Total) > 0.005*want.Total {
		t.Errorf("loss %v, want %v", got.Total, want.Total)
	}
	for i, p := range exact.params {
		if cos := cosine(rounded.params[i].grad, p.grad); cos < 0.99 {
			t.Errorf("gradient of %s: cosine %.4f, want at least 0.99", p.name, cos)
		}
	}
}

// cosine returns that of the angle between two vectors, 1 if both are zero.
func cosine(x, y []float32) float64 {
	xy := 0.0
	for i := range x {
		xy += float64(x[i]) * float64(y[i])
	}
	if size := math.Sqrt(squares(x) * squares(y)); size > 0 {
		return xy / size
	}
	return 1
}

// TestRoundedLearnsTheSame: on the same batches both precisions get to the same
// losses: means over the last 50 of 300 steps, where policy loss has come from
// about 6.5 to below 1.
func TestRoundedLearnsTheSame(t *testing.T) {
	needTiles16(t)
	s := benchSpec(5, 32, 2)
	last := map[string]Loss{}
	for _, precision := range []string{"fp32", "bf16"} {
		tr, sum := newTrainer(t, newNet(t, s, 0), inPrecision(precision, 32)), Loss{}
		for i := range 300 {
			loss := step(t, tr, randomBatch(s, 32, i%8), 0.02)
			if i >= 250 {
				sum.Policy += loss.Policy / 50
				sum.Value += loss.Value / 50
			}
		}
		last[precision] = sum
	}
	want, got := last["fp32"], last["bf16"]
	t.Logf("policy %.4f and %.4f, value %.4f and %.4f", want.Policy, got.Policy, want.Value, got.Value)
	if math.Abs(got.Policy-want.Policy) > 0.02 || math.Abs(got.Value-want.Value) > 0.02 {
		t.Errorf("losses %.4f and %.4f, want %.4f and %.4f", got.Policy, got.Value, want.Policy, want.Value)
	}
}

// BenchmarkPrecision measures the training step on one thread in both precisions,
// in turn, by the time that the process has had.
//
//	go test ./nn -run x -bench Precision -benchtime 40x
func BenchmarkPrecision(b *testing.B) {
	needTiles16(b)
	for _, c := range []struct{ channels, blocks, side int }{{64, 6, 9}, {48, 4, 7}} {
		b.Run(fmt.Sprintf("%dx%d/board=%d", c.channels, c.blocks, c.side), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			s := benchSpec(c.side, c.channels, c.blocks)
			batch := randomBatch(s, 128, 0)
			exact, rounded := newTrainer(b, newNet(b, s, 0), inPrecision("fp32", 128)), newTrainer(b, newNet(b, s, 0), inPrecision("bf16", 128))
			var exacts, roundeds []float64
			for b.Loop() {
				exacts = append(exacts, busy(func() { step(b, exact, batch, 0.001) }))
				roundeds = append(roundeds, busy(func() { step(b, rounded, batch, 0.001) }))
			}
			b.ReportMetric(median(exacts), "s/fp32")
			b.ReportMetric(median(roundeds), "s/bf16")
			b.ReportMetric(median(exacts)/median(roundeds), "x")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// busy returns how long this process computes for f.
func busy(f func()) float64 {
	start := busySeconds()
	f()
	return busySeconds() - start
}
