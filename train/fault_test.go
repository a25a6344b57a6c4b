package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// faulted is a learner with a fault.
type faulted struct {
	Learner
	targets func(b nn.Batch, rng *rand.Rand) // nil: as they are
	shown   func(n *nn.Net) *nn.Net          // nil: as it is
	rng     *rand.Rand
}

func (f faulted) Step(b nn.Batch, rate float32) (nn.Loss, error) {
	if f.targets != nil {
		f.targets(b, f.rng)
	}
	return f.Learner.Step(b, rate)
}

func (f faulted) Net() *nn.Net {
	if f.shown == nil {
		return f.Learner.Net()
	}
	return f.shown(f.Learner.Net())
}

// swapWinners makes each win a loss in the targets.
func swapWinners(b nn.Batch, _ *rand.Rand) {
	for wdl := b.WDL; len(wdl) > 0; wdl = wdl[3:] {
		wdl[0], wdl[2] = wdl[2], wdl[0]
	}
}

// shuffleTargets gives each position the value target of another one, and deals its
// policy target out among its legal moves.
func shuffleTargets(b nn.Batch, rng *rand.Rand) {
	rows := len(b.ValueWeight)
	rng.Shuffle(rows, func(i, j int) {
		for k := range 3 {
			b.WDL[3*i+k], b.WDL[3*j+k] = b.WDL[3*j+k], b.WDL[3*i+k]
		}
	})
	actions := len(b.Policy) / rows
	for i := range rows {
		var at []int
		for a := range actions {
			if b.Legal[i*actions+a] {
				at = append(at, i*actions+a)
			}
		}
		rng.Shuffle(len(at), func(j, k int) { b.Policy[at[j]], b.Policy[at[k]] = b.Policy[at[k]], b.Policy[at[j]] })
	}
}

// zeroing returns a network with the parts of all batch norms that end so at zero.
func zeroing(suffix string) func(n *nn.Net) *nn.Net {
	return func(n *nn.Net) *nn.Net {
		ts := n.Tensors()
		for _, t := range ts {
			if strings.HasSuffix(t.Name, suffix) {
				clear(t.Data)
			}
		}
		zeroed, err := nn.FromTensors(n.Spec(), ts)
		if err != nil {
			panic(err)
		}
		return zeroed
	}
}

// clinical is a run of a second on a small network.
func clinical() Config {
	c := small()
	c.Iterations, c.Window, c.Reuse, c.LearningRate, c.DropAt, c.Drop = 14, 4000, 4, 0.05, 0.75, 0.1
	c.SelfPlay.Games, c.SelfPlay.Lockstep, c.SelfPlay.OpeningPlies = 64, 16, 5
	c.SelfPlay.Search.Root, c.SelfPlay.Search.Simulations = mcts.Gumbel, 16
	c.Optimiser.Batch, c.EvaluateEvery = 64, 0
	return c
}

// history keeps the iterations of a run.
type history struct{ all []Iteration }

func (h *history) Begin(Progress)           {}
func (h *history) Game(*selfplay.Record)    {}
func (h *history) Step(_, _ int, _ nn.Loss) {}
func (h *history) End(it Iteration)         { h.all = append(h.all, it) }

// treat makes a run with a fault.
func treat(t *testing.T, g env.Game, c Config, seed uint64, fault func(r *Run)) ([]Iteration, error) {
	t.Helper()
	c.Network = sketch(g.Spec(), 16)
	h := &history{}
	r := &Run{Game: g, Config: c, Seed: seed, Workers: 2, Events: h}
	if err := r.Open(); err != nil {
		t.Fatal(err)
	}
	if fault != nil {
		fault(r)
	}
	err := r.Loop(context.Background())
	return h.all, err
}

// about returns what the advice of iterations was about.
func about(all []Iteration) (abouts []string) {
	for _, it := range all {
		for _, a := range it.Diagnosis.Advice {
			abouts = append(abouts, a.About)
		}
	}
	return abouts
}

// learning are the abouts that say something of how a network learns, rather than of
// the games.
func learning(abouts []string) (of []string) {
	for _, a := range abouts {
		isCause := slices.ContainsFunc(causes, func(c diagnostic) bool { return c.about == a })
		if (isCause || slices.Contains(symptoms, a)) && !slices.Contains(of, a) {
			of = append(of, a)
		}
	}
	return of
}

