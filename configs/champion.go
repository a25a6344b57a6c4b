package configs

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed champions
var champions embed.FS

// Champion returns the checkpoint that comes with the program for a game, if
// there is one.
func Champion(game string) ([]byte, bool) {
	b, err := champions.ReadFile("champions/" + game + ".ckpt")
	return b, err == nil
}

// Champions returns the games that have one, in order.
func Champions() (games []string) {
	files, _ := fs.Glob(champions, "champions/*.ckpt")
	for _, f := range files {
		games = append(games, strings.TrimSuffix(strings.TrimPrefix(f, "champions/"), ".ckpt"))
	}
	slices.Sort(games)
	return games
}
