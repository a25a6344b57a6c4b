package exact

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ludens/env"
	"ludens/env/games"
)

// File returns where the table of a game is: at path, or in the user's cache if
// that is "".
func File(g env.Game, path string) (string, error) {
	if path != "" {
		return path, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("solve: %w: name the table's file", err)
	}
	return filepath.Join(cache, "ludens", "solves", games.FileName(strings.ReplaceAll(tableName(g), " ", "-"))+".solution"), nil
}

// tableName returns the name of the game whose positions a table of g holds.
func tableName(g env.Game) string {
	if pairing, ok := pairingOf(g); ok {
		return pairing.Bound().Spec().Name
	}
	return g.Spec().Name
}

// pairingOf returns how the positions of a game are pairs, if it is solved by
// them.
func pairingOf(g env.Game) (env.Pairing, bool) {
	p, ok := g.(env.Paired)
	if !ok {
		return nil, false
	}
	pairing, err := p.Pairing()
	return pairing, err == nil
}
