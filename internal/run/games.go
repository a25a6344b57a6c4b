package run

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/disk"
	"ludens/internal/web"
	"ludens/selfplay"
)

// mostGames bounds the memory that the games of one iteration take, bytes. An
// iteration of 96 games of 400 plies takes 3 MB.
const mostGames = 512 << 20

// writeGames writes the games of an iteration.
func writeGames(path string, games []*selfplay.Record) error {
	frames, room := make([][]byte, len(games)), 0
	for i, g := range games {
		frames[i] = g.Marshal()
		room += g.Room()
	}
	if room > mostGames {
		return fmt.Errorf("run: the games of an iteration take %d MiB, want at most %d: play fewer at a time (selfplay.games)", room>>20, mostGames>>20)
	}
	return disk.WriteFrames(path, frames)
}

// readGames returns the games of an iteration of the run in dir; l is its ledger,
// nil if it keeps none.
func readGames(dir string, l *ledger, g env.Game, iteration int) (games []*selfplay.Record, err error) {
	room := 0
	for r, err := range eachGame(dir, l, g, iteration) {
		if err != nil {
			return nil, err
		}
		if room += r.Room(); room > mostGames {
			return nil, fmt.Errorf("%s: its games take more than %d MiB of memory, which no iteration's do", at(dir, gamesName(iteration)), mostGames>>20)
		}
		games = append(games, r)
	}
	return games, nil
}

// eachGame yields the games of an iteration one by one, each held against the rules
// of g, in memory for one of them. An error names the file and the game, counted
// from 1, and is the last.
func eachGame(dir string, l *ledger, g env.Game, iteration int) iter.Seq2[*selfplay.Record, error] {
	return func(yield func(*selfplay.Record, error) bool) {
		path := at(dir, gamesName(iteration))
		if l != nil {
			hash, err := sha256Of(path)
			if err == nil {
				err = l.hold(dir, gamesName(iteration), hash)
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		number := 0
		for frame, err := range disk.Frames(path) {
			if err != nil {
				yield(nil, err)
				return
			}
			number++
			r, err := readGame(frame, g)
			if err != nil {
				yield(nil, fmt.Errorf("%s, game %d: %w", path, number, err))
				return
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// readGame returns the record in a frame, held against the rules of g.
func readGame(frame []byte, g env.Game) (*selfplay.Record, error) {
	r, err := selfplay.UnmarshalRecord(frame)
	if err == nil {
		err = r.Check(g)
	}
	return r, err
}

// Each visits the games of self-play that the run keeps. It ends with ctx.
func (r shown) Each(ctx context.Context, g env.Game, visit web.Visit) error {
	kept, err := Look(r.Dir)
	if err != nil {
		return r.told(err)
	}
	return r.told(kept.EachGame(g, func(_ int, p *selfplay.Record) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s, err := p.Begin(g)
		if err != nil {
			return err
		}
		actions := make([]env.Action, len(p.Plies))
		for i := range p.Plies {
			actions[i] = p.Plies[i].Action
		}
		return visit(s, actions, p.Result)
	}))
}

// Collections returns the games of matches, ladders and other studies, the newest
// first, at most as many as there may be results. It ends with ctx.
func (r *Results) Collections(ctx context.Context) ([]web.Collection, error) {
	var all []web.Collection
	r.walk(ctx, func(dir, path string, d fs.DirEntry) int {
		if c, ok := collection(dir, path, d); ok {
			all = append(all, c)
		}
		return len(all)
	})
	slices.SortStableFunc(all, func(x, y web.Collection) int { return y.Changed.Compare(x.Changed) })
	return all, ctx.Err()
}

// collection returns the games of a file, if it is a journal of games of one game.
func collection(dir, path string, d fs.DirEntry) (web.Collection, bool) {
	info, err := d.Info()
	if d.Name() != "games.jsonl" || err != nil || !info.Mode().IsRegular() || info.Size() > mostJournal {
		return web.Collection{}, false
	}
	folder := filepath.Dir(path)
	about, err := arena.About(folder)
	if err != nil || about["game"] == "" {
		return web.Collection{}, false
	}
	g, err := gameOf(about)
	if err != nil {
		return web.Collection{}, false
	}
	title, kind := name(dir, path), cmp.Or(about["study"], "match")
	if about["a"] != "" && about["b"] != "" {
		names := called(folder, about)
		title = fmt.Sprintf("%s against %s (%s)", names[0], names[1], name(dir, path))
	}
	return web.Collection{
		Name: name(dir, path), Kind: kind, Title: title, Game: g.Spec().Name, Changed: info.ModTime(),
		Each: func(ctx context.Context, g env.Game, visit web.Visit) error {
			return eachPlayed(ctx, folder, about, g, visit)
		},
	}, true
}

// eachPlayed visits the games of a journal. Those that are damaged, or of another
// game, as in a sweep over rules, are left out.
func eachPlayed(ctx context.Context, folder string, about map[string]string, g env.Game, visit web.Visit) error {
	for row, err := range arena.Journal(folder, about) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || row.Game == nil || row.Game.Verify(g) != nil {
			continue
		}
		s, err := (arena.Opening{Seed: row.Game.Seed, Start: row.Game.Start}).State(g)
		if err == nil {
			err = visit(s, row.Game.Actions, row.Game.Result)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
