package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

var roles = [2]string{"king's side", "attackers"}

// judged returns what scores say together.
func judged(scores ...arena.Score) []arena.Fairness { return arena.Judge(scores) }

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		name string
		s    arena.Score
		want string
	}{
		{"no games", arena.Score{}, "no games yet"},
		{"one game", arena.Score{Wins: 1}, "not distinguishable from fair at ±50.0 points; 8,500 more games would settle 1 point"},
		{"even", arena.Score{Wins: 200, Losses: 200}, "not distinguishable from fair at ±4.9 points; 9,200 more games would settle 1 point"},
		{"all drawn", arena.Score{Draws: 400}, "not distinguishable from fair at ±0.5 points, no game being decided; that settles 1 point"},
		{"mostly cut off", arena.Score{Wins: 15, Losses: 15, Draws: 40, Truncated: 40}, "not known: 57 % of the games were cut off at the length limit"},
		{"one-sided", arena.Score{Wins: 60, Losses: 20, Draws: 20}, "favours king's side by 20.0 points (at least 11.6)"},
		{"the other side", arena.Score{Losses: 60, Wins: 20, Draws: 20}, "favours attackers by 20.0 points (at least 11.6)"},
		{"all won", arena.Score{Wins: 50}, "favours king's side by 50.0 points (at least 42.9)"},
	} {
		if got := verdict(judged(test.s)[0], roles); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
	// What is beyond chance by itself may not be among four questions.
	four := judged(arena.Score{Wins: 225, Losses: 182}, arena.Score{Wins: 20, Losses: 20}, arena.Score{Wins: 20, Losses: 20}, arena.Score{Wins: 20, Losses: 20})
	if got := verdict(four[0], roles); !strings.HasPrefix(got, "leans to king's side, but with this number of questions asked it may be chance; ") {
		t.Errorf("one of four: %s", got)
	}
}

func TestFavours(t *testing.T) {
	won, lost, even := arena.Score{Wins: 90, Losses: 10}, arena.Score{Wins: 10, Losses: 90}, arena.Score{Wins: 50, Losses: 50}
	names := []string{"mcts:25", "mcts:100", "mcts:400"}
	for _, test := range []struct {
		name   string
		scores []arena.Score
		want   string
	}{
		{"everywhere", []arena.Score{won, won, won}, "In celta the games favour king's side, to move first, at all 3 strengths. With mcts:400 on both sides the score of king's side is 90.0 %"},
		{"flips", []arena.Score{won, even, lost}, "In celta the games favour king's side, to move first, with mcts:25; the games favour attackers, to move second, with mcts:400; the games do not show that either side is favoured with mcts:100. With mcts:400 on both sides the score of attackers is 90.0 %"},
		{"nowhere", []arena.Score{even, even}, "In celta the games do not show that either side is favoured at any strength. With mcts:100 on both sides the score of king's side is 50.0 %"},
		{"one strength", []arena.Score{lost}, "In celta the games favour attackers, to move second, with mcts:25."},
	} {
		if got := favours("celta", roles, names[:len(test.scores)], judged(test.scores...)); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}

// course returns a course with some numbers in it.
func course(s arena.Score) arena.Course {
	n := s.Games()
	c := arena.Course{Games: n, Different: n, Score: s, Decisive: arena.Share(s.Wins+s.Losses, n), Plies: arena.Measure{Value: 30, Low: 28, High: 32}, Quartiles: [3]int{20, 30, 40}}
	for i := range n {
		c.Lengths = append(c.Lengths, 20+i%7)
	}
	for result, k := range map[env.Result]int{env.FirstWins: s.Wins, env.SecondWins: s.Losses, env.Drawn: s.Draws} {
		if k > 0 {
			c.Endings = append(c.Endings, arena.Ending{Words: "checkmate", Result: result, Games: k})
		}
	}
	c.Drama.Told = true
	return c
}

// everyWay writes a study in every way and returns its text.
func everyWay(t *testing.T, s *Study) string {
	t.Helper()
	ways := text(t, func(b *bytes.Buffer) error { return s.HTML(b) }) +
		text(t, func(b *bytes.Buffer) error { return s.Markdown(b) }) + text(t, func(b *bytes.Buffer) error { return s.JSON(b) })
	got := text(t, func(b *bytes.Buffer) error { return s.Text(b, 92) })
	for _, bad := range []string{"NaN", "Inf", "%!"} {
		if strings.Contains(ways, bad+" ") || strings.Contains(ways, bad+",") || strings.Contains(got, bad) {
			t.Errorf("%s: there is %q in it\n%s", s.Title, bad, got)
		}
	}
	return got
}

func TestBalanceStudy(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Openings: "4 random plies"}
	for i, s := range []arena.Score{{Wins: 60, Losses: 40}, {Wins: 65, Losses: 35}, {Wins: 70, Losses: 20, Draws: 10, Truncated: 5}, {Wins: 85, Losses: 15}} {
		n := math.Pow(4, float64(i))
		b.Strengths = append(b.Strengths, Strength{Agent: "mcts:" + []string{"1", "4", "16", "64"}[i], Budget: n, Course: course(s)})
	}
	b.Strengths[3].Tree = []arena.Branch{{Line: []string{"d4"}, Score: arena.Score{Wins: 9}, Next: []arena.Branch{{Line: []string{"d4", "e5"}, Score: arena.Score{Losses: 4}}}}}
	got := everyWay(t, b.Study())
	hasAll(t, got, "The stronger the players, the better for king's side: +", "WHO IS FAVOURED", "HOW THE GAMES WENT", "OPENING TREE", "d4                 9  100.0 %",
		"   e5", "tree search by", "What better")
	few := len(b.Study().figures())
	if few != 4 {
		t.Errorf("%d figures, want balance, endings, lengths and tree", few)
	}
}

