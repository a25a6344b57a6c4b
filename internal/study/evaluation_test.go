package study

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/env/games"
)

func evaluating(t *testing.T, workers int) (*Evaluation, agent.Entrant) {
	t.Helper()
	g := games.Must("tictactoe")
	e := &Evaluation{
		Game: g, Baselines: []string{"random", "greedy"}, Games: 5, Opening: 2, Seed: 3, Workers: workers,
		Enter: func(text string) (agent.Entrant, error) { return agent.Parse(text, nil) },
	}
	me, err := e.Enter("alphabeta:9")
	if err != nil {
		t.Fatal(err)
	}
	return e, me
}

func TestEvaluation(t *testing.T) {
	e, me := evaluating(t, 1)
	var w watcher
	e.Played = w.see
	one, err := e.Play(context.Background(), me)
	if err != nil || len(one) != 2 || one[1].Opponent != "greedy" || one[0].Roles[0].Games() != 5 || one[0].Roles[1].Games() != 5 {
		t.Fatalf("%+v, %v", one, err)
	}
	w.laws(t)
	e, me = evaluating(t, 3)
	if three, err := e.Play(context.Background(), me); err != nil || !reflect.DeepEqual(one, three) {
		t.Errorf("three workers: %+v, %v\none: %+v", three, err, one)
	}
	w.stages, e.Played, e.Baselines = nil, w.see, []string{"random", "gredy"}
	if some, err := e.Play(context.Background(), me); err == nil || len(some) != 0 || len(w.stages) != 0 {
		t.Errorf("an unknown baseline: %+v, %v, after %+v; want no games", some, err, w.stages)
	}
}

// All matches are asked for at once, so that others begin the next while the last games of one
// are played; the standings do not depend on the order in which games end. Those of matches that
// were finished are returned where play is stopped.
func TestMatchesOfAnEvaluationAtOnce(t *testing.T) {
	e, me := evaluating(t, 1)
	want, err := e.Play(t.Context(), me)
	if err != nil {
		t.Fatal(err)
	}
	calls, left := 0, 1<<20
	e.Elsewhere = func(ctx context.Context, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
		var jobs []arena.Job
		for j, ok := next(); ok; j, ok = next() {
			jobs = append(jobs, j)
		}
		if calls++; len(all) != 2 || len(jobs) != 2*2*5 || jobs[0].Contest != all[0] || jobs[19].Contest != all[1] {
			t.Errorf("asked for %d contests and %d games", len(all), len(jobs))
		}
		slices.Reverse(jobs)
		for i, j := range jobs {
			g, err := j.Contest.Play(ctx, j.Index)
			if err != nil || i == left {
				return cmp.Or(err, context.Canceled)
			}
			if more, err := done(j, g); err != nil || more != (i < len(jobs)-1) {
				t.Errorf("after game %d: more %v, %v", i, more, err)
			}
		}
		return nil
	}
	if got, err := e.Play(t.Context(), me); err != nil || calls != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d calls: %+v, %v\nwant %+v", calls, got, err, want)
	}
	left = 15 // all of the second match, half of the first
	if got, err := e.Play(t.Context(), me); err != context.Canceled || !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("stopped: %+v, %v; want %+v", got, err, want[1:])
	}
}

// Against every line a perfect player does not lose.
func TestEveryLine(t *testing.T) {
	e, me := evaluating(t, 1)
	all, err := e.EveryLine(context.Background(), me)
	if err != nil || len(all) != 1 || all[0].Roles[0].Losses+all[0].Roles[1].Losses != 0 || all[0].Roles[0].Games() < 50 {
		t.Errorf("%+v, %v", all, err)
	}
}
