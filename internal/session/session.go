// Package session is a run of training at work: it opens the run's folder, lets it
// train, measure itself and be seen at a terminal, and says how to go on when it is
// stopped.
package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/internal/fleet"
	"ludens/internal/machine"
	"ludens/internal/prose"
	"ludens/internal/report"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/study"
	"ludens/internal/tui"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// Session is a run of training at work: its folder is open, no other process can
// touch it.
type Session struct {
	config configs.Run
	folder *runs.Folder
	run    train.Run
	view   View
	show   *progress
	fleet  *fleet.Learner // nil: all games are played here

	sharing sync.Mutex
	shares  map[int]fleet.Share // of iterations that were not reported yet, counted from 0
	watches fleet.Share         // of the matches during training
	matches fleet.Share         // of those at the end
	caught  []fleet.Caught      // keys that were expelled, and are not in the ledger yet
}

// View is where a session shows what it does.
type View struct {
	Out    io.Writer         // a line an iteration, and what came of it
	Errs   io.Writer         // bars, if they are wanted
	Bars   bool              // whether Errs is a terminal
	Played func(study.Stage) // called for the games of the last measurement
	Curves string            // folder where TensorBoard finds the run's curves; "": none

	Program string // how to call ludens again; "": ludens
}

// begin starts a run in a fresh folder, which create makes.
func begin(cfg configs.Run, dir string, create func(dir, config string) (*runs.Folder, error), workers int, m Machines, v View) (*Session, error) {
	folder, err := create(dir, cfg.Text())
	if errors.Is(err, runs.ErrExists) {
		return nil, taken(dir)
	} else if err != nil {
		return nil, err
	}
	return takeUp(cfg, folder, workers, m, v)
}

// taken is the error where a run is to begin in a folder that has one.
func taken(dir string) error {
	return fmt.Errorf("%s: %w: go on with it by `ludens resume %s`, or name another folder with --run", dir, runs.ErrExists, dir)
}

