package arena

import "testing"

func TestBar(t *testing.T) {
	random, greedy, shown := Bars[0], Bars[1], Bar{"alphabeta:4", 0}
	for _, test := range []struct {
		bar           Bar
		s             Score
		passed, clear bool
	}{
		{random, Score{Wins: 20}, true, true},
		{random, Score{Wins: 10, Losses: 10}, false, true},  // a random player
		{random, Score{Draws: 20}, false, true},             // one that cannot win
		{random, Score{Wins: 15, Losses: 5}, true, false},   // 75 % of 20
		{random, Score{Wins: 3, Losses: 1}, false, false},   // of 4: too few
		{greedy, Score{Wins: 10, Losses: 10}, true, false},  // its equal
		{greedy, Score{Wins: 19, Losses: 29}, false, false}, // 40 %
		{greedy, Score{Losses: 20}, false, true},            // halma-8x8
		{greedy, Score{Wins: 45, Draws: 3}, true, true},     //
		{greedy, Score{}, false, false},                     // not played
		{shown, Score{Losses: 20}, true, true},              // no bar
		{Bar{"greedy", 0.5}, Score{Draws: 20}, true, false}, // drawn games
	} {
		if p, c := test.bar.Passed(test.s), test.bar.Clear(test.s); p != test.passed || c != test.clear {
			t.Errorf("%+v with %+v: passed %v and clear %v, want %v and %v", test.bar, test.s, p, c, test.passed, test.clear)
		}
	}
}

func TestWeakRole(t *testing.T) {
	for _, test := range []struct {
		s    Score
		want bool
	}{{Score{Wins: 1, Losses: 19}, true}, {Score{Wins: 8, Losses: 12}, false}, {Score{Draws: 20}, false}, {Score{}, false}} {
		if got := Bars[1].Weak(test.s); got != test.want || (Bar{"alphabeta:4", 0}).Weak(test.s) {
			t.Errorf("%+v: %v", test.s, got)
		}
	}
}
