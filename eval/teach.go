package eval

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

// block is the number of games whose handicaps depend on the winners of the games before.
const block = 64

// Teach returns games of alpha-beta for a network to learn from before it plays games of
// its own. report is called after each game of all, those of the rounds included.
//
// Alpha-beta learns its evaluation first, in rounds of its own games. Then one side makes
// some of its moves at random: where one role is much the stronger, the other would hardly
// ever show how it wins. The moves that were searched are the policy targets, the results
// are the value targets.
//
// Each game depends on the configuration, the seed, its number and the winners of earlier
// blocks of games alone: any number of goroutines plays the same games.
func Teach(ctx context.Context, g env.Game, c Teacher, s seed.Seed, workers int, report func(done, all int)) ([]*selfplay.Record, error) {
	t := &teacher{game: g, config: c, seed: s, report: report, all: c.All()}
	_, t.scored = g.New(0).(env.Scored)
	var err error
	if t.features, err = NewFeatures(g); err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	if err := t.learn(ctx, workers); err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	games := make([]*selfplay.Record, 0, c.Games)
	for len(games) < c.Games {
		begin, first := len(games), firstShare(games)
		more, err := playAll(ctx, min(block, c.Games-begin), workers, func(ctx context.Context, i int) (*selfplay.Record, error) {
			return t.play(ctx, begin+i, first)
		}, t.played)
		if err != nil {
			return nil, fmt.Errorf("teach: %w", err)
		}
		games = append(games, more...)
	}
	return games, nil
}

// teacher plays the games.
type teacher struct {
	game     env.Game
	config   Teacher
	seed     seed.Seed
	scored   bool // the game keeps a score
	features *Features
	weights  *Weights
	report   func(done, all int)
	done     int
	all      int
}

func (t *teacher) played(*selfplay.Record) { t.done++; t.report(t.done, t.all) }

// learn learns the evaluation.
func (t *teacher) learn(ctx context.Context, workers int) error {
	c := t.config.own(uint64(t.seed.At("evaluation", 0)))
	var rounds [][]*selfplay.Record
	earlier := func(round int) ([]*selfplay.Record, error) { return rounds[round-1], nil }
	for round := 1; round <= t.config.Rounds; round++ {
		l, err := Round(ctx, t.game, t.features, c, t.weights, round, workers, t.played, earlier)
		if err != nil {
			return err
		}
		rounds, t.weights = append(rounds, l.Games), l.Weights
	}
	return nil
}

// firstShare returns which share of the wins is First's, within [0.1, 0.9]; 0.5 of none.
func firstShare(games []*selfplay.Record) float64 {
	var wins [2]int
	for _, r := range games {
		switch r.Result {
		case env.FirstWins:
			wins[0]++
		case env.SecondWins:
			wins[1]++
		}
	}
	if wins[0]+wins[1] == 0 {
		return 0.5
	}
	return min(0.9, max(0.1, float64(wins[0])/float64(wins[0]+wins[1])))
}

// play plays a game.
func (t *teacher) play(ctx context.Context, number int, first float64) (*selfplay.Record, error) {
	at := t.seed.At("game", number)
	rng := at.At("moves", 0).Rand()
	players, err := t.players(at.At("players", 0).Rand())
	if err != nil {
		return nil, err
	}
	r := &selfplay.Record{Seed: rng.Uint64()}
	weak, often := env.Second, 0.0
	if rng.Float64() < float64(t.config.Handicap) {
		often = max(rng.Float64(), rng.Float64())
		if rng.Float64() < first {
			weak = env.First
		}
		r.Handicap[weak] = float32(often)
	}
	s, opening := t.game.New(r.Seed), rng.IntN(openingPlies)
	for s.Result() == env.Ongoing && !env.Truncated(s, len(r.Plies), t.game.Spec().MaxPly) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var p selfplay.Ply
		if len(r.Plies) < opening || s.ToMove() == weak && often > 0 && rng.Float64() < often {
			legal := s.Legal(nil)
			p.Action = legal[rng.IntN(len(legal))]
		} else {
			d, err := players[s.ToMove()].Act(ctx, s)
			if err != nil {
				return nil, err
			}
			p.Action, p.Policy = d.Action, []selfplay.Share{{Action: d.Action, Probability: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Play(p.Action)
	}
	r.Result, r.Truncated = s.Result(), s.Result() == env.Ongoing
	return r, nil
}

// players returns alpha-beta for either side: each draws whether it plays with the evaluation
// or, in games that keep one, by the score. Two kinds of players show more of the game than
// one, and by the score the attackers of a tafl game play better than with an evaluation
// that was learned from games which they lost.
func (t *teacher) players(rng *rand.Rand) (players [2]*alphabeta.Agent, err error) {
	for p := range players {
		search := alphabeta.Strong(alphabeta.MaxDepth)
		if !t.scored || rng.IntN(2) == 0 {
			search = alphabeta.Learned(alphabeta.MaxDepth, New(t.features, t.weights))
		}
		search.Nodes = t.config.Nodes
		if players[p], err = alphabeta.New(t.game, search, rng); err != nil {
			return players, err
		}
	}
	return players, nil
}
