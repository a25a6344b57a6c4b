package study

import (
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/report"
)

// findControl reports whether there is a control. It lets the control in to one of the
// games at least: which of them it will play is not known yet.
func (b *Balance) findControl(games []env.Game) (bool, error) {
	if b.Control == "" {
		return false, nil
	}
	if b.Confirm == 0 {
		return false, mistake("control", "", "it plays as many games as there are new ones of the chosen setting; want some")
	}
	if slices.ContainsFunc(b.Strengths, func(s Strength) bool { return s.Agent == b.Control }) {
		return false, mistake("control", b.Control, "it plays already: want another agent as a control")
	}
	var err error
	for _, g := range games {
		if _, err = b.enter(g, &b.watch, b.Control); err == nil {
			return true, nil
		}
	}
	return false, &Mistake{"control", "", err}
}

// controlCell returns the cell in which the control plays itself, in the same openings
// as those whom it is held against; none, and why, if it does not play that game.
func (b *Balance) controlCell(g env.Game) (cells []arena.Cell, refused string, err error) {
	all, err := b.enter(g, &b.watch, b.Control)
	if err != nil {
		return nil, err.Error(), nil
	}
	b.players = append(b.players, all[0])
	cell, err := b.cell(g, all[0], "confirm", b.Confirm)
	return []arena.Cell{cell}, "", err
}

// told returns what the control says of First's score in a game, beside the strongest
// agent: in its games, or that it was refused.
func (b *Balance) told(agent arena.Score, control [][]arena.Game, refused string, g env.Game) *report.Control {
	c := &report.Control{
		Agent: b.Strengths[len(b.Strengths)-1].Agent, Control: b.Control, Roles: g.Spec().Roles, Refused: refused,
	}
	c.Scores[0] = agent
	for _, games := range control {
		c.Scores[1] = firstScore(games)
	}
	return c
}
