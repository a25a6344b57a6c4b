package web

import (
	"ludens/analysis"
	"ludens/env"
)

// report is what a player says about a position. Values are for the mover.
type report struct {
	Move        string            `json:"move,omitempty"` // what he plays; none if he only thinks along
	Value       float32           `json:"value"`
	Chances     *analysis.Chances `json:"chances,omitempty"` // of win, draw and loss
	Simulations int               `json:"simulations"`
	Depth       int               `json:"depth,omitempty"`
	Proof       string            `json:"proof,omitempty"` // that best play reaches: env.Result's words
	Plies       int               `json:"plies,omitempty"` // in which it does, at most
	Seconds     float64           `json:"seconds"`
	Moves       []told            `json:"moves"` // the best first
	Done        bool              `json:"done,omitempty"`
}

// told is what is known of one move.
type told struct {
	Text    string            `json:"text"`
	From    int               `json:"from"` // as choice.From
	To      int               `json:"to"`
	Visits  int               `json:"visits"`
	Prior   float32           `json:"prior"`
	Value   float32           `json:"value"`
	Chances *analysis.Chances `json:"chances,omitempty"`
	Line    []string          `json:"line,omitempty"`
}

func (t *thought) report(r analysis.Report) report {
	answer := report{
		Value: r.Value, Chances: r.Chances, Simulations: r.Simulations, Depth: r.Depth, Plies: r.Plies, Seconds: r.Elapsed.Seconds(), Moves: []told{},
	}
	if r.Proof != env.Ongoing {
		answer.Proof = r.Proof.String()
	}
	for _, m := range r.Moves[:min(mostTold, len(r.Moves))] {
		answer.Moves = append(answer.Moves, t.told(m))
	}
	return answer
}

func (t *thought) told(m analysis.Move) told {
	x := env.SquaresOf(t.state, m.Action)
	r := told{Text: t.state.Format(m.Action), From: hold(x), To: x.To, Visits: m.Visits, Prior: m.Prior, Value: m.Value, Chances: m.Chances}
	r.Line = formatLine(t.state, m.Line)
	return r
}

// formatLine writes the moves of a line from s.
func formatLine(s env.State, line []env.Action) (texts []string) {
	s = s.Copy(nil)
	for _, a := range line {
		texts = append(texts, s.Format(a))
		s.Play(a)
	}
	return texts
}
