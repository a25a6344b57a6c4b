package run

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"ludens/internal/disk"
)

// The files of a run, as its ledger names them: with slashes, from its folder on.
const (
	configName  = "config.toml"
	ledgerName  = "ledger.jsonl"
	metricsName = "metrics.jsonl"
	checkpoints = "checkpoints"
	games       = "games"
)

func checkpointName(iteration int) string { return fmt.Sprintf("%s/%06d.ckpt", checkpoints, iteration) }

func gamesName(iteration int) string { return fmt.Sprintf("%s/%06d.seg", games, iteration) }

// numbered matches what the two functions above write.
var numbered = regexp.MustCompile(`^(?:checkpoints/(\d{6,})\.ckpt|games/(\d{6,})\.seg)$`)

// iterationOf reads the number in the name of a checkpoint or of games. Other
// files beside them, such as a best.ckpt, have none and are not the run's.
func iterationOf(name string) (iteration int, ok bool) {
	m := numbered.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1] + m[2])
	return n, err == nil && (name == checkpointName(n) || name == gamesName(n))
}

func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

// iterations returns which iterations have a file in a sub-folder of a run, in
// order.
func iterations(dir, sub string) (all []int, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, sub))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if n, ok := iterationOf(sub + "/" + e.Name()); ok && !e.IsDir() {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, err
}

// maxFile bounds a file of a run, bytes: a checkpoint of the largest network has half of it.
const maxFile = 2 << 30

// sha256Of returns the SHA-256 of a file of a run.
func sha256Of(path string) (string, error) { return disk.SHA256(path, maxFile) }

func sha256OfText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// maxConfig bounds a configuration, bytes: two hundred lines are 6,000.
const maxConfig = 1 << 20

// readConfig returns the text of a run's configuration.
func readConfig(dir string) (string, error) {
	text, err := disk.ReadFile(at(dir, configName), maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s %w: it has no %s", dir, ErrNoRun, configName)
	}
	return string(text), err
}
