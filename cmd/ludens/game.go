package main

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

// gamePath is an argument that names a game by its file, with settings behind it or
// without: "my-halma.toml:cap=100".
var gamePath = regexp.MustCompile(`^(.*\.toml)(:.*)?$`)

// gameName returns the name of the game of an argument, and has read its file if it is
// one.
func gameName(arg string) (string, error) {
	path := gamePath.FindStringSubmatch(arg)
	if path == nil {
		remember(arg)
		return arg, nil
	}
	text, err := bounded.ReadFile(path[1], variant.MaxText)
	if err != nil {
		return "", fmt.Errorf("the file of a game: %w", err)
	}
	name, err := games.Learn(path[1], string(text))
	return name + path[2], err
}

// gameFile reads the file of a game and returns its name.
func gameFile(path string) (string, error) {
	if gamePath.FindStringSubmatch(path) == nil {
		return "", fmt.Errorf("%.80q is no file of a game: want FILE.toml", path)
	}
	return gameName(path)
}

// remember looks for a game that nobody has told of among those that the runs here
// have learnt.
func remember(game string) {
	name, _, _ := strings.Cut(game, ":")
	if _, ok := games.Find(name); ok || games.IsSpace(game) {
		return
	}
	dirs, _ := filepath.Glob(filepath.Join("runs", "*"))
	for _, dir := range dirs {
		if r, err := runs.Look(dir); err == nil {
			r.Config() // which learns the file of its game
		}
		if _, ok := games.Find(name); ok {
			return
		}
	}
}

// makeGame makes the game of an argument: a name, or a file.
func makeGame(arg string) (env.Game, error) {
	name, err := gameName(arg)
	if err != nil {
		return nil, err
	}
	return games.Make(name)
}
