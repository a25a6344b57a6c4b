package run

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ludens/configs"
	list "ludens/env/games"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// stopping ends a run after that many games.
type stopping struct {
	games int
	stop  context.CancelFunc
}

func (stopping) Begin(train.Progress)     {}
func (stopping) Step(_, _ int, _ nn.Loss) {}
func (stopping) End(train.Iteration)      {}
func (s *stopping) Game(*selfplay.Record) {
	if s.games--; s.games == 0 {
		s.stop()
	}
}

// A run in a folder, stopped in the middle of each iteration and taken up again, is
// the run in memory that was never stopped; and the folder is whole.
func TestFolderIsAStore(t *testing.T) {
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "small", Text: "[train]\nkeep_games = 1\n[selfplay]\npast = 0.5\nrestart = 0.5\n[evaluation]\nevery = 2\n"})
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.Rehearsal()
	cfg.Train.Iterations = 5
	g, err := list.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	whole := train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed}
	if err := whole.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	f, err := Create(dir, cfg.Text())
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for ; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		r := train.Run{
			Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: 1,
			Store: f.Store(g, func() Clock { return Clock{} }), Events: &stopping{6, cancel},
		}
		err := r.Loop(ctx)
		cancel()
		closed(t, f)
		if err == nil {
			if got, want := r.Net().Hash(), whole.Net().Hash(); got != want {
				t.Errorf("stopped %d times: network %s, want %s", stops, got, want)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || stops > 10 {
			t.Fatal(err)
		}
		if f, err = Open(dir, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if stops == 0 {
		t.Error("it was never stopped")
	}
	if report, err := Verify(dir, 1); err != nil || len(report.Problems) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
}
