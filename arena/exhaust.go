package arena

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

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
