package report

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// ending returns n games that ended in such words with a result.
func ending(words string, result env.Result, n int) arena.Ending {
	return arena.Ending{Words: words, Result: result, Games: n}
}

// ended is a strength whose games ended so.
func ended(agent string, budget float64, endings ...arena.Ending) Strength {
	st := Strength{Agent: agent, Budget: budget, Course: arena.Course{Endings: endings}}
	for _, e := range endings {
		st.Course.Games += e.Games
	}
	return st
}

func TestEndingNames(t *testing.T) {
	b := Balance{Roles: roles}
	for _, test := range []struct {
		ending arena.Ending
		want   string
	}{
		{ending("checkmate", env.FirstWins, 1), "checkmate (for king's side)"},
		{ending("checkmate", env.SecondWins, 1), "checkmate (for attackers)"},
		{ending("threefold repetition", env.Drawn, 1), "threefold repetition (drawn)"},
		{ending("drawn by agreement", env.Drawn, 1), "drawn by agreement"},
		{ending(arena.CutOff, env.Ongoing, 1), "cut off"},
	} {
		if got := b.endingName(test.ending); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// The bars of every strength that has games come to 1, whatever is shown apart.
func TestEndingBarsAreWhole(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for kinds := 1; kinds <= len(names); kinds++ {
		weak, strong := []arena.Ending{}, []arena.Ending{}
		for i, name := range names[:kinds] {
			weak = append(weak, ending(name, env.FirstWins, kinds-i))
			strong = append(strong, ending(name, env.FirstWins, 1+i))
		}
		b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{ended("mcts:5", 5, weak...), ended("mcts:50", 50, strong...), ended("mcts:500", 500)}}
		c := b.endingFigure().Page.Rows[0][0].(chart.Stack)
		if len(c.Parts) != min(kinds, mostParts) {
			t.Fatalf("%d kinds of ending are %d parts", kinds, len(c.Parts))
		}
		for bar, want := range []float64{1, 1, 0} {
			sum := 0.0
			for _, p := range c.Parts {
				sum += p.Size[bar]
			}
			if math.Abs(sum-want) > 1e-12 {
				t.Errorf("%d kinds: bar %d comes to %v, want %v", kinds, bar, sum, want)
			}
		}
		last := c.Parts[len(c.Parts)-1]
		if other := kinds > mostParts; (last.Name == "other") != other || (last.Hue == chart.Grey) != other {
			t.Errorf("%d kinds: the last part is %q, %v", kinds, last.Name, last.Hue)
		}
	}
}

// Endings are reported by what they are and for whom, all strengths together, the
// most frequent first.
func TestEndingFigure(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{
		ended("random", 0, ending("corner", env.FirstWins, 6), ending("surrounded", env.SecondWins, 4)),
		ended("greedy", 0, ending("surrounded", env.SecondWins, 9), ending("surrounded", env.FirstWins, 1)),
	}}
	f := b.endingFigure()
	c := f.Page.Rows[0][0].(chart.Stack)
	want := []chart.Part{
		{Name: "surrounded (for attackers)", Size: []float64{0.4, 0.9}},
		{Name: "corner (for king's side)", Size: []float64{0.6, 0}},
		{Name: "surrounded (for king's side)", Size: []float64{0, 0.1}},
	}
	if !reflect.DeepEqual(c.Parts, want) {
		t.Errorf("got %+v\nwant %+v", c.Parts, want)
	}
	if !slices.Equal(c.At, []float64{1, 2}) || !strings.Contains(c.X.Label, "random, greedy") || c.X.Log {
		t.Errorf("agents without a number stand at %v, %+v", c.At, c.X)
	}
	if rows := f.Of.Rows; len(rows) != 4 || rows[3][1] != "surrounded (for king's side)" || rows[3][2] != 1 || rows[3][3].(arena.Measure).Value != 0.1 {
		t.Errorf("%v", rows)
	}
	b.Strengths[0].Budget, b.Strengths[1].Budget = 10, 1000
	if c := b.endingFigure().Page.Rows[0][0].(chart.Stack); !slices.Equal(c.At, []float64{10, 1000}) || !c.X.Log {
		t.Errorf("agents with numbers stand at %v, %+v", c.At, c.X)
	}
}

