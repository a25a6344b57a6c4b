package arena

import "ludens/env"

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
