package configs

import (
	"ludens/env"
	"ludens/env/games"
	"ludens/train"
)

// LearntBy returns the game that an agent who can play g has learnt, out of those
// that agents have: g itself or, if nobody has, one that teaches it.
func LearntBy(g env.Game, learnt []string) (game string, ok bool) {
	for _, name := range learnt {
		if name == g.Spec().Name {
			return name, true
		}
	}
	for _, name := range learnt {
		if teaches(name, g) {
			return name, true
		}
	}
	return "", false
}

// teaches reports whether who has learnt the named game can play g.
func teaches(name string, g env.Game) bool {
	learnt, err := games.Make(name)
	return err == nil && env.Teaches(learnt, g)
}

// ChampionOf returns the game whose champion plays g.
func ChampionOf(g env.Game) (game string, ok bool) { return LearntBy(g, Champions()) }

// Suits returns nil if a checkpoint can play g, or says why not.
func Suits(c *train.Checkpoint, g env.Game) error {
	if c.Game == g.Spec().Name || !teaches(c.Game, g) {
		return c.Fits(g)
	}
	learnt, err := games.Make(c.Game)
	if err != nil {
		return err
	}
	return c.Fits(learnt)
}
