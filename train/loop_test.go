package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
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
	c.SelfPlay.FastShare, c.SelfPlay.FastSimulations = 0.4, 3
	c.SelfPlay.Restart, c.SelfPlay.Head, c.SelfPlay.HeadPlies = 0.3, 0.3, 4
	c.SelfPlay.Past, c.SelfPlay.Handicap, c.SelfPlay.Cache = 0.4, 0.2, 100
	c.SelfPlay.Resign, c.SelfPlay.ResignCheck = 0.3, 0.3
	c.SelfPlay.Precision = selfplay.Int8
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
	g := games.Must("tictactoe")
	return g
}

// runDisk is where a run of these tests is saved: its checkpoints and games, written.
type runDisk struct {
	dir    string
	games  map[int][][]byte
	last   int // iterations
	parent string
	full   error // of Save
}

func newDisk(t *testing.T) *runDisk { return &runDisk{dir: t.TempDir(), games: map[int][][]byte{}} }

func (d *runDisk) path(iteration int) string {
	return filepath.Join(d.dir, fmt.Sprintf("%06d.ckpt", iteration))
}

func (d *runDisk) Last() (*Checkpoint, error) {
	if d.last == 0 {
		return nil, nil
	}
	return d.Checkpoint(d.last)
}

func (d *runDisk) Checkpoint(iteration int) (*Checkpoint, error) {
	if iteration == 0 {
		return nil, nil
	}
	c, _, err := ReadCheckpoint(d.path(iteration))
	return c, err
}

