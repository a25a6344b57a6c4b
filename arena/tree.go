package arena

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
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

// Exhaust plays a in one role against every line that an opponent could play,
// and returns a's score over all of them. It is for games small enough: it
// gives up with an error after most games. Every game is played by a fresh
// agent from the same stream, so a must choose alike in like games.
func Exhaust(ctx context.Context, g env.Game, a agent.Entrant, role env.Player, most int, s seed.Seed) (Score, error) {
	var score Score
	var line []branch
	for more := true; more; line, more = nextLine(line) {
		if score.Games() >= most {
			return score, fmt.Errorf("arena: more than %d lines of play: the game is too large to try them all", most)
		}
		agent, err := a.New(g, s)
		if err != nil {
			return score, fmt.Errorf("arena: %s: %w", a.Name, err)
		}
		var game Game
		game, line, err = follow(ctx, g, agent, role, line)
		env.Close(agent)
		if err != nil {
			return score, err
		}
		score.Add(game)
	}
	return score, nil
}

// branch is one move of the opponent: the choice-th of the legal ones.
type branch struct{ choice, legal int }

// nextLine returns the line after this one in depth-first order: the last
// choice that has a successor takes it, and what came after it is forgotten.
func nextLine(line []branch) ([]branch, bool) {
	for i := len(line) - 1; i >= 0; i-- {
		if line[i].choice+1 < line[i].legal {
			line = line[:i+1]
			line[i].choice++
			return line, true
		}
	}
	return nil, false
}

// follow plays one game: the opponent follows line, then its first legal moves.
// It returns the line with the opponent's further moves.
func follow(ctx context.Context, g env.Game, agent env.Agent, role env.Player, line []branch) (Game, []branch, error) {
	s, turn := g.New(0), 0
	game := Game{Role: role}
	for s.Result() == env.Ongoing && !env.Truncated(s, len(game.Actions), g.Spec().MaxPly) {
		var a env.Action
		if s.ToMove() == role {
			d, err := agent.Act(ctx, s)
			if err != nil {
				return game, nil, err
			}
			a = d.Action
		} else {
			legal := s.Legal(nil)
			if turn == len(line) {
				line = append(line, branch{0, len(legal)})
			}
			a = legal[line[turn].choice]
			turn++
		}
		s.Play(a)
		game.Actions = append(game.Actions, a)
	}
	game.Result = s.Result()
	game.Truncated = game.Result == env.Ongoing
	return game, line, nil
}
