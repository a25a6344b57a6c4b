package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	runs "ludens/internal/run"
	"ludens/internal/seed"
	"ludens/internal/tui"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// session is a run of training at work: its folder is open, nobody else can
// touch it.
type session struct {
	config  configs.Run
	game    env.Game
	folder  *runs.Folder
	learner train.Learner
	replay  *train.Replay
	header  train.Header // of the last checkpoint, and of the next
	workers int
	out     io.Writer
	show    *progress
}

// newSession starts a run in a fresh folder, which create makes.
func newSession(cfg configs.Run, dir string, create func(dir, config string) (*runs.Folder, error), workers int, out io.Writer) (*session, error) {
	folder, err := create(dir, cfg.Text())
	if errors.Is(err, runs.ErrExists) {
		return nil, fmt.Errorf("%w: go on with it by `ludens resume %s`, or name another folder with --run", err, dir)
	} else if err != nil {
		return nil, err
	}
	s, err := prepare(cfg, folder, workers, out)
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	if err := s.begin(); err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return s, nil
}

// openSession goes on with the run in a folder, from its last checkpoint.
func openSession(dir string, accept bool, workers int, out io.Writer) (*session, error) {
	folder, err := runs.Open(dir, runs.Options{Accept: accept, Tell: func(line string) { fmt.Fprintln(out, line) }})
	if errors.Is(err, runs.ErrNoRun) {
		return nil, fmt.Errorf("%w; start one with `ludens train GAME --run %s`", err, dir)
	} else if err != nil {
		return nil, err
	}
	s, err := reopen(folder, workers, out)
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return s, nil
}

func reopen(folder *runs.Folder, workers int, out io.Writer) (*session, error) {
	layer := configs.Layer{Name: filepath.Join(folder.Dir, "config.toml"), Text: folder.Config()}
	cfg, err := configs.Load(layer)
	if err != nil {
		return nil, err
	}
	if err := fits(cfg, workers, layer); err != nil {
		return nil, err
	}
	s, err := prepare(cfg, folder, workers, out)
	if err != nil {
		return nil, err
	}
	if folder.Head() == "" { // killed before it had a checkpoint
		return s, s.begin()
	}
	c, err := folder.Checkpoint(folder.Iteration())
	if err != nil {
		return nil, err
	}
	if err := c.Fits(s.game); err != nil {
		return nil, err
	}
	s.header = c.Header
	if s.learner, err = train.Resume(c, cfg.Train, s.trainer); err != nil {
		return nil, err
	}
	s.replay.Resize(cfg.Train.Room(c.At.Positions))
	err = s.replay.Refill(c.At.Iteration, func(iteration int) ([]*selfplay.Record, error) {
		return folder.Games(s.game, iteration)
	})
	if err != nil {
		return nil, err
	}
	return s, s.prune()
}

// trainer returns the optimiser of a network in a given state.
func (s *session) trainer(net *nn.Net, state []nn.Tensor) (train.Learner, error) {
	t, err := nn.NewTrainer(net, s.config.Optimiser)
	if err != nil {
		return nil, err
	}
	return t, t.SetState(state)
}

// prepare builds what new and resumed sessions share.
func prepare(cfg configs.Run, folder *runs.Folder, workers int, out io.Writer) (*session, error) {
	g, err := games.Make(cfg.Game)
	if err != nil {
		return nil, err
	}
	replay := train.NewReplay(g, cfg.Train.Window, cfg.Train.Augment)
	replay.Blend(cfg.Train.SearchValue)
	replay.Adjudicate(float32(cfg.Search.Adjudicated))
	replay.Hasten(cfg.Train.Haste)
	return &session{
		config: cfg, game: g, folder: folder, workers: workers, out: out,
		replay: replay,
		header: train.Header{
			Game: g.Spec().Name, Version: g.Spec().Version, Rules: env.Fingerprint(g),
			Network: cfg.Spec(g.Spec()), Config: cfg.Text(), Seed: cfg.Seed,
			Utility: cfg.Play.ScoreUtility, Settled: cfg.Play.Settled,
		},
	}, nil
}

// run trains to the end of the run and measures what came of it.
func (s *session) run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, s.folder.Close()) }()
	s.show = &progress{
		out: s.out, bars: tui.Terminal(os.Stderr), iterations: s.config.Train.Iterations,
		games: s.config.SelfPlay.Games, roles: s.game.Spec().Roles,
	}
	r := train.Run{
		Config: s.config.Method(), Game: s.game, Seed: seed.New(s.config.Seed), Learner: s.learner,
		Replay: s.replay, At: s.header.At, Workers: s.workers,
		Past: s.past, Judge: s.judge, Save: s.save, Events: s.show,
	}
	if err := r.Loop(ctx); err != nil {
		if ctx.Err() != nil {
			return interrupted{s.howToGoOn()}
		}
		return fmt.Errorf("%w; %s", err, s.howToGoOn())
	}
	return s.conclude(ctx)
}

