package web

import (
	"ludens/env"
	"ludens/env/record"
)

// branch is a variation, as the page lists it.
type branch struct {
	After      int      `json:"after"`
	Moves      []string `json:"moves"`           // as the game writes them
	Short      []string `json:"short,omitempty"` // as env.SANWriter does
	Variations []branch `json:"variations,omitempty"`
}

// newBranch returns a legal variation from the position s.
func newBranch(s env.State, v env.Variation) branch {
	b := branch{After: v.After, Moves: v.Moves}
	s = s.Copy(nil)
	for i, move := range v.Moves {
		for _, inner := range v.Variations {
			if inner.After == v.After+i {
				b.Variations = append(b.Variations, newBranch(s, inner))
			}
		}
		if text := short(s, move); text != "" {
			b.Short = append(b.Short, text)
		}
		a, err := record.ParseMove(s, move)
		if err != nil {
			break // a sheet has played it
		}
		s.Play(a)
	}
	return b
}
