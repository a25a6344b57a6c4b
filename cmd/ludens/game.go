package main

import (
	"fmt"
	"regexp"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/variant"
	"ludens/internal/bounded"
)

// gamePath is an argument that names a game by its file, with settings behind it or
// without: "my-halma.toml:cap=100".
var gamePath = regexp.MustCompile(`^(.*\.toml)(:.*)?$`)

// gameName returns the name of the game of an argument, and has read its file if it is
// one.
func gameName(arg string) (string, error) {
	path := gamePath.FindStringSubmatch(arg)
	if path == nil {
		return arg, nil
	}
	text, err := bounded.ReadFile(path[1], variant.MaxText)
	if err != nil {
		return "", fmt.Errorf("the file of a game: %w", err)
	}
	name, err := games.Learn(path[1], string(text))
	return name + path[2], err
}

// makeGame makes the game of an argument: a name, or a file.
func makeGame(arg string) (env.Game, error) {
	name, err := gameName(arg)
	if err != nil {
		return nil, err
	}
	return games.Make(name)
}
