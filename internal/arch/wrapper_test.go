package arch

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/space"
)

// kept are the abilities that a space of games does not have, and why.
var kept = map[string]string{
	"env.Attacking":     "members may have other pieces",
	"env.Placing":       "members may have other pieces",
	"env.Arranged":      "the text of a position names the rules, which a drawing of pieces does not say",
	"env.Arrayed":       "each member has arrays and an option of its own",
	"env.Bounded":       "Left is the method of Ticking, too, and members have limits of their own",
	"env.Dressed":       "roles and book are the members'",
	"env.Endgames":      "keys and actions are those of the space",
	"env.FENWriter":     "other programs do not know the rules that were drawn",
	"env.Featured":      "the rules are planes",
	"env.Indexed":       "keys and actions are those of the space",
	"env.Manned":        "members may have other pieces",
	"env.Markovian":     "a limit of a member's own counts the plies",
	"env.OTNWriter":     "other programs do not know the rules that were drawn",
	"diagram.Outlining": "members may have other pieces",
	"env.Paired":        "keys and actions are those of the space",
	"env.Solvable":      "keys and actions are those of the space",
	"env.Transcribed":   "other programs do not know the rules that were drawn",
}

// A space of one game has every ability of the game, and its positions have those of the
// game's, but for some with a reason.
func TestNoAbilityIsLostInASpace(t *testing.T) {
	met := map[string]bool{}
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		g, err := games.Make(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := g.(env.Featured); !ok {
			continue // its rules cannot be left open
		}
		part := space.Part{Variant: g.Spec().Name}
		r := space.Rules{Groups: [][]space.Part{{part}}, Make: func(space.Setting) (env.Game, error) { return g, nil }}
		one, err := space.New("one", r, r)
		if err != nil {
			t.Fatal(err)
		}
		for name, ability := range abilities {
			if !lost(g, one, ability) && !lost(g.New(0), one.New(0), ability) {
				continue
			}
			if met[name] = true; kept[name] == "" {
				t.Errorf("%s loses %s in a space", e.Name, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		if !met[name] {
			t.Errorf("no game loses %s in a space: it is not to be listed", name)
		}
	}
}

// lost reports that x has an ability and its wrapper has not.
func lost(x, wrapper any, ability reflect.Type) bool {
	return reflect.TypeOf(x).Implements(ability) && !reflect.TypeOf(wrapper).Implements(ability)
}
