package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/analysis"
	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/prose"
	"ludens/internal/report"
)

// Odds is what is tried by playing: start positions where one side lacks something.
type Odds struct {
	Missing  []env.Odds
	Arrays   int    // begun with, each with either side at odds
	Opponent string // whom the agent plays, too, as Enter takes it; "": only itself
}

// ParseOdds reads what is to be missing in a game, as in "queen,pawn"; "" is all
// there is.
func ParseOdds(g env.Game, text string) (list []env.Odds, err error) {
	uneven, ok := env.As[env.Uneven](g)
	if !ok || len(uneven.Odds()) == 0 {
		return nil, mistake("odds", "", "%s: %w", g.Spec().Name, arena.ErrEven)
	}
	if text == "" {
		return uneven.Odds(), nil
	}
	var names []string
	for _, o := range uneven.Odds() {
		names = append(names, o.String())
	}
	for _, name := range strings.Split(text, ",") {
		i := slices.Index(names, strings.TrimSpace(name))
		if i < 0 {
			return nil, mistake("odds", "", "no %q can be missing%s; want some of %s", name, prose.Hint(name, names), strings.Join(names, ", "))
		}
		if slices.Contains(list, uneven.Odds()[i]) {
			return nil, mistake("odds", "", "%s is named twice", names[i])
		}
		list = append(list, uneven.Odds()[i])
	}
	return list, nil
}

// atOdds is how games at odds begin.
const atOdds = "arrays at odds"

// AtOdds asks what an agent makes of start positions where pieces are missing, and
// what comes of it.
func (b *Balance) AtOdds(ctx context.Context, x Odds) (*report.Odds, error) {
	if err := b.alone("odds are played"); err != nil {
		return nil, err
	}
	if err := b.begin(atOdds); err != nil {
		return nil, err
	}
	agent := b.players[0]
	other, err := b.opponent(x.Opponent)
	if err != nil {
		return nil, err
	}
	cells, err := b.oddsCells(x, agent, other)
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d odds in %d arrays", len(x.Missing), x.Arrays), 1)
	if all == nil {
		return nil, stopped
	}
	o := &report.Odds{Game: b.Game.Spec().Name, Agent: b.Strengths[0].Agent}
	if other != nil {
		o.Opponent = other.Name
	}
	if o.Trials, err = b.trials(ctx, x, agent, cells, all); err == nil && b.Pieces {
		err = b.regress(o, all[:len(x.Missing)])
	}
	if err != nil {
		return nil, errors.Join(err, stopped)
	}
	if stopped == nil {
		o.Judges, stopped = b.examine(ctx, b.Game)
	}
	return o, stopped
}

// opponent returns whom the agent plays, too; nil: no one. He is one of Players.
func (b *Balance) opponent(text string) (*Contestant, error) {
	if text == "" {
		return nil, nil
	}
	all, err := b.enter(b.Game, &b.watch, text)
	if err != nil {
		return nil, &Mistake{"opponent", "", err}
	}
	b.players = append(b.players, all...)
	return &all[0], nil
}

// oddsCells returns a cell for each of the odds and then, if there is an opponent,
// one for each against him.
func (b *Balance) oddsCells(x Odds, agent Contestant, other *Contestant) (cells []arena.Cell, err error) {
	own, varied := seed.New(b.Seed), 0
	if !record.Drawn(b.Game) {
		varied = analysis.VariedPlies
		for _, c := range []*Contestant{&agent, other} {
			if c != nil && c.Spec.Foreign() {
				return nil, mistake("odds", "", "%s does not say which of its moves lose little, so it cannot vary the openings of a game with one start", c.Name)
			}
		}
	}
	for _, o := range x.Missing {
		openings, err := arena.AtOdds(b.Game, o, own)
		if err != nil {
			return nil, &Mistake{"odds", "", err}
		}
		cells = append(cells, arena.Cell{
			Key: fmt.Sprintf("without %v: %s", o, agent.Key), Game: b.Game, Agent: agent.Entrant,
			Openings: openings, Varied: varied, Seed: own, Games: 2 * x.Arrays,
		})
	}
	if other == nil {
		return cells, nil
	}
	for _, c := range slices.Clone(cells) {
		c.Key += " against " + other.Key
		c.Opponent, c.Games = &other.Entrant, 2*c.Games
		cells = append(cells, c)
	}
	return cells, nil
}

// trials returns what the games of the cells show.
func (b *Balance) trials(ctx context.Context, x Odds, agent Contestant, cells []arena.Cell, all [][]arena.Game) (trials []arena.Trial, err error) {
	var bare []Contestant // the network alone
	if agent.Bare != "" {
		if bare, err = b.enter(b.Game, &b.watch, agent.Bare); err != nil {
			return nil, err
		}
	}
	for i, o := range x.Missing {
		var expected []float64
		if bare != nil {
			// Without ctx: what was played is reported when it is stopped, too.
			expected, err = arena.Expect(context.WithoutCancel(ctx), b.Game, bare[0].Entrant, cells[i].Openings, 2*x.Arrays, seed.New(b.Seed))
			if err != nil {
				return nil, err
			}
		}
		var against []arena.Game
		if len(all) > len(x.Missing) {
			against = all[len(x.Missing)+i]
		}
		t, err := arena.Try(b.Game, o, all[i], against, expected)
		if err != nil {
			return nil, err
		}
		trials = append(trials, t)
	}
	return trials, nil
}

// regress asks what the pieces are worth in quiet positions: of the games at odds
// or of those of self-play that were named.
func (b *Balance) regress(o *report.Odds, played [][]arena.Game) error {
	games := slices.Concat(played...)
	o.Games = "these games"
	if len(b.Records) > 0 {
		var err error
		if games, err = b.recorded(); err != nil {
			return err
		}
		o.Games = b.selfPlay()
	}
	w, err := arena.WorthOf(b.Game, games)
	o.Regression = &w
	return err
}
