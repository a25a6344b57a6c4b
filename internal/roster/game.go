package roster

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/variant"
	"ludens/internal/bounded"
	runs "ludens/internal/run"
)

// gamePath is what names a game by its file, with settings behind it or without:
// "my-halma.toml:cap=100".
var gamePath = regexp.MustCompile(`^(.*\.toml)(:.*)?$`)

// IsGameFile reports whether a word names a game by its file.
func IsGameFile(typed string) bool { return gamePath.MatchString(typed) }

// GameFile reads the file of a game and returns its name.
func GameFile(path string) (string, error) {
	if !IsGameFile(path) {
		return "", fmt.Errorf("%.80q is no file of a game: want FILE.toml", path)
	}
	return GameName(path)
}

// GameName returns the name of the game that was typed, and has read its file if
// it is one.
func GameName(typed string) (string, error) {
	path := gamePath.FindStringSubmatch(typed)
	if path == nil {
		recall(typed)
		return typed, nil
	}
	text, err := bounded.ReadFile(path[1], variant.MaxText)
	if err != nil {
		return "", fmt.Errorf("the file of a game: %w", err)
	}
	name, err := games.Read(path[1], string(text))
	return name + path[2], err
}

// Game makes the game that was typed: a name, or a file.
func Game(typed string) (env.Game, error) {
	name, err := GameName(typed)
	if err != nil {
		return nil, err
	}
	return games.Make(name)
}

// recall looks for a game without a named file among those of the runs here.
func recall(game string) {
	name, _, _ := strings.Cut(game, ":")
	if _, ok := games.Find(name); ok || games.IsSpace(game) {
		return
	}
	dirs, _ := filepath.Glob(filepath.Join("runs", "*"))
	for _, dir := range dirs {
		if r, err := runs.Look(dir); err == nil {
			r.Config() // which reads the file of its game
		}
		if _, ok := games.Find(name); ok {
			return
		}
	}
}
