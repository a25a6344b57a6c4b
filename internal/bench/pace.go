package bench

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// Pace is how fast the parts of a run of training are done on a machine that does
// nothing else: by the time on cores, of which each worker has one, if there are as many.
type Pace struct {
	// Evaluations of self-play a second, by all workers: those that the searches ask for,
	// with the rules, the search and the memory of answers. Outside is the share of that
	// time that is not the network's.
	Evaluations, Outside float64
	Step                 time.Duration            // of learning, its batch drawn
	Move                 map[string]time.Duration // of who meets whom in evaluations, one move each, by the opponent
	Teach                time.Duration            // a move of the games of alpha-beta that it learns from first
	// Slower is how many times as long all takes beside what the machine does now.
	Slower float64
}

// Meeting is who meets whom in a run's evaluations.
type Meeting struct {
	Me        agent.Entrant
	Opponents []agent.Entrant
}

// PaceOf measures a run with a network of its shape for about so long, once what it
// needs is there. Half of the time goes to self-play: positions are those that random
// plies lead to, as many as the run's games have, which is what the answers that are
// remembered depend on.
func PaceOf(ctx context.Context, r configs.Run, g env.Game, net *nn.Net, m Meeting, workers int, within time.Duration) (p Pace, err error) {
	t := trial{run: r, game: g, net: net, workers: workers, method: r.Method(g.Spec())}
	if err = t.rehearse(ctx); err != nil {
		return p, err
	}
	if err = t.play(ctx, within/2, &p); err != nil {
		return p, err
	}
	if p.Step, err = t.learn(ctx, within/4); err != nil {
		return p, err
	}
	if p.Move, err = t.meet(ctx, m, within/4); err != nil {
		return p, err
	}
	if c := r.Pretrain.AlphaBeta; c.Games > 0 {
		p.Teach, err = t.move(ctx, agent.Entrant{New: c.Player}, within/4)
	}
	return p, err
}

// trial is a run whose parts are measured.
type trial struct {
	run     configs.Run
	game    env.Game
	net     *nn.Net
	workers int
	method  train.Config
	window  *train.Replay // of a few quick games
}

// rehearsedGames of rehearsedSimulations a move are what batches are drawn from and
// an int8 network is calibrated on.
const rehearsedGames, rehearsedSimulations, rehearsedRows = 4, 2, 256

// rehearse fills the window.
func (t *trial) rehearse(ctx context.Context) error {
	cfg := t.method.SelfPlay
	cfg.Games, cfg.Lockstep, cfg.FastShare, cfg.Past, cfg.Restart = rehearsedGames, rehearsedGames, 0, 0, 0
	cfg.Search = cfg.Search.Limited(rehearsedSimulations)
	plan := selfplay.NewPlan(t.game, cfg, 0)
	games, keep := selfplay.Collect(plan)
	with := selfplay.Resources{Game: t.game, Now: selfplay.Network(t.game.Spec(), selfplay.Net{Inferer: selfplay.EngineFor(t.game, t.net, nil), Weights: cfg.Weights()})}
	if err := selfplay.Play(ctx, plan, with, t.workers, keep); err != nil {
		return err
	}
	t.window = train.NewReplay(t.game, t.method)
	t.window.Append(games)
	return nil
}

// engine returns the network in the precision of the run's self-play.
func (t *trial) engine() (selfplay.Inferer, error) {
	if t.method.SelfPlay.Precision != selfplay.Int8 || selfplay.OnDevice() {
		return selfplay.InfererFor(t.game, t.net, nil)
	}
	b := nn.NewBatch(t.net.Spec(), rehearsedRows)
	if err := t.window.Draw(b, seed.New(0), t.workers); err != nil {
		return nil, err
	}
	c, err := nn.Calibrate(t.net, b.Obs, rehearsedRows)
	return selfplay.EngineFor(t.game, t.net, &c), err
}

// asked counts what an evaluator is asked for.
type asked struct {
	mcts.Evaluator
	leaves *atomic.Int64
}

func (a asked) Evaluate(ctx context.Context, leaves []mcts.Leaf) error {
	a.leaves.Add(int64(len(leaves)))
	return a.Evaluator.Evaluate(ctx, leaves)
}

