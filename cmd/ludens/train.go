package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"ludens/internal/fleet"
	"ludens/internal/session"
)

// training is what the flags say of a run to begin.
type training struct {
	from    configSource
	dir     string // "": the usual one
	workers int
	minutes session.Minutes
	page    session.Page
	many    machines
	curves  string
	stays   bool // the page, when the run is done
}

func newTrain() *cobra.Command {
	var t training
	c := &cobra.Command{
		Use:   "train GAME",
		Short: "Learn a game from nothing by self-play",
		Long: `Train plays a game against itself, learns from its own games, and saves a
checkpoint after every iteration. Stop it at any time with Ctrl-C (or pull the
plug): ludens resume goes on where it stood, with the same outcome.

With --preset alphabeta it trains no network, but an evaluation for alpha-beta, from
nothing, in minutes: integer weights of features that follow from the rules, fitted by
logistic regression to games of alpha-beta against itself. Each iteration plays with the
evaluation of the one before. Agents use it as alphabeta:8+eval=FOLDER, or
+eval=FOLDER@2 for that of an iteration.

With --games it learns from recorded games before its first iteration: the moves
that were played, and who won. The file may be PGN or records, one or many, records as
lines of JSON (.jsonl), messages (.pb), or the folder of a match. Its SHA-256 stands in
the run's configuration, [pretrain]; once the run has its first checkpoint, of
iteration 0, the file is needed no more. With the configuration's
[pretrain.alphabeta], as in the preset of celta, it learns from games that alpha-beta
plays for it.`,
		Example: `  ludens train celta                               the preset, in runs/celta
  ludens train celta --serve                       and watch it in a browser
  ludens train mine.toml --minutes 10              as far as it comes; ludens resume goes on
  ludens train celta --rehearse                    the whole loop in seconds, to see that it works
  ludens train celta:first=attackers --run runs/a  a rule option, a folder of your own
  ludens train celta --set search.simulations=64 --set train.iterations=80
  ludens train cuervo --from runs/celta            begin with a network that knows a sister game
  ludens train cetran2 --games club.pgn            learn from these games first, then by itself
  ludens train celta --tensorboard logs/celta      and write curves for tensorboard --logdir logs
  ludens train cetro:cap=480 --preset cetro-arrival  two runs, the second from the first
  ludens train cetran2 --preset alphabeta          an evaluation, in runs/cetran2-eval
  ludens train celta --preset alphabeta --set train.iterations=3
  ludens train celta --listen :4222                and have other machines play, too (see ludens work)
  ludens train --config mine.toml                  a configuration of your own (see ludens config)`,
		Args: arguments(0, 1, "train GAME"),
		RunE: t.run,
	}
	t.from.flags(c)
	besideFlag(c, &t.page)
	minutesFlag(c, &t.minutes)
	t.many.flags(c)
	c.Flags().StringVar(&t.curves, "tensorboard", "", "write the run's curves into this folder, for TensorBoard")
	c.Flags().StringVar(&t.dir, "run", "", "folder of the run (default runs/GAME, or runs/GAME-eval by alpha-beta)")
	c.Flags().IntVar(&t.workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}

// run begins a run and trains it to its end.
func (t *training) run(c *cobra.Command, args []string) error {
	until := t.minutes.Until()
	cfg, err := t.from.load(args)
	if err != nil {
		return err
	}
	if t.workers, err = hands(t.workers); err != nil {
		return err
	}
	if t.dir == "" {
		t.dir = session.FolderOf(cfg, t.from.Rehearse)
	}
	if err := t.many.check(); err != nil {
		return err
	}
	if err := t.page.Listen(); err != nil {
		return err
	}
	defer t.page.Close()
	train := func(dir string, work func(context.Context) error) error {
		if t.stays {
			work = t.page.Staying(c.OutOrStdout(), cfg.Game, dir, work)
		}
		return t.page.Beside(c.Context(), c.OutOrStdout(), dir, work)
	}
	v := view(c.OutOrStdout())
	v.Curves = t.curves
	return session.Launch{
		Dir: t.dir, Layers: t.from.Layers, Rehearse: t.from.Rehearse, Workers: t.workers, Until: until, Machines: t.many.asked(), View: v, Work: train,
	}.Train(cfg)
}

func newDemo() *cobra.Command {
	t := training{from: configSource{Source: session.Source{Preset: "demo"}}, many: machines{audit: fleet.DefaultAudit}, stays: true}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Watch a small game being learned, then play against what was learned",
		Long: `Demo prints the address of a page and trains a small network from nothing. After every
iteration it plays 80 games against itself as it was before its first step: the page
draws the score with its 95 % interval. When the training is done, it is your move.
It is an ordinary run in runs/demo (or runs/demo-2): ludens train --preset demo --serve.`,
		Example: "  ludens demo\n  ludens demo --set train.learning_rate=1e-7      nothing is learned: the curve stays where it is",
		Args:    arguments(0, 0, "demo"),
		RunE: func(c *cobra.Command, args []string) error {
			t.dir = session.Vacant(filepath.Join("runs", "demo"))
			return t.run(c, args)
		},
	}
	c.Flags().StringVar(&t.page.Addr, "addr", "127.0.0.1:0", "address of the page; port 0 takes any that is free")
	c.Flags().StringArrayVar(&t.from.set, "set", nil, "override one value of the preset (may be repeated)")
	return c
}
