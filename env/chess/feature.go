package chess

import (
	"ludens/env"
	"ludens/env/variant"
)

// Features implements env.Featured: all options but who moves first, what is drawn and
// the cap.
func (g *Game) Features() []env.Feature { return variant.Features(&g.keys) }