// Strengths are numbers only where all have one and each is more than the one
// before.
func TestBudgets(t *testing.T) {
	for _, test := range []struct {
		budgets, want []float64
	}{
		{[]float64{1, 4, 16}, []float64{1, 4, 16}},
		{[]float64{1}, nil},
		{[]float64{4, 4}, nil},
		{[]float64{4, 1}, nil},
		{[]float64{0, 4}, nil},
		{[]float64{4, 0}, nil},
		{[]float64{-1, 4}, nil},
	} {
		var b Balance
		for _, n := range test.budgets {
			b.Strengths = append(b.Strengths, Strength{Budget: n})
		}
		if got := b.budgets(); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.budgets, got, test.want)
		}
	}
}

func TestScoreFigure(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{
		{Agent: "mcts:5", Budget: 5, Course: course(arena.Score{Wins: 30, Losses: 10})},
		{Agent: "mcts:50", Budget: 50},
		{Agent: "mcts:500", Budget: 500, Course: course(arena.Score{Wins: 10, Losses: 30})},
	}}
	series := b.scoreFigure().Page.Rows[0][0].(chart.Line).Series
	for i, want := range []float64{0.75, math.NaN(), 0.25} {
		s := series[len(series)-3+i]
		if s.X[0] != b.Strengths[i].Budget || !math.IsNaN(want) && !(s.Y[0] == want && s.Low[0] < want && want < s.High[0]) || math.IsNaN(want) != math.IsNaN(s.Y[0]) {
			t.Errorf("point %d: %+v, want %v within its interval", i, s, want)
		}
	}
	b.Strengths[0].Budget = 0
	dots := b.scoreFigure().Page.Rows[0][0].(chart.Dots)
	if len(dots.Rows) != 2 || dots.Rows[0].Name != "mcts:5" || dots.Rows[0].Value != 0.75 || dots.Rows[1].Name != "mcts:500" || dots.Rows[1].Value != 0.25 {
		t.Errorf("%+v: want a dot of each strength that has games", dots.Rows)
	}
}

