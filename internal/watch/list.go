package watch

import (
	"path/filepath"
	"slices"

	runs "ludens/internal/run"
)

// Listed is a run in a list: where it lies, and how it stands.
type Listed struct {
	Dir string
	runs.Status
}

// List returns the runs in some folders, nil: those in runs/, the newest first. What
// holds no run is left out.
func List(dirs []string) (all []Listed) {
	if dirs == nil {
		dirs, _ = filepath.Glob(filepath.Join("runs", "*")) // the pattern is a good one
	}
	for _, dir := range dirs {
		if runs.Holds(dir) {
			all = append(all, Listed{dir, runs.StatusOf(dir)})
		}
	}
	slices.SortStableFunc(all, func(a, b Listed) int { return b.Changed.Compare(a.Changed) })
	return all
}
