package report

import (
	"math"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

func TestCourseWords(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{{Agent: "mcts:25"}}}
	c := arena.Course{
		Games: 40, Score: arena.Score{Wins: 20, Losses: 10, Draws: 10, Truncated: 4}, Decisive: arena.Share(30, 40), Plies: arena.Measure{Value: 31.6},
		Endings: []arena.Ending{ending("corner", env.FirstWins, 20), ending("surrounded", env.SecondWins, 10)},
	}
	got := b.course(c, judged(c.Score)[0])
	want := "With mcts:25, 75 % of the games are decided; they take 32 plies and most often (50 %) end so: corner (for king's side); 10 % were cut off at the length limit and count half a point; to know the score within 1 point takes "
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " more games.") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.Score = arena.Score{Draws: 40000}
	got = b.course(c, judged(c.Score)[0])
	if strings.Contains(got, "cut off") || strings.Contains(got, "more games") || !strings.HasSuffix(got, "(for king's side).") {
		t.Errorf("a score that is settled, and nothing cut off: %s", got)
	}
}

// Each game is in one of the four columns, and the two scores are those of one game.
func TestScoreTable(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles}
	for _, s := range []arena.Score{{Wins: 60, Losses: 20, Draws: 20, Truncated: 15}, {Losses: 3}, {}} {
		b.Strengths = append(b.Strengths, Strength{Agent: "random", Course: course(s)})
	}
	table := b.scores()
	for i, row := range table.Rows {
		c := b.Strengths[i].Course
		if sum := row[4].(int) + row[5].(int) + row[6].(int) + row[7].(int); sum != c.Games || row[1] != c.Games {
			t.Errorf("row %d: %d games in its columns, want %d", i, sum, c.Games)
		}
		first, second := row[2].(arena.Measure), row[3].(arena.Measure)
		if math.Abs(first.Value+second.Value-1) > 1e-12 || math.Abs(first.Low+second.High-1) > 1e-12 || math.Abs(first.High+second.Low-1) > 1e-12 {
			t.Errorf("row %d: %+v and %+v are not of one game", i, first, second)
		}
	}
	if row := table.Rows[0]; row[4] != 60 || row[5] != 5 || row[6] != 20 || row[7] != 15 {
		t.Errorf("%v: want 60 won, 5 drawn, 20 lost, 15 cut off", row)
	}
	if row := table.Rows[2]; row[9] != "no games yet" {
		t.Errorf("%v", row)
	}
}

func TestCourseTables(t *testing.T) {
	c := course(arena.Score{Wins: 6, Losses: 4})
	c.Different, c.Quartiles = 8, [3]int{21, 33, 47}
	c.Branching, c.Diversity.Entropy = arena.Measure{Value: 12.5, Low: 12, High: 13}, arena.Measure{Value: math.Log(5), Low: math.Log(4), High: math.Log(6)}
	c.Drama = arena.Drama{Told: true, Changes: arena.Measure{Value: 1.25, Low: 1, High: 1.5}, Comebacks: arena.Share(1, 10)}
	b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{{Agent: "greedy", Course: c}}}
	if row := b.courses().Rows[0]; row[0] != "greedy" || row[1].(arena.Measure).Value != 1 || row[2].(arena.Measure).Value != 30 || row[3] != 21 || row[4] != 33 || row[5] != 47 || row[6] != c.Branching {
		t.Errorf("%v", row)
	}
	row := b.varieties().Rows[0]
	if like := row[3].(arena.Measure); row[1] != 10 || row[2] != 8 || math.Abs(like.Value-5) > 1e-9 || math.Abs(like.High-6) > 1e-9 || row[4] != c.Drama.Changes || row[5] != c.Drama.Comebacks {
		t.Errorf("%v", row)
	}
	// Agents that expect nothing have no drama, which is not the same as none.
	b.Strengths[0].Course.Drama.Told = false
	table := b.varieties()
	if cells := table.shown(table.Rows[0]); cells[4] != "unknown" || cells[5] != "unknown" {
		t.Errorf("%v", cells)
	}
}

