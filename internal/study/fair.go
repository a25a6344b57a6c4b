package study

import (
	"context"
	"fmt"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/env/space"
	"ludens/internal/report"
)

// Fair is a search for rules: among the settings of a game that leaves them open.
type Fair struct {
	Goal      arena.Goal
	Settings  int // drawn at most; all if there are no more
	Finalists int // verified by new games
}

// MostSettings is how many settings a search may draw: each wants agents of its own.
const MostSettings = 4096

// FindFair looks for settings that meet a goal with every agent, of several budgets of one
// agent with the strongest, and verifies the best of them by new games.
func (b *Balance) FindFair(ctx context.Context, x Fair) (*report.Fair, error) {
	games, all, err := b.drawSettings(x)
	if err != nil {
		return nil, err
	}
	if err := b.beginIn(games[0], ""); err != nil {
		return nil, err
	}
	control, err := b.findControl(games)
	if err != nil {
		return nil, err
	}
	hunt, err := b.newHunt(games)
	if err != nil {
		return nil, err
	}
	f := &report.Fair{Game: b.Game.Spec().Name, Goal: x.Goal, Openings: b.drawn, All: all}
	for _, s := range b.Strengths {
		f.Agents = append(f.Agents, s.Agent)
	}
	f.Ranked = b.judges()
	halving := arena.Halving{Goal: x.Goal, Finalists: min(x.Finalists, len(games)), Games: b.Games, Final: b.Confirm, Agents: f.Ranked}
	hunt.plan, hunt.after = halving.Plan(len(games)), halving.Finalists*b.Confirm*len(b.Strengths)
	if control {
		hunt.after += b.Confirm
	}
	candidates, order, rounds, stopped := halving.Search(ctx, len(games), hunt.play)
	for i, c := range candidates {
		f.Settings = append(f.Settings, report.FairSetting{Game: games[i].Spec().Name, Roles: games[i].Spec().Roles, Candidate: c})
	}
	f.Rounds, f.Finalists = rounds, order[:min(len(order), halving.Finalists)]
	if stopped == nil && b.Confirm > 0 {
		stopped = b.verifyFair(ctx, f, games, halving, control)
	}
	if stopped == nil {
		f.Judges, stopped = b.examine(ctx, games[f.Finalists[0]])
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	return f, stopped
}

// drawSettings returns the games among which is looked, and whether there are no more.
func (b *Balance) drawSettings(x Fair) (games []env.Game, all bool, err error) {
	s, ok := b.Game.(*space.Space)
	switch {
	case !ok:
		return nil, false, mistake("goal", "", "%s has one setting of rules; want a game that leaves some open, as in %[1]s:OPTION=*", b.Game.Spec().Name)
	case x.Settings > MostSettings:
		return nil, false, mistake("settings", fmt.Sprint(x.Settings), "want %d at most", MostSettings)
	case x.Finalists > x.Settings:
		return nil, false, mistake("finalists", fmt.Sprint(x.Finalists), "want at most as many as settings, %d", x.Settings)
	}
	if games, all = s.Games(x.Settings); all {
		return games, true, nil
	}
	return s.Sample(x.Settings, seed.New(b.Seed)), false, nil
}

// hunt plays the rounds of a search.
type hunt struct {
	b     *Balance
	cells [][]arena.Cell // by setting and agent
	plan  []arena.Round
	after int // games that follow the last round
}

func (b *Balance) newHunt(games []env.Game) (*hunt, error) {
	h := &hunt{b: b}
	for _, g := range games {
		cells, err := b.cellsOf(g, "", 0)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Spec().Name, err)
		}
		h.cells = append(h.cells, cells)
	}
	return h, nil
}

// play plays a round: each setting that is in it, by each agent. The stages that are
// left share the time.
func (h *hunt) play(ctx context.Context, r arena.Round) ([][]arena.Sample, error) {
	var cells []arena.Cell
	for _, i := range r.In {
		for _, c := range h.cells[i] {
			c.Games = r.Games
			cells = append(cells, c)
		}
	}
	agents := len(h.b.Strengths)
	h.b.later = h.after + agents*arena.After(h.plan[r.Number:], min(len(r.In), r.Keep), r.Games)
	what := fmt.Sprintf("round %d of %d, %d settings", r.Number, r.Of, len(r.In))
	all, err := h.b.play(ctx, cells, what, 1/float64(r.Of-r.Number+2))
	h.b.later = 0
	if all == nil {
		return nil, err
	}
	samples := make([][]arena.Sample, len(r.In))
	for i := range samples {
		samples[i] = samplesOf(all[i*agents : (i+1)*agents])
	}
	return samples, err
}

func samplesOf(cells [][]arena.Game) (samples []arena.Sample) {
	for _, games := range cells {
		samples = append(samples, arena.SampleOf(games))
	}
	return samples
}

// verifyFair plays new games of the finalists, and the control's of the first of them.
func (b *Balance) verifyFair(ctx context.Context, f *report.Fair, games []env.Game, h arena.Halving, control bool) error {
	var cells []arena.Cell
	for _, i := range f.Finalists {
		more, err := b.cellsOf(games[i], "confirm", b.Confirm)
		if err != nil {
			return err
		}
		cells = append(cells, more...)
	}
	finalists, refused := len(cells), ""
	if control {
		c, why, err := b.controlCell(games[f.Finalists[0]])
		if err != nil {
			return err
		}
		cells, refused = append(cells, c...), why
	}
	all, err := b.play(ctx, cells, fmt.Sprintf("%s afresh", report.Count(len(f.Finalists), "finalist")), 1)
	if all == nil {
		return err
	}
	agents := len(b.Strengths)
	for k := range f.Finalists {
		samples := samplesOf(all[k*agents : (k+1)*agents])
		rng := seed.New(b.Seed).At("bootstrap", k).Rand()
		f.Fresh = append(f.Fresh, report.FairFresh{Samples: samples, Chance: f.Goal.Chance(h.Of(samples), rng)})
	}
	if control {
		f.Control = b.told(firstScore(all[agents-1]), all[finalists:], refused, games[f.Finalists[0]])
	}
	if err != nil {
		return err
	}
	return b.examineControl(ctx, games[f.Finalists[0]], f.Control)
}
