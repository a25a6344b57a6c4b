package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// arrays are start arrays with that many wins of 100 games each.
func arrays(wins ...int) Arrays {
	a := Arrays{Game: "cetran2", Roles: [2]string{"White", "Black"}, Agent: "greedy", Openings: "none"}
	for i, n := range wins {
		a.Each = append(a.Each, ArrayScore{Name: fmt.Sprintf("a%d", i), Score: arena.Score{Wins: n, Losses: 100 - n}})
	}
	return a
}

// From the fairest to the least fair, whichever side an array favours; the chosen
// are those of both ends, in that order, and those that were given.
func TestArraysChosen(t *testing.T) {
	a := arrays(20, 52, 70, 45, 90)
	for _, test := range []struct {
		each  int
		given []int
		want  []int
	}{
		{0, nil, nil},
		{1, nil, []int{1, 4}},
		{2, nil, []int{1, 3, 0, 4}},
		{3, nil, []int{1, 3, 2, 0, 4}},
		{9, nil, []int{1, 3, 2, 0, 4}},
		{1, []int{2}, []int{1, 2, 4}},
		{0, []int{4, 2}, []int{2, 4}},
	} {
		for i := range a.Each {
			a.Each[i].Given = slices.Contains(test.given, i)
		}
		if got := a.Chosen(test.each); !slices.Equal(got, test.want) {
			t.Errorf("%d of each end and %v: got %v, want %v", test.each, test.given, got, test.want)
		}
	}
}

func TestArraysAnswer(t *testing.T) {
	a := arrays(90, 52, 10)
	got := a.answer(arena.Shrink(a.scores()), a.order(arena.Shrink(a.scores())))
	hasAll(t, strings.Join(got, "\n"), "Over 3 arrays of cetran2 the score of White is 50.", "Arrays do differ (p < 0.001): from one array to another the true score varies by ")
	if len(got) != 4 {
		t.Errorf("nothing was played afresh: %q", got)
	}
	// One array is asked about by itself, and compared with none.
	one := arrays(90)
	if got := strings.Join(one.answer(arena.Shrink(one.scores()), []int{0}), "\n"); !strings.HasPrefix(got, "From a0 the score of White is 90.0 % [") || !strings.Contains(got, ": favours White by 40.0 points") || strings.Contains(got, "differ") {
		t.Error(got)
	}
	alike := arrays(50, 51, 49)
	hasAll(t, alike.poolWords(arena.Shrink(alike.scores())), "That arrays differ at all is not beyond chance (p 0.")
}

func TestArraysPlayedAfresh(t *testing.T) {
	a := arrays(52, 90, 10)
	pool := arena.Shrink(a.scores())
	order := a.order(pool)
	if got := a.ends(order); got != "" {
		t.Errorf("nothing was played: %q", got)
	}
	a.Each[0].Fresh = arena.Score{Wins: 30, Losses: 30}
	if got := a.ends(order); got != "" {
		t.Errorf("one end alone: %q", got)
	}
	a.Each[1].Fresh, a.Each[2].Fresh = arena.Score{Wins: 50, Losses: 10}, arena.Score{Wins: 15, Losses: 45}
	a.Each[2].Given = true
	last := a.Each[order[2]]
	hasAll(t, a.ends(order), "In new games the score of White is 50.0 % [", "from a0, which had come out fairest, and ", "from "+last.Name+", the least fair.")
	table := a.confirmed(pool, order)
	if len(table.Rows) != 3 {
		t.Fatalf("%v", table.Rows)
	}
	for k, i := range order {
		r, e := table.Rows[k], a.Each[i]
		if r[0] != e.Name || r[1] != map[bool]string{true: "yes", false: ""}[e.Given] || r[2] != pool.Each[i].Value || r[3] != e.Fresh.Games() || r[4].(arena.Measure).Value != e.Fresh.Mean() {
			t.Errorf("row %d: %v of %+v", k, r, e)
		}
	}
}

// A pooled estimate stands between an array's own score and the mean of all.
func TestArraysAreDrawnToTheMean(t *testing.T) {
	a := arrays(80, 52, 50, 48, 30)
	pool := arena.Shrink(a.scores())
	for k, r := range a.ranking(pool, a.order(pool)).Rows {
		counted, pooled := r[2].(arena.Measure).Value, r[3].(arena.Measure).Value
		if mean := pool.Mean.Value; (counted-mean)*(pooled-mean) < 0 || (counted-mean)*(counted-pooled) < -1e-12 {
			t.Errorf("row %d: %v is not between %v and the mean %v", k, pooled, counted, mean)
		}
		if r[1] != 100 {
			t.Errorf("row %d: %v games", k, r[1])
		}
	}
}

func TestArraysFigure(t *testing.T) {
	a := arrays(20, 82, 51)
	a.Each[1].Fresh = arena.Score{Wins: 3, Losses: 1}
	pool := arena.Shrink(a.scores())
	c := a.figure(Table{Name: "arrays"}, pool, a.order(pool)).Page.Rows[0][0].(chart.Dots)
	var names []string
	for i, d := range c.Rows {
		names = append(names, d.Name)
		if fresh := strings.HasSuffix(d.Name, ", new"); fresh != (d.Hue == 2) || fresh && d.Value != 0.75 {
			t.Errorf("dot %d: %+v", i, d)
		}
	}
	if want := []string{"a1", "a1, new", "a2", "a0"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v: the highest first, and new games below the old", names, want)
	}
	if len(c.Rules) != 1 {
		t.Errorf("the mean is %v: its name would cover that of one half", pool.Mean.Value)
	}
	far := arrays(80, 90, 85)
	pool = arena.Shrink(far.scores())
	if c := far.figure(Table{}, pool, far.order(pool)).Page.Rows[0][0].(chart.Dots); len(c.Rules) != 2 || c.Rules[1].At != pool.Mean.Value {
		t.Errorf("%+v: want one half and the mean", c.Rules)
	}
}