func (d *runDisk) Games(iteration int) (games []*selfplay.Record, err error) {
	for _, b := range d.games[iteration] {
		g, err := selfplay.UnmarshalRecord(b)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

func (d *runDisk) Save(c *Checkpoint, it Iteration, games []*selfplay.Record) (err error) {
	if d.full != nil {
		return d.full
	}
	d.last = it.At.Iteration
	d.games[d.last] = nil
	for _, g := range games {
		d.games[d.last] = append(d.games[d.last], g.Marshal())
	}
	c.Parent = d.parent
	d.parent, err = c.Write(d.path(d.last))
	return err
}

// Prune removes all that may go, so that a run that asks for it fails.
func (d *runDisk) Prune(keeps func(iteration int) bool, iterations int) error {
	for n := range d.last {
		if n <= d.last-iterations {
			delete(d.games, n)
		}
		if !keeps(n) {
			os.Remove(d.path(n))
		}
	}
	return nil
}

// shape returns that of a small network for g.
func shape(g env.Game) nn.Spec {
	s := g.Spec()
	return nn.Spec{Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], Channels: 8, Blocks: 1, PolicyChannels: 4,
		PolicyPlanes: s.Planes(), Globals: s.Globals(), ValueChannels: 2, ValueHidden: 8}
}

// session takes up the run in a store, as far as it has come.
func session(t *testing.T, d Store, cfg Config, workers int, pass func()) *Run {
	t.Helper()
	g := ticTacToe(t)
	cfg.Network = shape(g)
	r := &Run{
		Game: g, Config: cfg, Seed: 7, Workers: workers, Store: d, Events: silence{pass},
		Judge: func(context.Context, *Checkpoint, int) ([]arena.Standing, error) {
			return []arena.Standing{{Opponent: "nobody"}}, nil
		},
	}
	if err := r.Open(); err != nil {
		t.Fatal(err)
	}
	return r
}

func outcome(t *testing.T, d *runDisk, cfg Config) string {
	t.Helper()
	_, hash, err := ReadCheckpoint(d.path(cfg.Iterations))
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

// How often and against whom a network is measured teaches it nothing: earlier networks that
// play are drawn by a setting of their own. Where that is left out, as in old runs, they are
// drawn among those measured, and the control sees it.
func TestEvaluationTeachesNothing(t *testing.T) {
	learned := func(past, evaluate int) string {
		cfg := elaborate()
		cfg.Iterations, cfg.SelfPlay.Past = 4, 1
		cfg.PastEvery, cfg.EvaluateEvery = past, evaluate
		r := session(t, newDisk(t), cfg, 2, func() {})
		if err := r.Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		return r.Net().Hash()
	}
	for _, every := range []int{0, 1, 3} {
		if learned(2, every) != learned(2, 2) {
			t.Errorf("measured every %d iterations it learns otherwise", every)
		}
	}
	if learned(0, 1) == learned(0, 2) {
		t.Error("earlier networks make no difference: this test tests nothing")
	}
}

func TestSaveFailureStopsTheRun(t *testing.T) {
	d := newDisk(t)
	d.full = errors.New("no space left on device")
	r := session(t, d, small(), 1, func() {})
	if err := r.Loop(context.Background()); !errors.Is(err, d.full) {
		t.Errorf("error %v, want %v", err, d.full)
	}
}

// A run in memory is the run on a disk, stopped or not: what it saves is all that
// it goes on from.
func TestMemoryIsAStore(t *testing.T) {
	cfg := elaborate()
	d := newDisk(t)
	whole := session(t, d, cfg, 2, func() {})
	if err := whole.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	m, stops := new(Memory), 0
	for {
		ctx, cancel := context.WithCancel(context.Background())
		left := 15
		r := session(t, m, cfg, 2, func() {
			if left--; left == 0 {
				cancel()
			}
		})
		err := r.Loop(ctx)
		cancel()
		if err == nil {
			if got, want := r.Net().Hash(), whole.Net().Hash(); got != want || r.At() != whole.At() {
				t.Errorf("stopped %d times: network %s at %+v, want %s at %+v", stops, got, r.At(), want, whole.At())
			}
			break
		}
		if stops++; !errors.Is(err, context.Canceled) || stops > 20 {
			t.Fatal(err)
		}
	}
	if stops == 0 {
		t.Error("it was never stopped")
	}
	if _, err := m.Checkpoint(1); err == nil {
		t.Error("a checkpoint that nobody asks for is kept")
	}
	if _, err := m.Games(-1); err == nil {
		t.Error("games of no iteration")
	}
}

// A Run that was stopped goes on by another Loop, as if it had not been.
func TestLoopAgain(t *testing.T) {
	cfg := elaborate()
	whole := session(t, new(Memory), cfg, 2, func() {})
	if err := whole.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	left, stops := 0, 0
	var cancel context.CancelFunc
	r := session(t, new(Memory), cfg, 2, func() {
		if left--; left == 0 {
			cancel()
		}
	})
	for err := error(context.Canceled); err != nil; stops++ {
		if !errors.Is(err, context.Canceled) || stops > 20 {
			t.Fatal(err)
		}
		var ctx context.Context
		ctx, cancel = context.WithCancel(context.Background())
		left = 15
		err = r.Loop(ctx)
		cancel()
	}
	if got, want := r.Net().Hash(), whole.Net().Hash(); got != want || stops < 3 {
		t.Errorf("in %d parts: network %s, want %s", stops, got, want)
	}
}

// A Run pauses where it is asked to, between two iterations but not after the last, and
// goes on as if it had not.
func TestLoopPauses(t *testing.T) {
	cfg := elaborate()
	whole := session(t, new(Memory), cfg, 2, func() {})
	if err := whole.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	r, asked := session(t, new(Memory), cfg, 2, func() {}), 0
	r.Pause = func() bool { asked++; return asked%2 == 1 }
	var pauses []int
	for {
		err := r.Loop(context.Background())
		if err == nil {
			break
		}
		if !errors.Is(err, ErrPaused) || len(pauses) > cfg.Iterations {
			t.Fatal(err)
		}
		pauses = append(pauses, r.At().Iteration)
	}
	if asked != cfg.Iterations-1 || len(pauses) != cfg.Iterations/2 || pauses[0] != 1 {
		t.Errorf("asked %d times in %d iterations, paused after %v", asked, cfg.Iterations, pauses)
	}
	if got, want := r.Net().Hash(), whole.Net().Hash(); got != want {
		t.Errorf("with pauses: network %s, want %s", got, want)
	}
}

// On any machine and in any way: in ranges, from its text, the last game
// first. The run is the same.
func TestPlansArePlayedAnywhere(t *testing.T) {
	cfg := elaborate()
	here := session(t, newDisk(t), cfg, 2, func() {})
	if err := here.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	away, hashes := session(t, newDisk(t), cfg, 1, func() {}), map[string]bool{}
	play := lastFirst(away)
	away.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		hashes[p.Hash()] = true
		return play(ctx, p, m, sink)
	}
	if err := away.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := away.Net().Hash(), here.Net().Hash(); got != want {
		t.Errorf("network %s, want %s", got, want)
	}
	if len(hashes) != cfg.Iterations {
		t.Errorf("%d plans of %d iterations", len(hashes), cfg.Iterations)
	}
}

// lastFirst plays each game of a plan by a plan of its own, read from its text, the last
// first.
func lastFirst(r *Run) Play {
	return func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		for first := p.End - 1; first >= p.First; first-- {
			part, err := selfplay.ReadPlan(p.Range(first, first+1).Text())
			if err != nil {
				return err
			}
			with, err := part.Open(r.Game, m)
			if err != nil {
				return err
			}
			if err := selfplay.Play(ctx, part, with, 1, sink); err != nil {
				return err
			}
		}
		return nil
	}
}

