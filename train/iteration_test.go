package train

import (
	"math/rand/v2"
	"testing"

	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
)

// The means of an iteration are sums over its steps divided once.
func TestLossesAreMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var got Losses
	var sum nn.Loss
	const steps = 37
	for range steps {
		l := nn.Loss{Policy: rng.Float64(), Value: 2 * rng.Float64(), Score: 3 * rng.Float64(), Entropy: 4 * rng.Float64(), GradNorm: 5 * rng.Float64()}
		got.Add(l, 0)
		sum.Policy, sum.Value, sum.Score = sum.Policy+l.Policy, sum.Value+l.Value, sum.Score+l.Score
		sum.Entropy, sum.GradNorm = sum.Entropy+l.Entropy, sum.GradNorm+l.GradNorm
	}
	for name, m := range map[string][2]float64{
		"policy": {got.Policy, sum.Policy}, "value": {got.Value, sum.Value}, "score": {got.Score, sum.Score},
		"entropy": {got.Entropy, sum.Entropy}, "gradient": {got.Gradient, sum.GradNorm},
	} {
		if !near(m[0], m[1]/steps) {
			t.Errorf("%s: mean %v, want %v", name, m[0], m[1]/steps)
		}
	}
	if got.Steps != steps {
		t.Errorf("%d steps, want %d", got.Steps, steps)
	}
}

// The games of an iteration, counted by hand. A game is a duplicate if it has the
// moves of an earlier one, all of them, whatever number an action has.
func TestTell(t *testing.T) {
	record := func(result env.Result, actions ...env.Action) *selfplay.Record {
		r := &selfplay.Record{Result: result, Evaluations: 10}
		for _, a := range actions {
			r.Plies = append(r.Plies, selfplay.Ply{Action: a})
		}
		return r
	}
	all := []*selfplay.Record{
		record(env.FirstWins, 1, 2, 3), record(env.FirstWins, 1, 2, 3), record(env.FirstWins, 1, 2, 3),
		record(env.FirstWins, 1, 2), record(env.SecondWins, 257, 2, 3), record(env.SecondWins, 1, 2, 259),
		record(env.Drawn, 7, 7, 7, 7), record(env.Ongoing, 9),
	}
	all[7].Truncated = true
	all[1].Start = selfplay.Start{Kind: "a", Level: 0.5}
	all[2].Start = selfplay.Start{Kind: "b", Level: 0.25}
	all[3].Handicap = [2]float32{0, 0.5}
	all[4].Past = [2]bool{true, false}
	got := Tell(all)
	want := Games{
		Played: 8, Plies: 22, FirstWins: 4, SecondWins: 2, Drawn: 1, Truncated: 1, Duplicates: 2, MeanPlies: 22.0 / 8,
		Started: 2, StartLevel: 0.5, Handicapped: 1, AgainstPast: 1, Evaluations: 80,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := Tell(nil); got != (Games{}) {
		t.Errorf("of no games: %+v", got)
	}
}

func TestProgressAddsUp(t *testing.T) {
	p := Progress{Iteration: 2, Steps: 10, Games: 20, Positions: 300}.plus(5, 60, 7)
	if want := (Progress{Iteration: 3, Steps: 17, Games: 25, Positions: 360}); p != want {
		t.Errorf("got %+v, want %+v", p, want)
	}
}
