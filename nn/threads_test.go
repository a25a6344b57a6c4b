package nn

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"ludens/nn/internal/kernel"
)

// processTime is the CPU time of this process.
func processTime() time.Duration { return time.Duration(1e9 * busySeconds()) }

// BenchmarkThreads measures what a training step gains by more threads on a machine that is
// never idle: the critical path of its parallel parts, by the CPU time of each part
// (kernel.Simulate), and how much more CPU time two threads take than one.
//
//	go test ./nn -run x -bench Threads -benchtime 3x
func BenchmarkThreads(b *testing.B) {
	for _, c := range []struct{ channels, blocks, side, batch int }{{64, 6, 9, 128}, {32, 3, 7, 128}, {48, 4, 7, 128}, {48, 4, 7, 256}, {48, 4, 7, 512}} {
		b.Run(fmt.Sprintf("%dx%d/board=%d/batch=%d", c.channels, c.blocks, c.side, c.batch), func(b *testing.B) {
			s := benchSpec(c.side, c.channels, c.blocks)
			tr, batch := newTrainer(b, newNet(b, s, 0), inPrecision("fp32", c.batch)), randomBatch(s, c.batch, 0)
			learn := func() { step(b, tr, batch, 0.001) }
			learn()
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			gains, serial, splits := map[int][]float64{}, []float64{}, 0
			var one, two []float64
			for b.Loop() {
				for _, threads := range []int{2, 4, 8} {
					c := kernel.Simulate(threads, processTime, learn)
					gains[threads] = append(gains[threads], c.Gain(wake))
					serial = append(serial, c.Serial.Seconds()/(c.Serial+c.Parallel).Seconds())
					splits = c.Splits
				}
				runtime.GOMAXPROCS(1)
				one = append(one, busy(learn))
				runtime.GOMAXPROCS(2)
				two = append(two, busy(learn))
				runtime.GOMAXPROCS(1)
			}
			for threads, x := range gains {
				b.ReportMetric(median(x), fmt.Sprintf("x-%d", threads))
			}
			b.ReportMetric(100*median(serial), "%serial")
			b.ReportMetric(float64(splits), "splits")
			b.ReportMetric(median(one), "s/step-1")
			b.ReportMetric(median(two)/median(one), "cpu-2/cpu-1")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// wake is what a Split costs its threads: to start, and to wait for each other.
const wake = 20 * time.Microsecond
