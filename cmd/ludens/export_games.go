package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/atomicfile"
	"ludens/internal/dataset"
	"ludens/internal/report"
	runs "ludens/internal/run"
	"ludens/internal/tensorboard"
	"ludens/internal/watch"
	"ludens/selfplay"
)

// writeGames writes the games of a run.
func (e *exporter) writeGames(ctx context.Context, out io.Writer, dir, format string) error {
	r, err := runs.Look(dir)
	if err != nil {
		return err
	}
	cfg, err := r.Config()
	if err != nil {
		return err
	}
	g, err := games.Make(cfg.Game)
	if err != nil {
		return err
	}
	n, err := dataset.Write(e.file, format, g, func(visit func(int, *selfplay.Record) error) error {
		return r.EachGame(g, func(iteration int, p *selfplay.Record) error {
			return cmp.Or(ctx.Err(), visit(iteration, p))
		})
	})
	if none := (record.NotationError{}); errors.As(err, &none) {
		return usage{fmt.Errorf("export: %w: want another format, as jsonl", err)}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s games of %s, %s positions\n", e.file, report.Grouped(n.Games), g.Spec().Name, report.Grouped(n.Positions))
	return err
}

// writeCurves writes the curves of a run for TensorBoard.
func (e *exporter) writeCurves(out io.Writer, dir string) error {
	if e.games || e.to != "" || e.file != "" {
		return usage{errors.New("export: --tensorboard writes a folder and nothing else: leave --games, --to and -o out")}
	}
	r, err := runs.Look(dir)
	if err != nil {
		return err
	}
	all, err := r.Metrics()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no iteration is finished yet", dir)
	}
	if err := os.MkdirAll(e.curves, 0o755); err != nil {
		return err
	}
	path := filepath.Join(e.curves, tensorboard.FileName(all[0].At.Iteration))
	err = atomicfile.Write(path, func(w io.Writer) error {
		to, err := tensorboard.NewWriter(w, watch.WallTime(all[0]))
		for _, m := range all {
			if err == nil {
				err = watch.WriteScalars(to, m)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s; look at them with: tensorboard --logdir %s\n", path, report.Count(len(all), "iteration"), e.curves)
	return err
}
