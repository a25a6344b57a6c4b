package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"ludens/configs"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/nn"
	"ludens/train"
)

// usage: scratch cfg.toml game runcopy iters steps name=channels,blocks,pol,solver,lr ...
func main() {
	text, _ := os.ReadFile(os.Args[1])
	cfg, err := configs.Load(configs.Layer{Name: "f", Text: string(text)})
	if err != nil {
		panic(err)
	}
	g, _ := games.Make(os.Args[2])
	f := &train.Folder{Dir: os.Args[3]}
	iters, _ := strconv.Atoi(os.Args[4])
	steps, _ := strconv.Atoi(os.Args[5])
	tr, te := train.NewReplay(g, 1<<30, true), train.NewReplay(g, 1<<30, false)
	tr.Blend(cfg.Train.SearchValue)
	te.Blend(cfg.Train.SearchValue)
	for i := 1; i <= iters; i++ {
		gs, err := f.LoadGames(i)
		if err != nil {
			panic(err)
		}
		if i > iters-2 {
			te.Append(gs)
		} else if i>iters*1/4 {
			tr.Append(gs)
		}
	}
	fmt.Println("train", tr.Positions(), "test", te.Positions())
	for _, a := range os.Args[6:] {
		p := strings.Split(a, ",")
		n := func(i int) int { v, _ := strconv.Atoi(p[i]); return v }
		c := cfg
		c.Network.Channels, c.Network.Blocks, c.Network.PolicyChannels = n(0), n(1), n(2)
		c.Optimiser.Solver = p[3]
		lr, _ := strconv.ParseFloat(p[4], 32)
		net, err := nn.New(c.Spec(g.Spec()), seed.New(1).At("network", 0).Rand())
		if err != nil {
			panic(err)
		}
		l, err := nn.NewTrainer(net, c.Optimiser)
		if err != nil {
			panic(err)
		}
		b := nn.NewBatch(net.Spec(), 128)
		var pl, vl float64
		t0 := time.Now()
		for s := 0; s < steps; s++ {
			if err := tr.Draw(b, seed.New(7).At("step", s), 1); err != nil {
				panic(err)
			}
			rate := float32(lr)
			if s > steps*3/4 {
				rate *= 0.2
			}
			loss, err := l.Step(b, rate)
			if err != nil {
				panic(err)
			}
			pl += loss.Policy
			vl += loss.Value
			if (s+1)%(steps/4) == 0 {
				k := float64(steps / 4)
				fmt.Printf("%s step %d policy %.3f value %.3f  %.0fms/step\n", a, s+1, pl/k, vl/k, float64(time.Since(t0).Milliseconds())/float64(s+1))
				pl, vl = 0, 0
			}
		}
		// test: a step with rate 0 gives the loss (train-mode BN)
		var tp, tv, ent float64
		for s := 0; s < 20; s++ {
			te.Draw(b, seed.New(9).At("step", s), 1)
			loss, _ := l.Step(b, 0)
			tp += loss.Policy / 20
			tv += loss.Value / 20
			ent += loss.Entropy / 20
		}
		fmt.Printf("%s TEST policy %.3f value %.3f entropy %.3f\n", a, tp, tv, ent)
	}
}
