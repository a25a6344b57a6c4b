package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// small is a run of a second or two.
func small() Config {
	search := mcts.Defaults()
	search.Simulations = 8
	optimiser := nn.DefaultConfig()
	optimiser.Batch = 16
	return Config{
		Iterations: 4, Window: 200, Reuse: 1, Augment: true, LearningRate: 0.02, DropAt: 0.5, Drop: 0.1,
		SelfPlay:  selfplay.Config{Games: 6, Lockstep: 3, Temperature: 1, TemperaturePly: 9, OpeningPlies: 1, Search: search},
		Optimiser: optimiser, EvaluateEvery: 2,
	}
}

// elaborate is small with everything that the loop can do.
func elaborate() Config {
	c := small()
	c.WindowStart, c.SearchValue, c.Average = 60, 0.25, 0.8
	c.Gate, c.GateGames = 0.5, 6
	c.SelfPlay.FastShare, c.SelfPlay.FastSimulations = 0.4, 3
	c.SelfPlay.Restart, c.SelfPlay.Head, c.SelfPlay.HeadPlies = 0.3, 0.3, 4
	c.SelfPlay.Past, c.SelfPlay.Handicap, c.SelfPlay.Cache = 0.4, 0.2, 100
	c.SelfPlay.Resign, c.SelfPlay.ResignCheck = 0.3, 0.3
	c.SelfPlay.Precision, c.SelfPlay.RootSymmetries = selfplay.InBytes, true
	return c
}

// silence listens to nothing, and calls often as it passes.
type silence struct{ pass func() }

func (s silence) Begin(Progress)           { s.pass() }
func (s silence) Game(*selfplay.Record)    { s.pass() }
func (s silence) Step(_, _ int, _ nn.Loss) { s.pass() }
func (s silence) End(Iteration)            { s.pass() }

func ticTacToe(t testing.TB) env.Game {
	t.Helper()
	g, err := games.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// disk is where a run of these tests is saved: its checkpoints and games, written.
type disk struct {
	dir   string
	games map[int][][]byte
	last  int // iterations
}

func newDisk(t *testing.T) *disk { return &disk{dir: t.TempDir(), games: map[int][][]byte{}} }

func (d *disk) checkpoint(iteration int) string {
	return filepath.Join(d.dir, fmt.Sprintf("%06d.ckpt", iteration))
}

func (d *disk) load(iteration int) (games []*selfplay.Record, err error) {
	for _, b := range d.games[iteration] {
		g, err := selfplay.UnmarshalRecord(b)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// session takes up the run on a disk, as far as its checkpoints go.
func session(t *testing.T, d *disk, cfg Config, workers int, pass func()) *Run {
	t.Helper()
	g := ticTacToe(t)
	shape := nn.Spec{Planes: g.Spec().Shape[0], Rows: 3, Cols: 3, Channels: 8, Blocks: 1, PolicyChannels: 4,
		PolicyPlanes: g.Spec().Planes(), Globals: g.Spec().Globals(), ValueChannels: 2, ValueHidden: 8}
	net, err := nn.New(shape, seed.New(1).Rand())
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{Config: cfg, Game: g, Seed: seed.New(7), Replay: NewReplay(g, cfg.Window, cfg.Augment), Workers: workers, Events: silence{pass}}
	r.Replay.Blend(cfg.SearchValue)
	header := Header{Game: g.Spec().Name, Version: g.Spec().Version, Rules: env.Fingerprint(g), Network: shape, Seed: 7}
	var state []nn.Tensor
	if d.last > 0 {
		c, hash, err := ReadCheckpoint(d.checkpoint(d.last))
		if err != nil {
			t.Fatal(err)
		}
		header, net, state, r.At = c.Header, c.Net, c.Learner, c.At
		header.Parent = hash
		r.Replay.Resize(cfg.Room(r.At.Positions))
		if err := r.Replay.Refill(r.At.Iteration, d.load); err != nil {
			t.Fatal(err)
		}
	}
	trainer := func(net *nn.Net, state []nn.Tensor) (Learner, error) {
		l, err := nn.NewTrainer(net, cfg.Optimiser)
		if err == nil && state != nil {
			err = l.SetState(state)
		}
		return l, err
	}
	if r.At.Iteration == 0 {
		r.Learner, err = trainer(net, nil)
		r.Learner = Gate(Average(r.Learner, cfg.Average, net), cfg.Gate, net)
	} else {
		r.Learner, err = Resume(&Checkpoint{Header: header, Net: net, Learner: state}, cfg, trainer)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Past = func(iterations int, at seed.Seed) (*nn.Net, error) {
		if iterations == 0 {
			return nil, nil
		}
		c, _, err := ReadCheckpoint(d.checkpoint(1 + at.Rand().IntN(iterations)))
		if err != nil {
			return nil, err
		}
		return c.Net, nil
	}
	r.Judge = func(context.Context, *nn.Net, int) ([]arena.Standing, error) {
		return []arena.Standing{{Opponent: "nobody"}}, nil
	}
	r.Save = func(it Iteration, games []*selfplay.Record, net *nn.Net, learner []nn.Tensor) error {
		d.games[it.At.Iteration] = nil
		for _, g := range games {
			d.games[it.At.Iteration] = append(d.games[it.At.Iteration], g.Marshal())
		}
		c := Checkpoint{Header: header, Net: net, Learner: learner}
		c.At, c.Strength = it.At, it.Standings
		hash, err := c.Write(d.checkpoint(it.At.Iteration))
		header.Parent, d.last = hash, it.At.Iteration
		return err
	}
	return r
}

func outcome(t *testing.T, d *disk, cfg Config) string {
	t.Helper()
	_, hash, err := ReadCheckpoint(d.checkpoint(cfg.Iterations))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestWorkersDoNotMatter(t *testing.T) {
	cfg := elaborate()
	var hashes []string
	for _, workers := range []int{1, 2, 8} {
		d := newDisk(t)
		if err := session(t, d, cfg, workers, func() {}).Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, outcome(t, d, cfg))
	}
	if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
		t.Errorf("checkpoints of 1, 2 and 8 workers are %q", hashes)
	}
}

// Stopped wherever it may be, and resumed as often as it takes, a run ends
// with the checkpoint of the run that was never stopped.
func TestStoppedAndResumedIsTheSame(t *testing.T) {
	cfg := elaborate()
	d := newDisk(t)
	if err := session(t, d, cfg, 2, func() {}).Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, d, cfg)

	rng := rand.New(rand.NewPCG(1, 2))
	for try := range 3 {
		d, stops := newDisk(t), 0
		for {
			ctx, cancel := context.WithCancel(context.Background())
			left := 5 + rng.IntN(25)
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
		}
		if got := outcome(t, d, cfg); got != want {
			t.Errorf("try %d, stopped %d times: checkpoint %s, want %s", try, stops, got, want)
		}
	}
}

func TestSaveFailureStopsTheRun(t *testing.T) {
	full := errors.New("no space left on device")
	r := session(t, newDisk(t), small(), 1, func() {})
	r.Save = func(Iteration, []*selfplay.Record, *nn.Net, []nn.Tensor) error { return full }
	if err := r.Loop(context.Background()); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}
