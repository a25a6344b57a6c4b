package train

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/nn"
	"ludens/selfplay"
)

// behind is elaborate with games that are played an iteration ahead.
func behind() Config {
	c := elaborate()
	c.Lag = 1
	return c
}

// played makes a whole run and returns its checkpoint's hash. arrange may change the run.
func played(t *testing.T, cfg Config, workers int, arrange func(r *Run)) string {
	t.Helper()
	d := newDisk(t)
	r := session(t, d, cfg, workers, func() {})
	if arrange != nil {
		arrange(r)
	}
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	return outcome(t, d, cfg)
}

// heard calls step at the first step of each iteration.
type heard struct {
	unheard
	step func(at Progress)
	at   *Progress
}

func (h heard) Begin(at Progress) { *h.at = at }
func (h heard) Step(step, _ int, _ nn.Loss) {
	if step == 1 {
		h.step(*h.at)
	}
}

// With a lag the network that plays iteration k is that of k-1 iterations, whatever is done
// first and by however many workers: games that are all there before the run learns, games
// that begin only then, games from plans as texts, the last first. Without a lag it is that
// of k iterations, and the weights are others.
func TestLagIsCountedInIterations(t *testing.T) {
	cfg := behind()
	want := played(t, cfg, 2, nil)
	for _, workers := range []int{1, 8} {
		if got := played(t, cfg, workers, nil); got != want {
			t.Errorf("%d workers: checkpoint %s, want %s", workers, got, want)
		}
	}
	within := func(what string, c chan struct{}) {
		select {
		case <-c:
		case <-time.After(time.Minute):
			t.Error("a minute without", what)
		}
	}
	for _, order := range []string{"games first", "steps first"} {
		over, learning := make([]chan struct{}, cfg.Iterations+1), make([]chan struct{}, cfg.Iterations+1)
		for i := range over {
			over[i], learning[i] = make(chan struct{}), make(chan struct{})
		}
		close(over[cfg.Iterations])
		got := played(t, cfg, 2, func(r *Run) {
			r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
				if order == "steps first" && p.Iteration > 0 {
					within("a step of the iteration before", learning[p.Iteration-1])
				}
				defer close(over[p.Iteration])
				return r.playHere(ctx, p, m, sink)
			}
			r.Events = heard{at: new(Progress), step: func(at Progress) {
				if close(learning[at.Iteration]); order == "games first" {
					within("the games of the iteration after", over[at.Iteration+1])
				}
			}}
		})
		if got != want {
			t.Errorf("%s: checkpoint %s, want %s", order, got, want)
		}
	}
	if got := played(t, cfg, 1, func(r *Run) { r.Play = lastFirst(r) }); got != want {
		t.Errorf("from texts, the last game first: checkpoint %s, want %s", got, want)
	}
	cfg.Lag = 0
	if played(t, cfg, 2, nil) == want {
		t.Error("without a lag the outcome is the same")
	}
}

// keeping is a store that keeps everything.
type keeping struct{ *Memory }

func (keeping) Prune(func(int) bool, int) error { return nil }

