package nn

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"ludens/nn/internal/kernel"
)

// BenchmarkThreads measures the training step on one thread and on two, and
// as a yardstick the peak loop on one core and on both, in turn: how much
// faster both cores are with nothing to share but the machine.
//
//	go test ./nn -run x -bench Threads -benchtime 20x
func BenchmarkThreads(b *testing.B) {
	s, config := benchSpec(9, 64, 6), DefaultConfig()
	tr := newTrainer(b, newNet(b, s, 0), config)
	batch := randomBatch(s, config.Batch, 0)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	loop, _ := kernel.Peak(kernel.Active())
	peak := func() {
		for range 100 {
			loop()
		}
	}
	learn := func() { step(b, tr, batch, 0.02) }
	learn()
	var times [4][]float64
	for b.Loop() {
		for threads := 1; threads <= 2; threads++ {
			runtime.GOMAXPROCS(threads)
			times[threads-1] = append(times[threads-1], seconds(1, learn))
			times[threads+1] = append(times[threads+1], seconds(1, func() {
				var wait sync.WaitGroup
				for range threads {
					wait.Go(peak)
				}
				wait.Wait()
			}))
		}
	}
	b.ReportMetric(median(times[0]), "s/step-1")
	b.ReportMetric(median(times[1]), "s/step-2")
	b.ReportMetric(median(times[0])/median(times[1]), "x-median")
	b.ReportMetric(slices.Min(times[0])/slices.Min(times[1]), "x-best")
	b.ReportMetric(2*median(times[2])/median(times[3]), "x-peak-median")
	b.ReportMetric(2*slices.Min(times[2])/slices.Min(times[3]), "x-peak-best")
	b.ReportMetric(0, "ns/op")
}
