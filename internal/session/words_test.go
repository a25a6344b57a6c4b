package session

import (
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/arena"
	"ludens/configs"
	"ludens/internal/exit"
	"ludens/internal/fleet"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// What was trained meets the baselines and its own network before the first step, once; an
// evaluation of alpha-beta has none.
func TestOpponents(t *testing.T) {
	network := small(t)
	network.Evaluation.Simulations = 8
	for _, tt := range []struct {
		baselines, want []string
		method          string
	}{
		{[]string{"random", "greedy"}, []string{"random", "greedy", "untrained:8"}, ""},
		{[]string{"untrained:8", "random"}, []string{"untrained:8", "random"}, ""},
		{[]string{"untrained:9"}, []string{"untrained:9", "untrained:8"}, ""},
		{nil, nil, ""},
		{[]string{"random"}, []string{"random"}, train.AlphaBeta},
	} {
		c := network
		c.Evaluation.Baselines = tt.baselines
		if tt.method != "" {
			c = alphaBeta(t)
			c.Evaluation.Baselines = tt.baselines
		}
		before := slices.Clone(tt.baselines)
		if got := opponents(c); !slices.Equal(got, tt.want) || !slices.Equal(c.Evaluation.Baselines, before) {
			t.Errorf("%v %s: %v, want %v", tt.baselines, tt.method, got, tt.want)
		}
	}
}

// alphaBeta is the configuration of a run by alpha-beta.
func alphaBeta(t *testing.T) configs.Run {
	t.Helper()
	s := Source{Preset: train.AlphaBeta}
	cfg, err := s.Load("cetro")
	if err != nil || !cfg.ByAlphaBeta() {
		t.Fatalf("%v, by alpha-beta: %v", err, cfg.ByAlphaBeta())
	}
	return cfg
}

// Methods name their losses, their folders and their players.
func TestMethodsInWords(t *testing.T) {
	network, linear := small(t), alphaBeta(t)
	if got := lossesOf(network); got != [2]string{"policy", "value"} {
		t.Errorf("a network's losses are %v", got)
	}
	if got := lossesOf(linear); got != [2]string{"before", "after"} {
		t.Errorf("an evaluation's losses are %v", got)
	}
	if a, b := FolderOf(network, false), FolderOf(linear, false); strings.HasSuffix(a, "-eval") || !strings.HasSuffix(b, "cetro-eval") {
		t.Errorf("folders %s and %s", a, b)
	}
}

// Before an evaluation was seen its time is that of its simulations; without a watch only the
// end has one.
func TestExpected(t *testing.T) {
	c := small(t)
	c.Train.Iterations, c.Evaluation.Every, c.Evaluation.Watch = 100, 10, "random"
	c.Evaluation.Games, c.Evaluation.FinalGames, c.Evaluation.Simulations = 20, 50, 30
	c.SelfPlay.Games, c.Search.Simulations = 40, 60
	f := expected(c)
	if f.iterations != 100 || f.every != 10 || f.last != 50*2./20 || f.guess != 20*30./(40*60) {
		t.Errorf("%+v", f)
	}
	c.Evaluation.Watch = ""
	if f := expected(c); f.every != 0 || f.last != 0 || f.guess != 0 {
		t.Errorf("without a watch %+v", f)
	}
}

// shown returns a progress that prints to a text.
func shown(out *strings.Builder, iterations, games int) *progress {
	return &progress{View: View{Out: out, Errs: new(strings.Builder)}, iterations: iterations, games: games, roles: [2]string{"white", "black"}, losses: [2]string{"policy", "value"},
		forecast: forecast{iterations: iterations}}
}

// An iteration is a line under one head: how many games there were and how they ended, the
// losses, and what is left. At the end there is a diagnosis.
func TestProgressIsALineAnIteration(t *testing.T) {
	var out strings.Builder
	w := shown(&out, 2, 3)
	for i := range 2 {
		w.Begin(train.Progress{Iteration: i})
		for range 3 {
			w.Game(&selfplay.Record{Plies: make([]selfplay.Ply, 5)})
		}
		w.Step(1, 2, nn.Loss{})
		w.Step(2, 2, nn.Loss{})
		w.End(train.Iteration{
			At: train.Progress{Iteration: i + 1, Games: 3 * (i + 1), Positions: 15 * (i + 1)}, Losses: train.Losses{Policy: 1.5, Value: 0.75},
			Games:     train.Games{Played: 3, FirstWins: 1, Drawn: 2, MeanPlies: 5},
			Standings: []arena.Standing{{Opponent: "random"}},
		})
	}
	text := out.String()
	if strings.Count(text, "1st/2nd/draw/cut") != 1 || strings.Count(text, "1/0/2/0") != 2 || strings.Count(text, "against random") != 2 || strings.Count(text, "diagnosis of iteration 2") != 1 ||
		strings.Contains(text, "diagnosis of iteration 1") {
		t.Errorf("printed\n%s", text)
	}
	lines := strings.Split(text, "\n")
	for i, want := range []string{"iter  games positions plies  1st/2nd/draw/cut policy  value games/s  left", "1 3 15 5.0 1/0/2/0 1.500 0.750"} {
		if got := strings.Join(strings.Fields(lines[i]), " "); !strings.HasPrefix(got, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
	if w.plies != 15 || w.played != 3 {
		t.Errorf("%d plies in %d games of the last iteration", w.plies, w.played)
	}
}

// A run by alpha-beta shows how its held-out games were forecast.
func TestProgressOfAnEvaluation(t *testing.T) {
	var out strings.Builder
	w := shown(&out, 3, 1)
	w.Begin(train.Progress{})
	w.End(train.Iteration{At: train.Progress{Iteration: 1}, HeldOut: &train.HeldOut{Before: 0.625, After: 0.5}, Losses: train.Losses{Policy: 9, Value: 9}})
	if text := out.String(); !strings.Contains(text, " 0.625  0.500 ") || strings.Contains(text, "9.000") {
		t.Errorf("printed\n%s", text)
	}
}

// Games to learn from first are counted by how they ended, and what was learned of them is said.
func TestProgressOfLessons(t *testing.T) {
	var out strings.Builder
	w := shown(&out, 1, 1)
	w.lessons = "games of alpha-beta"
	for i := range 4 {
		w.lesson(i+1, 4)
	}
	w.lessonsPlayed([]*selfplay.Record{{Plies: make([]selfplay.Ply, 4)}, {Plies: make([]selfplay.Ply, 8)}})
	for step := range 4 {
		w.Pretrain(step+1, 4, nn.Loss{Policy: 2, Value: 1})
	}
	for _, want := range []string{"2 games of alpha-beta of 6.0 plies: the white won", "trained on games of alpha-beta in 4 steps: mean policy 2.000, value 1.000"} {
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, want) {
			t.Errorf("printed %q, want %q", text, want)
		}
	}
}

// Who played is printed with how fast they were, and whether they are still heard of.
func TestSharesArePrinted(t *testing.T) {
	var out strings.Builder
	printShare(&out, fleet.Share{Here: 10, Took: 5 * time.Second, Workers: []fleet.Worker{
		{Name: "w1", Version: "v1", Kernels: "avx2", Games: 20, Silent: 1234 * time.Millisecond}, {Name: "w2", Games: 0, Gone: true},
	}})
	for _, want := range []string{"here: 10 games, 2.00 a second\n", "w1: 20 games, 4.00 a second; ludens v1, avx2; heard 1.2s ago\n", "ago, it seems gone\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("printed %q, want %q", &out, want)
		}
	}
}

// Lines of several goroutines stay lines.
func TestLockedOutput(t *testing.T) {
	var out strings.Builder
	w := &Locked{To: &out}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				if n, err := w.Write([]byte("a line\n")); n != 7 || err != nil {
					t.Error(n, err)
				}
			}
		})
	}
	all.Wait()
	if out.String() != strings.Repeat("a line\n", 800) {
		t.Errorf("%d bytes", out.Len())
	}
}

