package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/record"
)

// start is the flags that say where a game begins.
type start struct {
	position string
	seed     uint64
}

func (f *start) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.position, "position", "", "start from this position, in the notation that ludens games GAME shows")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "seed of whatever is drawn: the start of some games, the choices of agents")
}

// state returns the position that a game begins with.
func (f *start) state(g env.Game) (env.State, error) {
	if f.position == "" {
		return g.New(f.seed), nil
	}
	n, ok := g.(env.Notated)
	if !ok {
		return nil, fmt.Errorf("--position: %s has no text for positions", g.Spec().Name)
	}
	return n.ParsePosition(f.position)
}

// record returns the record of a game without moves.
func (f *start) record(g env.Game) (record.Record, error) {
	s, err := f.state(g)
	if err != nil || f.position == "" {
		return record.New(g, f.seed), err
	}
	return record.Record{Game: g.Spec().Name, Start: g.(env.Notated).Position(s)}, nil
}
