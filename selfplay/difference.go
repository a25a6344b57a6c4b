package selfplay

import (
	"fmt"
	"slices"

	"ludens/env"
)

// Difference returns the first ply at which a record differs from what the plan's networks
// play, which is ours: "ply 9: c4, the plan's network plays d3". Both follow the rules of g
// from the same start. It returns "" where they do not differ ply by ply.
func Difference(g env.Game, theirs, ours *Record) string {
	s, err := ours.Begin(g)
	if err != nil {
		return ""
	}
	for i := range min(len(theirs.Plies), len(ours.Plies)) {
		p, q := theirs.Plies[i], ours.Plies[i]
		switch {
		case p.Action != q.Action:
			return fmt.Sprintf("ply %d: %s, the plan's network plays %s", i+1, s.Format(p.Action), s.Format(q.Action))
		case p.Value != q.Value:
			return fmt.Sprintf("ply %d: %s with a value of %v, the plan's network expects %v", i+1, s.Format(p.Action), p.Value, q.Value)
		case !slices.Equal(p.Policy, q.Policy):
			return fmt.Sprintf("ply %d: %s with another policy than that of the plan's network", i+1, s.Format(p.Action))
		}
		s.Play(q.Action)
	}
	if len(theirs.Plies) != len(ours.Plies) {
		return fmt.Sprintf("%d plies, the plan's network plays %d", len(theirs.Plies), len(ours.Plies))
	}
	return ""
}
