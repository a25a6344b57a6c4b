package analysis

import (
	"context"
	"fmt"
	"time"

	"ludens/env"
	"ludens/mcts"
	"ludens/proof"
)

// Config says how a Searcher searches.
type Config struct {
	// Search is that of the tree. Its Simulations are those of a move of a game, of
	// which mcts.MaxSimulations mean: until it is stopped. Noise is not for play.
	Search mcts.Config
	// GumbelMost is the largest search for which Search.Root = gumbel is obeyed. Larger
	// ones, and those without a known end, are PUCT's. 0: all are.
	GumbelMost int
	// Proofs looks for what is forced by a search of its own, too (package proof).
	Proofs bool
	// Threads evaluate leaves at the same time. 0 and 1: one. What is found depends
	// on their number.
	Threads int
	// Megabytes for the tree and for what is remembered of positions, about; 0: as
	// many as it takes. No move depends on them until the tree is full.
	Megabytes int
}

// Simulations returns the usual search of n simulations, proofs and all.
func Simulations(n int) Config { return Config{Search: mcts.Defaults().Of(n), Proofs: true} }

// Validate says in one line what is wrong with c, or returns nil.
func (c Config) Validate() error {
	switch {
	case c.Threads < 0 || c.Threads > MaxThreads:
		return fmt.Errorf("threads = %d, want 1 to %d", c.Threads, MaxThreads)
	case c.GumbelMost < 0:
		return fmt.Errorf("gumbel_most = %d, want 0 or more", c.GumbelMost)
	case c.Megabytes < 0 || c.Megabytes > MaxMegabytes:
		return fmt.Errorf("%d megabytes, want 1 to %d", c.Megabytes, MaxMegabytes)
	}
	return c.Search.Validate()
}

// Searcher searches positions of one game: it acts, and it analyses. It is used by
// one goroutine at a time. Act keeps its tree from move to move where the play stays
// inside it; Analyse begins with nothing, so that equal questions are answered alike, unless
// Limits.Kept has it go on.
type Searcher struct {
	game    env.Game
	cfg     Config
	ev      mcts.Evaluator
	planted mcts.Config // the tree's
	tree    *mcts.Tree
	prover  *proof.Prover // nil without proofs
	guard   *mcts.Guard
	begun   bool // the tree is that of the last Analyse
	playing bool // the tree's root is the position after the last move of Act
	probe   env.State
	legal   []env.Action
}

// NewSearcher returns a searcher of games of g guided by ev.
func NewSearcher(g env.Game, ev mcts.Evaluator, cfg Config) (*Searcher, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return newSearcher(g, ev, cfg), nil
}

// newSearcher is NewSearcher with a valid configuration.
func newSearcher(g env.Game, ev mcts.Evaluator, cfg Config) *Searcher {
	a := &Searcher{game: g, cfg: cfg, ev: ev}
	if cfg.Proofs {
		a.prover = proof.New(g, proof.For(cfg.Search.Simulations))
	}
	a.plant(cfg.treeFor(cfg.Search.Simulations))
	return a
}

// RootFor returns how the root is searched with that many simulations: a Root of
// mcts.Config.
func (c Config) RootFor(simulations int) string {
	if c.GumbelMost > 0 && simulations > c.GumbelMost {
		return mcts.PUCT
	}
	return c.Search.Root
}

// treeFor returns the configuration of the tree for that many simulations.
func (c Config) treeFor(simulations int) mcts.Config {
	cfg := c.Search
	cfg.Root = c.RootFor(simulations)
	if c.Threads > 1 {
		cfg.Leaves = min(max(simulations/(c.Threads*inFlight), 1), threadLeaves)
		cfg.VirtualLoss = threadLoss
	}
	return cfg
}

// plant makes a tree.
func (a *Searcher) plant(cfg mcts.Config) {
	a.planted, a.tree = cfg, mcts.NewTree(a.game, cfg)
	a.tree.SetThreads(max(1, a.cfg.Threads))
	if a.prover == nil { // no prover, rather than one that is nil
		a.guard = mcts.NewGuard(a.tree, nil)
		return
	}
	a.guard = mcts.NewGuard(a.tree, a.prover)
}

// Act returns the best move that a search finds.
func (a *Searcher) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return a.ActWithin(ctx, ctx, s)
}

// ActWithin returns what it has found when hurry ends, which may be at once. When ctx
// ends it returns its error.
func (a *Searcher) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	a.begun = false
	a.follow(hurry, s)
	err := a.search(hurry, Limits{})
	if ctx.Err() != nil {
		return env.Decision{}, ctx.Err()
	}
	if err != nil {
		return env.Decision{}, err
	}
	d := env.Decision{Action: a.tree.Pick(0, nil), Value: a.tree.Value(), Simulations: a.tree.Stats().Simulations, Moves: a.tree.Moves(nil)}
	d.Line = a.guard.LineOf(nil, d.Action)
	a.tree.Advance(d.Action)
	a.playing = true
	return d, nil
}

// glances is how many replies are played between two looks at the context.
const glances = 16

