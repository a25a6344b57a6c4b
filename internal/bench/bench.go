// Package bench measures how fast the rules, the search, self-play and the network
// are, on the machine where it runs. All figures are medians over rounds.
package bench

import (
	"context"
	"fmt"
	"slices"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/prose"
)

// Kind is a kind of measurements.
type Kind struct {
	Name    string
	shelves int // where no game is named, the first game of each of n shelves is measured
	run     func(context.Context, Task, int) ([]Rate, error)
}

// benchKinds are all of them.
var benchKinds = []Kind{
	{"env", 3, rules},
	{"search", 1, search},
	{"selfplay", 1, selfPlay},
	{"nn", 1, presetRates},
}

// Task is a kind of measurements of one game.
type Task struct {
	Kind
	Game env.Game
	Set  []configs.Layer // over the preset of self-play and network, over the defaults of the search
}

// Run measures for that many rounds of about a third of a second each.
func (t Task) Run(ctx context.Context, rounds int) ([]Rate, error) { return t.run(ctx, t, rounds) }

// over returns the configuration of a run of the game: the layers, and Set over them.
func (t Task) over(layers ...configs.Layer) (configs.Run, error) {
	game := configs.Argument("bench", "game", t.Game.Spec().Name)
	return configs.Load(slices.Concat(layers, []configs.Layer{game}, t.Set)...)
}

// Choose returns what some words ask for: a kind, games, both or neither; set holds
// for all of them, and read makes a game of its word.
func Choose(words []string, set []configs.Layer, read func(word string) (env.Game, error)) (all []Task, err error) {
	chosen := benchKinds
	if len(words) > 0 {
		if i := slices.IndexFunc(benchKinds, func(k Kind) bool { return k.Name == words[0] }); i >= 0 {
			chosen, words = benchKinds[i:i+1], words[1:]
		}
	}
	for _, k := range chosen {
		names := words
		if len(names) == 0 {
			for _, shelf := range games.Shelves()[:k.shelves] {
				names = append(names, shelf.Games[0].Name)
			}
		}
		for _, name := range names {
			g, err := read(name)
			if err != nil {
				return nil, fmt.Errorf("%w%s", err, kindHint(name))
			}
			all = append(all, Task{k, g, set})
		}
	}
	return all, nil
}

// kindHint says which kind of measurements was meant by a word that is not a game.
func kindHint(word string) string {
	var kinds []string
	for _, k := range benchKinds {
		kinds = append(kinds, k.Name)
	}
	return prose.Hint(word, kinds)
}
