package lines

import (
	"ludens/env"
	"ludens/env/variant"
)

// Features implements env.Featured: all keys but the board, its look and the cap.
func (g *Game) Features() []env.Feature { return variant.Features(&g.rules) }
