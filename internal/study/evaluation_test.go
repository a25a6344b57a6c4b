package study

import (
	"context"
	"reflect"
	"testing"

	"ludens/agent"
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
	e.Baselines = []string{"random", "gredy"}
	if some, err := e.Play(context.Background(), me); err == nil || len(some) != 1 {
		t.Errorf("an unknown baseline: %+v, %v; want what came before it", some, err)
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
