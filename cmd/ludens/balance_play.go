package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/seed"
)

// play plays what is missing of some cells, for a share of the time that is left,
// and returns the games of each. Where it was stopped it returns those that there
// are, and an error.
func (b *balancing) play(ctx context.Context, cells []arena.Cell, what string, share float64) ([][]arena.Game, error) {
	if err := b.openFolder(); err != nil {
		return nil, err
	}
	if err := b.verify(cells); err != nil {
		return nil, err
	}
	a := arena.NewBalance(cells, b.entries)
	enough := b.deadline(share)
	most := a.Missing()
	if b.games == endless {
		most = 0
	}
	bar, began := barOf(most, 0, what), time.Now()
	err := a.Play(ctx, b.workers, enough, func(e arena.Entry) error {
		b.played++
		bar.Add(1)
		return b.folder.Append(e)
	})
	b.playing += time.Since(began)
	bar.Finish()
	all := make([][]arena.Game, len(cells))
	for i := range cells {
		all[i] = a.Games(i)
	}
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w; the finished games are kept in %s", err, b.out)
	}
	return all, err
}

// deadline returns what says that a share of the time that is left has gone.
func (b *balancing) deadline(share float64) func() bool {
	if b.minutes == 0 {
		return func() bool { return false }
	}
	now := time.Now()
	if b.until.IsZero() {
		b.until = now.Add(time.Duration(b.minutes * float64(time.Minute)))
	}
	end := now.Add(time.Duration(share * float64(b.until.Sub(now))))
	return func() bool { return time.Now().After(end) }
}

// openFolder opens the folder of the games, once.
func (b *balancing) openFolder() (err error) {
	if b.folder != nil {
		return nil
	}
	about := b.about(b.game, b.drawn)
	about["study"] = "balance"
	b.folder, b.entries, err = arena.Open(b.out, about)
	if errors.Is(err, arena.ErrOther) {
		return fmt.Errorf("%w; name another folder with --out", err)
	} else if err == nil {
		tellUnsummed(b.folder)
	}
	return err
}

// verify holds the games of cells that were played before against the rules.
func (b *balancing) verify(cells []arena.Cell) error {
	of := map[string]env.Game{}
	for _, c := range cells {
		of[c.Key] = c.Game
	}
	for i, e := range b.entries {
		g, ok := of[e.A]
		if !ok || e.Game == nil {
			continue
		}
		if err := e.Game.Verify(g); err != nil {
			return fmt.Errorf("%s: line %d is damaged (%w): remove it to go on", filepath.Join(b.out, "games.jsonl"), i+1, err)
		}
	}
	return nil
}

// cell is a game with an agent on both sides. Cells of another stage have
// openings and players of their own.
func (b *balancing) cell(g env.Game, c contestant, stage string, games int) (arena.Cell, error) {
	own := seed.New(b.seed)
	if stage != "" {
		own, stage = own.At(stage, 0), stage+" "
	}
	openings, err := b.bookOf(g, own, stage)
	return arena.Cell{
		Key: stage + g.Spec().Name + " " + c.key, Game: g, Agent: c.Entrant,
		Openings: openings, Seed: own, Games: games,
	}, err
}

// bookOf returns the openings of a game, which all agents begin with.
func (b *balancing) bookOf(g env.Game, own seed.Seed, stage string) (arena.Openings, error) {
	name := stage + g.Spec().Name
	if b.books[name] != nil {
		return b.books[name], nil
	}
	m := b.meeting
	m.seed = own.Uint64()
	if stage == "" {
		m.seed = b.seed
	}
	openings, _, err := m.book(g)
	b.books[name] = openings
	return openings, err
}

// enter returns the agents of all strengths in a game.
func (b *balancing) enter(g env.Game) (all []contestant, err error) {
	l := b.lists(g)
	for _, s := range b.tiers {
		c, err := l.enter(s.text)
		if err != nil {
			return nil, err
		}
		c.Entrant = b.watch.time(c.Entrant)
		all = append(all, c)
	}
	return all, nil
}

// enterOne returns another agent of the game.
func (b *balancing) enterOne(text string) (contestant, error) {
	c, err := b.lists(b.game).enter(text)
	c.Entrant = b.watch.time(c.Entrant)
	return c, err
}

func (b *balancing) lists(g env.Game) *lists {
	return &lists{game: g, load: (&loader{}).load, moveTime: b.moveTime}
}

// speed is how fast the games went.
func (b *balancing) speed() pace {
	return pace{b.played, b.playing.Seconds(), b.watch.Spent().Seconds() / (b.playing.Seconds() * float64(b.workers))}
}
