package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ludens/configs"
	"ludens/env"
	"ludens/env/record"
	runs "ludens/internal/run"
	"ludens/selfplay"
	"ludens/web"
)

// watchedRun is a run of training on disk, finished or not.
type watchedRun struct {
	dir    string
	config configs.Run
	game   env.Game
}

// mostPoints is how many iterations the page is told at once: of more, as many,
// evenly spread.
const mostPoints = 1000

// news returns the lines of the metrics after so many iterations.
func (r watchedRun) news(after int) (web.News, error) {
	n := web.News{Roles: r.game.Spec().Roles, Iterations: r.config.Train.Iterations}
	kept, err := runs.Look(r.dir)
	if err != nil {
		return n, r.told(err)
	}
	lines, err := kept.News(after)
	for _, l := range lines {
		n.Points = append(n.Points, l)
	}
	n.Points = thinned(n.Points, mostPoints)
	return n, r.told(err)
}

// told is an error without the place of the folder, which is nobody's business on
// the page.
func (r watchedRun) told(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), r.dir, filepath.Base(r.dir)))
}

// thinned returns at most so many of the points, the last among them.
func thinned(points []json.RawMessage, most int) []json.RawMessage {
	every := (len(points) + most - 1) / most
	if every <= 1 {
		return points
	}
	var kept []json.RawMessage
	for i := (len(points) - 1) % every; i < len(points); i += every {
		kept = append(kept, points[i])
	}
	return kept
}

// games returns the last games of self-play. It ends with ctx.
func (r watchedRun) games(ctx context.Context, most int) (all []record.Record, err error) {
	kept, err := runs.Look(r.dir)
	if err != nil {
		return nil, r.told(err)
	}
	played, err := kept.LastGames(ctx, r.game, most)
	if err != nil {
		return nil, r.told(err)
	}
	for _, p := range played {
		text, err := recordOf(r.game, p)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// recordOf writes a game of self-play as text.
func recordOf(g env.Game, p *selfplay.Record) (record.Record, error) {
	r := record.New(g, p.Seed)
	var last env.State
	err := p.Replay(g, func(s env.State, ply int) {
		r.Moves = append(r.Moves, s.Format(p.Plies[ply].Action))
		last = s
	})
	if err != nil || last == nil {
		return r, err
	}
	r.Result = p.Result
	switch explained, ok := last.(env.Explained); {
	case p.Truncated:
		r.Ending = fmt.Sprintf("cut off after %d plies", len(p.Plies))
	case p.Resigned:
		r.Ending = "resigned"
	case ok:
		r.Ending = explained.Ending() // Replay plays on in the state that it shows
	}
	return r, nil
}
