package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/cputime"
	"ludens/mcts"
	"ludens/selfplay"
)

// What threads are worth on one position: a search by one and one by two, in turn, in
// positions that each champion's own games reached. Told are the quartiles of how many
// times as many simulations a second two make, and of the cores that they got: on a
// machine that others use, too, they do not get two.
//
//	go test ./cmd/ludens -run - -bench Threads -benchtime 40x
func BenchmarkThreads(b *testing.B) {
	for _, name := range []string{"celta", "cetran2", "cetro", "connect4"} {
		g, err := games.Make(name)
		if err != nil {
			b.Fatal(err)
		}
		net, err := openChampion(g)
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
	var ratios, cores, speeds []float64
	for n := 0; b.Loop(); n++ {
		var speed [2]float64
		for i, a := range searchers {
			began, used := time.Now(), cputime.Own()
			made := 0
			for more := 2000 / simulations; more > 0; more-- { // some tens of milliseconds
				r, err := a.Analyse(context.Background(), boards[(n+more)%len(boards)], analysis.Limits{}, nil)
				if err != nil {
					b.Fatal(err)
				}
				made += r.Simulations
			}
			took := time.Since(began).Seconds()
			speed[i] = float64(made) / took
			if i == 1 {
				cores = append(cores, (cputime.Own()-used).Seconds()/took)
			}
		}
		ratios, speeds = append(ratios, speed[1]/speed[0]), append(speeds, speed[0])
	}
	quartile := func(x []float64, q int) float64 {
		slices.Sort(x)
		return x[(len(x)-1)*q/4]
	}
	b.ReportMetric(quartile(speeds, 2), "sims/s-one")
	for q, name := range []string{"", "25%", "50%", "75%"} {
		if q > 0 {
			b.ReportMetric(quartile(ratios, q), "x-"+name)
		}
	}
	b.ReportMetric(quartile(cores, 2), "cores-50%")
	b.ReportMetric(quartile(cores, 3), "cores-75%")
	b.ReportMetric(0, "ns/op")
}