func TestFamily(t *testing.T) {
	for name, want := range map[string]string{"mcts:400": "mcts:N", "ckpt:runs/a@50": "ckpt:runs/a@N", "runs/a@50": "ckpt:runs/a@N", "greedy": "greedy"} {
		if got := (Balance{Strengths: []Strength{{Agent: "random"}, {Agent: name}}}).family(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// Lengths are counted once each, all charts have one scale, and they stand two
// in a row.
func TestLengthFigure(t *testing.T) {
	var b Balance
	for i, lengths := range [][]int{{7, 7, 9}, {4, 4, 4, 12}, {}} {
		b.Strengths = append(b.Strengths, Strength{Agent: string(rune('a' + i)), Course: arena.Course{Games: len(lengths), Lengths: lengths, Quartiles: [3]int{0, 4 + i, 0}}})
	}
	f := b.lengthFigure()
	want := [][]any{{"a", 7, 2}, {"a", 9, 1}, {"b", 4, 3}, {"b", 12, 1}}
	if !reflect.DeepEqual(f.Of.Rows, want) {
		t.Errorf("got %v, want %v", f.Of.Rows, want)
	}
	if len(f.Page.Rows) != 2 || len(f.Page.Rows[0]) != 2 || len(f.Page.Rows[1]) != 2 {
		t.Fatalf("%v", f.Page.Rows)
	}
	for i, c := range []chart.Chart{f.Page.Rows[0][0], f.Page.Rows[0][1], f.Page.Rows[1][0]} {
		h := c.(chart.Histogram)
		if h.X.From != 4 || h.X.To != 12 {
			t.Errorf("chart %d goes from %v to %v, want 4 to 12", i, h.X.From, h.X.To)
		}
		if games := b.Strengths[i].Course.Games; len(h.Values) != games || (len(h.Rules) == 1) != (games > 0) {
			t.Errorf("chart %d: %d values and %d rules of %d games", i, len(h.Values), len(h.Rules), games)
		}
	}
	if median := f.Page.Rows[0][1].(chart.Histogram).Rules[0].At; median != 5 {
		t.Errorf("the median stands at %v, want 5", median)
	}
	if _, filler := f.Page.Rows[1][1].(chart.Notes); !filler {
		t.Errorf("the last of three charts is as wide as two")
	}
	b.Strengths = b.Strengths[:1]
	if rows := b.lengthFigure().Page.Rows; len(rows) != 1 || len(rows[0]) != 1 {
		t.Errorf("one strength: %v", rows)
	}
}

// A tree is shown depth first, each move under the one it answers, with a bar as
// long as the share of games that went there.
func TestTree(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Openings: "none", Strengths: []Strength{{Agent: "greedy", Course: course(arena.Score{Wins: 50, Losses: 50})}}}
	b.Strengths[0].Tree = []arena.Branch{
		{Line: []string{"d4"}, Score: arena.Score{Wins: 40, Losses: 10}, Next: []arena.Branch{
			{Line: []string{"d4", "e5"}, Score: arena.Score{Wins: 5, Losses: 5}, Next: []arena.Branch{{Line: []string{"d4", "e5", "f6"}, Score: arena.Score{Losses: 1}}}},
			{Line: []string{"d4", "c5"}, Score: arena.Score{Wins: 5}},
		}},
		{Line: []string{"a1"}, Score: arena.Score{Draws: 25}},
	}
	s := &Study{}
	b.addTree(s)
	lines := s.Sections[0].Parts[1].(Lines)
	var moves []string
	for i, want := range []struct {
		move  string
		games int
		mean  string
		bar   int
	}{{"d4", 50, "80.0 %", 20}, {"   e5", 10, "50.0 %", 4}, {"      f6", 1, "0.0 %", 1}, {"   c5", 5, "100.0 %", 2}, {"a1", 25, "50.0 %", 10}} {
		line := lines[i]
		moves = append(moves, want.move)
		if !strings.HasPrefix(line, want.move+" ") || !strings.Contains(line, want.mean) || strings.Count(line, "█") != want.bar {
			t.Errorf("line %d: %q, want %+v", i, line, want)
		}
	}
	if len(lines) != len(moves) {
		t.Errorf("%d lines, want %d", len(lines), len(moves))
	}
	f := s.figures()[0]
	if row := f.Of.Rows[2]; row[0] != "d4 e5 f6" || row[1] != 1 || row[2].(arena.Measure).Value != 0 {
		t.Errorf("%v", row)
	}
	dots := f.Page.Rows[0][0].(chart.Dots).Rows
	for i, depth := range []int{1, 2, 3, 2, 1} {
		if dots[i].Hue != chart.Hue(depth) {
			t.Errorf("%s has colour %d, want that of ply %d", dots[i].Name, dots[i].Hue, depth)
		}
	}
	hasAll(t, string(s.Sections[0].Parts[0].(Text)), "With greedy: moves, how many games went there, and what king's side scored.")
	b.Strengths[0].Course.Diversity.Random = 4
	s = &Study{}
	b.addTree(s)
	hasAll(t, string(s.Sections[0].Parts[0].(Text)), "moves, the first 4 drawn at random and balanced, how many")
	b.Strengths[0].Tree = nil
	s = &Study{}
	if b.addTree(s); len(s.Sections) != 0 {
		t.Error("a tree of nothing is shown")
	}
}

// A picture of a large tree stays readable: the table has all of it.
func TestLargeTree(t *testing.T) {
	b := Balance{Game: "celta", Roles: roles, Strengths: []Strength{{Agent: "greedy", Course: course(arena.Score{Wins: 100})}}}
	for i := range 60 {
		b.Strengths[0].Tree = append(b.Strengths[0].Tree, arena.Branch{Line: []string{string(rune('A' + i))}, Score: arena.Score{Wins: 1}})
	}
	s := &Study{}
	b.addTree(s)
	f := s.figures()[0]
	if dots := f.Page.Rows[0][0].(chart.Dots).Rows; len(dots) != 40 || len(f.Of.Rows) != 60 {
		t.Errorf("%d dots and %d rows, want 40 and 60", len(dots), len(f.Of.Rows))
	}
}
