package train

import (
	"context"
	"testing"

	"ludens/env/games"
	"ludens/env/seed"
	"ludens/eval"
	"ludens/selfplay"
)

// A network that has learned from games of alpha-beta finds its moves, and who wins, in
// other games of it; one whose steps are too small to change it does not.
func TestGamesOfAlphaBetaTeach(t *testing.T) {
	g, err := games.Make("celta")
	if err != nil {
		t.Fatal(err)
	}
	play := func(n int, handicap float32, s uint64) []*selfplay.Record {
		t.Helper()
		c := eval.Teacher{Games: n, Epochs: 1, Nodes: 200, Handicap: handicap, Rounds: 1, RoundGames: 20}
		all, err := eval.Teach(context.Background(), g, c, seed.New(s), 2, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	lessons, unseen := play(200, 0.8, 1), play(40, 0, 2)
	learned := func(rate float32) Unseen {
		t.Helper()
		cfg := small()
		cfg.Network, cfg.LearningRate, cfg.Epochs = shape(g), rate, 8
		r := &Run{Game: g, Config: cfg, Seed: 7, Workers: 2, Lessons: recorded(lessons)}
		if err := r.Open(); err != nil {
			t.Fatal(err)
		}
		if err := r.pretrain(context.Background()); err != nil {
			t.Fatal(err)
		}
		u, err := examine(g, r.Net(), unseen, 500)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	if u := learned(0.05); u.Agreement < 2*u.Even || u.Correlation < 0.2 {
		t.Errorf("it agrees in %.3f of the positions, %.3f by chance; values and results correlate by %.2f", u.Agreement, u.Even, u.Correlation)
	}
	if u := learned(1e-7); u.Agreement > 1.7*u.Even || u.Correlation > 0.2 {
		t.Errorf("without learning it agrees in %.3f of the positions, %.3f by chance; values and results correlate by %.2f", u.Agreement, u.Even, u.Correlation)
	}
}

// A run that is stopped while these games are played has saved nothing, and begins with
// them again.
func TestStoppedBetweenLessons(t *testing.T) {
	cfg := small()
	cfg.Iterations = 1
	whole := taughtRun(t, cfg, 2)
	if err := whole.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	store := new(Memory)
	first := taughtRun(t, cfg, 1)
	first.Store = store
	stopped(t, first, func(cancel func()) {
		first.Lessons = func(ctx context.Context) ([]*selfplay.Record, error) { cancel(); return nil, ctx.Err() }
	})
	if len(store.checkpoints) > 0 {
		t.Error("something was saved before anything was learned")
	}
	second := taughtRun(t, cfg, 1)
	second.Store = store
	if err := second.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := second.Net().Hash(), whole.Net().Hash(); got != want {
		t.Errorf("stopped and begun again it comes to %s, want %s", got, want)
	}
}
