package games

import (
	"fmt"
	"slices"
	"sync"

	"ludens/env"
	"ludens/env/chess"
	"ludens/env/draughts"
	"ludens/env/lines"
	"ludens/env/race"
	"ludens/env/stones"
	"ludens/env/tafl"
	"ludens/env/variant"
	"ludens/internal/prose"
)

// Engine makes the games of one family, each from a file.
type Engine struct {
	Family string
	About  string     // games of it that people know
	Rules  func() any // a pointer to a struct with the defaults of all keys
	Read   func(*variant.File) (env.Game, error)
	names  []string // its games that have a place in the list; the others are the gallery
	list   Family   // those games
}

// engines are those that come with ludens, in the order of the list and of
// docs/variants.md: one more family is one more line.
var engines []Engine

func init() { // what makes the games of the list looks them up here
	cetros := []string{"cetro", "cetro-5x5", "cetro-5x7", "cetro-7x7"}
	solved := []string{"connect4", "tictactoe"}
	flips, chequers := []string{"othello"}, []string{"russian-draughts"}
	tafls := []string{"celta", "cuervo", "wtf", "nielsen", "walker", "magpie", "ardri", "tablut"}
	engines = []Engine{
		{"chess", "armies with kings: chess, shogi, xiangqi, men of your own", chess.Rules, chess.Read,
			chess.Names(), Family{"chess", chess.Variants, chess.New}},
		// The options that the sources of Cetro leave open come first: a game that draws its
		// rules draws them in this order.
		{"race", "races by steps and jumps: Halma, Salta, Ugolki", race.Rules, race.Read,
			cetros, listed("race", "", cetros).leading("demand", "first", "cap", "cap_result", "repeat")},
		{"lines", "stones in a row: noughts and crosses, gomoku, Connect Four, Pente", lines.Rules, lines.Read,
			solved, listed("lines", "connect4", solved)},
		{"stones", "stones that are flipped, enclosed and connected: Hex, Othello, Go, Amazons", stones.Rules, stones.Read,
			flips, listed("stones", "", flips)},
		{"draughts", "draughts with chains of captures: English, Russian, international", draughts.Rules, draughts.Read,
			chequers, listed("draughts", "", chequers)},
		// The two of the source come first.
		{"tafl", "a king and his men, besieged: Tablut, Hnefatafl, Brandubh", tafl.NewRules, tafl.Read,
			tafls, listed("tafl", "celta", tafls)},
	}
}

// Engines returns what files can be of.
func Engines() []Engine { return slices.Clone(engines) }

// listed returns the family of games that come with ludens as files: settings of rulebook,
// if that is not "".
func listed(family, rulebook string, names []string) Family {
	return Family{
		Name: family,
		Variants: sync.OnceValue(func() (all []env.Variant) {
			for _, name := range names {
				f, _ := fromGallery(name)
				v := f.Variants()[0]
				v.Rulebook = rulebook
				all = append(all, v)
			}
			return all
		}),
		New: func(variant string, settings []env.Setting) (env.Game, error) {
			f, ok := fromGallery(variant)
			if !ok {
				return nil, fmt.Errorf("%s: no variant %q%s", family, variant, prose.Hint(variant, names))
			}
			g, err := f.New(variant, settings)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", family, err)
			}
			return g, nil
		},
	}
}

// leading returns the family whose variants have some options before all others.
func (f Family) leading(names ...string) Family {
	all := f.Variants
	place := func(o env.Option) int {
		if i := slices.Index(names, o.Name); i >= 0 {
			return i
		}
		return len(names)
	}
	f.Variants = sync.OnceValue(func() []env.Variant {
		variants := slices.Clone(all())
		for i, v := range variants {
			variants[i].Options = slices.Clone(v.Options)
			slices.SortStableFunc(variants[i].Options, func(a, b env.Option) int { return place(a) - place(b) })
		}
		return variants
	})
	return f
}
