package configs

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

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

// LearnedEvaluation returns the learned evaluation for alpha-beta that comes with the program for
// a game, if there is one.
func LearnedEvaluation(game string) ([]byte, bool) {
	b, err := champions.ReadFile("champions/" + game + ".eval.json")
	return b, err == nil
}

// LearnedEvaluations returns the games that have one, in order.
func LearnedEvaluations() (games []string) {
	files, _ := fs.Glob(champions, "champions/*.eval.json")
	for _, f := range files {
		games = append(games, strings.TrimSuffix(strings.TrimPrefix(f, "champions/"), ".eval.json"))
	}
	slices.Sort(games)
	return games
}

// Matches returns the matches that say which of the agents that come with the program plays a
// game best with some time, each as ludens match --json writes it.
func Matches() (all []string) {
	files, _ := fs.Glob(champions, "champions/*.match.json")
	for _, f := range files {
		b, _ := champions.ReadFile(f)
		all = append(all, string(b))
	}
	return all
}

// ChampionSearch returns the search that the champion of a game is best with, of
// which trained is what it was trained with (docs/guide/search.md has the figures).
func ChampionSearch(game string, trained mcts.Config) mcts.Config {
	if game == "connect4" {
		trained.Root = mcts.PUCT
	}
	return trained
}

// SearchOf returns the search of a run's configuration, as a checkpoint's header has
// it. What older versions of ludens did not know has its default; what else the text
// says does not matter.
func SearchOf(config string) (mcts.Config, error) {
	run := struct {
		Search mcts.Config `toml:"search"`
	}{mcts.Defaults()}
	_, err := toml.Decode(config, &run)
	if err == nil {
		err = run.Search.Validate()
	}
	if err != nil {
		return run.Search, fmt.Errorf("the checkpoint's configuration: [search] %w", err)
	}
	return run.Search, nil
}