// Resume goes on with the run in a folder, from its last checkpoint.
func Resume(dir string, g Going, workers int, m Machines, v View) (*Session, error) {
	folder, err := runs.Open(dir, runs.Options{Accept: g.Accept, Back: g.Back.N, Tell: func(line string) { fmt.Fprintln(v.Out, line) }})
	if errors.Is(err, runs.ErrNoRun) {
		return nil, fmt.Errorf("%w; start one with `ludens train GAME --run %s`", err, dir)
	} else if err != nil {
		return nil, err
	}
	layer := configs.Layer{Name: filepath.Join(folder.Dir, "config.toml"), Text: folder.Config()}
	cfg, err := configs.Load(layer)
	if err == nil && g.Iterations != 0 && g.Iterations != cfg.Train.Iterations {
		cfg, err = lengthened(cfg, folder, g.Iterations, v)
	}
	if err == nil && g.KeepGames.N != nil && *g.KeepGames.N != cfg.Train.KeepGames {
		cfg, err = thinned(cfg, folder, *g.KeepGames.N, v)
	}
	if err == nil {
		err = fits(cfg, workers, layer)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	s, err := takeUp(cfg, folder, workers, m, v)
	if err == nil {
		s.show.until = g.Until
	}
	return s, err
}

// thinned has a run keep the games of other iterations than before. Those that go are removed
// when the run is taken up; what it has come to stays known.
func thinned(cfg configs.Run, folder *runs.Folder, keep int, v View) (configs.Run, error) {
	change := fmt.Sprintf("train.keep_games is %d, it was %d", keep, cfg.Train.KeepGames)
	cfg.Train.KeepGames = keep
	if err := cfg.Validate(); err != nil {
		return cfg, fmt.Errorf("--keep-games %d: %w", keep, err)
	}
	final := folder.Final()
	fmt.Fprintln(v.Out, change)
	err := folder.Amend(cfg.Text(), change)
	if err == nil && final != nil {
		err = folder.Conclude(final.Standings)
	}
	return cfg, err
}

// lengthened has a run come to more iterations than it was to have, or fewer, and says
// so: what depends on their number, as the learning rate does, is then that of a run of
// that length.
func lengthened(cfg configs.Run, folder *runs.Folder, iterations int, v View) (configs.Run, error) {
	was := cfg.Train.Iterations
	if iterations < folder.Iteration() {
		return cfg, fmt.Errorf("--iterations %d: the run has %d already", iterations, folder.Iteration())
	}
	cfg.Train.Iterations = iterations
	if err := cfg.Validate(); err != nil {
		return cfg, fmt.Errorf("--iterations %d: %w", iterations, err)
	}
	change := fmt.Sprintf("train.iterations is %d, it was %d", iterations, was)
	note := change
	if !cfg.ByAlphaBeta() {
		note += "; the learning rate is that of a run of this length from here on"
	}
	fmt.Fprint(v.Out, prose.Words(note, tui.Width(v.Out), "  "))
	return cfg, folder.Amend(cfg.Text(), change)
}

// fits refuses a run for which this machine has too little memory, where it knows.
func fits(run configs.Run, workers int, layers ...configs.Layer) error {
	if free, ok := machine.FreeMemory(); ok {
		return run.Fits(free, workers, layers...)
	}
	return nil
}

// bound has Go's collector keep the run to the memory that it is said to take, and to what
// the machine and its container have, unless GOMEMLIMIT says otherwise.
func bound(m configs.Memory) {
	if os.Getenv("GOMEMLIMIT") == "" {
		limit := m.Limit()
		if free, ok := machine.FreeMemory(); ok {
			limit = min(limit, int64(min(free, math.MaxInt64)))
		}
		debug.SetMemoryLimit(limit)
	}
}

// takeUp returns the session of the run in a folder, which it closes after an
// error.
func takeUp(cfg configs.Run, folder *runs.Folder, workers int, m Machines, v View) (*Session, error) {
	s := &Session{config: cfg, folder: folder, view: v}
	if w := cfg.Warning(); w != "" {
		fmt.Fprint(v.Out, prose.Words(w, tui.Width(v.Out), "  "))
	}
	err := s.open(workers)
	if err == nil {
		err = m.serve(s)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return s, nil
}

func (s *Session) open(workers int) error {
	g, err := games.Make(s.config.Game)
	if err != nil {
		return err
	}
	bound(s.config.Memory(workers))
	s.show = &progress{
		View: s.view, iterations: s.config.Train.Iterations,
		games: s.config.GamesPerIteration(), ahead: s.config.Train.Lag > 0, roles: g.Spec().Roles, losses: lossesOf(s.config), forecast: expected(s.config), curves: curves{dir: s.view.Curves},
	}
	s.run = train.Run{
		Game: g, Config: s.config.Method(g.Spec()), Seed: s.config.Seed, Workers: workers,
		Store: s.folder.Store(g, s.show.clock), Judge: s.judge, Events: s.show,
	}
	if s.config.From != "" && s.folder.Head() == "" {
		if s.config.ByAlphaBeta() {
			s.run.Evaluation, s.run.Parent, err = roster.FirstEvaluation(s.config.From, g)
		} else {
			s.run.From, s.run.Parent, err = roster.Ancestor(s.config.From, g, s.run.Config.Network)
		}
		if err != nil {
			return err
		}
	}
	if s.folder.Head() == "" {
		s.run.Lessons, s.show.lessons = s.study()
	}
	return s.run.Open()
}

// lossesOf names what progress shows of an iteration's losses: of a run by alpha-beta the
// cross entropy of held-out positions, before it and after.
func lossesOf(c configs.Run) [2]string {
	if c.ByAlphaBeta() {
		return [2]string{"before", "after"}
	}
	return [2]string{"policy", "value"}
}

// expected is the forecast of a run that has not begun. Until it has seen one it
// takes the games of an evaluation for as long as those of self-play, for each
// simulation: one side of them searches.
func expected(c configs.Run) forecast {
	f := forecast{iterations: c.Train.Iterations, every: c.Evaluation.Every}
	if e := c.Evaluation; e.Watch == "" || e.Games == 0 {
		f.every = 0
	} else {
		f.last = float64(e.FinalGames*len(opponents(c))) / float64(e.Games)
		f.guess = float64(e.Games*e.Simulations) / float64(max(1, c.SelfPlay.Games*c.Search.Simulations))
	}
	return f
}

// Train says what is trained, trains to the end of the run and measures what came of
// it. A stop before is an exit.Stopped; where its time is over it ends with exit.ErrPaused.
func (s *Session) Train(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, s.folder.Close()) }()
	trained := false
	if s.fleet != nil { // workers play the matches at the end, too
		defer func() { err = errors.Join(err, s.noteForged(), s.fleet.Close(trained)) }()
	}
	fmt.Fprintln(s.view.Out, s.about())
	if err = s.foretell(ctx); err == nil {
		s.run.Pause = s.show.pausing(time.Now())
		err = s.run.Loop(ctx)
	}
	trained = err == nil
	paused := errors.Is(err, train.ErrPaused)
	if paused {
		s.sayPaused()
		err = nil
	}
	err = errors.Join(err, s.show.curves.close())
	if err != nil {
		if ctx.Err() != nil {
			return exit.Stopped{Hint: s.howToGoOn()}
		}
		if diverged := new(train.Diverged); errors.As(err, &diverged) {
			return fmt.Errorf("%w, %s", diverged, s.howToBeginAgain())
		}
		return fmt.Errorf("%w; %s", err, s.howToGoOn())
	}
	if paused {
		return exit.ErrPaused
	}
	return s.conclude(ctx)
}

