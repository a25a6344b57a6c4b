package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"ludens/internal/disk"
	"ludens/internal/web"
)

// crewName is the file that says who played the games of the last iteration of a run whose
// games are shared. Nothing follows from it: it is for people, and verify passes it over.
const (
	crewName = "workers.json"
	mostCrew = 1 << 20
)

// KeepCrew notes who played the games of an iteration, in place of the one before.
func (f *Folder) KeepCrew(c web.Crew) error {
	return disk.Write(filepath.Join(f.Dir, crewName), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(c)
	})
}

// crew returns who played the games of the last iteration; nil if only this process played.
func (r shown) crew() (*web.Crew, error) {
	text, err := disk.ReadFile(filepath.Join(r.Dir, crewName), mostCrew)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var c web.Crew
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", crewName, err)
	}
	return &c, nil
}
