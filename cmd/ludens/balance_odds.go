package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/nearest"
	"ludens/internal/seed"
	"ludens/report"
)

const (
	allOdds    = "all"  // of --odds
	noOpponent = "none" // of --opponent
)

// checkOdds refuses what does not go with --odds, and settles the arrays.
func (b *balancing) checkOdds(c *cobra.Command) error {
	given := c.Flags().Changed
	for _, name := range []string{"sweep", "array", "games", "confirm", "opening", "openings"} {
		if given(name) {
			return usage{fmt.Errorf("balance: --odds does not go with --%s: each of --arrays is played from its start, with either side at odds", name)}
		}
	}
	if !given("arrays") {
		b.arrays = 24
	}
	switch {
	case b.odds == "":
		return usage{errors.New("--odds: what is missing? --odds alone is all there is, --odds=queen,pawn some of it")}
	case len(b.records) > 0 && !b.pieces:
		return usage{errors.New("balance: --records are for --pieces")}
	}
	if err := inRange(b.ranked()); err != nil {
		return err
	}
	return b.checkMinutes(given("minutes"))
}

// atOdds asks what an agent makes of start positions where pieces are missing.
func (b *balancing) atOdds(ctx context.Context) (*report.Study, error) {
	if len(b.tiers) != 1 {
		return nil, usage{fmt.Errorf("--odds: odds are played at one strength, not at %d: name it, as in --agent mcts:100", len(b.tiers))}
	}
	list, err := b.oddsAsked()
	if err != nil {
		return nil, err
	}
	other, err := b.enterOpponent()
	if err != nil {
		return nil, err
	}
	cells, err := b.oddsCells(list, other)
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d odds in %d arrays", len(list), b.arrays), 1)
	if all == nil {
		return nil, stopped
	}
	o := report.Odds{Game: b.game.Spec().Name, Agent: b.tiers[0].text}
	if other != nil {
		o.Opponent = other.Name
	}
	if o.Trials, err = b.trials(ctx, list, cells, all); err == nil && b.pieces {
		err = b.regress(&o, all[:len(list)])
	}
	if err != nil {
		return nil, errors.Join(err, stopped)
	}
	s, err := o.Study()
	return s, errors.Join(err, stopped)
}

// oddsAsked returns the odds that --odds names.
func (b *balancing) oddsAsked() (list []env.Odds, err error) {
	g, ok := b.game.(env.Uneven)
	if !ok {
		return nil, usage{fmt.Errorf("--odds: %s: %w", b.game.Spec().Name, arena.ErrEven)}
	}
	if b.odds == allOdds {
		return g.Odds(), nil
	}
	var names []string
	for _, o := range g.Odds() {
		names = append(names, o.String())
	}
	for _, name := range strings.Split(b.odds, ",") {
		i := slices.Index(names, strings.TrimSpace(name))
		if i < 0 {
			return nil, usage{fmt.Errorf("--odds: no %q can be missing%s; want some of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))}
		}
		if slices.Contains(list, g.Odds()[i]) {
			return nil, usage{fmt.Errorf("--odds: %s is named twice", names[i])}
		}
		list = append(list, g.Odds()[i])
	}
	return list, nil
}

// enterOpponent returns whom the agent plays, too; nil: nobody. He is told with
// the contenders.
func (b *balancing) enterOpponent() (*contestant, error) {
	if b.opponent == noOpponent {
		return nil, nil
	}
	c, err := b.enterOne(b.opponent)
	if err != nil {
		return nil, fmt.Errorf("--opponent: %w", err)
	}
	b.contenders = append(b.contenders, c)
	return &c, nil
}

// oddsCells returns a cell for each of the odds and then, if there is an opponent,
// one for each against him.
func (b *balancing) oddsCells(list []env.Odds, other *contestant) (cells []arena.Cell, err error) {
	agent, own := b.contenders[0], seed.New(b.seed)
	for _, o := range list {
		openings, err := arena.AtOdds(b.game, o, own)
		if err != nil {
			return nil, usage{fmt.Errorf("--odds: %w", err)}
		}
		cells = append(cells, arena.Cell{
			Key: fmt.Sprintf("without %v: %s", o, agent.key), Game: b.game, Agent: agent.Entrant,
			Openings: openings, Seed: own, Games: 2 * b.arrays,
		})
	}
	if other == nil {
		return cells, nil
	}
	for _, c := range slices.Clone(cells) {
		c.Key += " against " + other.key
		c.Opponent, c.Games = &other.Entrant, 2*c.Games
		cells = append(cells, c)
	}
	return cells, nil
}

// trials returns what the games of the cells show.
func (b *balancing) trials(ctx context.Context, list []env.Odds, cells []arena.Cell, all [][]arena.Game) (trials []arena.Trial, err error) {
	network, has := networkOf(b.tiers[0].text)
	var bare contestant
	if has {
		if bare, err = b.enterOne(network); err != nil {
			return nil, err
		}
	}
	for i, o := range list {
		var expected []float64
		if has {
			// Without ctx: what was played is told when it is stopped, too.
			expected, err = arena.Expect(context.WithoutCancel(ctx), b.game, bare.Entrant, cells[i].Openings, 2*b.arrays, seed.New(b.seed))
			if err != nil {
				return nil, err
			}
		}
		var against []arena.Game
		if len(all) > len(list) {
			against = all[len(list)+i]
		}
		t, err := arena.Try(b.game, o, all[i], against, expected)
		if err != nil {
			return nil, err
		}
		trials = append(trials, t)
	}
	return trials, nil
}

// networkOf returns the agent that asks the network of an agent and does not
// search, if it has one.
func networkOf(text string) (network string, ok bool) {
	kind, _, _ := strings.Cut(agentName(text), ":")
	switch kind {
	case "champion":
		return "champion:0", true
	case "ckpt", "int8":
		if i := strings.LastIndex(text, "@"); i >= 0 {
			text = text[:i]
		}
		return text + "@0", true
	}
	return "", false
}

// regress asks what the pieces are worth in quiet positions: of the games at odds
// or of those of self-play that were named.
func (b *balancing) regress(o *report.Odds, played [][]arena.Game) error {
	games := slices.Concat(played...)
	o.Games = "these games"
	if len(b.records) > 0 {
		games, o.Games = nil, "the self-play of "+strings.Join(b.records, ", ")
	}
	for _, run := range b.records {
		more, err := b.readRun(run)
		if err != nil {
			return err
		}
		games = append(games, more...)
	}
	w, err := arena.WorthOf(b.game, games)
	o.Regression = &w
	return err
}
