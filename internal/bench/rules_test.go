package bench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// spied is a game that counts what its states are asked for.
type spied struct {
	env.Game
	plays, observed, begun, longest *int
}

func spyOn(name string) spied {
	return spied{games.Must(name), new(int), new(int), new(int), new(int)}
}

func (g spied) New(n uint64) env.State {
	*g.begun++
	return spiedState{g.Game.New(n), g, new(int)}
}

type spiedState struct {
	env.State
	game spied
	ply  *int
}

func (s spiedState) Play(a env.Action) {
	*s.game.plays++
	*s.ply++
	*s.game.longest = max(*s.game.longest, *s.ply)
	s.State.Play(a)
}

func (s spiedState) Observe(dst []float32) { *s.game.observed++; s.State.Observe(dst) }

func (s spiedState) Copy(dst env.State) env.State {
	ply := *s.ply
	if d, ok := dst.(spiedState); ok {
		return spiedState{s.State.Copy(d.State), s.game, &ply}
	}
	return spiedState{s.State.Copy(nil), s.game, &ply}
}

// A rate counts units that were done: as many plies as work reports are played, and as many
// positions observed.
func TestWorkIsWhatItCounts(t *testing.T) {
	for _, test := range []struct {
		name  string
		work  func(env.Game) func() (int, error)
		count func(g spied) int
	}{
		{"random play", randomPlay, func(g spied) int { return *g.plays }},
		{"side by side", sideBySide, func(g spied) int { return *g.plays }},
		{"side by side, observed", sideBySide, func(g spied) int { return *g.observed }},
	} {
		g := spyOn("tictactoe")
		work := test.work(g)
		for range 3 {
			before := test.count(g)
			n, err := work()
			if done := test.count(g) - before; err != nil || n < 1 || done < n {
				t.Errorf("%s: %d units reported, %d done, %v", test.name, n, done, err)
			}
		}
	}
}

// Random play goes on in a new game when one is over or as long as games may be, from the same
// start.
func TestRandomPlayGoesOn(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4:rows=4,cols=5", "celta:cap=7"} {
		g := spyOn(name)
		work := randomPlay(g)
		for range 2 {
			if n, err := work(); n != 1000 || err != nil {
				t.Errorf("%s: %d plies, %v; want 1000", name, n, err)
			}
		}
		if most := g.Spec().MaxPly; *g.plays != 2000 || *g.longest > most {
			t.Errorf("%s: %d plies were played, want 2000; a game had %d, of %d at most", name, *g.plays, *g.longest, most)
		}
		if *g.begun != 1 { // it copies its start: some games draw it, and that is no play
			t.Errorf("%s: begun %d times", name, *g.begun)
		}
	}
}

// The leaves of a tree are as many as env.Perft says, whatever a game counts by itself, and as
// deep as a moment goes.
func TestLeavesAreCounted(t *testing.T) {
	for name, depth := range map[string]int{"tictactoe": 4, "celta": 2, "cetro": 3, "cetran2": 2, "connect4": 4, "chess": 3} {
		g := games.Must(name)
		for d := range depth {
			if got, want := perftOf(g.New(0))(d+1), int(env.Perft(g.New(0), d+1)); got != want {
				t.Errorf("%s to depth %d: %d leaves, want %d", name, d+1, got, want)
			}
		}
	}
	work := countNodes(games.Must("tictactoe"))
	first, err := work()
	if again, _ := work(); err != nil || first != again || first != 127_872 { // 9!/(9-7)! less those of games over by then
		t.Errorf("%d leaves, then %d, %v", first, again, err)
	}
}

