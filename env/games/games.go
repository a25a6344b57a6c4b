// Package games is the one list of everything that can be played, by name:
//
//	connect4
//	celta:first=attackers,corner_hostile=adk
package games

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/cetro"
	"ludens/env/connect4"
	"ludens/env/tafl"
	"ludens/env/tictactoe"
	"ludens/internal/nearest"
)

// families is the list: a new family of games is a new line.
var families = []family{
	{"cetran", cetran.Variants, cetran.New},
	{"cetro", cetro.Variants, cetro.New},
	{"connect4", connect4.Variants, connect4.New},
	{"tafl", tafl.Variants, tafl.New},
	{"tictactoe", tictactoe.Variants, tictactoe.New},
}

// family is what a package of rules exports.
type family struct {
	name     string
	variants func() []env.Variant
	make     func(variant string, settings []env.Setting) (env.Game, error)
}

// Entry is a variant and the family that it belongs to.
type Entry struct {
	Family string
	env.Variant
}

// List returns all variants, family by family.
func List() []Entry {
	var all []Entry
	for _, f := range families {
		for _, v := range f.variants() {
			all = append(all, Entry{f.name, v})
		}
	}
	return all
}

// Make returns the game of a name: a variant, which may be followed by a colon
// and settings, "celta:first=attackers,cap=100". The game's Spec.Name is the
// canonical one: options in the order of List, defaults left out.
func Make(name string) (env.Game, error) {
	variant, settings, err := split(name)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	for _, f := range families {
		for _, v := range f.variants() {
			if v.Name == variant {
				return f.settle(v, settings)
			}
		}
	}
	return nil, fmt.Errorf("games: no game %q%s", variant, hint(variant))
}

// settle makes a variant with settings that may come from anywhere.
func (f family) settle(v env.Variant, settings []env.Setting) (env.Game, error) {
	if _, _, err := v.Settle(settings); err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	g, err := f.make(v.Name, settings)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	return g, nil
}

// split reads "variant:option=value,option=value".
func split(name string) (variant string, settings []env.Setting, err error) {
	variant, rest, ok := strings.Cut(name, ":")
	if !ok {
		return variant, nil, nil
	}
	for _, text := range strings.Split(rest, ",") {
		option, value, ok := strings.Cut(text, "=")
		if !ok || option == "" || value == "" {
			return "", nil, fmt.Errorf("%q: %q should be option=value", name, text)
		}
		settings = append(settings, env.Setting{Name: option, Value: value})
	}
	return variant, settings, nil
}

// hint says which game was probably meant or, failing that, which there are.
func hint(variant string) string {
	var names []string
	for _, e := range List() {
		names = append(names, e.Name)
	}
	if h := nearest.Hint(variant, names); h != "" {
		return h
	}
	return "; there are " + strings.Join(slices.Sorted(slices.Values(names)), ", ")
}

// FileName returns a game's name as part of a file's: "celta:first=attackers" as
// "celta-first-attackers".
func FileName(game string) string {
	return strings.NewReplacer(":", "-", "=", "-", ",", "-", "/", "-").Replace(game)
}
