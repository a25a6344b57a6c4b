package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/session"
	"ludens/internal/tui"
	"ludens/internal/wrap"
)

// ofPreset before a preset's name, in a configuration's from, asks for a run of that
// preset to be trained first.
const ofPreset = "preset:"

// stages trains the runs that others begin with.
type stages struct {
	workers int
	out     io.Writer
	train   func(dir string, work func(context.Context) error) error
}

// before trains the run that cfg is to begin with, if its from names a preset: in the
// folder beside dir that ends in -first, where it goes on if it was stopped. cfg then
// begins with that run.
func (t stages) before(cfg *configs.Run, dir string) error {
	preset, ok := strings.CutPrefix(cfg.From, ofPreset)
	if !ok {
		return nil
	}
	if runs.Holds(dir) {
		return session.Taken(dir)
	}
	layer, err := configs.Preset(preset)
	if err != nil {
		return fmt.Errorf("from = %q: %w", cfg.From, err)
	}
	seed, err := configs.Set([]string{fmt.Sprintf("seed=%d", cfg.Seed)})
	if err != nil {
		return err
	}
	first, err := configs.Load(append([]configs.Layer{layer}, seed...)...)
	if err != nil {
		return err
	}
	folder := dir + "-first"
	if err := t.finish(first, folder, preset); err != nil {
		return err
	}
	cfg.From = folder
	return roster.Adopt(cfg)
}

// finish trains the run in a folder to its end.
func (t stages) finish(cfg configs.Run, dir, preset string) error {
	if r, err := runs.Look(dir); err == nil && r.Final() != nil {
		return nil
	}
	fmt.Fprint(t.out, wrap.Words(fmt.Sprintf("first a run of the preset %s, in %s; this one begins with its network", preset, dir), tui.Width(t.out), "  "))
	err := t.before(&cfg, dir) // it may begin with another itself
	if err != nil {
		return err
	}
	var s *session.Session
	if runs.Holds(dir) {
		s, err = session.Resume(dir, session.Going{}, t.workers, session.Machines{}, view(t.out))
	} else {
		s, err = session.Begin(cfg, dir, runs.Create, t.workers, session.Machines{}, view(t.out))
	}
	if err == nil {
		err = t.train(dir, s.Train)
	}
	if stopped := (session.Stopped{}); errors.As(err, &stopped) {
		return session.Stopped{Hint: "that was the first of two runs; the same command goes on with it"}
	}
	return err
}

// stagesOf returns what trains runs that others begin with, shown as page shows them.
func stagesOf(c *cobra.Command, page *beside, workers int) stages {
	return stages{workers, c.OutOrStdout(), func(dir string, work func(context.Context) error) error {
		return page.train(c.Context(), c.OutOrStdout(), dir, work)
	}}
}
