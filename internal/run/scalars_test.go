package run

import (
	"reflect"
	"testing"
	"time"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/train"
)

// The points of an iteration, counted by hand.
func TestScalars(t *testing.T) {
	m := Metric{Iteration: train.Iteration{
		At: train.Progress{Iteration: 3, Steps: 30, Games: 20, Positions: 400}, Rate: 0.5, Window: 300,
		Losses:    train.Losses{Policy: 2, Value: 1, Score: 0.25, Entropy: 1.5, Gradient: 4},
		Games:     train.Games{Played: 8, FirstWins: 4, SecondWins: 2, Drawn: 1, Truncated: 1, MeanPlies: 20},
		Standings: []arena.Standing{{Opponent: "greedy", Roles: [2]arena.Score{{Wins: 1}, {Losses: 1}}}},
	}}
	want := []chart.Scalar{
		{Tag: "loss/policy", Value: 2}, {Tag: "loss/value", Value: 1}, {Tag: "loss/score", Value: 0.25}, {Tag: "policy/entropy", Value: 1.5},
		{Tag: "learning/rate", Value: 0.5}, {Tag: "learning/gradient", Value: 4}, {Tag: "learning/window", Value: 300},
		{Tag: "games/plies", Value: 20}, {Tag: "games/first_wins", Value: 0.5}, {Tag: "games/second_wins", Value: 0.25},
		{Tag: "games/drawn", Value: 0.125}, {Tag: "games/cut_off", Value: 0.125},
		{Tag: "progress/games", Value: 20}, {Tag: "progress/positions", Value: 400}, {Tag: "progress/steps", Value: 30},
		{Tag: "score/greedy", Value: 0.5},
	}
	if got := scalars(m); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if WallTime(m) != 0 {
		t.Errorf("a time %v of an iteration that has none", WallTime(m))
	}
	if m.Time = time.UnixMilli(1500); WallTime(m) != 1.5 {
		t.Errorf("a time %v, want 1.5", WallTime(m))
	}
}
