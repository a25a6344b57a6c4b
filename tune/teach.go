package tune

import (
	"context"
	"fmt"

	"ludens/env"
	"ludens/env/seed"
	"ludens/eval"
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
	if t.features, err = eval.NewFeatures(g); err != nil {
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
	features *eval.Features
	weights  *eval.Weights
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
