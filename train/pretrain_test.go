package train

import (
	"context"
	"errors"
	"testing"

	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
)

// centred are games in which both begin with the same two moves, to be trained on.
func centred() (all []*selfplay.Record) {
	for _, actions := range [][]env.Action{{4, 0, 1, 7, 2, 6, 3, 5, 8}, {4, 0, 2, 6, 3, 5, 1, 7, 8}, {4, 0, 8}} {
		r := &selfplay.Record{Result: env.Drawn}
		for _, a := range actions {
			r.Plies = append(r.Plies, selfplay.Ply{Action: a, Policy: []selfplay.Share{{Action: a, Probability: 1}}})
		}
		all = append(all, r)
	}
	all[2].Result, all[2].Truncated = env.Ongoing, true // the winner is unknown
	return all
}

// recorded returns games as what a run learns from first.
func recorded(games []*selfplay.Record) func(context.Context) ([]*selfplay.Record, error) {
	return func(context.Context) ([]*selfplay.Record, error) { return games, nil }
}

// taughtRun is a run that learns from recorded games first, kept in a folder.
func taughtRun(t *testing.T, cfg Config, workers int) *Run {
	t.Helper()
	g := ticTacToe(t)
	cfg.Network, cfg.Epochs, cfg.Augment = shape(g), 60, false
	return &Run{Game: g, Config: cfg, Seed: 7, Workers: workers, Lessons: recorded(centred())}
}

// What was played is what the network then would play, and who won is learned, too.
func TestPretrain(t *testing.T) {
	r := taughtRun(t, small(), 2)
	heard := &lessonsHeard{}
	r.Events = heard
	if err := r.Open(); err != nil {
		t.Fatal(err)
	}
	if err := r.pretrain(context.Background()); err != nil {
		t.Fatal(err)
	}
	const positions, batch = 21, 16
	if want := 60*positions/batch + 1; heard.steps != want || heard.of != want {
		t.Errorf("%d of %d steps, want %d: 60 epochs of %d positions", heard.steps, heard.of, want, positions)
	}
	b := nn.NewBatch(r.Net().Spec(), 1)
	r.Game.New(0).Observe(b.Obs)
	out := r.Net().Spec().NewOutputs(1)
	if err := selfplay.EngineFor(r.Game, r.Net(), nil).Infer(b.Obs, 1, out); err != nil {
		t.Fatal(err)
	}
	best := 0
	for a, logit := range out.Logits {
		if logit > out.Logits[best] {
			best = a
		}
	}
	if best != 4 || out.WDL[1] < 0.6 {
		t.Errorf("first it would play %d, and thinks that this is a draw with %v; want 4, more than 0.6", best, out.WDL)
	}
}

// lessonsHeard counts the steps on recorded games.
type lessonsHeard struct {
	unheard
	steps, of int
}

func (h *lessonsHeard) Pretrain(step, steps int, _ nn.Loss) { h.steps, h.of = step, steps }

// Any number of workers comes to the same network, stopped on the way or not, before
// and after the recorded games were learned; then they are asked for no more.
func TestPretrainIsResumed(t *testing.T) {
	for name, cfg := range map[string]Config{"small": small(), "elaborate": elaborate()} {
		cfg.Iterations = 2
		whole := taughtRun(t, cfg, 2)
		if err := whole.Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		store := new(Memory)
		first := taughtRun(t, cfg, 1)
		first.Store = store
		if stopped(t, first, func(cancel func()) { cancel() }); len(store.checkpoints) > 0 {
			t.Errorf("%s: something was saved before anything was learned", name)
		}
		second := taughtRun(t, cfg, 1)
		second.Store = store
		stopped(t, second, func(cancel func()) { second.Events = silence{cancel} })
		if c, err := store.Last(); err != nil || c == nil || c.At.Iteration != 0 {
			t.Fatalf("%s: stopped in the first iteration it is at %+v, %v", name, c, err)
		}
		third := taughtRun(t, cfg, 3)
		third.Store, third.Lessons = store, nil
		if err := third.Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got, want := third.Net().Hash(), whole.Net().Hash(); got != want {
			t.Errorf("%s: stopped and resumed it comes to %s, want %s", name, got, want)
		}
	}
}

// stopped runs until it is cancelled.
func stopped(t *testing.T, r *Run, arrange func(cancel func())) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	arrange(cancel)
	if err := r.Loop(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that it was stopped", err)
	}
}

// Without a move to learn from nothing begins.
func TestPretrainWantsMoves(t *testing.T) {
	r := taughtRun(t, small(), 1)
	r.Lessons = recorded([]*selfplay.Record{{Plies: []selfplay.Ply{{Action: 4}}, Truncated: true}})
	if err := r.Loop(context.Background()); err == nil || err.Error() != "train: no move to learn from in 1 recorded games" {
		t.Errorf("error %v", err)
	}
}
