package analysis

import (
	"context"

	"ludens/env"
)

// Chances are those of win, draw and loss for the mover; they sum to 1.
type Chances [3]float32

// Judging returns a with the chances of win, draw and loss in its reports: of
// the position, and of each visited move whose line is reported. The values are a's;
// draws says how likely a position of the game is to be drawn, in [0, 1], as a
// network sees it at first glance. It is safe for concurrent use.
func Judging(a Analyst, draws func(s env.State) (float32, error)) Analyst {
	return judge{a, draws}
}

type judge struct {
	Analyst
	draws func(s env.State) (float32, error)
}

func (j judge) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	c := chamber{judge: j, position: s, moves: map[env.Action]float32{}}
	show := seen
	if seen != nil {
		show = func(r Report) {
			if c.fill(&r, l) == nil {
				seen(r)
			}
		}
	}
	r, err := j.Analyst.Analyse(ctx, s, l, show)
	if err != nil {
		return r, err
	}
	err = c.fill(&r, l)
	return r, err
}

// chamber is where one position is judged: it asks about each move once.
type chamber struct {
	judge
	position env.State
	looked   bool // at the position
	drawn    float32
	moves    map[env.Action]float32
}

// fill adds the chances to r.
func (c *chamber) fill(r *Report, l Limits) (err error) {
	if !c.looked {
		if c.drawn, err = c.draws(c.position); err != nil {
			return err
		}
		c.looked = true
	}
	r.Chances = fit(r.Value, c.drawn)
	for i := range min(max(1, l.Lines), len(r.Moves)) {
		m := &r.Moves[i]
		if m.Visits == 0 {
			continue
		}
		drawn, err := c.after(m.Action)
		if err != nil {
			return err
		}
		m.Chances = fit(m.Value, drawn)
	}
	return nil
}

// after returns how likely a draw is after a move.
func (c *chamber) after(a env.Action) (float32, error) {
	drawn, ok := c.moves[a]
	if ok {
		return drawn, nil
	}
	s := c.position.Copy(nil)
	s.Play(a)
	var err error
	switch s.Result() {
	case env.Ongoing:
		drawn, err = c.draws(s)
	case env.Drawn:
		drawn = 1
	}
	c.moves[a] = drawn
	return drawn, err
}

// fit returns the chances that have the value which a search has found, with
// draws as likely as they looked before it, as far as that fits the value:
//
//	win - loss = value,  draw <= 1 - |value|
func fit(value, drawn float32) *Chances {
	value = max(-1, min(1, value))
	drawn = min(drawn, 1-max(value, -value))
	return &Chances{(1 - drawn + value) / 2, drawn, (1 - drawn - value) / 2}
}
