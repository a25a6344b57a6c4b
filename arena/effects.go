package arena

import (
	"cmp"
	"math"
	"slices"

	"ludens/env"
	"ludens/stat"
)

// explained is a design's model with the scores of its cells.
type explained struct {
	d       Design
	scores  []Score
	columns [][]float64    // by number, then by place of a cell
	at      map[[2]int]int // number of the first column of two factors, or of {i, i}: of one
	model   *stat.Linear   // what the design can separate, whatever the scores
	fit     *stat.Logit
	open    [][2]int // factors whose interaction is not in the model
}

// explain fits the model that has as much as the cells allow: all main effects, the
// interactions of the last factor, which is crossed with all others, and all other
// interactions of two or, if that is too much, those of which each by itself is
// independent of all before it.
func (d Design) explain(scores []Score) *explained {
	e := &explained{d: d, scores: scores, at: map[[2]int]int{}}
	ones := make([]float64, len(d.Cells))
	for i := range ones {
		ones[i] = 1
	}
	e.columns = [][]float64{ones}
	for i := range d.Grid {
		e.add(i, i)
	}
	last := len(d.Grid) - 1
	for i := range last {
		e.add(i, last)
	}
	mains := len(e.columns)
	pairs := pairsOf(last)
	for _, p := range pairs {
		e.add(p[0], p[1])
	}
	whole := false
	if e.model, whole = stat.NewLinear(e.columns); !whole {
		e.columns = e.columns[:mains]
		for _, p := range pairs {
			delete(e.at, p)
		}
		e.addOrthogonal(pairs)
		e.model, _ = stat.NewLinear(e.columns)
	}
	var cells []stat.Cell
	for _, s := range scores {
		cells = append(cells, s.cell())
	}
	e.fit = stat.FitLogit(e.columns, cells, true)
	return e
}

// pairsOf returns all pairs of n factors.
func pairsOf(n int) (pairs [][2]int) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// add adds the columns of two factors, or of one that is named twice.
func (e *explained) add(i, j int) {
	e.at[[2]int{i, j}] = len(e.columns)
	e.columns = append(e.columns, e.block(i, j)...)
}

