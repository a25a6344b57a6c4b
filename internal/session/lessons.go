package session

import (
	"fmt"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/dataset"
	"ludens/selfplay"
)

// Study notes in a configuration the SHA-256 of the recorded games that the run learns
// from first, so that it goes on with no others. What is wrong with them is reported here,
// before there is a run.
func Study(cfg *configs.Run) error {
	p := &cfg.Pretrain
	if p.Games == "" {
		return nil
	}
	hash, err := dataset.Hash(p.Games)
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

// lessons reads the recorded games that a run learns from first.
func lessons(p configs.Pretrain, g env.Game) ([]*selfplay.Record, error) {
	if p.Games == "" {
		return nil, nil
	}
	hash, err := dataset.Hash(p.Games)
	if err == nil && p.SHA256 != "" && hash != p.SHA256 {
		err = fmt.Errorf("%s is not what the run began with: its SHA-256 is %s, want %s", p.Games, hash, p.SHA256)
	}
	var all []*selfplay.Record
	if err == nil {
		all, err = dataset.Read(p.Games, g, p.Most)
	}
	if err != nil {
		return nil, fmt.Errorf("pretrain.games: %w", err)
	}
	return all, nil
}
