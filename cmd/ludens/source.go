package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/internal/exit"
	"ludens/internal/session"
)

// configSource is the flags that say where a verb's configuration comes from.
type configSource struct {
	session.Source
	set []string
}

func (f *configSource) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.Preset, "preset", "", "start from this preset instead of the game's own: "+strings.Join(configs.Presets(), ", "))
	c.Flags().StringVar(&f.File, "config", "", "TOML file whose values override the preset's")
	c.Flags().StringVar(&f.From, "from", "", "begin with the network of a checkpoint, a run, champion:GAME, or of a run of preset:NAME that is trained first (default: a new one)")
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
