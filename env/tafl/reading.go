package tafl

import (
	_ "embed"
	"sync"

	"ludens/env/variant"
)

//go:embed readings.toml
var readingsText string

// notes are about the games that come with ludens.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/tafl/readings.toml", readingsText) })

// sources returns where the rules of g are from: those of a preset, or what the file says.
func (g *Game) sources() []string {
	if known, ok := notes().Sources[g.preset]; ok || g.head.Source == "" {
		return known
	}
	return []string{g.head.Source}
}
