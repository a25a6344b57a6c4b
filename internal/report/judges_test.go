package report

import (
	"strings"
	"testing"

	"ludens/arena"
)

// judge returns the exam of an agent against random and greedy.
func judge(agent string, random, greedy arena.Score) *Judges {
	return &Judges{Game: "celta", Roles: roles, Exams: []Exam{
		{Judge: agent, Bar: arena.Bars[0], Scores: [2]arena.Score{random}}, {Judge: agent, Bar: arena.Bars[1], Scores: [2]arena.Score{greedy}},
		{Judge: agent, Bar: arena.Bars[2], Scores: [2]arena.Score{{Losses: 20}}},
	}}
}

func TestJudgesWords(t *testing.T) {
	won, even, lost := arena.Score{Wins: 20}, arena.Score{Wins: 10, Losses: 10}, arena.Score{Wins: 4, Losses: 16}
	random := &Judges{Game: "celta", Exams: []Exam{{Judge: "random", Bar: arena.Bars[0], Itself: true}}}
	greedy := &Judges{Game: "celta", Exams: []Exam{{Judge: "greedy", Bar: arena.Bars[0], Scores: [2]arena.Score{won}}, {Judge: "greedy", Bar: arena.Bars[1], Itself: true}}}
	exact := &Judges{Game: "celta", Exams: []Exam{{Judge: "alphabeta:9", Proven: true}}}
	oneSided := judge("mcts:5", won, won)
	oneSided.Exams[1].Scores = [2]arena.Score{won, {Wins: 2, Losses: 18}}
	for _, test := range []struct {
		name           string
		j              *Judges
		unknown, words string
	}{
		{"able", judge("mcts:5", won, even), "", "The players can judge celta: mcts:5 scores 100 % against random, 50 % against greedy and 0 % against alphabeta:4."},
		{"weak in one role", oneSided, "", "The players can judge celta: mcts:5 scores 100 % against random, 55 % against greedy and 0 % against alphabeta:4. But as attackers mcts:5 scores 10 % against greedy: where king's side seems to be favoured that may be a weakness of these players."},
		{"loses to greedy", judge("mcts:5", won, lost), "not known: these players (mcts:5) lose to greedy (20.0 % of 20 games)", "The numbers are of players who cannot judge celta: these players (mcts:5) lose to greedy (20.0 % of 20 games)."},
		{"like random", judge("mcts:5", even, won), "not known: these players (mcts:5) score 50.0 % in 20 games against random, where a judge must score 75 %", ""},
		{"not played", judge("mcts:5", won, arena.Score{}), "not known: these players (mcts:5) have not played greedy yet", ""},
		{"random itself", random, "not known: these players (random) are random itself, against which a judge must score 75 %", ""},
		{"greedy itself", greedy, "", "The players can judge celta: greedy scores 100 % against random."},
		{"proven", exact, "", "The players can judge celta: alphabeta:9 searches to the end of the game."},
		{"not examined", nil, "", "The players were not examined: whether they play well enough to judge is not known."},
	} {
		if got := test.j.Unknown(); got != test.unknown {
			t.Errorf("%s: got %q", test.name, got)
		}
		if got := test.j.words(); test.words != "" && got != test.words {
			t.Errorf("%s: got %s", test.name, got)
		}
	}
}

// Every kind of study says "not known" of players who lose to greedy, and keeps its
// numbers; with players who can play the same games have a verdict.
func TestVerdictsWantJudges(t *testing.T) {
	won, lost := arena.Score{Wins: 20}, arena.Score{Losses: 20}
	plain := func(j *Judges) *Study {
		b := climbing("mcts", 900, 900, 900)
		b.Judges = j
		return b.Study()
	}
	swept := func(j *Judges) *Study {
		w := sweep(500, 550, 300, 350, 600, 650, 500, 550)
		w.Best, w.Fresh, w.Judges = []int{0, 1}, []arena.Score{{Wins: 900, Losses: 100}, {Wins: 900, Losses: 100}}, j
		return w.Study()
	}
	found := func(j *Judges) *Study {
		f := hunted(t)
		f.Fresh[0].Samples[0] = outcomes(900, 50, 50, 40)
		f.Judges = j
		return f.Study()
	}
	ranked := func(j *Judges) *Study {
		a := arrays(52, 90, 10, 61)
		a.Roles = roles
		a.Each[0].Fresh, a.Each[1].Fresh, a.Judges = arena.Score{Wins: 900, Losses: 100}, arena.Score{Wins: 900, Losses: 100}, j
		return a.Study()
	}
	for name, study := range map[string]func(*Judges) *Study{"plain": plain, "sweep": swept, "fair": found, "arrays": ranked} {
		flat := func(j *Judges) string { return strings.Join(strings.Fields(everyWay(t, study(j))), " ") }
		able, unable, unasked := flat(judge("mcts:5", won, won)), flat(judge("mcts:5", won, lost)), flat(nil)
		if !strings.Contains(able, "favours king's side by") || strings.Contains(able, "not known:") {
			t.Errorf("%s by players who can play has no verdict:\n%s", name, able)
		}
		if !strings.Contains(strings.Join(strings.Fields(strings.Join(study(judge("mcts:5", won, lost)).Answer[:1], " ")), " "), "not known: these players (mcts:5) lose to greedy (0.0 % of 20 games)") {
			t.Errorf("%s by players who lose to greedy begins %s", name, study(judge("mcts:5", won, lost)).Answer[0])
		}
		if strings.Contains(unable, "favours king's side by") {
			t.Errorf("%s by players who lose to greedy has a verdict:\n%s", name, unable)
		}
		hasAll(t, unable, "90.0 % [", "CAN THE PLAYERS PLAY?", "failed")
		hasAll(t, unasked, "The players were not examined", "favours king's side by")
	}
}
