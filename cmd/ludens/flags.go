package main

import (
	"github.com/spf13/cobra"

	"ludens/env/record"
	"ludens/internal/roster"
	"ludens/internal/session"
)

// startFlags are those that say where a game begins.
func startFlags(c *cobra.Command, at *record.Beginning) {
	c.Flags().StringVar(&at.Position, "position", "", "start from this position, in the notation that ludens games GAME shows")
	c.Flags().Uint64Var(&at.Seed, "seed", 0, "seed of whatever is drawn: the start of some games, the choices of agents")
}

// originFlags are those that say what a pasted game leaves unsaid.
func originFlags(c *cobra.Command, o *roster.Origin) {
	c.Flags().StringVar(&o.Game, "game", "", "the game, of a list of moves that does not say which it is of")
	startFlags(c, &o.Beginning)
}

// besideFlag is the flag of a page beside a run.
func besideFlag(c *cobra.Command, page *session.Page) {
	c.Flags().StringVar(&page.Addr, "serve", "", "show the run in a browser while it is trained, at this address of this machine")
	c.Flags().Lookup("serve").NoOptDefVal = session.UsualAddress
}
