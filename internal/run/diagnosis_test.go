package run

import (
	"fmt"
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
