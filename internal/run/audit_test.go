package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	list "ludens/env/games"
	"ludens/selfplay"
	"ludens/train"
)

// trained is a small run with past opponents, an archive and int8, in which change has its
// way with each game of an iteration, counted from 0. What the run writes fits together
// whatever the games are.
func trained(t *testing.T, change func(iteration, game int, r *selfplay.Record)) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	f, r := training(t, dir, "", Create)
	here := r.Play
	r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		return here(ctx, p, m, func(game int, r *selfplay.Record) error {
			change(p.Iteration, game, r)
			return sink(game, r)
		})
	}
	if err := r.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	return dir
}

// training opens a folder with that small run, some of whose settings are another.
func training(t *testing.T, dir, settings string, open func(dir, config string) (*Folder, error)) (*Folder, *train.Run) {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "small", Text: "[selfplay]\nprecision = \"int8\"\npast = 0.5\nrestart = 0.5\n[evaluation]\nevery = 2\n"},
		configs.Layer{Name: "settings", Text: settings})
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.Rehearsal()
	cfg.Train.Iterations = 5
	g, err := list.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	f, err := open(dir, cfg.Text())
	if err != nil {
		t.Fatal(err)
	}
	return f, &train.Run{
		Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: 1, Store: f.Store(g, func() Clock { return Clock{} }),
		Play: func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
			with, err := p.Open(g, m)
			if err != nil {
				return err
			}
			return selfplay.Play(ctx, p, with, 1, sink)
		},
	}
}

func audited(t *testing.T, dir string, share float64) *Report {
	t.Helper()
	r, err := Verify(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Problems) > 0 {
		t.Fatalf("by the rules and the ledger: %v", r.Problems)
	}
	if err := r.Audit(t.Context(), share, false, 1); err != nil {
		t.Fatal(err)
	}
	return r
}

// A forged game is found by replaying it, though every file of the run fits; an honest
// run passes. Games whose checkpoint was pruned are counted.
func TestAuditFindsAForgedGame(t *testing.T) {
	honest := trained(t, func(int, int, *selfplay.Record) {})
	r := audited(t, honest, 1)
	if len(r.Problems) > 0 || r.Audited.Replayed == 0 || r.Audited.Left == 0 || r.Audited.Replayed+r.Audited.Left != r.Games {
		t.Errorf("an honest run of %d games: %+v, %q", r.Games, r.Audited, r.Problems)
	}
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "games could not be replayed: the checkpoint before them, or one that they need, was pruned") {
		t.Errorf("notes:\n%s", notes)
	}
	forged := trained(t, func(iteration, game int, r *selfplay.Record) {
		if iteration == 4 && game == 3 {
			last := &r.Plies[len(r.Plies)-1]
			last.Value = 0.25 - last.Value/2
		}
	})
	r = audited(t, forged, 1)
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "000005.seg, game 4, ply ") || !strings.Contains(r.Problems[0], "the plan's network expects") {
		t.Errorf("a run with a forged game: %q", r.Problems)
	}
	short := trained(t, func(iteration, game int, r *selfplay.Record) {
		if iteration == 4 && game == 2 {
			r.Seed++ // by the rules it is the same game
		}
	})
	r = audited(t, short, 1)
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "000005.seg, game 3, ") {
		t.Errorf("a game that begins as the plan does not: %q", r.Problems)
	}
	if r := audited(t, forged, 1e-9); r.Audited.Replayed != r.Games/r.gamesEach()-r.Audited.Left/r.gamesEach() {
		t.Errorf("a small share: %+v, want a game of each iteration", r.Audited)
	}
}

// A run with a lag passes the audit. One whose games were played by the network of another
// iteration than its lag says does not, though every file fits: newer networks for a lag of
// 1, older ones for none.
func TestAuditHoldsTheLag(t *testing.T) {
	for lag := range 2 {
		for played := range 2 {
			dir := filepath.Join(t.TempDir(), "run")
			f, run := training(t, dir, fmt.Sprintf("[train]\nlag = %d\n", lag), Create)
			run.Config.Lag = played
			if err := run.Loop(t.Context()); err != nil {
				t.Fatal(err)
			}
			closed(t, f)
			r := audited(t, dir, 1)
			if honest := lag == played; honest != (len(r.Problems) == 0) || r.Audited.Replayed < r.gamesEach() {
				t.Errorf("lag %d, played with %d: %+v, %q", lag, played, r.Audited, r.Problems)
			}
		}
	}
}

