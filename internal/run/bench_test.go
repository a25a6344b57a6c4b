package run

import (
	"context"
	"path/filepath"
	"testing"

	"ludens/configs"
	gamelist "ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// BenchmarkVerify reads a run of celta of 10,000 games on one core.
//
//	go test ./internal/run -run x -bench Verify -benchtime 1x -cpu 1
func BenchmarkVerify(b *testing.B) {
	const iterations, each = 100, 100
	w, dir := newWork(b), filepath.Join(b.TempDir(), "run")
	preset, err := configs.PresetFor("celta")
	if err != nil {
		b.Fatal(err)
	}
	if w.method, err = configs.Load(preset); err != nil {
		b.Fatal(err)
	}
	if w.game, err = gamelist.Make("celta"); err != nil {
		b.Fatal(err)
	}
	if w.net, err = nn.New(w.method.Spec(w.game.Spec()), seed.New(1).Rand()); err != nil {
		b.Fatal(err)
	}
	cfg := selfplay.Config{Games: each, Lockstep: each, Temperature: 1, TemperaturePly: 999, Search: mcts.Defaults()}
	cfg.Search.Simulations = 32
	plan := selfplay.NewPlan(w.game, cfg, 1)
	played, keep := selfplay.Collect(plan)
	if err := selfplay.Play(context.Background(), plan, selfplay.Resources{Game: w.game, Now: mcts.Uniform{}}, 1, keep); err != nil {
		b.Fatal(err)
	}
	f, err := Create(dir, w.method.Text())
	if err != nil {
		b.Fatal(err)
	}
	for n := 1; n <= iterations; n++ {
		it := train.Iteration{At: train.Progress{Iteration: n}, Games: train.Tell(played)}
		if err := f.Save(w.checkpoint(), it, played, Clock{}); err != nil {
			b.Fatal(err)
		}
	}
	closed(b, f)
	for b.Loop() {
		r, err := Verify(dir, 1)
		if err != nil || len(r.Problems) > 0 || r.Games != iterations*each {
			b.Fatalf("%+v, %v", r, err)
		}
		b.ReportMetric(float64(r.Plies), "plies")
	}
	b.ReportMetric(float64(b.N*iterations*each)/b.Elapsed().Seconds(), "games/s")
}
