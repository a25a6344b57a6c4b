package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/machine"
	"ludens/internal/roster"
	"ludens/mcts"
	"ludens/selfplay"
)

// What threads are worth on one position: a search by one and one by two, in turn, in
// positions that each champion's own games reached. Told is the median of how many
// times as many simulations a second two make: of all runs, and of those in which the
// one had a core to itself and the two had two, as far as their CPU time tells. On a
// machine that others use, too, these are few.
//
//	go test ./cmd/ludens -run - -bench Threads -benchtime 40x
func BenchmarkThreads(b *testing.B) {
	for _, name := range []string{"celta", "cetran2", "cetro", "connect4"} {
		g, err := games.Make(name)
		if err != nil {
			b.Fatal(err)
		}
		net, err := roster.Open(agent.Source{Kind: "champion"}, g)
		if err != nil {
			b.Fatal(err)
		}
		ev := selfplay.Network(g.Spec(), net.Net)
		for _, simulations := range []int{100, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, simulations), func(b *testing.B) {
				var searchers [2]*analysis.Searcher
				for i := range searchers {
					cfg := analysis.Config{Search: net.Search.AtPlay(simulations), Threads: 1 + i}
					cfg.Search.Root = mcts.PUCT
					if searchers[i], err = analysis.NewSearcher(g, ev, cfg); err != nil {
						b.Fatal(err)
					}
				}
				benchmarkThreads(b, g, ev, searchers, simulations)
			})
		}
	}
}

func benchmarkThreads(b *testing.B, g env.Game, ev mcts.Evaluator, searchers [2]*analysis.Searcher, simulations int) {
	b.Helper()
	var boards []env.State
	for n := range uint64(8) {
		boards = append(boards, reached(b, g, ev, 8, n))
	}
	var speeds, ratios, free []float64
	for n := 0; b.Loop(); n++ {
		var speed, cores [2]float64
		for i, a := range searchers {
			began, used, made := time.Now(), machine.CPUTime(), 0
			for more := 2000 / simulations; more > 0; more-- { // some tens of milliseconds
				r, err := a.Analyse(context.Background(), boards[(n+more)%len(boards)], analysis.Limits{}, nil)
				if err != nil {
					b.Fatal(err)
				}
				made += r.Simulations
			}
			took := time.Since(began).Seconds()
			speed[i], cores[i] = float64(made)/took, (machine.CPUTime()-used).Seconds()/took
		}
		speeds, ratios = append(speeds, speed[0]), append(ratios, speed[1]/speed[0])
		if cores[0] > 0.95 && cores[1] > 1.85 {
			free = append(free, speed[1]/speed[0])
		}
	}
	b.ReportMetric(median(speeds), "sims/s")
	b.ReportMetric(median(ratios), "x")
	b.ReportMetric(median(free), "x-free")
	b.ReportMetric(float64(len(free)), "free")
	b.ReportMetric(0, "ns/op")
}

// median returns that of x, 0 if x is empty.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}