// Simulations are counted that were made: a search that proves its root makes fewer than it may.
func TestSimulationsAreThoseMade(t *testing.T) {
	g := games.Must("tictactoe")
	cfg := mcts.Defaults()
	cfg.Simulations = 2000
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	tree.Begin(t.Context(), cfg.Simulations, nil)
	if err := mcts.Search(t.Context(), tree, mcts.Uniform{}); err != nil {
		t.Fatal(err)
	}
	made := tree.Stats().Simulations
	if made <= 0 || made > cfg.Simulations {
		t.Fatalf("%d of %d simulations", made, cfg.Simulations)
	}
	r, err := simulations(t.Context(), g, cfg, "search", 1)
	if err != nil || r.Unit != "simulations/s" || r.What != "search, 2000 a move" || r.Game != "tictactoe" || r.Median <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// The search asks for no memory once its tree has been used: a search of training makes
// hundreds of moves in one tree.
func TestSearchAllocatesNothing(t *testing.T) {
	for _, name := range []string{"celta", "connect4"} {
		work := searchTask(t.Context(), games.Must(name))
		if n, err := work.count(); err != nil || n >= 0.1 || work.times != 100 {
			t.Errorf("%s: %v allocations for each of %d simulations, %v", name, n, work.times, err)
		}
	}
	rates, err := allocations(t.Context(), games.Must("tictactoe"), 1)
	if err != nil {
		t.Fatal(err)
	}
	var what []string
	for _, r := range rates {
		what = append(what, r.What+" a"+strings.TrimPrefix(r.Unit, "a"))
	}
	want := "allocations: Play a ply, allocations: Legal a position, allocations: Copy a position, allocations: Observe a position, allocations: search a simulation"
	if got := strings.Join(what, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// slow is a network that takes a while.
type slow struct {
	selfplay.Inferer
	while time.Duration
	fails error
}

func (s slow) Infer(obs []float32, n int, out nn.Outputs) error {
	time.Sleep(s.while)
	return s.fails
}

// The time that a network takes is that of all its calls by its clock; an error passes through.
func TestTimedNetwork(t *testing.T) {
	var spent atomic.Int64
	now := time.Duration(0)
	ticking := func() time.Duration { now += 3 * time.Millisecond; return now }
	broken := errors.New("broken")
	n := timed{slow{fails: broken}, ticking, &spent}
	for calls := 1; calls <= 4; calls++ {
		if err := n.Infer(nil, 1, nn.Outputs{}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		if got := time.Duration(spent.Load()); got != time.Duration(calls)*3*time.Millisecond {
			t.Errorf("after %d calls: %v", calls, got)
		}
	}
}

// A preset's network and its self-play are measured as the preset has them: the speed is that of
// whole games, and the part outside the network a share.
func TestSelfPlayRates(t *testing.T) {
	task := Task{Kind: benchKinds[2], Game: games.Must("tictactoe"), Set: settings(t, "selfplay.games=4", "search.simulations=9")}
	rates, err := task.Run(t.Context(), 1)
	if err != nil || len(rates) != 3 {
		t.Fatalf("%v, %v", rates, err)
	}
	if r := rates[0]; r.Unit != "plies/s" || r.Median <= 0 || !strings.HasSuffix(r.What, ", 9 simulations") {
		t.Errorf("%+v", r)
	}
	if r := rates[1]; r.Median <= 0 || r.Median >= 100 {
		t.Errorf("%v %% of the time are outside the network", r.Median)
	}
	cfg, net, err := task.presetNet()
	if err != nil {
		t.Fatal(err)
	}
	logits := func(e *nn.Engine) []float32 {
		out := net.Spec().NewOutputs(4)
		if err := e.Infer(observations(net.Spec(), 4), 4, out); err != nil {
			t.Fatal(err)
		}
		return out.Logits
	}
	for precision, floats := range map[string]bool{"": true, selfplay.Int8: false} {
		cfg.SelfPlay.Precision = precision
		engine, err := selfPlayEngine(cfg, task.Game, net)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Equal(logits(engine), logits(nn.NewEngine(net))); got != floats {
			t.Errorf("precision %q: the answers of FP32: %v, want %v", precision, got, floats)
		}
	}
}

// When the context ends, so does each kind of measurement, with its error.
func TestKindsStop(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, k := range benchKinds {
		task := Task{Kind: k, Game: games.Must("tictactoe"), Set: settings(t, "selfplay.games=4", "search.simulations=9")}
		if rates, err := task.Run(stopped, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d rates, %v", k.Name, len(rates), err)
		}
	}
}
