package nn

import (
	"runtime"
	"sync"
	"testing"

	"ludens/nn/internal/kernel"
)

// BenchmarkThreads measures the training step on one thread and on two, in turn.
// On a shared machine the second core is not always there: a step counts only
// if the peak loop ran 1.9 to 2.1 times as fast on both cores as on one, just
// before and just after.
//
//	go test ./nn -run x -bench Threads -benchtime 100x
func BenchmarkThreads(b *testing.B) {
	for _, precision := range []string{"fp32", "bf16"} {
		b.Run(precision, func(b *testing.B) {
			if precision == "bf16" {
				needTiles16(b)
			}
			s := benchSpec(9, 64, 6)
			tr, batch := newTrainer(b, newNet(b, s, 0), inPrecision(precision, 128)), randomBatch(s, 128, 0)
			benchThreads(b, func() { step(b, tr, batch, 0.001) })
		})
	}
}

func benchThreads(b *testing.B, learn func()) {
	learn()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var times [3][]float64 // by the number of threads
	var yardstick []float64
	before := scaling()
	for b.Loop() {
		for threads := 1; threads <= 2; threads++ {
			runtime.GOMAXPROCS(threads)
			took := seconds(1, learn)
			after := scaling()
			if both(before) && both(after) {
				times[threads] = append(times[threads], took)
				yardstick = append(yardstick, after)
			}
			before = after
		}
	}
	if len(times[1]) == 0 || len(times[2]) == 0 {
		b.Skip("both cores were never free")
	}
	b.ReportMetric(float64(len(times[2])), "steps")
	b.ReportMetric(median(times[1]), "s/step-1")
	b.ReportMetric(median(times[2]), "s/step-2")
	b.ReportMetric(median(times[1])/median(times[2]), "x")
	b.ReportMetric(median(yardstick), "x-peak")
	b.ReportMetric(0, "ns/op")
}

// both reports whether this is what both cores give when they are free.
func both(scaling float64) bool { return 1.9 < scaling && scaling < 2.1 }

// scaling returns how much faster two threads run a peak loop than one.
func scaling() float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	loop, _ := kernel.Peak(kernel.Active())
	long := func() {
		for range 20 {
			loop()
		}
	}
	one := seconds(1, long)
	return 2 * one / seconds(1, func() {
		var wait sync.WaitGroup
		wait.Go(long)
		long()
		wait.Wait()
	})
}
