package run

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/web"
	"ludens/selfplay"
)

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
