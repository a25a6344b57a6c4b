package arena

import (
	"math"
	"slices"

	"ludens/env"
	"ludens/stat"
)

// Factor is something that a sweep varies: a rule option, or the agent.
type Factor struct {
	Name   string
	Levels []string // the first is what others are compared with
}

// Grid is a full factorial design: a cell for each choice of one level of every
// factor, numbered so that the last factor runs fastest.
type Grid []Factor

// Len returns how many cells there are.
func (g Grid) Len() int {
	n := 1
	for _, f := range g {
		n *= len(f.Levels)
	}
	return n
}

// Levels returns which level of each factor a cell has.
func (g Grid) Levels(cell int) []int {
	levels := make([]int, len(g))
	for i, f := range slices.Backward(g) {
		levels[i] = cell % len(f.Levels)
		cell /= len(f.Levels)
	}
	return levels
}

// Names returns the levels of a cell by their names.
func (g Grid) Names(cell int) []string {
	var names []string
	for i, level := range g.Levels(cell) {
		names = append(names, g[i].Levels[level])
	}
	return names
}

// Term is a factor at a level that is not its first.
type Term struct{ Factor, Level int }

// Effect is what levels do to a score: one term by itself, pooled over all levels
// of the other factors; or how much the effect of one term differs where the
// other holds, too.
type Effect struct {
	Terms  []Term  // one, or two of different factors
	Change Measure // of the score
	P      float64 // probability of a change so far from 0 if there is none
	Holm   float64 // the same with all effects of the sweep in mind
}

// Clear reports whether there is a change, with all effects of the sweep in mind.
func (e Effect) Clear() bool { return e.Holm < 0.05 }

// Effects returns the main effects and then the interactions of two (E52):
// scores by cell are explained by
//
//	score(cell) = mean + main effects + interactions of two + the rest + noise
//
// in which the noise is that of the cell's own games. An effect is a contrast of
// cell means in which all combinations of the other factors weigh alike
// (Yates 1937, "The design and analysis of factorial experiments").
func (g Grid) Effects(scores []Score) []Effect {
	var effects []Effect
	terms := g.terms()
	for _, t := range terms {
		effects = append(effects, g.effect(scores, t))
	}
	for i, t := range terms {
		for _, u := range terms[i+1:] {
			if t.Factor != u.Factor {
				effects = append(effects, g.effect(scores, t, u))
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

// effect returns the contrast of the cells where all terms are at their level
// against those where they are at the first: with two terms, the contrast of
// contrasts.
func (g Grid) effect(scores []Score, terms ...Term) Effect {
	cells := float64(g.Len())
	for _, t := range terms {
		cells /= float64(len(g[t.Factor].Levels))
	}
	change, variance := 0.0, 0.0
	for cell, s := range scores {
		sign := g.sign(cell, terms)
		if sign == 0 {
			continue
		}
		if s.Games() == 0 {
			return Effect{Terms: terms, Change: unbounded, P: 1}
		}
		change += sign * s.Mean() / cells
		variance += s.variance() / float64(s.Games()) / (cells * cells)
	}
	se := math.Sqrt(variance)
	return Effect{Terms: terms, Change: normal(change, se), P: 2 * stat.Phi(-math.Abs(change)/se)}
}

// sign returns how a cell enters a contrast: 0 where a factor is at a level that
// is neither compared nor compared with.
func (g Grid) sign(cell int, terms []Term) float64 {
	sign, levels := 1.0, g.Levels(cell)
	for _, t := range terms {
		switch levels[t.Factor] {
		case t.Level:
		case 0:
			sign = -sign
		default:
			return 0
		}
	}
	return sign
}

// Fairest returns the level of each factor but one, the agent's, with which the
// scores of all agents together come nearest to one half, and which cells have
// them. Factor -1 is none.
func (g Grid) Fairest(scores []Score, agent int) (cells []int) {
	best := math.Inf(1)
	for cell := range g.Len() {
		group := g.alike(cell, agent)
		if group[0] != cell {
			continue
		}
		far := 0.0
		for _, c := range group {
			if scores[c].Games() == 0 {
				far = math.Inf(1)
			}
			far += math.Abs(scores[c].Mean() - 0.5)
		}
		if far < best {
			best, cells = far, group
		}
	}
	return cells
}

// alike returns the cells that differ from one in a factor at most.
func (g Grid) alike(cell, factor int) (cells []int) {
	levels := g.Levels(cell)
	for c := range g.Len() {
		other := g.Levels(c)
		if factor >= 0 {
			other[factor] = levels[factor]
		}
		if slices.Equal(levels, other) {
			cells = append(cells, c)
		}
	}
	return cells
}

// ScoreOf returns the score of a role in games of which s is First's; roles are
// what First and Second are called.
func ScoreOf(s Score, roles [2]string, role string) Score {
	if roles[env.First] == role {
		return s
	}
	return s.Reversed()
}
