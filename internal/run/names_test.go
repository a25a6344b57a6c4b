package run

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The names of an iteration's files say which it is, and no other name does.
func TestIterationOf(t *testing.T) {
	for _, n := range []int{0, 1, 12, 999_999, 1_000_000, 123_456_789} {
		for _, name := range []string{checkpointName(n), gamesName(n)} {
			if got, ok := iterationOf(name); !ok || got != n {
				t.Errorf("%s: got %d, %v; want %d", name, got, ok, n)
			}
		}
	}
	for _, name := range []string{
		"", "checkpoints/", "000001.ckpt", "checkpoints/00001.ckpt", "checkpoints/0000001.ckpt", "checkpoints/000001.seg", "games/000001.ckpt",
		"checkpoints/best.ckpt", "checkpoints/-00001.ckpt", "checkpoints/000001.ckpt.bak", "x/checkpoints/000001.ckpt", "checkpoints/00000a.ckpt",
		"checkpoints/99999999999999999999.ckpt", "checkpoints/.000001.ckpt.7", "games/000001.seg\n", "checkpoints\\000001.ckpt",
	} {
		if n, ok := iterationOf(name); ok {
			t.Errorf("%q is taken for iteration %d", name, n)
		}
	}
	if checkpointName(7) != "checkpoints/000007.ckpt" || gamesName(1_234_567) != "games/1234567.seg" {
		t.Errorf("%s, %s", checkpointName(7), gamesName(1_234_567))
	}
}

// Iterations are in the order of their numbers, also where a name has a digit more;
// folders and strangers are none.
func TestIterations(t *testing.T) {
	dir := t.TempDir()
	if all, err := iterations(dir, checkpoints); err != nil || all != nil {
		t.Errorf("no folder: %v, %v", all, err)
	}
	for _, name := range []string{checkpointName(1_000_000), checkpointName(999_999), checkpointName(2), "checkpoints/best.ckpt", gamesName(3)} {
		if err := os.MkdirAll(filepath.Dir(at(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(at(dir, checkpointName(5)), 0o755); err != nil {
		t.Fatal(err)
	}
	all, err := iterations(dir, checkpoints)
	if want := []int{2, 999_999, 1_000_000}; err != nil || !slices.Equal(all, want) {
		t.Errorf("got %v, %v; want %v", all, err, want)
	}
	paths, err := Checkpoints(dir)
	if err != nil || len(paths) != 3 || paths[2] != at(dir, checkpointName(1_000_000)) {
		t.Errorf("%v, %v", paths, err)
	}
	for i, path := range paths {
		if got := Iteration(path); got != all[i] {
			t.Errorf("%s is of iteration %d, want %d", path, got, all[i])
		}
	}
	if got := Iteration("best.ckpt"); got != 0 {
		t.Errorf("best.ckpt is of iteration %d", got)
	}
}

func TestReadConfig(t *testing.T) {
	dir := t.TempDir()
	if _, err := readConfig(dir); !errors.Is(err, ErrNoRun) || !strings.HasSuffix(err.Error(), "holds no run: it has no config.toml") {
		t.Errorf("an empty folder: %v", err)
	}
	if Holds(dir) {
		t.Error("an empty folder holds no run")
	}
	path := at(dir, configName)
	if err := os.WriteFile(path, []byte("seed = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := readConfig(dir); err != nil || text != "seed = 1\n" || !Holds(dir) {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.WriteFile(path, make([]byte, maxConfig+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readConfig(dir); err == nil || errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), path) {
		t.Errorf("a configuration of more than %d bytes: %v", maxConfig, err)
	}
}

// A checkpoint of the largest network (docs/security.md) is a file that a run may have, and not
// much more is.
func TestTheLargestCheckpointFits(t *testing.T) {
	const header, tensors = 2 << 20, 1 << 30
	if maxFile < header+tensors || maxFile > 4*tensors {
		t.Errorf("files of a run have %d bytes at most, and a checkpoint may have %d", int64(maxFile), header+tensors)
	}
}
