package arena

import (
	"cmp"
	"slices"

	"ludens/env"
)

// Branch is a move of the opening tree.
type Branch struct {
	Line  []string // the moves up to it, it last
	Score Score    // of First, in the games that went there
	Next  []Branch // what was played then, the most frequent first
}

// Tree returns the opening tree of games that all began with the same position:
// plies deep, with the moves that occurred in at least that many games. It is
// empty where start positions differ.
func Tree(g env.Game, games []Game, plies, least int) []Branch {
	if len(games) == 0 {
		return nil
	}
	start := replay(g, Game{Seed: games[0].Seed, Start: games[0].Start}).start
	for _, game := range games {
		if replay(g, Game{Seed: game.Seed, Start: game.Start}).start != start {
			return nil
		}
	}
	return grow(g, games, 0, plies, least, nil)
}

// grow returns the moves at a ply of games that are alike before it.
func grow(g env.Game, games []Game, ply, plies, least int, line []string) (branches []Branch) {
	if ply == plies {
		return nil
	}
	by := map[env.Action][]Game{}
	for _, game := range games {
		if ply < len(game.Actions) {
			by[game.Actions[ply]] = append(by[game.Actions[ply]], game)
		}
	}
	for a, same := range by {
		if len(same) < least {
			continue
		}
		b := Branch{Line: append(slices.Clone(line), textOf(g, same[0], ply, a))}
		for _, game := range same {
			b.Score.Add(game)
		}
		b.Next = grow(g, same, ply+1, plies, least, b.Line)
		branches = append(branches, b)
	}
	slices.SortFunc(branches, func(a, b Branch) int {
		return cmp.Or(cmp.Compare(b.Score.Games(), a.Score.Games()), slices.Compare(a.Line, b.Line))
	})
	return branches
}

// textOf returns the text of an action of a game.
func textOf(g env.Game, game Game, ply int, a env.Action) string {
	s, err := Opening{Seed: game.Seed, Start: game.Start, Actions: game.Actions[:ply]}.State(g)
	if err != nil {
		return "" // Verify reports it
	}
	return s.Format(a)
}
