package arena

import "ludens/env"

// Outcome is what of a game decides whether its rules meet a goal.
type Outcome struct {
	Winner    env.Result
	Truncated bool
	Plies     int
}

// Sample is the outcomes of games of one setting by one agent.
type Sample []Outcome

// SampleOf returns the outcomes of games.
func SampleOf(games []Game) (s Sample) {
	for _, g := range games {
		s = append(s, Outcome{g.Result, g.Truncated, len(g.Actions)})
	}
	return s
}

// tally is a sample without its spread: First's score and the plies of all games.
type tally struct {
	Score
	plies int
}

func (t *tally) add(o Outcome) {
	t.plies += o.Plies
	switch {
	case o.Truncated:
		t.Truncated++
		t.Draws++
	case o.Winner == env.Drawn:
		t.Draws++
	case o.Winner == env.FirstWins:
		t.Wins++
	default:
		t.Losses++
	}
}

func (s Sample) tally() (t tally) {
	for _, o := range s {
		t.add(o)
	}
	return t
}

// Score returns First's.
func (s Sample) Score() Score { return s.tally().Score }

// Plies returns the mean length.
func (s Sample) Plies() Measure {
	var plies []float64
	for _, o := range s {
		plies = append(plies, float64(o.Plies))
	}
	return meanOf(plies)
}

// padded returns the sample with one win and one loss of mean length more: games that
// were all alike do not show that all games are (as in Score.variance).
func (s Sample) padded() Sample {
	plies := s.tally().plies / max(1, len(s))
	return append(s[:len(s):len(s)], Outcome{env.FirstWins, false, plies}, Outcome{env.SecondWins, false, plies})
}
