package fleet

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	agents "ludens/internal/roster"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// small is a run of a second or two with much that a plan can have: past opponents and
// an archive among it.
func small() train.Config {
	search := mcts.Defaults()
	search.Simulations = 8
	optimiser := nn.DefaultConfig()
	optimiser.Batch = 16
	return train.Config{
		Iterations: 4, Window: 200, Reuse: 1, Augment: true, LearningRate: 0.02, DropAt: 0.5, Drop: 0.1,
		SelfPlay: selfplay.Config{
			Games: 40, Lockstep: 4, Temperature: 1, TemperaturePly: 9, OpeningPlies: 1, Search: search,
			Past: 0.4, Restart: 0.3, Handicap: 0.2, Cache: 100, Precision: selfplay.Int8,
		},
		Optimiser: optimiser, EvaluateEvery: 2,
	}
}

func makeGame(_ testing.TB, name string) env.Game { return games.Must(name) }

// run returns a small run of tic-tac-toe in memory.
func run(t testing.TB, play train.Play) *train.Run {
	g := makeGame(t, "tictactoe")
	cfg, s := small(), g.Spec()
	cfg.Network = nn.Spec{
		Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], Channels: 8, Blocks: 1, PolicyChannels: 4,
		PolicyPlanes: s.Planes(), Globals: s.Globals(), ValueChannels: 2, ValueHidden: 8,
	}
	return &train.Run{Game: g, Config: cfg, Seed: 7, Workers: 1, Play: play, Store: new(train.Memory)}
}

// outcome is what a run has come to: its network and all that the learner goes on from.
func outcome(t testing.TB, r *train.Run) string {
	t.Helper()
	c, err := r.Store.Last()
	if err != nil || c == nil || c.At.Iteration != r.Config.Iterations {
		t.Fatalf("the last checkpoint is %+v, %v", c, err)
	}
	path := filepath.Join(t.TempDir(), "last")
	hash, err := c.Write(path)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// alone are the outcomes of one machine, by lag.
var alone = [2]struct {
	sync.Once
	hash string
}{}

func aloneHash(t testing.TB) string { return aloneWith(t, 0) }

func aloneWith(t testing.TB, lag int) string {
	t.Helper()
	alone[lag].Do(func() {
		r := run(t, nil)
		r.Config.Lag = lag
		if err := r.Loop(context.Background()); err != nil {
			t.Fatal(err)
		}
		alone[lag].hash = outcome(t, r)
	})
	return alone[lag].hash
}

// lines are what was reported.
type lines struct {
	mu  sync.Mutex
	all []string
}

func (l *lines) tell(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, line)
}

func (l *lines) has(parts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.all, func(line string) bool {
		return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(line, p) })
	})
}

// count returns how many lines begin with that.
func (l *lines) count(begin string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.all {
		if strings.HasPrefix(line, begin) {
			n++
		}
	}
	return n
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.all, "\n")
}

// learner opens a learner with a server of its own.
func learner(t testing.TB, change func(*Options)) (*Learner, *lines) {
	t.Helper()
	said := &lines{}
	o := Options{Game: makeGame(t, "tictactoe"), Goroutines: 1, Listen: "127.0.0.1:0", Dir: t.TempDir(), Version: "test", Tell: said.tell}
	if change != nil {
		change(&o)
	}
	l, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(false) })
	return l, said
}

func workOptions(l *Learner, said *lines) WorkOptions {
	return WorkOptions{URL: "nats://" + l.Address(), Name: "test", Version: "test", Goroutines: 1, Load: agents.Lent, Tell: said.tell}
}

// brought is how many games workers brought.
func brought(s Share) (n int) {
	for _, w := range s.Workers {
		n += w.Games
	}
	return n
}

// The outcome is that of one machine alone for any number of workers, and the games
// are played by those who came. With a lag it is another, again that of one machine alone.
func TestWorkersGiveTheSameBits(t *testing.T) {
	if aloneWith(t, 1) == aloneHash(t) {
		t.Error("a lag changes nothing")
	}
	for _, fleet := range []struct{ lag, workers int }{{0, 0}, {0, 1}, {0, 3}, {0, 5}, {1, 0}, {1, 1}, {1, 16}} {
		workers, want := fleet.workers, aloneWith(t, fleet.lag)
		t.Run(fmt.Sprintf("lag %d, %d", fleet.lag, workers), func(t *testing.T) {
			l, said := learner(t, func(o *Options) { o.OnlyLearn = true })
			ended := make(chan error, workers)
			for range workers {
				go func() { ended <- Work(context.Background(), workOptions(l, said)) }()
			}
			for end := time.Now().Add(10 * time.Second); l.roster.fit() < workers && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			r := run(t, l.Play)
			r.Config.Lag = fleet.lag
			if err := r.Loop(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := outcome(t, r); got != want {
				t.Errorf("%.12s, alone %.12s", got, want)
			}
			last := l.Last()
			if len(last.Workers) != workers || (workers > 0) != (brought(last) > 0) || last.Here+brought(last) != 40 {
				t.Errorf("%d workers brought %d games, the learner played %d:\n%s", len(last.Workers), brought(last), last.Here, said)
			}
			if err := l.Close(true); err != nil {
				t.Error(err)
			}
			for range workers {
				if err := <-ended; err != nil {
					t.Error(err)
				}
			}
		})
	}
}
