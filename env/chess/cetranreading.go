package chess

import (
	_ "embed"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/variant"
)

//go:embed readings.toml
var readingsText string

// notes are about the games of Cetran.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/chess/readings.toml", readingsText) })

// sources returns where the rules are from.
func (g *Cetran) sources() []string { return notes().Sources[g.independent()] }

// readings returns what the sources leave open.
func (g *Cetran) readings() []env.Reading {
	groups := []string{"drawn", g.independent(), "ends"}
	if g.arrays().Draw == Independent {
		groups = []string{"drawn", "independent", g.independent(), "ends"}
	}
	all := notes().Asked(groups...)
	all[0].Answer = strings.ReplaceAll(all[0].Answer, "GAME", g.base)
	return all
}
