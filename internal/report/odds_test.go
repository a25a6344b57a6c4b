package report

import (
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

func odds(kind string, count int, value float64) env.Odds {
	return env.Odds{Men: env.Men{Kind: kind, Count: count}, Value: value}
}

// Each verdict has its words, and the network's may be another than the search's.
func TestOddsStudy(t *testing.T) {
	m := func(v float64) arena.Measure { return arena.Measure{Value: v, Low: v - 0.01, High: v + 0.01} }
	at := func(v float64) *arena.Measure { n := m(v); return &n }
	half := func(wins, losses int) [2]arena.Score {
		return [2]arena.Score{{Wins: wins, Losses: losses}, {Wins: wins, Losses: losses, Draws: 1, Truncated: 1}}
	}
	o := Odds{Game: "cetran2", Agent: "champion:400", Opponent: "alphabeta:4", Games: "these games",
		Regression: &arena.Worths{Kinds: []arena.Worth{{Kind: "queen", Ratio: arena.Measure{Value: 6.5, Low: 5.5, High: 7.5}}}},
		Trials: []arena.Trial{
			{Odds: odds("pawn", 1, 1), Network: at(0.35), Search: m(0.35), Self: half(70, 130), Against: half(3, 5)},
			{Odds: odds("rook", 1, 5), Network: at(0.5), Search: m(0.2), Self: half(40, 160)},
			{Odds: odds("knight", 1, 3), Network: at(0.5), Search: m(0.5), Self: half(50, 150)},
			{Odds: odds("sissa", 1, 8), Network: at(0.4), Search: m(0.4), Self: half(20, 180)},
			{Odds: odds("horse", 1, 6), Network: at(0.1), Search: m(0.1), Self: half(90, 110)},
			{Odds: odds("queen", 1, 9), Network: at(0.1), Search: m(0.1), Self: [2]arena.Score{{Losses: 20}, {Losses: 20}}},
			{Odds: odds("bishop", 1, 4), Network: at(0.5), Search: m(0.5), Self: half(5, 5)},
		}}
	s, err := o.Study()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(everyWay(t, s)), " ")
	hasAll(t, got, "Does champion:400 know what the pieces of cetran2 are worth?",
		"With champion:400 on both sides value and result agree about pawn, rook and queen; the value does not see knight; the value sees less than half of sissa; the value sees too much in horse; the games do not show enough about bishop.",
		"With its network alone, which does not search, value and result agree about pawn and queen; the value does not see rook and knight;",
		"the network does not see it, the search agrees", "the value does not see it", "AGAINST ALPHABETA:4",
		"pawn 35.0 [34.0, 36.0] 35.0 [34.0, 36.0]", "queen ≥ ", "9.00 6.50 [5.50, 7.50]")
	if n := len(s.figures()); n != 1 {
		t.Errorf("%d figures, want 1", n)
	}
}

func TestOddsStudyOfLittle(t *testing.T) {
	for name, test := range map[string]struct {
		trials []arena.Trial
		want   string
	}{
		"nothing":  {nil, "nothing can be said"},
		"no games": {[]arena.Trial{{Odds: odds("pawn", 1, 1), Search: arena.Measure{Value: 0.5, Low: 0, High: 1}}}, "nothing can be said"},
		"one game": {[]arena.Trial{{Odds: odds("pawn", 3, 3), Search: arena.Measure{Value: 0.5, Low: 0, High: 1}, Self: [2]arena.Score{{Wins: 1}}}}, "the games do not show enough about 3 pawns"},
		"all drawn": {[]arena.Trial{{Odds: odds("queen", 1, 9), Search: arena.Measure{Value: 0.5, Low: 0.5, High: 0.5}, Self: [2]arena.Score{{Draws: 9}, {Draws: 9}}}},
			"the games do not show enough about queen"},
	} {
		s, err := Odds{Game: "cetran2", Agent: "greedy", Trials: test.trials}.Study()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(everyWay(t, s)), " "); !strings.Contains(got, test.want) {
			t.Errorf("%s: there is no %q in\n%s", name, test.want, got)
		}
	}
}