// The plan of each iteration names the network that its lag says, the window is as it was
// then, and what fades does so by the iteration in which the games are played. Plan says
// the same afterwards.
func TestPlansOfALag(t *testing.T) {
	for lag := range 2 {
		cfg := behind()
		cfg.Lag, cfg.HandicapFade, cfg.SelfPlay.Handicap, cfg.EvaluateEvery = lag, 1, 0.5, 1
		store := keeping{new(Memory)}
		r := session(t, store, cfg, 2, func() {})
		var mu sync.Mutex
		plans, first := map[int]selfplay.Plan{}, r.Net().Hash()
		r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
			mu.Lock()
			plans[p.Iteration] = p
			mu.Unlock()
			return r.playHere(ctx, p, m, sink)
		}
		if err := r.Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		for k := range cfg.Iterations {
			p, from := plans[k], max(0, k-lag)
			want, games := first, 0
			if from > 0 {
				c, err := store.Checkpoint(from)
				if err != nil {
					t.Fatal(err)
				}
				want, games = c.Net.Hash(), c.At.Games
			}
			if p.Network.Hash != want || p.Archive.First+p.Archive.Games != games || (p.Past.Hash == "") != (from == 0) {
				t.Errorf("lag %d, iteration %d: network %.12s, archive to game %d, past %.12q; want the run after %d iterations: %.12s, %d games",
					lag, k, p.Network.Hash, p.Archive.First+p.Archive.Games, p.Past.Hash, from, want, games)
			}
			if p.Config.Handicap != cfg.Handicap(k) || p.Seed != uint64(r.iterationSeed(k)) {
				t.Errorf("lag %d, iteration %d: handicap %v and seed %d, want those of the iteration", lag, k, p.Config.Handicap, p.Seed)
			}
			again, _, err := session(t, store, cfg, 1, func() {}).Plan(context.Background(), k)
			if err != nil || again.Hash() != p.Hash() {
				t.Errorf("lag %d, iteration %d: afterwards the plan is %.12s, %v; it was %.12s", lag, k, again.Hash(), err, p.Hash())
			}
		}
	}
}

// Stopped at any event and resumed from what the disk has, a run with a lag ends with the
// checkpoint of the run that was never stopped: its next plan is rebuilt from the run an
// iteration before the last. The disk has only what the run said that it needs.
func TestStoppedWithALagIsTheSame(t *testing.T) {
	cfg := behind()
	cfg.WindowStart, cfg.Window = 20, 60 // the window reaches back two iterations or three
	want := played(t, cfg, 2, nil)
	stops := 0
	for cut := 1; ; cut += 2 {
		d, left := newDisk(t), cut
		ctx, cancel := context.WithCancel(context.Background())
		err := session(t, d, cfg, 2, func() {
			if left--; left == 0 {
				cancel()
			}
		}).Loop(ctx)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stops++
		if err := session(t, d, cfg, 1, func() {}).Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := outcome(t, d, cfg); got != want {
			t.Errorf("stopped at event %d: checkpoint %s, want %s", cut, got, want)
		}
	}
	if stops < 5 {
		t.Errorf("stopped %d times only", stops)
	}
}

// A run that learns from recorded games first saves that network: its second plan, too, is
// made from it.
func TestLagAfterLessons(t *testing.T) {
	cfg := small()
	cfg.Lag, cfg.Iterations = 1, 3
	whole := taughtRun(t, cfg, 2)
	if err := whole.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	store := new(Memory)
	first := taughtRun(t, cfg, 1)
	first.Store = store
	stopped(t, first, func(cancel func()) {
		first.Events = heard{at: new(Progress), step: func(at Progress) {
			if at.Iteration == 1 {
				cancel()
			}
		}}
	})
	second := taughtRun(t, cfg, 1)
	second.Store, second.Lessons = store, nil
	if err := second.Loop(context.Background()); err != nil || second.Net().Hash() != whole.Net().Hash() {
		t.Errorf("stopped after iteration 1 it comes to %s, want %s; %v", second.Net().Hash(), whole.Net().Hash(), err)
	}
}

// Games that fail while the run learns end it.
func TestGamesAheadThatFail(t *testing.T) {
	r, failed := session(t, newDisk(t), behind(), 1, func() {}), errors.New("no player")
	r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		if p.Iteration == 2 {
			return failed
		}
		return r.playHere(ctx, p, m, sink)
	}
	if err := r.Loop(context.Background()); !errors.Is(err, failed) || r.At().Iteration != 2 {
		t.Errorf("after %d iterations: %v, want %v", r.At().Iteration, err, failed)
	}
}

func TestLagIsBounded(t *testing.T) {
	for _, lag := range []int{-1, 2} {
		cfg := small()
		cfg.Network, cfg.Lag = shape(ticTacToe(t)), lag
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "iterations, want 0 to 1") {
			t.Errorf("lag %d: %v", lag, err)
		}
	}
}