// breaks returns a fault of the learner.
func breaks(f faulted) func(r *Run) {
	return func(r *Run) {
		f.Learner, f.rng = r.learner, rand.New(rand.NewPCG(1, 1))
		r.learner = f
	}
}

// Each fault of learning comes to advice that names it, and to no other: or the run
// stops as diverged. Nothing of the kind is said of the same run without a fault.
func TestFaultsAreNamed(t *testing.T) {
	for _, test := range []struct {
		name  string
		rate  float32 // times that of a healthy run
		fault func(r *Run)
		want  []string // in the order in which they begin
		says  string   // in the last advice
		fails string   // in the error, of a run that diverges
	}{
		{name: "healthy", rate: 1},
		{name: "learning rate x20", rate: 20, want: []string{"weights jump", "one answer"}, says: "lower train.learning_rate (now 0.1)"},
		{name: "learning rate x200", rate: 200, fails: "training diverged in iteration 1: the mean policy loss is "},
		{name: "learning rate /10,000", rate: 1e-4, want: []string{"standstill"}, says: "raise train.learning_rate (now 5e-07)"},
		{name: "batch norm zeroed", rate: 1, fault: breaks(faulted{shown: zeroing(".gamma")}), want: []string{"batch norm"}, says: "stem.gamma is 0"},
		{name: "running variances zeroed", rate: 1, fault: breaks(faulted{shown: zeroing(".variance")}), want: []string{"batch norm"}, says: "stem.variance is 0"},
		{name: "winners swapped", rate: 1, fault: breaks(faulted{targets: swapWinners}), want: []string{"wrong way"}, says: "are swapped"},
		{name: "targets shuffled", rate: 1, fault: breaks(faulted{targets: shuffleTargets}), want: []string{"no relation"}, says: "the targets do not belong to their positions"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := clinical()
			c.LearningRate *= test.rate
			all, err := treat(t, ticTacToe(t), c, 1, test.fault)
			if test.fails != "" {
				var d *Diverged
				if !errors.As(err, &d) || !strings.Contains(err.Error(), test.fails) || !strings.Contains(err.Error(), "lower train.learning_rate (it was 10 there)") {
					t.Errorf("error %v, want a Diverged that says %q", err, test.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := learning(about(all)); !slices.Equal(got, test.want) {
				t.Errorf("advice about %q, want %q", got, test.want)
			}
			if last := said(all); test.says != "" && !strings.Contains(last, test.says) {
				t.Errorf("the last advice is %q, want one that says %q", last, test.says)
			}
		})
	}
}

// said returns the last advice about a cause.
func said(all []Iteration) (last string) {
	for _, it := range all {
		for _, a := range it.Diagnosis.Advice {
			if len(learning([]string{a.About})) > 0 {
				last = a.Text
			}
		}
	}
	return last
}

// Healthy runs of other seeds and another game are not accused of anything.
func TestHealthyRunsAreNotAccused(t *testing.T) {
	connect4 := games.Must("connect4")
	for _, test := range []struct {
		game       env.Game
		seeds      uint64
		iterations int
		games      int // of an iteration
	}{{ticTacToe(t), 6, 14, 64}, {connect4, 2, 11, 20}} {
		for seed := range test.seeds {
			t.Run(fmt.Sprint(test.game.Spec().Name, " ", seed), func(t *testing.T) {
				t.Parallel()
				c := clinical()
				c.Iterations, c.SelfPlay.Games = test.iterations, test.games
				all, err := treat(t, test.game, c, 100+seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := learning(about(all)); len(got) > 0 {
					t.Errorf("advice about %q, want none: %s", got, said(all))
				}
			})
		}
	}
}

// A run that diverges later keeps the last good checkpoint, and an attempt to go on
// begins there: nothing of the iteration that diverged is saved.
func TestDivergedRunKeepsTheLastGoodCheckpoint(t *testing.T) {
	c := clinical()
	c.Iterations = 4
	c.Network = sketch(ticTacToe(t).Spec(), 8)
	store := newDisk(t)
	r := &Run{Game: ticTacToe(t), Config: c, Seed: 1, Workers: 2, Store: store}
	r.Events = hook{func(it Iteration) {
		if it.At.Iteration == 2 {
			r.Config.LearningRate = 1e6
		}
	}}
	err := r.Loop(context.Background())
	var d *Diverged
	if !errors.As(err, &d) || d.Iteration != 3 || d.Rate != 1e6 {
		t.Fatalf("error %v, want Diverged in iteration 3", err)
	}
	last, err := store.Last()
	if err != nil || last.At.Iteration != 2 || last.Net.Check() != nil {
		t.Fatalf("last checkpoint of iteration %d, %v, want a sound one of 2", last.At.Iteration, err)
	}
	r.Config.LearningRate = c.LearningRate
	if err := r.Loop(context.Background()); err != nil || r.At().Iteration != 4 {
		t.Errorf("at a lower rate: %v after %d iterations, want 4", err, r.At().Iteration)
	}
}

type hook struct{ end func(it Iteration) }

func (hook) Begin(Progress)           {}
func (hook) Game(*selfplay.Record)    {}
func (hook) Step(_, _ int, _ nn.Loss) {}
func (h hook) End(it Iteration)       { h.end(it) }

// What comes of a step or of an average that overflowed is not saved, whatever the
// losses were.
func TestSaneRefuses(t *testing.T) {
	g := ticTacToe(t)
	c := clinical()
	for _, test := range []struct {
		name   string
		spoil  func(l *Losses, shown *faulted)
		refuse string
	}{
		{"nothing", func(*Losses, *faulted) {}, ""},
		{"policy loss", func(l *Losses, _ *faulted) { l.Policy = 60 }, "the mean policy loss is 60 nats"},
		{"value loss", func(l *Losses, _ *faulted) { l.Value = math.NaN() }, "the mean value loss is NaN nats"},
		{"movement", func(l *Losses, _ *faulted) { l.Moved = 30 }, "the weights went 30 times their own length"},
		{"an infinite variance", func(_ *Losses, f *faulted) { f.shown = beyond("stem.variance", 1e6, 1e38) }, "tensor stem.variance: element 0 is +Inf"},
		{"a negative variance", func(_ *Losses, f *faulted) { f.shown = beyond("stem.variance", 0, 2) }, "tensor stem.variance: element 0 is -1, want 0 to"},
		{"a huge weight", func(_ *Losses, f *faulted) { f.shown = beyond("value.wdl.bias", 1e6, 10) }, "tensor value.wdl.bias: element 0 is 1e+07, want -1e+06 to 1e+06"},
	} {
		h := &history{}
		c.Network = sketch(g.Spec(), 8)
		r := &Run{Game: g, Config: c, Seed: 1, Workers: 1, Events: h}
		if err := r.Open(); err != nil {
			t.Fatal(err)
		}
		f := &faulted{Learner: r.learner}
		losses := Losses{Steps: 20, Policy: 1, Value: 1, Moved: 0.1}
		test.spoil(&losses, f)
		r.learner = f
		err := r.sane(losses, nil)
		if (err == nil) != (test.refuse == "") || err != nil && !strings.Contains(err.Error(), test.refuse) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.refuse)
		}
	}
}

// beyond moves the first number of a tensor from 1 (or about 0) towards another one,
// and far beyond it: networks that are read cannot be so.
func beyond(name string, to, share float32) func(n *nn.Net) *nn.Net {
	return func(n *nn.Net) *nn.Net {
		ts := n.Tensors()
		for _, tensor := range ts {
			if tensor.Name == name {
				tensor.Data[0] = to
			}
		}
		other, err := nn.FromTensors(n.Spec(), ts)
		if err != nil {
			panic(err)
		}
		return n.Towards(other, share)
	}
}

// sketch is the smallest network of a game that learns.
func sketch(spec env.Spec, channels int) nn.Spec {
	return nn.Spec{Planes: spec.Shape[0], Rows: spec.Shape[1], Cols: spec.Shape[2], PolicyPlanes: spec.Planes(), Globals: spec.Globals(),
		Channels: channels, Blocks: 1, PolicyChannels: 8, ValueChannels: 4, ValueHidden: 16}
}
