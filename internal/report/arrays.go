package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// Arrays is a study of many start positions of one game.
type Arrays struct {
	Game     string
	Roles    [2]string
	Agent    string
	Openings string // how they are drawn, or "none"
	Each     []ArrayScore
	Judges   *Judges
}

// ArrayScore is how First did from one array.
type ArrayScore struct {
	Name  string
	Given bool        // asked for, not drawn
	Score arena.Score // in the games that ranked it
	Fresh arena.Score // in games after that; none unless it was chosen
}

// Study says what was found.
func (a Arrays) Study() *Study {
	s := &Study{Title: fmt.Sprintf("Which arrays of %s are fair%s?", a.Game, from(a.Openings))}
	pool := arena.Shrink(a.scores())
	order := a.order(pool)
	s.Answer = a.answer(pool, order)
	ranking, fresh := a.ranking(pool, order), a.confirmed(pool, order)
	if len(fresh.Rows) > 0 {
		s.Add("The fairest and the least fair, played afresh",
			Text("Who comes first or last of many owes some of it to luck. These are new games of the arrays at both ends and of those asked for, which had no part in ranking them."), fresh)
	}
	a.Judges.add(s)
	s.Add("All arrays", Text(a.poolWords(pool)), a.figure(ranking, pool, order), ranking)
	s.Add("How to read this",
		Text("Model: the true scores of arrays are spread normally about a mean, and the pooled estimate of an array is its own score drawn towards that mean, the more so the less its games say (hierarchical normal model; mean and spread are averaged over, not guessed). Fair is a score of 50 % for who moves first."),
		Text(beginning(a.Openings)))
	return s
}

func (a Arrays) scores() (scores []arena.Score) {
	for _, e := range a.Each {
		scores = append(scores, e.Score)
	}
	return scores
}

// unfairness is how far a score is from one half.
func unfairness(m arena.Measure) float64 { return math.Abs(m.Value - 0.5) }

// order returns the arrays from the fairest to the least fair, by
// their pooled estimates.
func (a Arrays) order(pool arena.Pool) (order []int) {
	for i := range a.Each {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(unfairness(pool.Each[i]), unfairness(pool.Each[j])) })
	return order
}

