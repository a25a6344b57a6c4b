package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/train"
)

// A diagnosis says in words what an iteration found out.
func TestDiagnosis(t *testing.T) {
	it := train.Iteration{
		At: train.Progress{Iteration: 40}, Games: train.Games{Played: 50, Duplicates: 1},
		Diagnosis: train.Diagnosis{
			Quartiles: [3]int{45, 58, 71},
			Endings:   []train.Ending{{By: "the king is taken", Result: "second wins", Games: 30}, {By: train.CutOff, Result: train.CutOff, Games: 20}},
			Policy:    train.Policy{Target: 1, Even: 3, Gap: 0.5}, Value: train.Calibration{Error: 0.06, Excess: -0.02},
		},
	}
	roles := [2]string{"king's side", "attackers"}
	text := func() string {
		var b strings.Builder
		for _, l := range Diagnosis(roles, it) {
			fmt.Fprintf(&b, "%s: %s\n", l.About, l.Text)
		}
		return b.String()
	}
	for _, want := range []string{"45 to 71 plies", "2 % duplicates", "60 % attackers: the king is taken; 40 % cut off",
		"75 % of that, 0.50 nats", "6 points in a hundred", "2 too modest", "nothing looks wrong"} {
		if !strings.Contains(text(), want) {
			t.Errorf("it does not say %q:\n%s", want, text())
		}
	}
	it.Diagnosis.Advice = []train.Advice{{About: "stale", Text: "lower train.window"}}
	if got := text(); !strings.Contains(got, "advice: lower train.window\n") || strings.Contains(got, "nothing looks wrong") {
		t.Errorf("no advice in\n%s", got)
	}
	it.Games.Handicapped, it.Games.AgainstPast = 5, 10
	if got := text(); !strings.Contains(got, ": in 10 % one side had a handicap, in 20 % it was an earlier network\n") {
		t.Errorf("no handicap in\n%s", got)
	}
}

// Each line, word for word, with numbers of which every digit counts.
func TestLinesOfADiagnosis(t *testing.T) {
	it := train.Iteration{
		At: train.Progress{Iteration: 40}, Games: train.Games{Played: 200, Duplicates: 164, Handicapped: 150, AgainstPast: 126}, Window: 4321,
		Losses: train.Losses{Gradient: 1.234, Clipped: 7, Steps: 98},
		Unseen: train.Unseen{Positions: 9, Agreement: 0.91, Even: 0.73, Correlation: 0.654},
		Diagnosis: train.Diagnosis{
			Quartiles: [3]int{45, 58, 71}, OpeningEntropy: 3.6, Age: 6.54,
			Endings: []train.Ending{{By: "mate", Result: "first wins", Games: 164}},
			Policy:  train.Policy{Target: 1.234, Even: 3.456, Gap: 0.789}, Value: train.Calibration{Error: 0.83, Excess: 0.71, Brier: 0.1234, Constant: 0.2345},
		},
	}
	lines := func() (all []string) {
		for _, l := range Diagnosis([2]string{"white", "black"}, it) {
			all = append(all, l.About+": "+l.Text)
		}
		return all
	}
	want := []string{
		"games: half of them 45 to 71 plies long, 82 % duplicates, as if from 37 openings",
		": in 75 % one side had a handicap, in 63 % it was an earlier network",
		"endings: 82 % white: mate",
		"policy: entropy 1.23 nats in search, 3.46 if even; the network has taken up 64 % of that, 0.79 nats are left",
		"value: 83 points in a hundred away from the results, 71 too sure; Brier 0.123, 0.234 for a constant",
		"unseen: on new games the network alone prefers the search's move in 91 % of the positions, 73 % by chance; its values and the results correlate by 0.65",
		"window: 4321 positions, 6.5 iterations old on average",
		"gradient: norm 1.23, 7 of 98 steps clipped",
		"advice: nothing looks wrong",
	}
	if got := lines(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	it.HeldOut, it.Unseen.Positions, it.Games.Handicapped, it.Games.AgainstPast = &train.HeldOut{Positions: 12, Before: 0.65432, After: 0.54321}, 0, 0, 1
	it.Diagnosis.Value.Excess = -0.62
	want = []string{want[0], ": in 0 % one side had a handicap, in 0 % it was an earlier network", want[2],
		"held out: cross entropy of 12 positions that were not learned from 0.5432 nats, 0.6543 by the evaluation before",
		"value: 83 points in a hundred away from the results, 62 too modest; Brier 0.123, 0.234 for a constant", want[6], want[8]}
	if got := lines(); !slices.Equal(got, want) {
		t.Errorf("by alpha-beta: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEndingNames(t *testing.T) {
	roles := [2]string{"king's side", "attackers"}
	for _, test := range []struct {
		e    train.Ending
		want string
	}{
		{train.Ending{By: "the king is in the corner", Result: "first wins"}, "king's side: the king is in the corner"},
		{train.Ending{By: "resigned", Result: "second wins"}, "attackers: resigned"},
		{train.Ending{By: "threefold repetition", Result: "drawn"}, "drawn: threefold repetition"},
		{train.Ending{By: train.CutOff, Result: train.CutOff}, "cut off"},
		{train.Ending{Result: "first wins"}, "king's side"},
		{train.Ending{Result: "drawn"}, "drawn"},
	} {
		if got := endingName(roles, test.e); got != test.want {
			t.Errorf("%+v is called %q, want %q", test.e, got, test.want)
		}
	}
}
