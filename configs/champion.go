package configs

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/train"
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

// TrainedFor returns the game that an agent who can play g was trained for, out of those
// that agents have: g itself or, if no agent has, one that teaches it; of these one with
// fixed rules before one of many settings.
func TrainedFor(g env.Game, trained []string) (game string, ok bool) {
	for _, name := range trained {
		if name == g.Spec().Name {
			return name, true
		}
	}
	for _, name := range trained {
		if !games.IsSpace(name) && teaches(name, g) {
			return name, true
		}
	}
	for _, name := range trained {
		if games.IsSpace(name) && teaches(name, g) {
			return name, true
		}
	}
	return "", false
}

// teaches reports whether who was trained for the named game can play g.
func teaches(name string, g env.Game) bool {
	trained, err := games.Make(name)
	return err == nil && env.Teaches(trained, g)
}

// GameIn returns the game that a checkpoint was trained on, whose file it may carry.
func GameIn(c *train.Checkpoint) (env.Game, error) {
	var said struct {
		Variant Rules `toml:"variant"`
	}
	own := Layer{Name: "the configuration of a checkpoint", Text: c.Config}
	if err := own.Peek(&said); err != nil {
		return nil, err
	}
	if said.Variant != "" {
		if _, err := games.Read("the file of "+c.Game+" in a checkpoint", string(said.Variant)); err != nil {
			return nil, err
		}
	}
	return games.Make(c.Game)
}

// ChampionOf returns the game whose champion plays g.
func ChampionOf(g env.Game) (game string, ok bool) { return TrainedFor(g, Champions()) }

// SuitsAnyway returns nil if a checkpoint sees and does in g what it was trained to, whatever
// the rules, or says why not.
func SuitsAnyway(c *train.Checkpoint, g env.Game) error {
	trained, err := GameIn(c)
	if err != nil {
		return err
	}
	was, labelled := env.As[env.Labelled](trained)
	is, both := env.As[env.Labelled](g)
	if !env.Teaches(trained, g) && (!labelled || !both ||
		!slices.Equal(was.PlaneNames(), is.PlaneNames()) || !slices.Equal(was.ActionNames(), is.ActionNames())) {
		return fmt.Errorf("it was trained on %s, where other things are seen or done than in %s", c.Game, g.Spec().Name)
	}
	return c.Fits(trained)
}

// Suits returns nil if a checkpoint can play g, or says why not.
func Suits(c *train.Checkpoint, g env.Game) error {
	if c.Game == g.Spec().Name || !teaches(c.Game, g) {
		if games.IsSpace(c.Game) && c.Game != g.Spec().Name {
			return fmt.Errorf("the rules of %s are not among those that a checkpoint of %s was trained on", g.Spec().Name, c.Game)
		}
		return c.Fits(g)
	}
	trained, err := GameIn(c)
	if err != nil {
		return err
	}
	return c.Fits(trained)
}
