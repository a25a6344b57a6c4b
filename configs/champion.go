package configs

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"ludens/mcts"
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

// ChampionSearch returns the search that the champion of a game is best with, of
// which trained is what it was trained with (docs/guide/search.md has the figures).
func ChampionSearch(game string, trained mcts.Config) mcts.Config {
	if game == "connect4" {
		trained.Root = mcts.PUCT
	}
	return trained
}
