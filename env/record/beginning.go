package record

import (
	"fmt"

	"ludens/env"
)

// Beginning says where a game begins.
type Beginning struct {
	Position string // in the notation of the game; "": its start
	Seed     uint64 // of whatever is drawn
}

// State returns the position that a game begins with.
func (b Beginning) State(g env.Game) (env.State, error) {
	if b.Position == "" {
		return g.New(b.Seed), nil
	}
	n, ok := g.(env.Notated)
	if !ok {
		return nil, fmt.Errorf("--position: %s has no text for positions", g.Spec().Name)
	}
	return n.ParsePosition(b.Position)
}

// Record returns the record of a game without moves.
func (b Beginning) Record(g env.Game) (Record, error) {
	s, err := b.State(g)
	if err != nil || b.Position == "" {
		return New(g, b.Seed), err
	}
	return Record{Game: g.Spec().Name, Start: g.(env.Notated).Position(s)}, nil
}
