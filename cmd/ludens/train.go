package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/env/games"
	"ludens/internal/bounded"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/session"
	"ludens/internal/tui"
)

func newTrain() *cobra.Command {
	var from configSource
	var dir string
	var workers int
	var page beside
	var many machines
	var curves string
	c := &cobra.Command{
		Use:   "train GAME",
		Short: "Learn a game from nothing by self-play",
		Long: `Train plays a game against itself, learns from its own games, and saves a
checkpoint after every iteration. Stop it at any time with Ctrl-C (or pull the
plug): ludens resume goes on where it stood, with the same outcome.

With --games it learns from recorded games before its first iteration: the moves
that were played, and who won. The file may be PGN or records, one or many, records as
lines of JSON (.jsonl), messages (.pb), or the folder of a match. Its SHA-256 stands in
the run's configuration, [pretrain]; once the run has its first checkpoint, of
iteration 0, the file is needed no more.`,
		Example: `  ludens train celta                               the preset, in runs/celta
  ludens train celta --serve                       and watch it in a browser
  ludens train celta --rehearse                    the whole loop in seconds, to see that it works
  ludens train celta:first=attackers --run runs/a  a rule option, a folder of your own
  ludens train celta --set search.simulations=64 --set train.iterations=80
  ludens train cuervo --from runs/celta            begin with a network that knows a sister game
  ludens train cetran2 --games club.pgn            learn from these games first, then by itself
  ludens train celta --tensorboard logs/celta      and write curves for tensorboard --logdir logs
  ludens train cetro:cap=480 --preset cetro-arrival  two runs, the second from the first
  ludens train celta --listen :4222                and have other machines play, too (see ludens work)
  ludens train --config mine.toml                  a configuration of your own (see ludens config)`,
		Args: arguments(0, 1, "train GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := from.load(args)
			if err != nil {
				return err
			}
			if workers, err = hands(workers); err != nil {
				return err
			}
			if dir == "" {
				dir = filepath.Join("runs", games.FileName(cfg.Game))
				if from.rehearse {
					dir += "-rehearsal"
				}
			}
			if err := many.check(); err != nil {
				return err
			}
			if err := page.listen(); err != nil {
				return err
			}
			defer page.close()
			if err := session.Study(&cfg); err != nil {
				return err
			}
			train := func(dir string, work func(context.Context) error) error {
				return page.train(c.Context(), c.OutOrStdout(), dir, work)
			}
			if err := (session.Stages{Workers: workers, View: view(c.OutOrStdout()), Train: train}).Before(&cfg, dir); err != nil {
				return err
			}
			if err := session.Fits(cfg, workers, from.layers...); err != nil {
				return err
			}
			create := runs.Create
			if from.rehearse {
				create = runs.Rehearse
			}
			v := view(c.OutOrStdout())
			v.Curves = curves
			s, err := session.Begin(cfg, dir, create, workers, many.asked(), v)
			if err != nil {
				return err
			}
			return train(dir, s.Train)
		},
	}
	from.flags(c)
	page.flags(c)
	many.flags(c)
	c.Flags().StringVar(&curves, "tensorboard", "", "write the run's curves into this folder, for TensorBoard")
	c.Flags().StringVar(&dir, "run", "", "folder of the run (default runs/GAME)")
	c.Flags().IntVar(&workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}

// view is how a run of training is seen at this terminal.
func view(out io.Writer) session.View {
	bars := tui.Terminal(os.Stderr)
	return session.View{Out: out, Errs: os.Stderr, Bars: bars, Played: showing(bars), Program: caller(called)}
}

// configSource is where a verb's configuration comes from.
type configSource struct {
	preset, file string
	from         string
	games        string
	set          []string
	rehearse     bool

	layers []configs.Layer // once they are loaded
}

func (f *configSource) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.preset, "preset", "", "start from this preset instead of the game's own: "+strings.Join(configs.Presets(), ", "))
	c.Flags().StringVar(&f.file, "config", "", "TOML file whose values override the preset's")
	c.Flags().StringVar(&f.from, "from", "", "begin with the network of a checkpoint, a run, champion:GAME, or of a run of preset:NAME that is trained first (default: a new one)")
	c.Flags().StringVar(&f.games, "games", "", "learn from the recorded games of this file, or of the folder of a match, before the first iteration")
	c.Flags().StringArrayVar(&f.set, "set", nil, "override one value, as in --set search.simulations=64 (may be repeated)")
	c.Flags().BoolVar(&f.rehearse, "rehearse", false, "shrink every number and run the whole loop in seconds")
}

// load puts the layers together: preset, file, the game on the command line, --set.
func (f *configSource) load(args []string) (configs.Run, error) {
	var layers []configs.Layer
	var file configs.Layer
	if f.file != "" {
		text, err := bounded.ReadFile(f.file, configs.MaxText)
		if err != nil {
			return configs.Run{}, err
		}
		file = configs.Layer{Name: f.file, Text: string(text)}
	}
	game := configs.GameOf(file)
	if len(args) == 1 {
		game = args[0]
	}
	game, err := roster.GameName(game)
	if err != nil {
		return configs.Run{}, err
	}
	if len(args) == 1 {
		if _, err := games.Make(game); err != nil {
			return configs.Run{}, err
		}
	}
	if game == "" && f.preset == "" {
		return configs.Run{}, usage{errors.New("which game? want: ludens train GAME; `ludens games` lists them")}
	}
	preset, err := f.presetLayer(game)
	if err != nil {
		return configs.Run{}, err
	}
	layers = append(layers, preset, file)
	if game != "" {
		layers = append(layers, configs.Argument("the command line", "game", game))
	}
	if text := games.Text(game); text != "" {
		layers = append(layers, configs.Argument("the file of "+game, "variant", text))
	}
	if f.from != "" {
		layers = append(layers, configs.Argument("--from", "from", f.from))
	}
	if f.games != "" {
		layers = append(layers, configs.Argument("--games", "pretrain.games", f.games))
	}
	set, err := configs.Set(f.set)
	if err != nil {
		return configs.Run{}, usage{err}
	}
	f.layers = append(layers, set...)
	cfg, err := configs.Load(f.layers...)
	staged := strings.HasPrefix(cfg.From, session.OfPreset)
	if err == nil && f.rehearse {
		if cfg = cfg.Rehearsal(); staged {
			cfg.From = ""
		}
	}
	if err == nil && cfg.From != "" && !staged {
		err = roster.Adopt(&cfg)
	}
	return cfg, err
}

func (f *configSource) presetLayer(game string) (configs.Layer, error) {
	if f.preset != "" {
		return configs.Preset(f.preset)
	}
	return configs.PresetFor(game)
}
