package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"ludens/configs"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/bounded"
	"ludens/selfplay"
	"ludens/train"
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

// mostMetrics bounds a run's metrics, bytes: those of thirty thousand iterations.
const mostMetrics = 64 << 20

// news returns the lines of the metrics after so many iterations.
func (r watchedRun) news(after int) (web.News, error) {
	n := web.News{Roles: r.game.Spec().Roles, Iterations: r.config.Train.Iterations}
	text, err := bounded.ReadFile(filepath.Join(r.dir, "metrics.jsonl"), mostMetrics)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	} else if err != nil {
		return n, errors.New("the metrics of this run cannot be read")
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var it struct {
			At train.Progress `json:"at"`
		}
		if json.Unmarshal(lines.Bytes(), &it) == nil && it.At.Iteration > after {
			n.Points = append(n.Points, slices.Clone(lines.Bytes()))
		}
	}
	n.Points = thinned(n.Points, mostPoints)
	return n, lines.Err()
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
	files, err := filepath.Glob(filepath.Join(r.dir, "games", "[0-9]*.seg"))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	var last []*selfplay.Record
	for p, err := range train.ReadGames(files[len(files)-1], r.game) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("the games in %s cannot be read", filepath.Base(files[len(files)-1]))
		}
		if len(last) == most {
			last = slices.Delete(last, 0, 1)
		}
		last = append(last, p)
	}
	for _, p := range last {
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
