package watch

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

// Run is a run of training on disk, finished or not, as the page watches it.
type Run struct {
	Dir    string
	Config configs.Run
	Game   env.Game
}

// mostPoints is how many iterations the page is told at once: of more, as many,
// evenly spread.
const mostPoints = 1000

// News returns the lines of the metrics after so many iterations.
func (r Run) News(after int) (web.News, error) {
	n := web.News{Roles: r.Game.Spec().Roles, Iterations: r.Config.Train.Iterations}
	kept, err := runs.Look(r.Dir)
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
func (r Run) told(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), r.Dir, filepath.Base(r.Dir)))
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

// Games returns the last games of self-play. It ends with ctx.
func (r Run) Games(ctx context.Context, most int) (all []record.Record, err error) {
	kept, err := runs.Look(r.Dir)
	if err != nil {
		return nil, r.told(err)
	}
	played, err := kept.LastGames(ctx, r.Game, most)
	if err != nil {
		return nil, r.told(err)
	}
	for _, p := range played {
		text, err := recordOf(r.Game, p)
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