// A player that loses a game learns which.
func TestAllGamesOfAPlanAreWanted(t *testing.T) {
	r := session(t, newDisk(t), small(), 1, func() {})
	r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		return r.playHere(ctx, p.Range(0, p.End-1), m, sink)
	}
	err := r.Loop(context.Background())
	if want := "train: game 5 of iteration 0 was not played"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A run that begins with the network of another saves it as iteration 0, and goes on
// from there.
func TestRunBeginsWithANetwork(t *testing.T) {
	cfg := small()
	cfg.Iterations = 1
	first := session(t, newDisk(t), cfg, 1, func() {})
	if err := first.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	cfg.Network = first.Config.Network
	m := new(Memory)
	next := &Run{Game: first.Game, Config: cfg, Seed: 8, From: first.Net(), Parent: "another", Store: m}
	if err := next.Open(); err != nil {
		t.Fatal(err)
	}
	c, err := m.Last()
	if err != nil || c == nil || c.At != (Progress{}) || c.Parent != "another" || c.Net.Hash() != first.Net().Hash() {
		t.Fatalf("%+v, %v: want the network of another run", c, err)
	}
	again := &Run{Game: first.Game, Config: cfg, Seed: 8, Store: m}
	if err := again.Open(); err != nil || again.Net().Hash() != first.Net().Hash() {
		t.Errorf("taken up again, %v, it has another network", err)
	}
	cfg.Network.Channels++
	wrong := &Run{Game: first.Game, Config: cfg, From: first.Net()}
	if err := wrong.Open(); err == nil || !strings.Contains(err.Error(), "is to begin with a network of shape") {
		t.Errorf("a network of another shape: %v", err)
	}
}

// What cannot be is reported before anything is played.
func TestOpenRefuses(t *testing.T) {
	g := ticTacToe(t)
	for want, change := range map[string]func(c *Config){
		"train: iterations = 0, want 1":          func(c *Config) { c.Iterations = 0 },
		"the checkpoint's network does not fit":  func(c *Config) { c.Network.Rows = 4 },
		"train: nn: network: channels = 0, want": func(c *Config) { c.Network.Channels = 0 },
	} {
		cfg := small()
		cfg.Network = shape(g)
		change(&cfg)
		if err := (&Run{Game: g, Config: cfg}).Loop(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
