package configs

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env/games"
	"ludens/eval"
	"ludens/tune"
)

// spare leaves out the games of alpha-beta that only a preset asks for, where the run
// begins with a trained network or recorded games, or the game has no evaluation to learn:
// presets are for whole families, and for runs that begin from nothing.
func (r *Run) spare(layers []Layer) {
	asked := func(l Layer) bool { return l.Sets([]string{"pretrain", "alphabeta"}) }
	if slices.ContainsFunc(layers, func(l Layer) bool { return asked(l) && !strings.HasPrefix(l.Name, presetName) }) {
		return
	}
	if r.teacherless() != nil {
		r.Pretrain.AlphaBeta = tune.Teacher{}
	}
}

// teacherless says why alpha-beta plays no games for the run, or nil.
func (r *Run) teacherless() error {
	switch {
	case r.From != "":
		return fmt.Errorf("the run begins with the network of %s", r.From)
	case r.Pretrain.Games != "":
		return fmt.Errorf("the run begins with the games of %s", r.Pretrain.Games)
	}
	g, err := games.Make(r.Game)
	if err != nil {
		return err
	}
	_, err = eval.NewFeatures(g)
	return err
}

// validateTeacher says what is wrong with the games of alpha-beta, or nil.
func (r *Run) validateTeacher() error {
	c := r.Pretrain.AlphaBeta
	err := c.Validate()
	if err == nil && c.Games > 0 {
		if why := r.teacherless(); why != nil {
			err = fmt.Errorf("games = %d, want 0: %w", c.Games, why)
		}
	}
	if err != nil {
		return fmt.Errorf("alphabeta.%w", err)
	}
	return nil
}
