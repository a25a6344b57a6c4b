package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"ludens/configs"
	"ludens/internal/exit"
	"ludens/internal/fleet"
	"ludens/internal/prose"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/tui"
)

// Launch is a new run of training and, before it, those that it begins with.
type Launch struct {
	Dir      string
	Layers   []configs.Layer // of its configuration, for errors
	Rehearse bool            // makes way for a rehearsal that Dir holds
	Workers  int
	Until    time.Time // when it pauses; zero: at its end
	Machines Machines
	View     View
	Work     func(dir string, work func(context.Context) error) error // does the work of the run in a folder
}

// Train trains the run of a configuration to its end.
func (l Launch) Train(cfg configs.Run) error {
	if err := checkLessons(&cfg); err != nil {
		return err
	}
	earlier := l
	earlier.View.Curves = "" // they are those of this run
	if err := earlier.before(&cfg, l.Dir); err != nil {
		return err
	}
	if err := fits(cfg, l.Workers, l.Layers...); err != nil {
		return err
	}
	create := runs.Create
	if l.Rehearse {
		create = runs.Rehearse
	}
	s, err := begin(cfg, l.Dir, create, l.Workers, l.Machines, l.View)
	if err != nil {
		return err
	}
	s.show.until = l.Until
	return l.Work(l.Dir, s.Train)
}

// ofPreset before a preset's name, in a configuration's from, asks for a run of that
// preset to be trained first.
const ofPreset = "preset:"

// before trains the run that cfg is to begin with, if its from names a preset: in the
// folder beside dir that ends in -first, where it goes on if it was stopped. cfg then
// begins with that run.
func (l Launch) before(cfg *configs.Run, dir string) error {
	preset, ok := strings.CutPrefix(cfg.From, ofPreset)
	if !ok {
		return nil
	}
	if runs.Holds(dir) {
		return taken(dir)
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
	if err := l.finish(first, folder, preset); err != nil {
		return err
	}
	cfg.From = folder
	return roster.Adopt(cfg)
}

const firstOfTwo = "that was the first of two runs; the same command goes on with it"

// finish trains the run in a folder to its end.
func (l Launch) finish(cfg configs.Run, dir, preset string) error {
	if r, err := runs.Look(dir); err == nil && r.Final() != nil {
		return nil
	}
	fmt.Fprint(l.View.Out, prose.Words(fmt.Sprintf("first a run of the preset %s, in %s; this one begins with its network", preset, dir), tui.Width(l.View.Out), "  "))
	err := l.before(&cfg, dir) // it may begin with another itself
	if err != nil {
		return err
	}
	var s *Session
	if runs.Holds(dir) {
		s, err = Resume(dir, Going{}, l.Workers, Machines{}, l.View)
	} else {
		s, err = begin(cfg, dir, runs.Create, l.Workers, Machines{}, l.View)
	}
	if err == nil {
		s.show.until = l.Until
		err = l.Work(dir, s.Train)
	}
	if errors.As(err, new(exit.Stopped)) {
		return exit.Stopped{Hint: firstOfTwo}
	}
	if errors.Is(err, exit.ErrPaused) {
		fmt.Fprintln(l.View.Out, firstOfTwo)
	}
	return err
}

// Sign verifies a run and signs it with the key of this machine's server, which lies in a
// folder and is made if there is none. It prints how others check the signature.
func Sign(out io.Writer, dir, folder string) error {
	if !runs.Holds(dir) {
		return fmt.Errorf("%s %w", dir, runs.ErrNoRun)
	}
	keys, made, err := fleet.OwnKeys(folder)
	if err != nil {
		return err
	}
	if made {
		fmt.Fprintf(out, "made a key in %s; runs with --listen want workers to be invited from now on\n", folder)
	}
	r, err := runs.Sign(dir, runtime.GOMAXPROCS(0), keys.Sign)
	if err == nil {
		fmt.Fprintf(out, "signed %s up to iteration %d\nOthers check it by: ludens verify %s --by %s\n", dir, r.Iteration, dir, keys.Name())
	}
	return err
}