// sayPaused says how far the run has come when its time is over, and what to do with it.
func (s *Session) sayPaused() {
	program := cmp.Or(s.view.Program, "ludens")
	fmt.Fprintf(s.view.Out, "\nThe time is over; %d of %d iterations are saved in %s.\n\ngo on:   %s resume %s\nplay it: %s play %s --agent %s\n",
		s.folder.Iteration(), s.config.Train.Iterations, s.folder.Dir, program, s.folder.Dir, program, s.config.Game, s.player())
}

// about says what is trained, with what, and where, two lines or three.
func (s *Session) about() string {
	spec, columns := s.run.Game.Spec(), tui.Width(s.view.Out)
	return prose.Words(fmt.Sprintf("%s: %s, %d x %d board, %d actions",
		spec.Name, strings.Join(spec.Roles[:], " against "), spec.Shape[1], spec.Shape[2], spec.Actions), columns, "  ") +
		strings.TrimSuffix(prose.Words(fmt.Sprintf("%s; %s; folder %s", s.learns(), s.config.Memory(s.run.Workers), s.folder.Dir), columns, "  "), "\n")
}

// learns says what the run trains, and by what games.
func (s *Session) learns() string {
	if f := s.run.Features(); f != nil {
		return fmt.Sprintf("evaluation of %d features; self-play by alpha-beta with %d positions per move", f.Count(), s.config.AlphaBeta.Nodes)
	}
	network, precision := s.config.Network, "FP32"
	switch {
	case selfplay.OnDevice():
		precision = "the device's precision"
	case s.config.SelfPlay.Precision == selfplay.Int8:
		precision = "int8"
	}
	return fmt.Sprintf("network %dx%d, %d parameters; self-play in %s; kernels %s", network.Channels, network.Blocks, s.run.Config.Network.Params(), precision, selfplay.Kernels())
}

func (s *Session) howToGoOn() string {
	line := fmt.Sprintf("%d of %d iterations are saved; go on with: ludens resume %s",
		s.folder.Iteration(), s.config.Train.Iterations, s.folder.Dir)
	if selfplay.OnDevice() {
		line += ", with --device as before, or without it by the kernels " + nn.Path()
	}
	return line
}

// howToBeginAgain says what is left of a run that diverged: to go on with it would
// diverge again.
func (s *Session) howToBeginAgain() string {
	if s.folder.Head() == "" {
		return "and train again in another folder: no checkpoint was saved"
	}
	last := s.folder.Path(s.folder.Iteration())
	return fmt.Sprintf("and train again in another folder, from the last good checkpoint: --from %s", last)
}

