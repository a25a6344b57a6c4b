package analysis_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/mcts"
)

// told is an agent that says what it was given.
type told struct{ d env.Decision }

func (a told) Act(context.Context, env.State) (env.Decision, error) { return a.d, nil }

// The value is the search's, draws are as likely as they looked, as far as the
// value has room for them.
func TestChancesFitTheValue(t *testing.T) {
	g := the(t, "tictactoe")
	for _, c := range []struct {
		drawn, value float32
		want         analysis.Chances
	}{
		{0.4, 0, analysis.Chances{0.3, 0.4, 0.3}},
		{0.4, 0.5, analysis.Chances{0.55, 0.4, 0.05}},
		{0.8, -0.5, analysis.Chances{0, 0.5, 0.5}},
		{1, 1, analysis.Chances{1, 0, 0}},
	} {
		say := told{env.Decision{Action: 4, Value: c.value, Moves: []env.MoveStats{{Action: 4, Visits: 9, Value: c.value}, {Action: 0}}}}
		a := analysis.Agent(func(time.Duration, int) (env.Agent, error) { return say, nil })
		a = analysis.Judging(a, func(env.State) (float32, error) { return c.drawn, nil })
		r, err := a.Analyse(context.Background(), g.New(0), analysis.Limits{Lines: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range map[string]*analysis.Chances{"position": r.Chances, "move": r.Moves[0].Chances} {
			for j := range c.want {
				if got == nil || math.Abs(float64(got[j]-c.want[j])) > 1e-6 {
					t.Errorf("%s of value %v, draws %v: got %v, want %v", i, c.value, c.drawn, got, c.want)
					break
				}
			}
		}
		if r.Moves[1].Chances != nil {
			t.Errorf("a move without a visit has the chances %v", *r.Moves[1].Chances)
		}
	}
}

// Each position is asked about once, however many reports there are; a move that
// ends the game is not asked about at all.
func TestJudgingAsksOnce(t *testing.T) {
	g := the(t, "tictactoe")
	s := at(t, g, "a1", "b1", "a2", "b2", "c3", "c2") // a3 wins, and b3 draws nothing yet
	asked := map[uint64]int{}
	a := analysis.Judging(analysis.New(g, mcts.Uniform{}, analysis.Simulations(50)), func(s env.State) (float32, error) {
		asked[s.Key()]++
		return 0.5, nil
	})
	r, err := a.Analyse(context.Background(), s, analysis.Limits{Lines: 9}, func(analysis.Report) {})
	if err != nil || *r.Chances != (analysis.Chances{1, 0, 0}) {
		t.Fatalf("got %v, %v; want a certain win", r.Chances, err)
	}
	for key, n := range asked {
		if n != 1 {
			t.Errorf("position %x was asked about %d times", key, n)
		}
	}
	bad := analysis.Judging(analysis.New(g, mcts.Uniform{}, analysis.Simulations(50)), func(env.State) (float32, error) { return 0, errDown })
	if _, err := bad.Analyse(context.Background(), s, analysis.Limits{}, nil); !errors.Is(err, errDown) {
		t.Errorf("got %v, want %v", err, errDown)
	}
}