// follow moves the tree's root to s: one ply down if s is a reply to the last
// move, not at all if it is the mover's turn again, else, or if ctx ends before the reply
// is found, to a new tree.
func (a *Searcher) follow(ctx context.Context, s env.State) {
	if draw := a.draw(s.ToMove()); draw != a.tree.Draw() {
		a.tree.SetDraw(draw)
		a.playing = false
	}
	if a.playing {
		root := a.tree.Root()
		if root.Key() == s.Key() {
			return
		}
		a.legal = root.Legal(a.legal[:0])
		for i, reply := range a.legal {
			if i%glances == 0 && ctx.Err() != nil {
				break
			}
			a.probe = root.Copy(a.probe)
			a.probe.Play(reply)
			if a.probe.Key() == s.Key() {
				a.tree.Advance(reply)
				return
			}
		}
	}
	a.tree.Reset(s)
}

// draw returns what a draw is worth to First in the eyes of a player who is to move.
func (a *Searcher) draw(mover env.Player) float64 {
	if c := a.cfg.Search.Contempt; mover == env.Second || c == 0 {
		return c
	}
	return -a.cfg.Search.Contempt
}

// Analyse is that of an Analyst, but for one caller at a time.
func (a *Searcher) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	began := time.Now()
	if l.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, l.Time)
		defer stop()
	}
	a.playing = false
	if a.tree.Draw() != 0 {
		a.begun = false
	}
	a.tree.SetDraw(0) // analysis has no side
	cfg := a.cfg.treeFor(a.budget(l))
	if l.Depth > 0 { // no line is begun beside the one that may be long enough
		cfg.Leaves = 1
	}
	if cfg != a.planted {
		a.plant(cfg)
		a.begun = false
	}
	enough := func() {}
	if l.Depth > 0 { // else ctx is the caller's, which may count CPU time when it is asked
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		enough = stop
	}
	if l.Kept == nil || !a.begun || !a.resume(ctx, s) {
		a.tree.Reset(s)
		if a.prover != nil {
			a.prover.Reset()
		}
	}
	a.begun = true
	report := func() Report {
		r := a.report(l.Lines)
		r.Full = l.Nodes > 0 && a.tree.Stats().Nodes >= l.Nodes
		r.Elapsed = time.Since(began)
		return r
	}
	a.guard.Between = a.between(l, a.news(l, report, seen), enough)
	defer func() { a.guard.Between = nil }()
	if err := a.search(ctx, l); err != nil {
		return Report{}, err
	}
	return report(), nil
}

// news returns what shows a report now and then, nil if none is wanted.
func (a *Searcher) news(l Limits, report func() Report, seen func(Report)) func() {
	if seen == nil || l.Every <= 0 {
		return nil
	}
	last := time.Now()
	return func() {
		if a.tree.Stats().Simulations > 0 && time.Since(last) >= l.Every {
			seen(report())
			last = time.Now()
		}
	}
}

// between returns what reports the news and ends the search at its depth, nil if there is
// nothing to do.
func (a *Searcher) between(l Limits, news, enough func()) func() {
	if l.Depth == 0 {
		return news
	}
	return func() {
		if news != nil {
			news()
		}
		if a.tree.Stats().MaxDepth >= l.Depth {
			enough()
		}
	}
}

// endless simulations are those of a day and more; a tree counts its visits in 31 bits.
const endless = 2_000_000_000

// search searches the tree's root within l until ctx ends; there is a move then, whether
// or not it had ended before.
func (a *Searcher) search(ctx context.Context, l Limits) error {
	a.guard.Renew()
	a.tree.SetRoom(l.Nodes)
	simulations := min(a.budget(l), a.cfg.room())
	if l.Nodes > 0 && l.Endless && l.Simulations == 0 {
		simulations = endless
	}
	a.tree.Begin(ctx, simulations, nil)
	if err := a.guard.Search(ctx, a.ev); err != nil && ctx.Err() == nil {
		return err
	}
	return a.guard.First(ctx, a.ev)
}

// budget returns the simulations of a search within l: mcts.MaxSimulations if l does not
// say how many.
func (a *Searcher) budget(l Limits) int {
	switch {
	case l.Simulations > 0:
		return min(l.Simulations, mcts.MaxSimulations)
	case l.Time > 0 || l.Depth > 0 || l.Endless:
		return mcts.MaxSimulations
	}
	return min(a.cfg.Search.Simulations, mcts.MaxSimulations)
}

// report says what is known, and for the best moves how the game would go on. A
// position that is decided at a glance has taken one simulation.
func (a *Searcher) report(lines int) Report {
	t := a.tree
	stats := t.Stats()
	r := Report{Value: t.Value(), Simulations: max(1, stats.Simulations), Depth: stats.MaxDepth}
	r.Proof, r.Plies = t.Proof()
	for i, m := range t.Moves(nil) {
		move := Move{MoveStats: m}
		if i < max(1, lines) {
			move.Line = a.guard.LineOf(nil, m.Action)
		}
		r.Moves = append(r.Moves, move)
	}
	return r
}