func TestNotes(t *testing.T) {
	repeated := course(arena.Score{Wins: 100})
	repeated.Different = 3
	fresh := course(arena.Score{Wins: 50, Losses: 50})
	words := func(b Balance) (all string) {
		for _, p := range b.notes() {
			all += string(p.(Text)) + "\n"
		}
		return all
	}
	got := words(Balance{Openings: "none", Strengths: []Strength{{Agent: "greedy", Course: repeated}, {Agent: "random", Course: fresh}}})
	hasAll(t, got, "All games begin with the start position", "Of the 100 games with greedy only 3 are different: their intervals suppose games that are independent", "2 strengths: verdicts may flip")
	if strings.Contains(got, "with random") {
		t.Errorf("games that differ are complained of: %s", got)
	}
	four := words(Balance{Openings: "none", Strengths: make([]Strength, 4)})
	if strings.Contains(four, "may flip") {
		t.Errorf("four strengths are enough: %s", four)
	}
	hasAll(t, words(Balance{Openings: "none", Strengths: make([]Strength, 1)}), "1 strength: verdicts may flip")
}

// One game that is all alike is not one line of play played often.
func TestAnswerOfRepeatedGames(t *testing.T) {
	answer := func(games, different int) string {
		c := course(arena.Score{Wins: games})
		c.Different = different
		return strings.Join(Balance{Game: "celta", Roles: roles, Strengths: []Strength{{Agent: "greedy", Course: c}}}.answer(), " ")
	}
	if got := answer(1, 1); strings.Contains(got, "one and the same") {
		t.Errorf("one game: %s", got)
	}
	if got, want := answer(1200, 1), "All 1,200 games of celta with greedy are one and the same: "; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := answer(2, 2); strings.Contains(got, "one and the same") {
		t.Errorf("two games that differ: %s", got)
	}
}

// What an unfair score is said to be at least is the end of its interval that is
// nearer to even.
func TestByAtLeast(t *testing.T) {
	for _, test := range []struct {
		m    arena.Measure
		want string
	}{
		{arena.Measure{Value: 0.7, Low: 0.6, High: 0.8}, "20.0 points (at least 10.0)"},
		{arena.Measure{Value: 0.25, Low: 0.125, High: 0.375}, "25.0 points (at least 12.5)"},
		{arena.Measure{Value: 0.6, Low: 0.49, High: 0.7}, "10.0 points (at least 0.0)"},
	} {
		if got := byAtLeast(arena.Fairness{Score: test.m}); got != test.want {
			t.Errorf("%+v: got %s, want %s", test.m, got, test.want)
		}
	}
}

// A verdict on one role is that on the other with the names exchanged.
func TestVerdictIsOfBothSides(t *testing.T) {
	turned := [2]string{roles[1], roles[0]}
	for wins := 0; wins <= 60; wins += 4 {
		for _, draws := range []int{0, 10} {
			s := arena.Score{Wins: wins, Losses: 60 - wins, Draws: draws}
			if got, want := verdict(judged(s.Reversed())[0], turned), verdict(judged(s)[0], roles); got != want {
				t.Errorf("%s: got %s, want %s", s, got, want)
			}
		}
	}
}

func TestMirroredTwiceIsTheSame(t *testing.T) {
	m := arena.Measure{Value: 0.625, Low: 0.5, High: 0.875}
	if got, want := mirrored(m), (arena.Measure{Value: 0.375, Low: 0.125, High: 0.5}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := mirrored(mirrored(m)); got != m {
		t.Errorf("twice: %v", got)
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct {
		names string
		all   int
		want  string
	}{
		{"a", 1, "with a"}, {"a b", 2, "at both strengths"}, {"a b c", 3, "at all 3 strengths"}, {"a b", 3, "with a and b"}, {"b", 2, "with b"},
	} {
		if got := within(strings.Fields(test.names), test.all); got != test.want {
			t.Errorf("%s of %d: got %q, want %q", test.names, test.all, got, test.want)
		}
	}
}