func (s *session) howToGoOn() string {
	return fmt.Sprintf("%d of %d iterations are saved; go on with: ludens resume %s",
		s.header.At.Iteration, s.config.Train.Iterations, s.folder.Dir)
}

// conclude tells how the trained network does against the baselines, and what to
// do with it. It is measured once, and noted in the metrics. Its games can be
// played again at any time, so a stop here loses nothing.
func (s *session) conclude(ctx context.Context) (err error) {
	fmt.Fprintf(s.out, "\ncheckpoint %s\nsha256     %s\n\n", s.folder.Path(s.folder.Iteration()), s.folder.Head())
	var standings []arena.Standing
	if final := s.folder.Final(); final != nil {
		standings = final.Standings
	} else {
		standings, err = s.measure(ctx)
	}
	printStandings(s.out, s.game.Spec().Roles, standings)
	if ctx.Err() != nil {
		return interrupted{fmt.Sprintf("the training is complete; measure it with: ludens eval %s %s", s.config.Game, s.folder.Dir)}
	}
	if err == nil {
		fmt.Fprintf(s.out, "\nplay it: ludens play %s --agent %s@%d\n", s.config.Game, s.folder.Dir, s.config.Evaluation.Simulations)
	}
	return err
}

// measure plays the trained network against the baselines, and notes what came of
// it once all games are played.
func (s *session) measure(ctx context.Context) ([]arena.Standing, error) {
	e := s.config.Evaluation
	me, l, err := s.contestant(s.learner.Net())
	if err != nil {
		return nil, err
	}
	matches := evaluation{
		game: s.game, load: l.load, baselines: e.Baselines, games: e.FinalGames, opening: e.OpeningPlies,
		seed: s.config.Seed, workers: s.workers, bars: tui.Terminal(os.Stderr),
	}
	standings, err := matches.run(ctx, me)
	if err != nil {
		return standings, err
	}
	return standings, s.folder.Conclude(standings)
}

// save makes an iteration durable.
func (s *session) save(it train.Iteration, played []*selfplay.Record, net *nn.Net, learner []nn.Tensor) error {
	c := train.Checkpoint{Header: s.header, Net: net, Learner: learner}
	if it.Standings != nil {
		c.Strength = it.Standings
	}
	if err := s.folder.Save(&c, it, played, s.show.clock()); err != nil {
		return err
	}
	s.header = c.Header
	return s.prune()
}

// prune removes old files that neither the run nor its configuration wants.
func (s *session) prune() error {
	each := s.config.SelfPlay.Games
	needed := (len(s.replay.Games()) + each - 1) / each
	return s.folder.Prune(s.config.Evaluation.Every, s.config.Train.KeepGames, needed)
}

// past returns the network of one of the checkpoints that are kept for good, or
// nil before the first.
func (s *session) past(iterations int, at seed.Seed) (*nn.Net, error) {
	every := s.config.Evaluation.Every
	if every == 0 || iterations < every {
		return nil, nil
	}
	c, err := s.folder.Checkpoint(every * (1 + at.Rand().IntN(iterations/every)))
	if err != nil {
		return nil, err
	}
	return c.Net, c.Fits(s.game)
}

// judge measures the network against the run's watch.
func (s *session) judge(ctx context.Context, net *nn.Net, iterations int) ([]arena.Standing, error) {
	e := s.config.Evaluation
	if e.Watch == "" {
		return nil, nil
	}
	st, err := s.meet(ctx, net, e.Watch, e.Games, seed.New(s.config.Seed).At("judge", iterations))
	return []arena.Standing{st}, err
}

// contestant is the run's agent with a network of the run, and the loader that
// finds its opponents.
func (s *session) contestant(net *nn.Net) (agent.Entrant, *loader, error) {
	l := &loader{atRun: selfplay.Net{Inferer: nn.NewEngine(net), Weights: s.header.Weights()}}
	me, err := agent.Parse(fmt.Sprintf("net:%d", s.config.Evaluation.Simulations), l.load)
	return me, l, err
}

// meet plays so many games a role against an opponent.
func (s *session) meet(ctx context.Context, net *nn.Net, opponent string, games int, at seed.Seed) (arena.Standing, error) {
	me, l, err := s.contestant(net)
	if err != nil {
		return arena.Standing{}, err
	}
	them, err := agent.Parse(opponent, l.load)
	if err != nil {
		return arena.Standing{}, err
	}
	cfg := arena.Config{Pairs: games, OpeningPlies: s.config.Evaluation.OpeningPlies, Workers: s.workers}
	played, err := arena.Match(ctx, s.game, me, them, cfg, at, nil)
	return arena.Count(opponent, played), err
}

// folderName turns a game's name into a folder's: "celta:first=attackers"
// becomes "celta-first-attackers".
func folderName(game string) string {
	return games.FileName(game)
}
