package nn

import (
	"fmt"
	"testing"

	"ludens/env/seed"
)

// BenchmarkRulePlanes measures what it costs a network to see the rules: an
// evaluation with the 29 planes of tafl7, of which 23 are uniform, against one with the
// 6 of celta, in turn, by CPU time.
//
//	go test ./nn -run x -bench RulePlanes -benchtime 40x -cpu 1
func BenchmarkRulePlanes(b *testing.B) {
	for _, c := range []struct{ channels, blocks int }{{32, 3}, {48, 4}, {64, 4}} {
		for _, int8 := range []bool{false, true} {
			b.Run(fmt.Sprintf("%dx%d/int8=%v", c.channels, c.blocks, int8), func(b *testing.B) {
				few, many := planesEngine(b, 0, c.channels, c.blocks, int8), planesEngine(b, 23, c.channels, c.blocks, int8)
				var ratios []float64
				for b.Loop() {
					ratios = append(ratios, many()/few())
				}
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// planesEngine returns what evaluates a batch of 8 a hundred times and returns the
// seconds that it took. Behind 6 planes come those of the rules.
func planesEngine(b *testing.B, rules, channels, blocks int, int8 bool) func() float64 {
	s := Spec{Planes: 6 + rules, Rows: 7, Cols: 7, Channels: channels, Blocks: blocks,
		PolicyChannels: 16, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 64, Score: true}
	net, err := New(s, seed.New(1).Rand())
	if err != nil {
		b.Fatal(err)
	}
	const n = 8
	obs, out := uniformObs(s, n, rules), s.NewOutputs(n)
	net = net.Uniform(rules)
	e := NewEngine(net)
	if int8 {
		reach, err := Calibrate(net, obs, n)
		if err != nil {
			b.Fatal(err)
		}
		e = NewInt8Engine(net, reach)
	}
	return func() float64 {
		start := busySeconds()
		for range 100 {
			if err := e.Infer(obs, n, out); err != nil {
				b.Fatal(err)
			}
		}
		return busySeconds() - start
	}
}
