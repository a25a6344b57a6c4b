package agent

import (
	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
)

// AlphaBeta returns an agent that searches so many plies deep, with a table of so many
// megabytes; 0: alphabeta.DefaultMegabytes.
func AlphaBeta(g env.Game, depth, megabytes int, s seed.Seed) (env.Agent, error) {
	cfg := alphabeta.Strong(depth)
	cfg.Megabytes = megabytes
	return alphabeta.New(g, cfg, s.Rand())
}
