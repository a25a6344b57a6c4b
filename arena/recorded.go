package arena

import "ludens/selfplay"

// Recorded returns a game of self-play as a game of a contest of the agent with
// itself, at an index.
func Recorded(index int, r *selfplay.Record) Game {
	g := Game{Index: index, Seed: r.Seed, Result: r.Result, Truncated: r.Truncated}
	for _, p := range r.Plies {
		g.Actions = append(g.Actions, p.Action)
	}
	return g
}