// addOrthogonal adds the interactions that nothing in the model has a part in.
func (e *explained) addOrthogonal(pairs [][2]int) {
	for _, p := range pairs {
		foreign := slices.ContainsFunc(e.block(p[0], p[1]), func(b []float64) bool {
			return slices.ContainsFunc(e.columns, func(c []float64) bool { return math.Abs(dot(b, c)) > 1e-9 })
		})
		if foreign {
			e.open = append(e.open, p)
		} else {
			e.add(p[0], p[1])
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// code returns how a level enters the column of another: the columns of a factor sum
// to 0 over its levels, so that what other factors do averages out.
func code(level, column int) float64 {
	switch level {
	case column:
		return 1
	case 0:
		return -1
	}
	return 0
}

// block returns the columns of two factors, or of one that is named twice.
func (e *explained) block(i, j int) (columns [][]float64) {
	for l := 1; l < len(e.d.Grid[i].Levels); l++ {
		for m := 1; m < len(e.d.Grid[j].Levels); m++ {
			if i == j && m > 1 {
				break
			}
			column := make([]float64, len(e.d.Cells))
			for place, cell := range e.d.Cells {
				levels := e.d.Levels(cell)
				column[place] = code(levels[i], l)
				if i != j {
					column[place] *= code(levels[j], m)
				}
			}
			columns = append(columns, column)
		}
	}
	return columns
}

// effect returns the contrast of terms at their level against the first, in log-odds:
// with two, the contrast of contrasts. One that needs a cell without games is not known.
func (e *explained) effect(terms ...Term) Effect {
	contrast := e.contrast(terms)
	design := e.model.Weights(contrast)
	for i, s := range e.scores {
		if math.Abs(design[i]) > 1e-12 && s.Games() == 0 {
			return Effect{Terms: terms, Change: unbounded, P: 1}
		}
	}
	change, _ := e.fit.At(contrast)
	weights, variance := e.fit.Weights(contrast), 0.0
	for i, w := range weights {
		if w != 0 {
			variance += w * w * e.fit.Noise[i]
		}
	}
	se := math.Sqrt(variance + e.fit.Rest*e.spread(weights, terms))
	return Effect{Terms: terms, Change: normal(change, se), P: 2 * stat.Phi(-math.Abs(change)/se), Mixed: e.mixed(design, len(terms))}
}

// contrast returns how the coefficients of the columns make up a change: those of a
// factor by code of the level less that of the first, which is -1.
func (e *explained) contrast(terms []Term) []float64 {
	change := func(t Term) (c []float64) {
		for l := 1; l < len(e.d.Grid[t.Factor].Levels); l++ {
			c = append(c, code(t.Level, l)+1)
		}
		return c
	}
	contrast := make([]float64, len(e.columns))
	t, u := terms[0], terms[len(terms)-1]
	at := e.at[[2]int{t.Factor, u.Factor}]
	for i, a := range change(t) {
		if len(terms) == 1 {
			contrast[at+i] = a
			continue
		}
		both := change(u)
		for j, b := range both {
			contrast[at+i*len(both)+j] = a * b
		}
	}
	return contrast
}

// spread returns by how much an estimate with these weights has of the rest's variance:
// at most that of a rest which is alike for all levels of the last factor, or of one that
// is not. What an effect is averaged over has its own part of the rest, which is no error:
// the part that the weights of the whole grid would have (E56).
func (e *explained) spread(weights []float64, terms []Term) float64 {
	apart, together, sum, setting := 0.0, 0.0, 0.0, -1
	last := len(e.d.Grid) - 1
	levels := len(e.d.Grid[last].Levels)
	for place, cell := range e.d.Cells {
		if cell/levels != setting {
			together += sum * sum
			sum, setting = 0, cell/levels
		}
		sum += weights[place]
		apart += weights[place] * weights[place]
	}
	together += sum * sum
	whole := 1 / float64(e.d.Len())
	ofRules := float64(levels) // the weights of an effect of rules alone are alike for all of its levels
	for _, t := range terms {
		whole *= 2 * float64(len(e.d.Grid[t.Factor].Levels))
		if t.Factor == last {
			ofRules = 0
		}
	}
	return max(0, apart-whole, together-ofRules*whole)
}

// mixed returns the interactions outside the model that are in an estimate of that many
// terms.
func (e *explained) mixed(weights []float64, terms int) (all []Alias) {
	for _, p := range e.open {
		part := 0.0
		for _, column := range e.block(p[0], p[1]) {
			part = max(part, math.Abs(dot(weights, column))/math.Pow(2, float64(terms)))
		}
		if part > 0.05 {
			all = append(all, Alias{p, part})
		}
	}
	slices.SortStableFunc(all, func(a, b Alias) int { return cmp.Compare(b.Part, a.Part) })
	return all
}

// Term is a factor at a level that is not its first.
type Term struct{ Factor, Level int }

// Effect is what levels do to a score: one term by itself, pooled over all levels
// of the other factors; or how much the effect of one term differs where the
// other holds, too.
type Effect struct {
	Terms  []Term  // one, or two of different factors
	Change Measure // of the score's log-odds
	P      float64 // probability of a change so far from 0 if there is none
	Holm   float64 // the same with all effects of the sweep in mind
	Mixed  []Alias // from what it cannot be separated, most first
}

// Alias is an interaction that was not estimated, and which part of it is in an
// effect: 1 is all that an effect of its own would have, as in a regular design.
type Alias struct {
	Factors [2]int
	Part    float64
}

// Points returns what the effect does to a score of one half.
func (e Effect) Points() Measure { return Shift(e.Change) }

// Clear reports whether there is a change, with all effects of the sweep in mind.
func (e Effect) Clear() bool { return e.Holm < 0.05 }

// Effects returns the main effects and then those interactions of two that can be
// estimated (E52): scores by cell are explained by
//
//	log-odds(cell) = mean + main effects + interactions of two + the rest
//
// with the noise of the cell's own games. An effect is what the model says of two levels,
// averaged over all combinations of the other factors in the whole grid. The rest is what
// differs more from the model than the games explain; as far as the effect is not averaged
// over all of it, it is an error, too.
//
// The scores are those of d.Cells.
func (d Design) Effects(scores []Score) []Effect {
	if len(d.Grid) == 0 {
		return nil
	}
	e := d.explain(scores)
	var effects []Effect
	terms := d.terms()
	for _, t := range terms {
		effects = append(effects, e.effect(t))
	}
	for i, t := range terms {
		for _, u := range terms[i+1:] {
			if t.Factor != u.Factor && e.at[[2]int{t.Factor, u.Factor}] > 0 {
				effects = append(effects, e.effect(t, u))
			}
		}
	}
	ps := make([]float64, len(effects))
	for i, e := range effects {
		ps[i] = e.P
	}
	for i, p := range Holm(ps) {
		effects[i].Holm = p
	}
	return effects
}

func (g Grid) terms() (terms []Term) {
	for i, f := range g {
		for level := 1; level < len(f.Levels); level++ {
			terms = append(terms, Term{i, level})
		}
	}
	return terms
}

// ScoreOf returns the score of a role in games of which s is First's; roles are
// what First and Second are called.
func ScoreOf(s Score, roles [2]string, role string) Score {
	if roles[env.First] == role {
		return s
	}
	return s.Reversed()
}
