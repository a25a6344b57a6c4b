package train

import (
	"context"
	"fmt"
	"sync"

	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// With Config.Lag the games of an iteration are planned from the run as it stood that many
// iterations before, and are played while the run learns from those of the iteration before:
//
//	lag 0    play 0 | learn 0 | play 1 | learn 1 | play 2 | ...
//	lag 1    play 0 | learn 0 | learn 1 | learn 2 | ...
//	                | play 1  | play 2  | play 3  | ...
//
// Where others play, the games of iteration k+1 may begin as soon as their network is there,
// which is before the last games of iteration k are over.
//
// The lag is counted in iterations, never in time: when a game is played does not decide
// which network plays it.

// maxLag bounds Config.Lag: with 1, games are played all the time.
const maxLag = 1

// standing is a run after an iteration: all that a plan depends on beside the configuration.
// It does not change when the run goes on.
type standing struct {
	at     Progress
	net    *nn.Net
	window Replay
}

// standing returns the run as it stands.
func (r *Run) standing() standing { return standing{r.at, r.learner.Net(), *r.replay} }

// stood returns the run as it stood after the iteration of a checkpoint, with the games that
// load returns; nil: before the first iteration.
func (r *Run) stood(c *Checkpoint, load func(iteration int) ([]*selfplay.Record, error)) (s standing, err error) {
	s.window = *NewReplay(r.Game, r.Config)
	if c == nil {
		s.net, err = Untrained(r.Config.Network, r.Seed)
		return s, err
	}
	if err := c.Fits(r.Game); err != nil {
		return s, err
	}
	s.at, s.net = c.At, c.Net
	s.window.resize(r.Config.Room(s.at.Positions))
	return s, s.window.refill(s.at.Iteration, load)
}

// planFrom returns after how many iterations the run stands as the plan of an iteration,
// counted from 0, has it.
func (c Config) planFrom(iteration int) int { return max(0, iteration-c.Lag) }

// batch is the games of an iteration: planned, then played, maybe while the run learns from
// those before them.
type batch struct {
	plan     selfplay.Plan
	material selfplay.Material

	stop  context.CancelFunc // nil: not begun
	over  chan struct{}      // closed when no more is played
	games []*selfplay.Record
	err   error

	mu      sync.Mutex
	hear    func(*selfplay.Record) // nil: the run has not come so far
	unheard []*selfplay.Record
}

// planned returns the games of an iteration, counted from 0, to be played.
func (r *Run) planned(ctx context.Context, from standing, iteration int) (b *batch, err error) {
	b = &batch{over: make(chan struct{})}
	if b.plan, b.material, err = r.plan(ctx, from, iteration); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return b, nil
}

// begin has the games played, once, until the batch is halted or ctx ends. A nil batch has none.
func (b *batch) begin(ctx context.Context, play Play) {
	if b == nil || b.stop != nil {
		return
	}
	ctx, b.stop = context.WithCancel(ctx)
	games, keep := selfplay.Collect(b.plan)
	b.games = games
	go func() {
		defer close(b.over)
		b.err = play(ctx, b.plan, b.material, func(game int, g *selfplay.Record) error {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.hear == nil {
				b.unheard = append(b.unheard, g)
			} else {
				b.hear(g)
			}
			return keep(game, g)
		})
	}()
}

// wait returns the games once all are played. Each is reported to hear: those that are over
// before, now.
func (b *batch) wait(hear func(*selfplay.Record)) ([]*selfplay.Record, error) {
	b.mu.Lock()
	for _, g := range b.unheard {
		hear(g)
	}
	b.unheard, b.hear = nil, hear
	b.mu.Unlock()
	<-b.over
	if b.err != nil {
		return nil, b.err
	}
	for i, g := range b.games {
		if g == nil {
			return nil, fmt.Errorf("train: game %d of iteration %d was not played", i, b.plan.Iteration)
		}
	}
	return b.games, nil
}

// halt ends the play, and waits for that. A nil batch has none.
func (b *batch) halt() {
	if b != nil && b.stop != nil {
		b.stop()
		<-b.over
	}
}

// play makes the games of the next iteration, and has those of the iteration after it begin
// if they may: where others play at once, here when this one's are over. It returns the network that played, too.
func (r *Run) play(ctx context.Context) (games []*selfplay.Record, played *nn.Net, err error) {
	n, now := r.at.Iteration, r.ahead
	if r.ahead = nil; now == nil {
		from := r.standing()
		if r.Config.planFrom(n) < n {
			from = r.behind
		}
		if now, err = r.planned(ctx, from, n); err != nil {
			return nil, nil, err
		}
		now.begin(ctx, r.Play)
	}
	defer now.halt()
	if r.Config.Lag > 0 {
		r.behind = r.standing()
		if n+1 < r.Config.Iterations {
			if r.ahead, err = r.planned(ctx, r.behind, n+1); err != nil {
				return nil, nil, err
			}
		}
	}
	if !r.here {
		r.ahead.begin(ctx, r.Play)
	}
	if games, err = now.wait(r.Events.Game); err != nil {
		return nil, nil, err
	}
	r.ahead.begin(ctx, r.Play)
	return games, now.material.Network, nil
}

// Plan returns what the games of an iteration, counted from 0, depend on and what that names,
// of a run whose Store has what the plan is made from.
func (r *Run) Plan(ctx context.Context, iteration int) (p selfplay.Plan, m selfplay.Material, err error) {
	if err := r.prepare(); err != nil {
		return p, m, err
	}
	c, err := r.Store.Checkpoint(r.Config.planFrom(iteration))
	if err != nil {
		return p, m, err
	}
	from, err := r.stood(c, r.Store.Games)
	if err != nil {
		return p, m, err
	}
	return r.plan(ctx, from, iteration)
}

// iterationSeed returns the seed of what happens in an iteration, counted from 0.
func (r *Run) iterationSeed(iteration int) seed.Seed {
	return seed.New(r.Seed).At("iteration", iteration)
}
