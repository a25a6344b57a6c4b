package main

import (
	"slices"
	"strings"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
)

// allArrays returns the game of chess that is played from all start arrays, of
// which the named one has only some: those of a draw that is mirrored or central,
// or a single one. Who has learnt it can play them.
func allArrays(name string) string {
	if !strings.HasPrefix(name, "cetran") {
		return name
	}
	variant, options, _ := strings.Cut(name, ":")
	variant, _, _ = strings.Cut(variant, "-")
	rules := slices.DeleteFunc(strings.Split(options, ","), func(o string) bool {
		return o == "" || strings.HasPrefix(o, "array=")
	})
	if len(rules) == 0 {
		return variant
	}
	return variant + ":" + strings.Join(rules, ",")
}

// learntBy returns the game that an agent who plays the named one has learnt: it
// or, if nobody has, the one with all arrays.
func learntBy(name string, someone func(game string) bool) (game string, ok bool) {
	if someone(name) {
		return name, true
	}
	game = allArrays(name)
	return game, someone(game)
}

func hasChampion(game string) bool {
	_, ok := configs.Champion(game)
	return ok
}

// anyArray opens what load does, and for a game with few arrays also the networks
// of the one with all.
func anyArray(load selfplay.Loader) selfplay.Loader {
	return func(text string, g env.Game) (selfplay.Net, error) {
		net, err := load(text, g)
		name := g.Spec().Name
		if all := allArrays(name); err != nil && all != name {
			if general, wrong := games.Make(all); wrong == nil {
				if net, wrong := load(text, general); wrong == nil {
					return net, nil
				}
			}
		}
		return net, err
	}
}
