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
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/fleet"
	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// session is a run of training at work: its folder is open, nobody else can
// touch it.
type session struct {
	config configs.Run
	folder *runs.Folder
	run    train.Run
	show   *progress
	out    io.Writer
	fleet  *fleet.Learner // nil: all games are played here
}

// newSession starts a run in a fresh folder, which create makes.
func newSession(cfg configs.Run, dir string, create func(dir, config string) (*runs.Folder, error), workers int, many machines, out io.Writer) (*session, error) {
	folder, err := create(dir, cfg.Text())
	if errors.Is(err, runs.ErrExists) {
		return nil, fmt.Errorf("%w: go on with it by `ludens resume %s`, or name another folder with --run", err, dir)
	} else if err != nil {
		return nil, err
	}
	return takeUp(cfg, folder, workers, many, out)
}

// openSession goes on with the run in a folder, from its last checkpoint.
func openSession(dir string, accept bool, workers int, many machines, out io.Writer) (*session, error) {
	folder, err := runs.Open(dir, runs.Options{Accept: accept, Tell: func(line string) { fmt.Fprintln(out, line) }})
	if errors.Is(err, runs.ErrNoRun) {
		return nil, fmt.Errorf("%w; start one with `ludens train GAME --run %s`", err, dir)
	} else if err != nil {
		return nil, err
	}
	layer := configs.Layer{Name: filepath.Join(folder.Dir, "config.toml"), Text: folder.Config()}
	cfg, err := configs.Load(layer)
	if err == nil {
		err = fits(cfg, workers, layer)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return takeUp(cfg, folder, workers, many, out)
}

// takeUp returns the session of the run in a folder, which it closes after an
// error.
func takeUp(cfg configs.Run, folder *runs.Folder, workers int, many machines, out io.Writer) (*session, error) {
	s := &session{config: cfg, folder: folder, out: out}
	err := s.open(workers)
	if err == nil {
		err = many.serve(s)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return s, nil
}

func (s *session) open(workers int) error {
	g, err := games.Make(s.config.Game)
	if err != nil {
		return err
	}
	s.show = &progress{
		out: s.out, bars: tui.Terminal(os.Stderr), iterations: s.config.Train.Iterations,
		games: s.config.SelfPlay.Games, roles: g.Spec().Roles,
	}
	s.run = train.Run{
		Game: g, Config: s.config.Method(g.Spec()), Seed: s.config.Seed, Workers: workers,
		Store: s.folder.Store(g, s.show.clock), Judge: s.judge, Events: s.show,
	}
	if s.config.From != "" && s.folder.Head() == "" {
		c, hash, err := ancestor(s.config.From, s.run.Config.Network)
		if err != nil {
			return err
		}
		s.run.From, s.run.Parent = c.Net, hash
	}
	return s.run.Open()
}

// train trains to the end of the run and measures what came of it.
func (s *session) train(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, s.folder.Close()) }()
	err = s.run.Loop(ctx)
	if s.fleet != nil {
		err = errors.Join(err, s.fleet.Close(err == nil))
	}
	if err != nil {
		if ctx.Err() != nil {
			return interrupted{s.howToGoOn()}
		}
		return fmt.Errorf("%w; %s", err, s.howToGoOn())
	}
	return s.conclude(ctx)
}

func (s *session) howToGoOn() string {
	return fmt.Sprintf("%d of %d iterations are saved; go on with: ludens resume %s",
		s.folder.Iteration(), s.config.Train.Iterations, s.folder.Dir)
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
	printStandings(s.out, s.run.Game.Spec().Roles, standings)
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
	me, l, err := s.contestant(s.run.Net())
	if err != nil {
		return nil, err
	}
	matches := evaluation{
		game: s.run.Game, load: l.load, baselines: e.Baselines, games: e.FinalGames, opening: e.OpeningPlies,
		seed: s.config.Seed, workers: s.run.Workers, bars: tui.Terminal(os.Stderr),
	}
	standings, err := matches.run(ctx, me)
	if err != nil {
		return standings, err
	}
	return standings, s.folder.Conclude(standings)
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
	l := &loader{atRun: selfplay.Net{Inferer: nn.NewEngine(net), Weights: s.run.Config.AtPlay}}
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
	cfg := arena.Config{Pairs: games, OpeningPlies: s.config.Evaluation.OpeningPlies, Workers: s.run.Workers}
	played, err := arena.Match(ctx, s.run.Game, me, them, cfg, at, nil)
	return arena.Count(opponent, played), err
}

// folderName turns a game's name into a folder's: "celta:first=attackers"
// becomes "celta-first-attackers".
func folderName(game string) string {
	return games.FileName(game)
}
