package analysis_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
)

// the returns the one game of a package.
func the(_ *testing.T, name string) env.Game { return games.Must(name) }

// at returns the position after some moves.
func at(t *testing.T, g env.Game, moves ...string) env.State {
	t.Helper()
	s := g.New(0)
	for _, m := range moves {
		a, err := env.Parse(s, m)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	return s
}

func TestSearchFindsTheWin(t *testing.T) {
	g := the(t, "tictactoe")
	s := at(t, g, "a1", "b1", "a2", "b2")
	r, err := analysis.New(g, mcts.Uniform{}, analysis.Simulations(50)).Analyse(context.Background(), s, analysis.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Format(r.Best()); got != "a3" || r.Proof != env.FirstWins || r.Plies != 1 || r.Value != 1 {
		t.Errorf("got %s, %v in %d, value %v; want a3, first wins in 1, value 1", got, r.Proof, r.Plies, r.Value)
	}
	if len(r.Moves) != 5 {
		t.Errorf("got %d moves, want all 5", len(r.Moves))
	}
}

func TestLimits(t *testing.T) {
	g := the(t, "connect4")
	a := analysis.New(g, mcts.Uniform{}, analysis.Simulations(30))
	over, stop := context.WithCancel(context.Background())
	stop()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		limits analysis.Limits
		want   int // simulations; 0: some number above one
	}{
		{"the analyst's own", context.Background(), analysis.Limits{}, 30},
		{"asked for", context.Background(), analysis.Limits{Simulations: 77}, 77},
		{"one at least", over, analysis.Limits{}, 1},
		{"endless until called off", over, analysis.Limits{Endless: true}, 1},
		{"by time", context.Background(), analysis.Limits{Time: 20 * time.Millisecond}, 0},
		{"time, but not more than", context.Background(), analysis.Limits{Time: time.Hour, Simulations: 12}, 12},
	} {
		r, err := a.Analyse(c.ctx, g.New(0), c.limits, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.want != 0 && r.Simulations != c.want || c.want == 0 && r.Simulations < 2 {
			t.Errorf("%s: got %d simulations, want %d", c.name, r.Simulations, c.want)
		}
		if len(r.Moves) != 7 || len(r.Moves[0].Line) == 0 || r.Moves[0].Line[0] != r.Best() {
			t.Errorf("%s: got %d moves, the first with the line %v", c.name, len(r.Moves), r.Moves[0].Line)
		}
	}
}

// News comes while the search goes on, and each says at least what the one
// before did.
func TestNews(t *testing.T) {
	g := the(t, "connect4")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var seen []int
	limits := analysis.Limits{Endless: true, Every: time.Millisecond, Lines: 3}
	last, err := analysis.New(g, mcts.Uniform{}, analysis.Simulations(1)).Analyse(ctx, g.New(0), limits, func(r analysis.Report) {
		seen = append(seen, r.Simulations)
		for i, m := range r.Moves {
			if i < 3 != (len(m.Line) > 0) || i < 3 && m.Line[0] != m.Action {
				t.Errorf("move %d has the line %v", i, m.Line)
			}
		}
		if len(seen) == 3 {
			stop()
		}
	})
	if err != nil || len(seen) != 3 {
		t.Fatalf("got %d reports and the error %v, want 3 and none", len(seen), err)
	}
	if !(seen[0] <= seen[1] && seen[1] <= seen[2] && seen[2] <= last.Simulations) {
		t.Errorf("simulations %v, at last %d: want none to get lost", seen, last.Simulations)
	}
}

// Equal questions have equal answers, also when others ask at the same time.
func TestConcurrentCalls(t *testing.T) {
	g := the(t, "connect4")
	a := analysis.New(g, mcts.NewRollout(g, 1, 5), analysis.Simulations(60))
	var wg sync.WaitGroup
	reports := make([]analysis.Report, 8)
	for i := range reports {
		wg.Go(func() { reports[i], _ = a.Analyse(context.Background(), g.New(0), analysis.Limits{Lines: 2}, nil) })
	}
	wg.Wait()
	for i, r := range reports {
		if r.Value != reports[0].Value || r.Best() != reports[0].Best() || len(r.Moves[1].Line) != len(reports[0].Moves[1].Line) {
			t.Errorf("call %d says %v %v, call 0 %v %v", i, r.Best(), r.Value, reports[0].Best(), reports[0].Value)
		}
	}
}

var errDown = errors.New("down")

// broken is an evaluator and an agent that cannot answer.
type broken struct{}

func (broken) Evaluate(context.Context, []mcts.Leaf) error { return errDown }

func (broken) Act(context.Context, env.State) (env.Decision, error) {
	return env.Decision{}, errDown
}

func TestErrorsComeThrough(t *testing.T) {
	g := the(t, "connect4")
	agent := analysis.Agent(func(time.Duration, int) (env.Agent, error) { return broken{}, nil })
	for name, a := range map[string]analysis.Analyst{"search": analysis.New(g, broken{}, analysis.Simulations(9)), "agent": agent} {
		if _, err := a.Analyse(context.Background(), g.New(0), analysis.Limits{}, nil); !errors.Is(err, errDown) {
			t.Errorf("%s: got %v, want %v", name, err, errDown)
		}
	}
}

// slow is an agent that waits for its time, or to be called off.
type slow struct{ limit time.Duration }

func (a slow) Act(ctx context.Context, s env.State) (env.Decision, error) {
	if a.limit > 0 {
		return env.Decision{Action: s.Legal(nil)[3], Value: 0.5}, nil
	}
	<-ctx.Done()
	return env.Decision{}, ctx.Err()
}

// An agent that is called off moves all the same, in haste.
func TestAgent(t *testing.T) {
	g := the(t, "connect4")
	a := analysis.Agent(func(limit time.Duration, _ int) (env.Agent, error) { return slow{limit}, nil })
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	r, err := a.Analyse(ctx, g.New(0), analysis.Limits{}, nil)
	if err != nil || r.Best() != g.New(0).Legal(nil)[3] || r.Value != 0.5 || r.Simulations != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// searching is a slow agent that returns what it has found when it is hurried.
type searching struct {
	slow
	asked *int
}

func (a searching) Act(ctx context.Context, s env.State) (env.Decision, error) {
	*a.asked++
	return a.slow.Act(ctx, s)
}

func (a searching) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	*a.asked++
	if a.limit > 0 {
		var stop context.CancelFunc
		hurry, stop = context.WithTimeout(hurry, a.limit)
		defer stop()
	}
	<-hurry.Done()
	return env.Decision{Action: s.Legal(nil)[3]}, ctx.Err()
}

// What a search has found when it is called off is its answer: it does not begin again. Its
// control is a question without a time, which every agent answers in its own.
func TestCalledOffWithWhatItHas(t *testing.T) {
	g := the(t, "connect4")
	for _, c := range []struct {
		limits analysis.Limits
		want   int // times that it is asked
	}{{analysis.Limits{Time: time.Hour}, 1}, {analysis.Limits{Endless: true}, 1}, {analysis.Limits{}, 2}} {
		asked := 0
		a := analysis.Agent(func(limit time.Duration, _ int) (env.Agent, error) { return searching{slow{limit}, &asked}, nil })
		ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
		r, err := a.Analyse(ctx, g.New(0), c.limits, nil)
		stop()
		if err != nil || r.Best() != g.New(0).Legal(nil)[3] || asked != c.want {
			t.Errorf("%+v: moves %v, %v, asked %d times; want %d", c.limits, r.Best(), err, asked, c.want)
		}
	}
}
