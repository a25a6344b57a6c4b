package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"ludens/agent"
	runs "ludens/internal/run"
)

// run is a run that is done: a line of runs.jsonl.
type run struct {
	Name   string  `json:"name"` // of its arm, seed and settings
	Arm    string  `json:"arm"`
	Seed   int     `json:"seed"`
	Points []point `json:"points"`
}

// point is an examined checkpoint.
type point struct {
	Iteration   int       `json:"iteration"`
	Evaluations int       `json:"evaluations"` // of self-play until then
	Marks       []float64 `json:"marks"`       // one an exam
}

func runsFile(dir string) string { return filepath.Join(dir, "runs.jsonl") }

// readRuns returns the runs that are done.
func readRuns(dir string) (done []run, err error) {
	text, err := os.ReadFile(runsFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var r run
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", runsFile(dir), err)
		}
		done = append(done, r)
	}
	return done, lines.Err()
}

// worker makes the runs of a study by the program itself.
type worker struct {
	ludens, dir string
	study       study
}

// all makes the runs that are not done yet, all arms from one seed before the next.
func (w worker) all(ctx context.Context, seeds int, done []run) ([]run, error) {
	have := map[string]bool{}
	for _, r := range done {
		have[r.Name] = true
	}
	for seed := 1; seed <= seeds; seed++ {
		for _, a := range w.study.Arms {
			if have[w.study.name(a, seed)] {
				continue
			}
			r, err := w.make(ctx, a, seed)
			if err != nil {
				return done, fmt.Errorf("arm %s, seed %d: %w", a.Name, seed, err)
			}
			done = append(done, r)
			if err := w.note(r); err != nil {
				return done, err
			}
		}
	}
	return done, nil
}

// note writes a run down. Its folder is not needed any more.
func (w worker) note(r run) error {
	f, err := os.OpenFile(runsFile(w.dir), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := errors.Join(json.NewEncoder(f).Encode(r), f.Close()); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(w.dir, r.Name))
}

// make trains, or goes on training, and has the checkpoints examined.
func (w worker) make(ctx context.Context, a arm, seed int) (run, error) {
	r := run{Name: w.study.name(a, seed), Arm: a.Name, Seed: seed}
	dir := filepath.Join(w.dir, r.Name)
	order := []string{"resume", dir}
	if !runs.Holds(dir) {
		order = []string{"train", w.study.Game, "--run", dir}
		for _, s := range w.study.settings(a, seed) {
			order = append(order, "--set", s)
		}
	}
	if _, err := w.do(ctx, append(order, "--workers", "1")...); err != nil {
		return r, err
	}
	var err error
	if r.Points, err = evaluations(dir, w.study.Every); err != nil {
		return r, err
	}
	for i := range r.Points {
		if err := w.examine(ctx, dir, &r.Points[i]); err != nil {
			return r, err
		}
	}
	return r, nil
}

// evaluations reads after which iterations there is a checkpoint, and how many
// evaluations it took until then.
func evaluations(dir string, every int) (points []point, err error) {
	r, err := runs.Look(dir)
	if err != nil {
		return nil, err
	}
	all, err := r.Metrics()
	if err != nil {
		return nil, err
	}
	sum := 0
	for _, it := range all {
		sum += it.Games.Evaluations
		if it.At.Iteration%every == 0 {
			points = append(points, point{Iteration: it.At.Iteration, Evaluations: sum})
		}
	}
	return points, nil
}

// examine marks a checkpoint in every exam.
func (w worker) examine(ctx context.Context, dir string, p *point) error {
	for _, e := range w.study.Exams {
		file := filepath.Join(dir, "checkpoints", fmt.Sprintf("%06d.ckpt", p.Iteration))
		who := agent.Spec{Source: agent.Source{Kind: "ckpt", Path: file}, Budget: e.Simulations}
		text, err := w.do(ctx, "eval", w.study.Game, who.String(),
			"--truth", "--positions", fmt.Sprint(w.study.Positions), "--workers", "1", "--json")
		if err != nil {
			return err
		}
		var marks struct {
			Kept struct{ Decisive struct{ Share float64 } }
		}
		if err := json.Unmarshal(text, &marks); err != nil {
			return err
		}
		p.Marks = append(p.Marks, marks.Kept.Decisive.Share)
	}
	return nil
}

// do runs the program, and returns what it printed.
func (w worker) do(ctx context.Context, order ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, w.ludens, order...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	var said bytes.Buffer
	c.Stderr = &said
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("ludens %s: %w: %s", order[0], err, bytes.TrimSpace(said.Bytes()))
	}
	return text, nil
}