func TestBalanceOfLittle(t *testing.T) {
	same := course(arena.Score{Wins: 50})
	same.Different = 1
	w := arena.Worths{}
	for name, test := range map[string]struct {
		strengths []Strength
		want      string
	}{
		"no games":      {[]Strength{{Agent: "mcts:5", Budget: 5}, {Agent: "mcts:9", Budget: 9}}, "nothing can be said"},
		"one game":      {[]Strength{{Agent: "random", Course: course(arena.Score{Wins: 1})}}, "do not show"},
		"all drawn":     {[]Strength{{Agent: "alphabeta:9", Budget: 9, Course: course(arena.Score{Draws: 100})}}, "do not show"},
		"all cut off":   {[]Strength{{Agent: "random", Course: course(arena.Score{Draws: 9, Truncated: 9})}}, "100 % were cut off"},
		"one game only": {[]Strength{{Agent: "alphabeta:4", Budget: 4, Course: same}}, "are one and the same"},
		"no positions":  {[]Strength{{Agent: "random", Course: course(arena.Score{Wins: 1}), Worths: &w}}, "has quiet positions"},
		"a gap":         {[]Strength{{Agent: "mcts:5", Budget: 5, Course: course(arena.Score{Wins: 3})}, {Agent: "mcts:9", Budget: 9}}, "nothing can be said"},
	} {
		got := everyWay(t, Balance{Game: "celta", Roles: roles, Openings: "none", Strengths: test.strengths}.Study())
		if !strings.Contains(strings.Join(strings.Fields(got), " "), test.want) {
			t.Errorf("%s: there is no %q in\n%s", name, test.want, got)
		}
	}
}

func TestWorthsStudy(t *testing.T) {
	m := func(v, low, high float64) arena.Measure { return arena.Measure{Value: v, Low: low, High: high} }
	w := arena.Worths{Games: 90, Positions: 2000, Edge: m(0.1, 0, 0.2), Kinds: []arena.Worth{
		{Kind: "pawn", Games: 90, Odds: m(0.4, 0.3, 0.5), Ratio: m(1, 1, 1)}, {Kind: "sissa", Games: 80, Odds: m(2, 1.5, 2.5), Ratio: m(5, 4, 6)},
	}}
	got := everyWay(t, Worths("cetran2", [2]string{"White", "Black"}, Strength{Agent: "mcts:400", Worths: &w}))
	hasAll(t, got, "From 2,000 quiet positions of 90 games with mcts:400", "+2.5 points [0.0, 5.0]", "sissa     80         5.00 [4.00, 6.00]", "In pawns: sissa 5.0 [4.0, 6.0]")
}

