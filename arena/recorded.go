package arena

import (
	"fmt"

	"ludens/env"
	"ludens/env/record"
	"ludens/selfplay"
)

// Resigned is the ending of a game that the player to move gave up.
const Resigned = "resigned"

// Recorded returns a game of self-play as a game of a contest of the agent with
// itself, at an index. The record has been held against the rules
// (selfplay.Record.Check).
func Recorded(index int, r *selfplay.Record) Game {
	g := Game{Index: index, Seed: r.Seed, Start: r.Start.Position, Result: r.Result, Truncated: r.Truncated}
	if r.Resigned {
		g.Ending = Resigned
	}
	for _, p := range r.Plies {
		g.Actions = append(g.Actions, p.Action)
	}
	return g
}

// Record returns the game as the text that all games have, without the names of
// who played it. Its moves are legal by the rules (Verify).
func (g Game) Record(rules env.Game) (record.Record, error) {
	r := record.Record{Game: rules.Spec().Name, Start: g.Start}
	if g.Start == "" {
		r = record.New(rules, g.Seed)
	}
	s, err := (Opening{Seed: g.Seed, Start: g.Start}).State(rules)
	if err != nil {
		return r, err
	}
	for _, a := range g.Actions {
		r.Moves = append(r.Moves, s.Format(a))
		s.Play(a)
	}
	r.Result, r.Ending = g.Result, g.Ending
	explained, ok := s.(env.Explained)
	switch {
	case g.Truncated:
		r.Ending = fmt.Sprintf("cut off after %d plies", len(g.Actions))
	case r.Ending == "" && ok:
		r.Ending = explained.Ending()
	}
	return r, nil
}
