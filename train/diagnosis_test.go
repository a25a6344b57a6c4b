package train

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
)

// finished returns a game of tic-tac-toe. Every move is trained on: its search was
// sure of it and gave the position the value.
func finished(result env.Result, value float32, cells ...env.Action) *selfplay.Record {
	r := &selfplay.Record{Result: result}
	for _, a := range cells {
		r.Plies = append(r.Plies, selfplay.Ply{Action: a, Value: value, Policy: []selfplay.Share{{Action: a, Probability: 1}}})
	}
	return r
}

var (
	rowFirst  = []env.Action{0, 3, 1, 4, 2}             // first has the top row
	rowSecond = []env.Action{8, 3, 1, 4, 2, 5}          // second has the middle row
	fullBoard = []env.Action{0, 1, 2, 4, 3, 5, 7, 6, 8} // drawn
)

func TestDiagnoseGames(t *testing.T) {
	played := []*selfplay.Record{
		finished(env.FirstWins, 0, rowFirst...), finished(env.FirstWins, 0, rowFirst...),
		finished(env.SecondWins, 0, rowSecond...), finished(env.Drawn, 0, fullBoard...),
	}
	cut := finished(env.Ongoing, 0, 4, 0)
	cut.Truncated = true
	gone := finished(env.SecondWins, 0, 4, 0, 8, 2)
	gone.Resigned = true
	played = append(played, cut, gone)

	it := Iteration{At: Progress{Iteration: 3}, Games: Tell(played), Window: 310, Losses: Losses{Policy: 0.7}}
	d := Diagnose(ticTacToe(t), Config{}, it, played, played)

	if want := [3]int{4, 5, 6}; d.Quartiles != want {
		t.Errorf("quartiles of the lengths 2, 4, 5, 5, 6, 9 are %v, want %v", d.Quartiles, want)
	}
	// Two of six begin alike.
	if want := math.Log(6) - math.Log(2)/3; !near(d.OpeningEntropy, want) {
		t.Errorf("opening entropy %v, want %v", d.OpeningEntropy, want)
	}
	counts := map[string]int{}
	for _, e := range d.Endings {
		counts[e.Result+", "+e.By] += e.Games
	}
	if len(d.Endings) == 0 || d.Endings[0].Games != 2 || d.Endings[0].Result != "first wins" {
		t.Errorf("endings %v do not begin with the most frequent", d.Endings)
	}
	for _, want := range []string{"cut off, cut off", "second wins, resigned"} {
		if counts[want] != 1 {
			t.Errorf("endings %v, want one that is %s", counts, want)
		}
	}
	if d.Capped != 1 { // a full board of nine plies is an ending
		t.Errorf("%d games came to the length limit, want 1", d.Capped)
	}
	if d.Value.Games != 4 || d.Value.Positions != 5+5+6+9 {
		t.Errorf("%d games and %d positions have a result to compare with, want 4 and 25", d.Value.Games, d.Value.Positions)
	}
	if d.Policy.Positions != 31 || d.Policy.Target != 0 || d.Policy.Gap != 0.7 {
		t.Errorf("policies %+v, want 31 positions, targets of no entropy and all of the loss left", d.Policy)
	}
	if want := 4.5; !near(d.Age, want) { // ten iterations of 31 positions
		t.Errorf("age %v, want %v", d.Age, want)
	}
}

// A result that rests on the values themselves, or on chance, is none to compare them with.
func TestDiagnoseGamesWithoutAResult(t *testing.T) {
	for name, spoil := range map[string]func(*selfplay.Record){
		"none":        func(*selfplay.Record) {},
		"truncated":   func(r *selfplay.Record) { r.Truncated = true },
		"resigned":    func(r *selfplay.Record) { r.Resigned = true },
		"adjudicated": func(r *selfplay.Record) { r.Adjudicated = true },
		"handicap":    func(r *selfplay.Record) { r.Handicap[1] = 0.5 },
	} {
		r := finished(env.FirstWins, 1, rowFirst...)
		spoil(r)
		want := 0
		if name == "none" {
			want = 1
		}
		if v := Diagnose(ticTacToe(t), Config{}, Iteration{}, []*selfplay.Record{r}, nil).Value; v.Games != want {
			t.Errorf("%s: %d games are compared, want %d", name, v.Games, want)
		}
	}
}

