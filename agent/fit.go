package agent

import (
	"context"
	"math"
	"sync"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// Fit is which agent plays a game best with some time per move, by a match.
type Fit struct {
	Time  time.Duration // CPU time per move of both sides
	Agent Spec          // the better one; its limit does not count
	Why   string        // the result of the match
}

// farthest is up to which ratio of times a match says something about another time.
const farthest = 8

// fitting reports whether the agent leaves open how it searches: a champion without a
// number of simulations and without settings of a tree's search, of which +search=trained
// changes nothing else.
func (s Spec) fitting() bool {
	return s.Kind == "champion" && s.Level == 0 && s.Of == "" && len(s.Settings) == 0 && (s.Usual || s.Time > 0)
}

// Fitted returns the agent that plays g in the place of s, and why: the one that measured
// best with about as much time per move, if s is a champion that has a time, and nothing
// else is said of its search; else s, without a reason.
func (s Spec) Fitted(g env.Game, load Loader) (who Spec, why string, err error) {
	if !s.fitting() || s.Time == 0 {
		return s, "", nil
	}
	measured, err := load(Source{Kind: fits}, g)
	if err != nil {
		return s, "", err
	}
	f, ok := nearest(measured.Fits, s.Time)
	if !ok {
		return s, "", nil
	}
	return s.as(f.Agent), f.Why, nil
}

// nearest returns the match whose time is nearest to limit, as a ratio.
func nearest(all []Fit, limit time.Duration) (best Fit, ok bool) {
	if limit <= 0 {
		return best, false
	}
	least := math.Log(farthest)
	for _, f := range all {
		if off := math.Abs(math.Log(f.Time.Seconds() / limit.Seconds())); off <= least {
			best, least, ok = f, off, true
		}
	}
	return best, ok
}

// as returns the agent who with the limits of s, or the one that searches a tree as s does.
// Alpha-beta has the table that it was measured with, whatever megabytes s is given.
func (s Spec) as(who Spec) Spec {
	if !who.HasNetwork() {
		who.Budget, who.Usual, who.Time, who.CPU, who.Untabled = budgets[who.Kind].most, false, s.Time, s.CPU, s.Untabled
		return who
	}
	if s.Settings = who.Settings; len(s.Settings) == 0 {
		s.Settings = Settings{{searchOf, "trained"}}
	}
	if s.given > 1 {
		return s.threaded(s.given)
	}
	return s
}

// tree returns the champion as it plays where nothing was measured.
func (s Spec) tree() Spec { return s.as(Spec{Source: s.Source}) }

// fitted makes the agents that play in the place of s.
func (s Spec) fitted(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		who, why, err := s.Fitted(g, load)
		if err != nil {
			return nil, err
		}
		if why == "" {
			who = s.tree()
		}
		return who.Entrant(load).New(g, at)
	}
}

// fitter thinks about each position as the agent does that fits the time of the question.
// Without a time it searches a tree, if there is a network.
type fitter struct {
	spec    Spec
	game    env.Game
	load    Loader
	seed    seed.Seed
	fits    []Fit
	network bool

	mu   sync.Mutex
	open map[string]analysis.Analyst // by the agent's text
}

func (s Spec) fitter(g env.Game, load Loader, at seed.Seed) (analysis.Analyst, error) {
	measured, err := load(Source{Kind: fits}, g)
	if err != nil {
		return nil, err
	}
	f := &fitter{spec: s, game: g, load: load, seed: at, fits: measured.Fits, open: map[string]analysis.Analyst{}}
	_, err = load(s.Source, g)
	if f.network = err == nil; !f.network && s.Time == 0 {
		return nil, err
	}
	_, err = f.choose(analysis.Limits{})
	return f, err
}

// choose returns who thinks within limits.
func (f *fitter) choose(l analysis.Limits) (analysis.Analyst, error) {
	s, timed := f.spec, l.Simulations == 0 && l.Depth == 0 && !l.Endless
	limit := s.Time
	if timed && l.Time > 0 {
		limit = l.Time
		s.Time, s.CPU = 0, false // the question's limit holds, and no other
	}
	fit, ok := nearest(f.fits, limit)
	if ok = ok && (timed || !f.network); !ok {
		return f.opened(s.tree())
	}
	who := s.as(fit.Agent)
	a, err := f.opened(who)
	return analysis.Said(a, who.with("")+": "+fit.Why), err
}

// opened returns an agent at work, the same each time.
func (f *fitter) opened(who Spec) (a analysis.Analyst, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := who.String()
	if a = f.open[text]; a == nil {
		if a, err = who.Analyst(f.game, f.load, f.seed); err == nil {
			f.open[text] = a
		}
	}
	return a, err
}

func (f *fitter) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	a, err := f.choose(l)
	if err != nil {
		return analysis.Report{}, err
	}
	return a.Analyse(ctx, s, l, seen)
}