// conclude says how the trained network does against the baselines, and what to
// do with it. It is measured once, and noted in the metrics. Its games can be
// played again at any time, so a stop here loses nothing.
func (s *Session) conclude(ctx context.Context) (err error) {
	fmt.Fprintf(s.view.Out, "\ncheckpoint %s\nsha256     %s\n\n", s.folder.Path(s.folder.Iteration()), s.folder.Head())
	var standings []arena.Standing
	if final := s.folder.Final(); final != nil {
		standings = final.Standings
	} else {
		standings, err = s.measure(ctx)
	}
	report.Standings(s.view.Out, s.run.Game.Spec().Roles, standings, tui.Width(s.view.Out))
	if ctx.Err() != nil {
		return exit.Stopped{Hint: fmt.Sprintf("the training is complete; measure it with: ludens eval %s %s", s.config.Game, s.player())}
	}
	if err == nil {
		fmt.Fprintf(s.view.Out, "\nplay it: %s play %s --agent %s\n", cmp.Or(s.view.Program, "ludens"), s.config.Game, s.player())
	}
	return err
}

// player names the agent that plays with what the run has learned.
func (s *Session) player() string {
	e := s.config.Evaluation
	if s.config.ByAlphaBeta() {
		return agent.Spec{Source: agent.Source{Kind: "alphabeta", Eval: s.folder.Dir}, Budget: e.Depth}.String()
	}
	return fmt.Sprintf("%s@%d", s.folder.Dir, e.Simulations)
}

// opponents are whom what was trained meets at the end: the baselines and, beside
// them, the same network before its first step.
func opponents(c configs.Run) []string {
	e := c.Evaluation
	untrained := agent.Spec{Source: agent.Source{Kind: "untrained"}, Budget: e.Simulations}.String()
	if c.ByAlphaBeta() || len(e.Baselines) == 0 || slices.Contains(e.Baselines, untrained) {
		return e.Baselines
	}
	return append(slices.Clone(e.Baselines), untrained)
}

// measure plays what was trained against the baselines, and notes what came of
// it once all games are played.
func (s *Session) measure(ctx context.Context) ([]arena.Standing, error) {
	e, learned := s.config.Evaluation, s.run.Learned()
	me, l, err := roster.AtRun(s.run.Game, &learned, s.config)
	if err != nil {
		return nil, err
	}
	matches := study.Evaluation{
		Game: s.run.Game, Baselines: opponents(s.config), Games: e.FinalGames, Opening: e.OpeningPlies, Seed: s.config.Seed, Workers: s.run.Workers,
		Enter:  func(text string) (agent.Entrant, error) { return agent.Parse(text, l.Load) },
		Played: s.view.Played,
	}
	if s.fleet != nil {
		me, matches.Enter, matches.Elsewhere = s.shared(s.folder.Path(s.folder.Iteration()), me, matches.Enter, &s.matches)
	}
	standings, err := matches.Play(ctx, me)
	if s.fleet != nil {
		fmt.Fprintln(s.view.Out, "games of the matches at the end")
		printShare(s.view.Out, s.matches)
		fmt.Fprintln(s.view.Out)
	}
	if err != nil {
		return standings, err
	}
	return standings, s.folder.Conclude(standings)
}

// judge measures what was learned against the run's watch.
func (s *Session) judge(ctx context.Context, learned *train.Checkpoint, iterations int) ([]arena.Standing, error) {
	e := s.config.Evaluation
	if e.Watch == "" {
		return nil, nil
	}
	began := time.Now()
	defer func() { s.show.judged = time.Since(began) }()
	st, err := s.meet(ctx, learned, iterations)
	return []arena.Standing{st}, err
}

// meet plays the match during training against the run's watch, with others if they may play.
func (s *Session) meet(ctx context.Context, learned *train.Checkpoint, iterations int) (st arena.Standing, err error) {
	e := s.config.Evaluation
	me, l, err := roster.AtRun(s.run.Game, learned, s.config)
	if err != nil {
		return st, err
	}
	enter := func(text string) (agent.Entrant, error) { return agent.Parse(text, l.Load) }
	cfg := arena.Config{Pairs: e.Games, OpeningPlies: e.OpeningPlies, Workers: s.run.Workers}
	if s.fleet != nil {
		path, err := s.draft(learned, iterations)
		if err != nil {
			return st, err
		}
		defer os.Remove(path) // a draft that stays is nothing that a run looks at
		me, enter, cfg.Elsewhere = s.shared(path, me, enter, &s.watches)
	}
	them, err := enter(e.Watch)
	if err != nil {
		return st, err
	}
	played, err := arena.Match(ctx, s.run.Game, me, them, cfg, seed.New(s.config.Seed).At("judge", iterations), nil)
	return arena.Count(e.Watch, played), err
}