// Chosen returns that many arrays from each end of the ranking, the fairest first,
// and those that were asked for.
func (a Arrays) Chosen(each int) (chosen []int) {
	order := a.order(arena.Shrink(a.scores()))
	for place, i := range order {
		if place < each || place >= len(order)-each || a.Each[i].Given {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

func (a Arrays) games() (n int) {
	for _, e := range a.Each {
		n += e.Score.Games()
	}
	return n
}

func (a Arrays) answer(pool arena.Pool, order []int) []string {
	if a.games() == 0 {
		return []string{"No games have been played yet: nothing can be said."}
	}
	mean := arena.Judge([]arena.Score{a.sum()})[0]
	text := fmt.Sprintf("Over %s of %s the score of %s is %s.", Count(len(a.Each), "array"), a.Game, a.Roles[env.First], points(pool.Mean))
	if len(a.Each) == 1 {
		text = fmt.Sprintf("From %s the score of %s is %s: %s.", a.Each[0].Name, a.Roles[env.First], points(mean.Score), a.Judges.verdict(mean, a.Roles))
	}
	answer := []string{text}
	if len(a.Each) > 1 {
		answer = append(answer, a.poolWords(pool))
	}
	if fresh := a.ends(order); fresh != "" {
		answer = append(answer, fresh)
	}
	if text := a.Judges.Unknown(); text != "" {
		answer[0] = fmt.Sprintf("Which arrays of %s are fair is %s. %s", a.Game, text, answer[0])
	}
	return append(answer, a.Judges.words(), strongest([]string{a.Agent}))
}

// sum adds the scores of all arrays up.
func (a Arrays) sum() (all arena.Score) {
	for _, e := range a.Each {
		all = all.Plus(e.Score)
	}
	return all
}

// poolWords say how much arrays differ.
func (a Arrays) poolWords(pool arena.Pool) string {
	spread := fmt.Sprintf("from one array to another the true score varies by %.1f points (standard deviation; between %.1f and %.1f)", 100*pool.Spread.Value, 100*pool.Spread.Low, 100*pool.Spread.High)
	if pool.P < 0.05 {
		return fmt.Sprintf("Arrays do differ (p %s): %s.", Chance(pool.P), spread)
	}
	return fmt.Sprintf("That arrays differ at all is not beyond chance (p %s): %s.", Chance(pool.P), spread)
}

// ends sums up what fresh games say of the first and the last of the ranking.
func (a Arrays) ends(order []int) string {
	var first, last *ArrayScore
	for _, i := range order {
		if e := &a.Each[i]; e.Fresh.Games() > 0 {
			if first == nil {
				first = e
			}
			last = e
		}
	}
	if first == nil || first == last {
		return ""
	}
	return fmt.Sprintf("In new games the score of %s is %s from %s, which had come out fairest, and %s from %s, the least fair.",
		a.Roles[env.First], points(scoreOf(first.Fresh)), first.Name, points(scoreOf(last.Fresh)), last.Name)
}

func (a Arrays) ranking(pool arena.Pool, order []int) Table {
	t := Table{
		Name:    "arrays",
		Caption: "From the fairest to the least fair: the score of " + a.Roles[env.First] + " as counted, and pooled: drawn towards the mean of all arrays, with 95 % intervals.",
		Columns: []Column{
			{Key: "array", Title: "array"}, {Key: "games", Title: "games"},
			{Key: "counted", Title: "counted, %", Percent: true, Digits: 1},
			{Key: "pooled", Title: "pooled, %", Percent: true, Digits: 1},
		},
	}
	for _, i := range order {
		e := a.Each[i]
		t.Rows = append(t.Rows, []any{e.Name, e.Score.Games(), scoreOf(e.Score), pool.Each[i]})
	}
	return t
}

// confirmed returns what the fresh games say, with the games that ranked the array
// left out.
func (a Arrays) confirmed(pool arena.Pool, order []int) Table {
	t := Table{
		Name: "fresh", Caption: "New games alone, with 95 % intervals; verdicts with all of these arrays in mind (Holm).",
		Columns: []Column{
			{Key: "array", Title: "array"}, {Key: "asked_for", Title: "asked for"}, {Key: "pooled", Title: "pooled before, %", Percent: true, Digits: 1},
			{Key: "games", Title: "new games"}, {Key: "score", Title: a.Roles[env.First] + ", %", Percent: true, Digits: 1},
			{Key: "verdict", Title: "verdict"},
		},
	}
	var rows []int
	var scores []arena.Score
	for _, i := range order {
		if a.Each[i].Fresh.Games() > 0 {
			rows, scores = append(rows, i), append(scores, a.Each[i].Fresh)
		}
	}
	for k, f := range arena.Judge(scores) {
		e := a.Each[rows[k]]
		t.Rows = append(t.Rows, []any{e.Name, map[bool]string{true: "yes"}[e.Given], pool.Each[rows[k]].Value, f.Games, f.Score, a.Judges.verdict(f, a.Roles)})
	}
	return t
}

// figure is a caterpillar: all arrays by their pooled estimates.
func (a Arrays) figure(of Table, pool arena.Pool, order []int) Figure {
	order = slices.Clone(order)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(pool.Each[j].Value, pool.Each[i].Value) })
	c := chart.Dots{Frame: chart.Frame{
		Title: "Pooled estimate of each array", Note: "score of " + a.Roles[env.First] + " with 95 % intervals; orange: new games of the arrays at both ends",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "fair", Upright: true}, {At: pool.Mean.Value, Name: "mean", Upright: true}},
	}}
	if math.Abs(pool.Mean.Value-0.5) < 0.04 { // the names would cover each other
		c.Rules = c.Rules[:1]
	}
	for _, i := range order {
		e := a.Each[i]
		c.Rows = append(c.Rows, dot(e.Name, pool.Each[i], 1))
		if e.Fresh.Games() > 0 {
			c.Rows = append(c.Rows, dot(e.Name+", new", scoreOf(e.Fresh), 2))
		}
	}
	return of.figure("Caterpillar plot of the arrays.", a.Game+": arrays", 760, c)
}
