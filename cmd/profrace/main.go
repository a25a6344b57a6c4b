// profile MODE GAME SECONDS OUT: a CPU profile of random play (full legal lists) or of a
// search that asks nobody; prints user ns per ply or per simulation.
package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return float64(r.Utime.Sec) + float64(r.Utime.Usec)/1e6
}

func load(f string) env.Game {
	if strings.HasSuffix(f, ".toml") {
		t, _ := os.ReadFile(f)
		n, err := games.Read(f, string(t))
		if err != nil {
			panic(err)
		}
		f = n
	}
	g, err := games.Make(f)
	if err != nil {
		panic(err)
	}
	return g
}

func random(g env.Game, until float64) (n int) {
	rng := rand.New(rand.NewSource(1))
	var legal []env.Action
	start := g.New(0)
	var s env.State
	most := g.Spec().MaxPly
	for cpu() < until {
		s = start.Copy(s)
		for i := 0; i < most && s.Result() == env.Ongoing; i++ {
			legal = s.Legal(legal[:0])
			s.Play(legal[rng.Intn(len(legal))])
			n++
		}
	}
	return n
}

func perft(g env.Game, until float64) (n int) {
	start := g.New(0)
	for cpu() < until {
		n += int(env.Perft(start, 4))
	}
	return n
}

func search(g env.Game, cfg mcts.Config, until float64) (n int) {
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	rng := seed.New(0).Rand()
	plies := 0
	for cpu() < until {
		tree.Begin(cfg.Simulations, nil)
		if err := mcts.Search(context.Background(), tree, mcts.Uniform{}); err != nil {
			panic(err)
		}
		n += tree.Stats().Simulations
		tree.Advance(tree.Pick(1, rng))
		if plies++; tree.Root().Result() != env.Ongoing || plies >= g.Spec().MaxPly {
			plies = 0
			tree.Reset(g.New(0))
		}
	}
	return n
}

func main() {
	runtime.GOMAXPROCS(1)
	mode, g := os.Args[1], load(os.Args[2])
	secs, _ := strconv.ParseFloat(os.Args[3], 64)
	run := func(until float64) int {
		cfg := mcts.Defaults()
		switch mode {
		case "random":
			return random(g, until)
		case "perft":
			return perft(g, until)
		case "plain":
			cfg.Solver, cfg.Lookahead = false, 0
		}
		return search(g, cfg, until)
	}
	run(cpu() + 0.3)
	if len(os.Args) > 4 {
		f, _ := os.Create(os.Args[4])
		runtime.SetCPUProfileRate(500)
		pprof.StartCPUProfile(f)
		defer f.Close()
		defer pprof.StopCPUProfile()
	}
	t := cpu()
	n := run(t + secs)
	fmt.Printf("%s %s %T: %.1f ns each\n", mode, os.Args[2], g, (cpu()-t)/float64(n)*1e9)
}
