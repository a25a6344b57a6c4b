package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ludens/train"
)

// Advice is told when it begins, and again when it has not been given for three
// iterations.
func TestHealthTellsBeginningAndEnd(t *testing.T) {
	var h health
	for i, step := range []struct {
		about []string
		want  []string
	}{
		{nil, nil},
		{[]string{"duplicates"}, []string{"look: 38 % duplicates"}},
		{[]string{"duplicates"}, nil},
		{nil, nil}, // it hesitates
		{[]string{"duplicates", "stale"}, []string{"look: 38 % stale"}},
		{nil, nil},
		{nil, nil},
		{[]string{"stale"}, []string{"better: duplicates, in iterations 2 to 5"}},
		{nil, nil},
		{nil, nil},
		{nil, []string{"better: stale, in iterations 5 to 8"}},
		{[]string{"duplicates"}, []string{"look: 38 % duplicates"}},
	} {
		var advice []train.Advice
		for _, about := range step.about {
			advice = append(advice, train.Advice{About: about, Text: "38 % " + about})
		}
		if got := h.news(i+1, advice); !slices.Equal(got, step.want) {
			t.Errorf("iteration %d: %q, want %q", i+1, got, step.want)
		}
	}
}

func TestHealthInWords(t *testing.T) {
	it := train.Iteration{
		At: train.Progress{Iteration: 40}, Games: train.Games{Played: 50, Duplicates: 1},
		Diagnosis: train.Diagnosis{
			Quartiles: [3]int{45, 58, 71},
			Endings:   []train.Ending{{By: "the king is taken", Result: "second wins", Games: 30}, {By: train.CutOff, Result: train.CutOff, Games: 20}},
			Policy:    train.Policy{Target: 1, Even: 3, Gap: 0.5}, Value: train.Calibration{Error: 0.06, Excess: -0.02},
		},
	}
	roles := [2]string{"king's side", "attackers"}
	var b bytes.Buffer
	printHealth(&b, roles, it)
	for _, want := range []string{"diagnosis of iteration 40", "45 to 71 plies", "2 % duplicates", "60 % attackers: the king is taken; 40 % cut off",
		"75 % of that, 0.50 nats", "6 points in a hundred", "2 too modest", "nothing looks wrong"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, &b)
		}
	}
	b.Reset()
	it.Diagnosis.Advice = []train.Advice{{About: "stale", Text: "lower train.window"}}
	if printHealth(&b, roles, it); !strings.Contains(b.String(), "advice    lower train.window") {
		t.Errorf("no advice in\n%s", &b)
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