// Stopped after any write, a run with a lag goes on to the files of the run that was left
// alone: only its last two checkpoints and the games of its window are there.
func TestEveryStopWithALag(t *testing.T) {
	const settings = "[train]\nlag = 1\nkeep_games = 1\nwindow = 20\nwindow_start = 0\n[optimiser]\nbatch = 16\n[evaluation]\nevery = 0\n[selfplay]\npast = 0.0\n"
	ran := func(f *Folder, r *train.Run) {
		r.Config.Iterations = 6
		if err := r.Loop(t.Context()); err != nil {
			t.Fatal(err)
		}
		closed(t, f)
	}
	alone, points := filepath.Join(t.TempDir(), "run"), 0
	f, r := training(t, alone, settings, Create)
	f.pause = func(string) { points++ }
	ran(f, r)
	want := contents(t, alone)
	if len(want) > 3+2+5 || points < 25 {
		t.Errorf("%d points where it can stop, %d files: want more, and not more", points, len(want))
	}
	for stop := 1; stop <= points; stop++ {
		dir := filepath.Join(t.TempDir(), "run")
		f, r := training(t, dir, settings, Create)
		left := stop
		f.pause = func(string) {
			if left--; left == 0 {
				panic(stopped{})
			}
		}
		func() {
			defer func() { recover() }()
			r.Config.Iterations = 6
			r.Loop(t.Context())
			t.Errorf("there is no stop %d", stop)
		}()
		closed(t, f)
		f, r = training(t, dir, settings, func(dir, _ string) (*Folder, error) { return Open(dir, Options{Tell: func(string) {}}) })
		ran(f, r)
		has := contents(t, dir)
		for name, b := range want {
			if name != metricsName && !bytes.Equal(b, has[name]) {
				t.Errorf("stop %d: %s differs", stop, name)
			}
		}
		if len(has) != len(want) {
			t.Errorf("stop %d: %d files, want %d", stop, len(has), len(want))
		}
	}
}

// gamesEach is how many games an iteration of a small run has.
func (r *Report) gamesEach() int { return r.Games / 5 }

// shaky is a device whose bits depend on the batch.
type shaky struct{ selfplay.Device }

func (shaky) Name() string { return "shaky" }
func (shaky) Steady() bool { return false }

// Without its ledger a run is audited by what the files themselves say, and games of other
// kernels are left out.
func TestAuditOfOtherKernels(t *testing.T) {
	dir := trained(t, func(int, int, *selfplay.Record) {})
	l, err := readLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := audited(t, dir, 1)
	a := &auditor{dir: dir, ledger: l, report: r}
	if err := a.comparable(5, configs.Run{}); err != nil {
		t.Errorf("games of these kernels: %v", err)
	}
	selfplay.UseDevice(shaky{})
	o := l.origins[5]
	o.machine = thisMachine()
	l.origins[5] = o
	if err := a.comparable(5, configs.Run{}); err == nil || !strings.Contains(err.Error(), " with shaky on ") || !strings.HasSuffix(err.Error(), "which need not repeat its bits") {
		t.Errorf("games of a device that does not repeat its bits: %v", err)
	}
	selfplay.UseDevice(nil)
	o.machine.Kernels = "other"
	l.origins[5] = o
	if err := a.comparable(5, configs.Run{}); err == nil || !strings.Contains(err.Error(), "they were played with the kernels other on") {
		t.Errorf("games of other kernels: %v", err)
	}
	o.machine = thisMachine()
	for _, c := range []struct {
		want   string
		change func()
	}{
		{"they may be of any kernels", func() { l.origins[5] = origin{o.config, o.machine, true} }},
		{"the ledger does not say how they were played", func() { delete(l.origins, 5) }},
		{"the ledger does not say how they were played", func() { l.origins[5], l.taken[gamesName(5)] = o, true }},
	} {
		c.change()
		if err := a.comparable(5, configs.Run{}); !errors.Is(err, errLost) || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if n := a.played(4); n != l.gamesEach(t, 4) || n < 2 {
		t.Errorf("an iteration has %d games", n)
	}
	a.text, a.ledger = "nonsense", nil
	if n := a.played(4); n != 0 {
		t.Errorf("of another configuration: %d games", n)
	}
	if err := os.Remove(at(dir, ledgerName)); err != nil {
		t.Fatal(err)
	}
	bare := &Report{Folder: dir}
	if err := bare.Audit(t.Context(), 1, false, 1); err != nil || len(bare.Problems) > 0 || bare.Audited.Replayed != r.Audited.Replayed {
		t.Errorf("without its ledger: %+v, %v", bare, err)
	}
}

// gamesEach is how many games the configuration of an iteration asks for.
func (l *ledger) gamesEach(t *testing.T, n int) int {
	t.Helper()
	cfg, err := configs.Load(configs.Layer{Name: configName, Text: l.origins[n].config})
	if err != nil {
		t.Fatal(err)
	}
	return cfg.SelfPlay.Games
}

func TestShareOfGames(t *testing.T) {
	for text, want := range map[string]float64{"1%": 0.01, "0%": 0, "100%": 1, "0.5%": 0.005} {
		var got Share
		if err := got.Set(text); err != nil || float64(got) != want || got.String() != text {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "%", "101%", "-1%", "NaN%", "x%"} {
		var got Share
		if err := got.Set(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
