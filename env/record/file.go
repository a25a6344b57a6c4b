package record

import (
	"fmt"
	"io"
	"os"

	"ludens/env"
	"ludens/internal/atomicfile"
)

// Save writes a record into a file, whole or not at all.
func Save(path string, r Record) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, r) })
}

// Vacant returns an error if there is a file at path, which a new game would
// replace.
func Vacant(path string) error {
	if path == "" {
		return nil
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s exists: go on with it by --from %s, or name another file", path, path)
	}
	return nil
}

// Verdict says how a game stands: "won by attackers: the king is captured".
func Verdict(g env.Game, r Record) string {
	roles := g.Spec().Roles
	text := "unfinished"
	switch r.Result {
	case env.FirstWins:
		text = "won by " + roles[env.First]
	case env.SecondWins:
		text = "won by " + roles[env.Second]
	case env.Drawn:
		text = "drawn"
	}
	if r.Ending != "" {
		text += ": " + r.Ending
	}
	return text
}
