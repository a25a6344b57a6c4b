package session

import (
	"context"
	"fmt"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/export"
	"ludens/selfplay"
	"ludens/tune"
)

// checkLessons notes in a configuration the SHA-256 of the recorded games that the run learns
// from first, so that it goes on with no others. What is wrong with them is reported here,
// before there is a run.
func checkLessons(cfg *configs.Run) error {
	p := &cfg.Pretrain
	if p.Games == "" {
		return nil
	}
	hash, err := export.HashGames(p.Games)
	if err != nil {
		return fmt.Errorf("pretrain.games: %w", err)
	}
	if p.SHA256 == "" {
		p.SHA256 = hash
	}
	g, err := games.Make(cfg.Game)
	if err != nil {
		return err
	}
	_, err = lessons(*p, g)
	return err
}

// study returns what the run learns from before it plays, and what to call it; nil:
// nothing.
func (s *Session) study() (games func(context.Context) ([]*selfplay.Record, error), name string) {
	p, g := s.config.Pretrain, s.run.Game
	switch {
	case p.Games != "":
		return func(context.Context) ([]*selfplay.Record, error) { return lessons(p, g) }, "recorded games"
	case p.AlphaBeta.Games > 0:
		return s.taught, "games of alpha-beta"
	}
	return nil, ""
}

// taught has alpha-beta play the games that the run learns from.
func (s *Session) taught(ctx context.Context) ([]*selfplay.Record, error) {
	at := seed.New(s.config.Seed).At("alphabeta", 0)
	games, err := tune.Teach(ctx, s.run.Game, s.config.Pretrain.AlphaBeta, at, s.run.Workers, s.show.lesson)
	if err == nil {
		s.show.lessonsPlayed(games)
	}
	return games, err
}

// lessons reads the recorded games that a run learns from first.
func lessons(p configs.Pretrain, g env.Game) ([]*selfplay.Record, error) {
	if p.Games == "" {
		return nil, nil
	}
	hash, err := export.HashGames(p.Games)
	if err == nil && p.SHA256 != "" && hash != p.SHA256 {
		err = fmt.Errorf("%s is not what the run began with: its SHA-256 is %s, want %s", p.Games, hash, p.SHA256)
	}
	var all []*selfplay.Record
	if err == nil {
		all, err = export.ReadGames(p.Games, g, p.Most)
	}
	if err != nil {
		return nil, fmt.Errorf("pretrain.games: %w", err)
	}
	return all, nil
}
