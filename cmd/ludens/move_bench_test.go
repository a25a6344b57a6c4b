package main

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/internal/roster"
	"ludens/mcts"
	"ludens/selfplay"
)

// What proofs cost: a move of champion:100 in the start position and in eight that
// games of its own reached.
//
//	go test ./cmd/ludens -run - -bench Move
func BenchmarkMove(b *testing.B) {
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
		for _, at := range []struct {
			name  string
			plies int
		}{{"start", 0}, {"ply-16", 16}} {
			var boards []env.State
			for n := range uint64(8) {
				boards = append(boards, reached(b, g, ev, at.plies, n))
			}
			b.Run(name+"/"+at.name, func(b *testing.B) { benchmarkMove(b, g, ev, boards) })
		}
	}
}

// benchmarkMove has both agents move in turn, and tells the time that they had on
// cores.
func benchmarkMove(b *testing.B, g env.Game, ev mcts.Evaluator, boards []env.State) {
	b.Helper()
	var agents [2]env.Agent
	for i, proofs := range []bool{false, true} {
		cfg := analysis.Simulations(100)
		cfg.Proofs = proofs
		var err error
		if agents[i], err = agent.Searcher(g, ev, cfg); err != nil {
			b.Fatal(err)
		}
	}
	var spent [2]time.Duration
	moves := 0
	for b.Loop() {
		for i, agent := range agents {
			began := machine.CPUTime()
			if _, err := agent.Act(b.Context(), boards[moves%len(boards)]); err != nil {
				b.Fatal(err)
			}
			spent[i] += machine.CPUTime() - began
		}
		moves++
	}
	b.ReportMetric(float64(spent[0].Microseconds())/float64(moves), "plain-µs")
	b.ReportMetric(float64(spent[1].Microseconds())/float64(moves), "proofs-µs")
	b.ReportMetric(100*(float64(spent[1])/float64(spent[0])-1), "%more")
}

// reached returns a position of a game of an agent against itself, after two random
// plies.
func reached(b *testing.B, g env.Game, ev mcts.Evaluator, plies int, n uint64) env.State {
	b.Helper()
	s, rng := g.New(n), seed.New(n).Rand()
	agent, err := agent.Searcher(g, ev, analysis.Simulations(50))
	if err != nil {
		b.Fatal(err)
	}
	for ply := 0; ply < plies && s.Result() == env.Ongoing; ply++ {
		legal := s.Legal(nil)
		a := legal[rng.IntN(len(legal))]
		if ply >= 2 {
			d, err := agent.Act(context.Background(), s)
			if err != nil {
				b.Fatal(err)
			}
			a = d.Action
		}
		s.Play(a)
	}
	return s
}