// What is wrong with an address of the page is said in a line, with a way out, before anything
// else begins.
func TestAddressesOfThePage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tt := range []struct {
		addr, want string
		usage      bool
	}{
		{"8014", "want HOST:PORT, as in " + UsualAddress, true},
		{"127.0.0.1:http:1", "want HOST:PORT", true},
		{"127.0.0.1:99999", "there is no such host or port", true},
		{taken.Addr().String(), "is in use, perhaps by another ludens serve; take any free port with --addr 127.0.0.1:0", false},
		{"192.0.2.1:8014", "is not an address of this machine", false},
	} {
		p := Page{Addr: tt.addr}
		err := p.Listen()
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.As(err, new(exit.Usage)) != tt.usage || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", tt.addr, err, tt.want)
		}
		p.Close()
	}
	none := new(Page)
	if err := none.Listen(); err != nil || none.l != nil {
		t.Errorf("without an address: %v", err)
	}
}

// The page has the name that its address was given by, and a warning if others can reach it.
func TestPageIsAnnounced(t *testing.T) {
	for addr, want := range map[string]string{"localhost:0": "http://localhost:", "127.0.0.1:0": "http://127.0.0.1:"} {
		p := Page{Addr: addr}
		if err := p.Listen(); err != nil {
			t.Skip(err)
		}
		var out strings.Builder
		p.announce(&out, "at http://%s/\n")
		_, port, _ := net.SplitHostPort(p.l.Addr().String())
		if text := out.String(); !strings.Contains(text, want+port+"/\n") || strings.Contains(text, "no password") {
			t.Errorf("%s: %q", addr, text)
		}
		p.Close()
	}
	p := Page{Addr: "0.0.0.0:0"}
	if err := p.Listen(); err != nil {
		t.Skip(err)
	}
	defer p.Close()
	var out strings.Builder
	if p.announce(&out, "at http://%s/\n"); !strings.Contains(out.String(), "there is no password") {
		t.Errorf("for others: %q", &out)
	}
}

// A run by alpha-beta is played by one machine, which is said before a server begins.
func TestAlphaBetaIsNotShared(t *testing.T) {
	s := &Session{config: alphaBeta(t)}
	if err := (Machines{Listen: "127.0.0.1:0"}).serve(s); err == nil || !strings.Contains(err.Error(), "--listen and --nats") {
		t.Errorf("got %v", err)
	}
	if err := (Machines{}).serve(s); err != nil || s.fleet != nil {
		t.Errorf("without machines: %v", err)
	}
}