// play measures self-play.
func (t *trial) play(ctx context.Context, within time.Duration, p *Pace) error {
	engine, err := t.engine()
	if err != nil {
		return err
	}
	cfg := t.method.SelfPlay
	cfg.Past, cfg.Restart, cfg.OpeningPlies = 0, 0, min(mostOpening, int(t.run.Measured().Plies))
	var leaves, spent atomic.Int64
	start, own := machine.Wall(), machine.CPUTime()
	for round := 0; machine.Wall()-start < within; round++ {
		plan := selfplay.NewPlan(t.game, cfg, uint64(seed.New(0).At("round", round)))
		with := selfplay.Resources{Game: t.game, Now: asked{t.remembering(timed{engine, machine.Wall, &spent}), &leaves}}
		plan.Config.Cache = 0 // it is below asked
		limited, stop := context.WithTimeout(ctx, within-(machine.Wall()-start))
		err := selfplay.Play(limited, plan, with, t.workers, func(int, *selfplay.Record) error { return nil })
		stop()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	took := machine.Wall() - start
	alone := (machine.CPUTime() - own) / time.Duration(t.cores())
	p.Evaluations = float64(leaves.Load()) / max(time.Microsecond, alone).Seconds()
	p.Outside = 1 - float64(spent.Load())/float64(took)/float64(t.workers)
	p.Slower = max(1, float64(took)/float64(max(1, alone)))
	return ctx.Err()
}

// cores is how many the workers have.
func (t *trial) cores() int { return min(t.workers, runtime.GOMAXPROCS(0)) }

// mostOpening is the longest opening that selfplay.Config takes.
const mostOpening = 1000

// remembering returns the evaluator of a network behind the run's cache.
func (t *trial) remembering(net selfplay.Inferer) mcts.Evaluator {
	ev := selfplay.Network(t.game.Spec(), selfplay.Net{Inferer: net, Weights: t.method.SelfPlay.Weights()})
	if n := t.method.SelfPlay.Cache; n > 0 {
		return mcts.NewCache(ev, n)
	}
	return ev
}

// learn returns what a step takes: on the wall, of which part is done on several
// cores, or on the cores, where others keep it waiting. The quickest quarter of the
// steps was disturbed least.
func (t *trial) learn(ctx context.Context, within time.Duration) (time.Duration, error) {
	learner, err := nn.NewTrainer(t.net, t.run.Optimiser)
	if err != nil {
		return 0, err
	}
	b, step := nn.NewBatch(t.net.Spec(), t.run.Optimiser.Batch), 0
	var walls []time.Duration
	owns, err := times(ctx, machine.CPUTime, within, func() error {
		start := machine.Wall()
		step++
		if err := t.window.Draw(b, seed.New(0).At("step", step), t.workers); err != nil {
			return err
		}
		_, err := learner.Step(b, t.run.Train.LearningRate)
		walls = append(walls, machine.Wall()-start)
		return err
	})
	return min(quarter(owns), quarter(walls)), err
}

// quarter returns the time that a quarter of some times are below.
func quarter(took []time.Duration) time.Duration {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)/4]
}

// meet returns what a move of both sides takes, by the opponent.
func (t *trial) meet(ctx context.Context, m Meeting, within time.Duration) (map[string]time.Duration, error) {
	all, each := map[string]time.Duration{}, within/time.Duration(1+len(m.Opponents))
	mine, err := t.move(ctx, m.Me, each)
	for _, o := range m.Opponents {
		if err != nil {
			break
		}
		all[o.Name], err = t.move(ctx, o, each)
		all[o.Name] += mine
	}
	return all, err
}

// move returns what a move of an agent takes, in the positions of a random game.
func (t *trial) move(ctx context.Context, e agent.Entrant, within time.Duration) (time.Duration, error) {
	a, err := e.New(t.game, seed.New(0))
	if err != nil {
		return 0, err
	}
	defer env.Close(a)
	rng, s := seed.New(0).Rand(), t.game.New(0)
	took, err := times(ctx, machine.CPUTime, within, func() error {
		legal := s.Legal(nil)
		if s.Play(legal[rng.IntN(len(legal))]); s.Result() != env.Ongoing {
			s = t.game.New(0)
		}
		_, err := a.Act(ctx, s)
		return err
	})
	var sum time.Duration
	for _, d := range took {
		sum += d
	}
	return sum / time.Duration(len(took)), err
}

// times returns what work takes, again and again for so long on the wall, once at
// least, after one time to get warm.
func times(ctx context.Context, clock machine.Clock, within time.Duration, work func() error) (took []time.Duration, err error) {
	err = work()
	for start := machine.Wall(); len(took) == 0 || err == nil && machine.Wall()-start < within; {
		var d time.Duration
		if err == nil {
			d, err = clock.Time(work)
		}
		took, err = append(took, d), errors.Join(err, ctx.Err())
	}
	return took, err
}
