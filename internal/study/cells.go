package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
)

// endless is more games than any study plays.
const endless = 1 << 30

// games is how many games a cell has.
func (b *Balance) games() int {
	return cmp.Or(b.Games, endless)
}

// play plays what is missing of some cells, for a share of the time that is left,
// and returns the games of each. Where it was stopped it returns those that there
// are, and an error.
func (b *Balance) play(ctx context.Context, cells []arena.Cell, what string, share float64) ([][]arena.Game, error) {
	if err := b.hold(cells); err != nil { // before the clock begins
		return nil, err
	}
	return b.playUntil(ctx, cells, what, b.deadline(share))
}

// playUntil is play until enough says so.
func (b *Balance) playUntil(ctx context.Context, cells []arena.Cell, what string, enough func() bool) ([][]arena.Game, error) {
	if err := b.hold(cells); err != nil {
		return nil, err
	}
	a := arena.NewBalance(cells, b.entries)
	a.Elsewhere = b.Elsewhere
	at, began := Stage{What: what, Most: a.Missing(), Later: b.later}, time.Now()
	if slices.ContainsFunc(cells, func(c arena.Cell) bool { return c.Games == endless }) {
		at.Most = 0
	}
	b.Events.told(at)
	err := a.Play(ctx, b.Workers, enough, func(e arena.Entry) error {
		at.Played++
		b.Events.told(at)
		b.entries = append(b.entries, e)
		return b.folder.Append(e)
	})
	b.playing += time.Since(began)
	b.played += at.Played
	at.Over = true
	b.Events.told(at)
	all := make([][]arena.Game, len(cells))
	for i := range cells {
		all[i] = a.Games(i)
	}
	if err != nil && ctx.Err() == nil {
		return nil, b.kept(err)
	}
	return all, err
}

// deadline returns what says that a share of the time that is left has gone.
func (b *Balance) deadline(share float64) func() bool {
	if b.Time == 0 {
		return func() bool { return false }
	}
	now := time.Now()
	if b.until.IsZero() {
		b.until = now.Add(b.Time)
	}
	end := now.Add(time.Duration(share * float64(b.until.Sub(now))))
	return func() bool { return time.Now().After(end) }
}

// hold opens the folder, and holds the games of cells that were played before
// against the rules.
func (b *Balance) hold(cells []arena.Cell) (err error) {
	games := map[string]env.Game{}
	for _, c := range cells {
		if !b.checked[c.Key] {
			games[c.Key], b.checked[c.Key] = c.Game, true
		}
	}
	of := func(e arena.Entry) env.Game { return games[e.A] }
	if b.folder != nil {
		return cmp.Or(b.folder.Sign(b.who), verify(b.Out, b.entries, of))
	}
	about := b.about(b.drawn)
	if b.Book == "" && b.Opening == Usual && b.drawn != atOdds {
		about["openings"] = varying
	}
	about["study"] = "balance"
	b.folder, b.entries, err = b.open(about, of)
	return err
}

// cell is a game with an agent on both sides. Cells of another stage have
// openings and players of their own.
func (b *Balance) cell(g env.Game, c Contestant, stage string, games int) (arena.Cell, error) {
	own := seed.New(b.Seed)
	if stage != "" {
		own, stage = own.At(stage, 0), stage+" "
	}
	o, err := b.bookOf(g, own, stage)
	if err == nil && o.varied > 0 && c.Spec.Foreign() {
		err = fmt.Errorf("%s does not say which of its moves lose little, so it cannot vary its openings: want --opening N or --openings FILE", c.Name)
	}
	return arena.Cell{
		Key: stage + g.Spec().Name + " " + c.Key, Game: g, Agent: c.Entrant,
		Openings: o.Openings, Varied: o.varied, Seed: own, Games: games,
	}, err
}

// cellsOf returns the cells of a game, one for each strength.
func (b *Balance) cellsOf(g env.Game, stage string, games int) (cells []arena.Cell, err error) {
	contenders, err := b.contenders(g)
	if err != nil {
		return nil, err
	}
	for _, c := range contenders {
		cell, err := b.cell(g, c, stage, games)
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
	}
	return cells, nil
}

// bookOf returns the openings of a game, which all agents begin with.
func (b *Balance) bookOf(g env.Game, own seed.Seed, stage string) (opening, error) {
	name := stage + g.Spec().Name
	if o, ok := b.books[name]; ok {
		return o, nil
	}
	at := seed.New(b.Seed)
	if stage != "" {
		at = seed.New(own.Uint64())
	}
	o, err := b.openings(g, at)
	b.books[name] = o
	return o, err
}
