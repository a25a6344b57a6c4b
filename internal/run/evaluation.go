package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/eval"
	"ludens/internal/disk"
	"ludens/train"
)

// checkpointEnding distinguishes a checkpoint from a file of weights alone.
const checkpointEnding = ".ckpt"

// FindEvaluation returns the file of the learned evaluation that a path names: the newest
// checkpoint of a run, that of an iteration, as in runs/celta-eval@3, or the file itself.
func FindEvaluation(path string) (string, error) {
	switch stat, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return ofIteration(path)
	case err != nil || !stat.IsDir():
		return path, err
	}
	file, err := newest(path)
	if errors.Is(err, errNoCheckpoint) {
		err = fmt.Errorf("%w: %s", err, howToLearn(path))
	}
	return file, err
}

// ofIteration returns the checkpoint that RUN@N names.
func ofIteration(path string) (string, error) {
	if i := strings.LastIndex(path, "@"); i > 0 && Holds(path[:i]) {
		if n, wrong := strconv.Atoi(path[i+1:]); wrong == nil && n > 0 {
			file := at(path[:i], checkpointName(n))
			if missing(file) {
				return "", fmt.Errorf("%s keeps no checkpoint of iteration %d", path[:i], n)
			}
			return file, nil
		}
	}
	return "", fmt.Errorf("no learned evaluation at %s (%w): %s", path, fs.ErrNotExist, howToLearn(path))
}

func howToLearn(dir string) string {
	return fmt.Sprintf("train one with: ludens train GAME --preset %s --run %s", train.AlphaBeta, dir)
}

// EvaluationText returns the learned evaluation that a path names (FindEvaluation) as the text
// of a file of weights, and the file that it is of.
func EvaluationText(path string) (text []byte, file string, err error) {
	if file, err = FindEvaluation(path); err != nil {
		return nil, "", err
	}
	if filepath.Ext(file) != checkpointEnding {
		text, err = disk.ReadFile(file, eval.MaxFile)
		return text, file, err
	}
	c, _, err := saved(file)
	if err != nil {
		return nil, "", err
	}
	if c.Evaluation == nil {
		return nil, "", fmt.Errorf("%s trained a network, it has no learned evaluation: play with ckpt:%s", path, path)
	}
	return c.Evaluation.Encode(), file, nil
}

// ReadEvaluation reads the learned evaluation of a game that a path names.
func ReadEvaluation(path string, g env.Game) (*eval.Weights, error) {
	text, file, err := EvaluationText(path)
	if err != nil {
		return nil, err
	}
	w, err := eval.Decode(text, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return w, nil
}

// networked returns an error that says how to play with a checkpoint without a network.
func networked(path string, c *train.Checkpoint) error {
	if err := c.Networked(); err != nil {
		return fmt.Errorf("%s %w: play with alphabeta:8+eval=%s", path, err, path)
	}
	return nil
}