func TestSweepStudy(t *testing.T) {
	w := Sweep{
		Game: "celta", Role: "king's side", Other: "attackers", Openings: "4 random plies", Agent: 1,
		Design: arena.Grid{{Name: "first", Levels: []string{"king", "attackers"}}, {Name: "agent", Levels: []string{"mcts:10", "mcts:40"}}}.Whole(),
		Cells:  []SweepCell{{"celta", roles, arena.Score{Wins: 700, Losses: 300}}, {"celta", roles, arena.Score{Wins: 720, Losses: 280}}},
	}
	turned := [2]string{roles[1], roles[0]}
	for range 2 {
		w.Cells = append(w.Cells, SweepCell{"celta:first=attackers", turned, arena.Score{Wins: 520, Losses: 480}})
	}
	w.Best, w.Fresh = []int{2, 3}, []arena.Score{{Wins: 40, Losses: 60}, {Wins: 45, Losses: 55}}
	got := everyWay(t, w.Study())
	hasAll(t, strings.Join(strings.Fields(got), " "), "changes with these rules, in log-odds and in points from a level game: first: king → attackers, −0.97 [−1.11, −0.84] (−22.6 points [", "The setting that came nearest to fair is first=attackers",
		"WHAT MOVING FIRST DOES", "ALL SETTINGS", "FRESH", "40.0 % [")
	for i := range w.Cells {
		w.Cells[i].Score = arena.Score{}
	}
	w.Best, w.Fresh = nil, nil
	hasAll(t, everyWay(t, w.Study()), "over 0 games, no rule that was tried changes")
}

func TestArraysStudy(t *testing.T) {
	a := Arrays{Game: "cetran2", Roles: [2]string{"White", "Black"}, Agent: "greedy", Openings: "2 random plies"}
	for i, s := range []arena.Score{{Wins: 50, Losses: 50}, {Wins: 90, Losses: 10}, {Wins: 60, Losses: 40}, {Wins: 30, Losses: 70}} {
		a.Each = append(a.Each, ArrayScore{Name: string(rune('a' + i)), Score: s, Given: i == 2})
	}
	if got := a.Chosen(1); len(got) != 3 || got[0] != 0 || got[1] != 2 || got[2] != 1 {
		t.Errorf("chosen are %v, want the fairest, the one asked for and the least fair: 0, 2, 1", got)
	}
	for _, i := range a.Chosen(1) {
		a.Each[i].Fresh = arena.Score{Wins: 55, Losses: 45}
	}
	hasAll(t, strings.Join(strings.Fields(everyWay(t, a.Study())), " "), "Arrays do differ (p < 0.001)", "In new games the score of White is 55.0 %", "yes")
	for _, few := range [][]ArrayScore{nil, {{Name: "a"}}, {{Name: "a", Score: arena.Score{Wins: 3}}}, {{Name: "a"}, {Name: "b", Score: arena.Score{Draws: 1}}}} {
		a.Each = few
		everyWay(t, a.Study())
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"mcts:400": "up to 400 a move", "ckpt:runs/a@50": "with 50 simulations", "runs/a@50": "with 50 simulations", "champion:16": "with 16 simulations",
		"alphabeta:4": "to depth 4", "random": "at random", "greedy": "one move ahead", "perfect": "perfect",
	} {
		if got := players(name); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", name, got, want)
		}
	}
	for n, want := range map[int]string{7: "7", 99: "99", 9132: "9,100", 1_234_567: "1,200,000", 100: "100"} {
		if got := Round(n); got != want {
			t.Errorf("Round(%d) = %s, want %s", n, got, want)
		}
	}
	if got := listed([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Error(got)
	}
	c := Column{Digits: 1}
	for v, want := range map[float64]string{-0.01: "0.0", -2.5: "−2.5", math.Inf(1): "∞", math.NaN(): "–"} {
		if got := c.number(v); got != want {
			t.Errorf("%v is shown as %s, want %s", v, got, want)
		}
	}
}