// Cetro finds a result at its length limit: the words name it, and what follows
// them differs from game to game.
func TestDiagnoseAdjudicatedGames(t *testing.T) {
	g := games.Must("cetro:cap=4")
	s, r := g.New(0), &selfplay.Record{}
	for s.Result() == env.Ongoing {
		a := s.Legal(nil)[0]
		r.Plies = append(r.Plies, selfplay.Ply{Action: a})
		s.Play(a)
	}
	r.Result = s.Result()
	d := Diagnose(g, Config{}, Iteration{}, []*selfplay.Record{r}, nil)
	if d.Capped != 1 || len(d.Endings) != 1 || d.Endings[0].By != "cut off at ply 4" {
		t.Errorf("%d games at the limit, endings %v, want one that was cut off at ply 4", d.Capped, d.Endings)
	}
}

// Values are the mover's: here the winner was always sure, and so was the loser.
func TestDiagnoseValues(t *testing.T) {
	d := Diagnose(ticTacToe(t), Config{}, Iteration{}, []*selfplay.Record{finished(env.FirstWins, 1, rowFirst...)}, nil)
	// Five moves, three of them by the winner.
	if v := d.Value; !near(v.Excess, 0.4) || !near(v.Error, 0.4) || !near(v.Brier, 0.4) || len(v.Bins) != 1 || !near(v.Bins[0].Came, 0.6) {
		t.Errorf("calibration %+v, want the only bin to say 1 where 0.6 came", v)
	}
}

func TestDiagnosePolicies(t *testing.T) {
	even := &selfplay.Record{Result: env.FirstWins}
	for i, a := range rowFirst {
		ply := selfplay.Ply{Action: a}
		if i == 0 {
			for cell := range env.Action(9) {
				ply.Policy = append(ply.Policy, selfplay.Share{Action: cell, Probability: 1. / 9})
			}
		}
		even.Plies = append(even.Plies, ply)
	}
	it := Iteration{Losses: Losses{Policy: math.Log(9)}}
	played := []*selfplay.Record{even}
	p := Diagnose(ticTacToe(t), Config{}, it, played, played).Policy
	if ln := math.Log(9); p.Positions != 1 || !near(p.Target, ln) || !near(p.Even, ln) || !near(p.Window, ln) || !near(p.Gap, 0) {
		t.Errorf("an even policy on nine cells: %+v, want entropies of %v and no gap", p, ln)
	}
}

func TestLearned(t *testing.T) {
	for _, test := range []struct {
		name string
		p    Policy
		want float64
	}{
		{"an even guess", Policy{Target: 1, Even: 3, Gap: 2}, 0},
		{"half the way", Policy{Target: 1, Even: 3, Gap: 1}, 0.5},
		{"all of it", Policy{Target: 1, Even: 3, Gap: 0}, 1},
		{"worse than a guess", Policy{Target: 1, Even: 3, Gap: 4}, -1},
		{"a gap below 0, by other samples", Policy{Target: 2.9, Even: 3, Gap: -0.35}, 1},
		{"nothing to learn", Policy{Target: 3, Even: 3, Gap: 1}, 1},
	} {
		if got := test.p.Learned(); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// An iteration without games or steps has numbers that JSON can hold.
func TestDiagnoseNothing(t *testing.T) {
	it := Iteration{}
	it.Diagnosis = Diagnose(ticTacToe(t), Config{}, it, nil, nil)
	text, err := json.Marshal(it)
	if err != nil {
		t.Fatal(err)
	}
	var back Iteration
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back.Diagnosis, it.Diagnosis) {
		t.Errorf("%s reads back as %+v, error %v", text, back.Diagnosis, err)
	}
}

func TestLossesCountClippedSteps(t *testing.T) {
	var l Losses
	for _, norm := range []float64{0.5, 1, 1.5, 3} {
		l.Add(loss(norm), 1)
	}
	if l.Clipped != 2 || l.Gradient != 1.5 {
		t.Errorf("norms 0.5, 1, 1.5, 3 against a clip of 1: %d clipped, mean %v, want 2 and 1.5", l.Clipped, l.Gradient)
	}
	l = Losses{}
	l.Add(loss(100), 0)
	if l.Clipped != 0 {
		t.Error("a step was clipped without a clip")
	}
}
