package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/env/record"
	"ludens/internal/exit"
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

// minutesFlag is the flag of a run's time limit.
func minutesFlag(c *cobra.Command, limit *session.Minutes) {
	c.Flags().Var(limit, "minutes", "pause between two iterations, where another one would end later than this; at least one is trained")
}

// configSource is the flags that say where a verb's configuration comes from.
type configSource struct {
	session.Source
	set []string
}

func (f *configSource) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.Preset, "preset", "", "start from this preset instead of the game's own: "+strings.Join(configs.Presets(), ", "))
	c.Flags().StringVar(&f.File, "config", "", "TOML file whose values override the preset's")
	c.Flags().StringVar(&f.From, "from", "", "begin with the network, or with --preset alphabeta the evaluation, of a checkpoint, a run, champion:GAME, or of a run of preset:NAME that is trained first (default: a new one)")
	c.Flags().StringVar(&f.Games, "games", "", "learn from the recorded games of this file, or of the folder of a match, before the first iteration")
	c.Flags().StringArrayVar(&f.set, "set", nil, "override one value, as in --set search.simulations=64 (may be repeated)")
	c.Flags().BoolVar(&f.Rehearse, "rehearse", false, "shrink every number and run the whole loop in seconds")
}

// load puts the layers together, with the game of the command line if there is one.
func (f *configSource) load(args []string) (cfg configs.Run, err error) {
	if f.Set, err = configs.Set(f.set); err != nil {
		return cfg, exit.AsUsage(err)
	}
	return f.Load(strings.Join(args, ""))
}
