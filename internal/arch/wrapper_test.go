package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/space"
	"ludens/solve"
)

// wrapper makes another game of a game: a space of it, or the game with its endgames
// numbered. It returns nil for a game that it cannot take.
type wrapper struct {
	wrap func(env.Game) (env.Game, error)
	lost map[string]string // abilities that the wrapped game does not have, and why
}

// inSpace returns the space of one game.
func inSpace(g env.Game) (env.Game, error) {
	if _, ok := g.(env.Featured); !ok {
		return nil, nil // its rules cannot be left open
	}
	part := space.Part{Variant: g.Spec().Name}
	r := space.Rules{Groups: [][]space.Part{{part}}, Make: func(space.Setting) (env.Game, error) { return g, nil }}
	return space.New("one", r, r)
}

// asEndgame returns a game with the positions of a small endgame numbered.
func asEndgame(g env.Game) (env.Game, error) {
	if name, n := firstEndgame(g); n != nil {
		return solve.Endgame(g, name)
	}
	return nil, nil
}

var wrappers = map[string]wrapper{
	"a space": {inSpace, map[string]string{
		"env.Attacking":   "members may have other pieces",
		"env.Gauged":      "members may count other things",
		"env.Placing":     "members may have other pieces",
		"env.Arranged":    "the text of a position names the rules, which a drawing of pieces does not say",
		"env.Arrayed":     "each member has arrays and an option of its own",
		"env.Bounded":     "Left is the method of Ticking, too, and members have limits of their own",
		"env.Endgames":    "keys and actions are those of the space",
		"env.FENWriter":   "other programs do not know the rules that were drawn",
		"env.Featured":    "the rules are planes",
		"env.Indexed":     "keys and actions are those of the space",
		"env.OTNWriter":   "other programs do not know the rules that were drawn",
		"env.Paired":      "keys and actions are those of the space",
		"env.Sampled":     "actions are those of the space, and are listed",
		"env.Solvable":    "keys and actions are those of the space",
		"env.Transcribed": "other programs do not know the rules that were drawn",
	}},
	"an endgame": {asEndgame, nil},
}

// A wrapped game has every ability of the game, and its positions have those of the
// game's, but for some with a reason.
func TestNoAbilityIsLostInAWrapper(t *testing.T) {
	met, wrapped := map[string]bool{}, map[string]int{}
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		g := games.Must(e.Name)
		for where, w := range wrappers {
			one, err := w.wrap(g)
			if err != nil {
				t.Fatal(err)
			}
			if one == nil {
				continue
			}
			wrapped[where]++
			for name, ability := range abilities {
				if !lost(g, one, ability) && !lost(g.New(0), one.New(0), ability) {
					continue
				}
				if met[where+name] = true; w.lost[name] == "" {
					t.Errorf("%s loses %s in %s", e.Name, name, where)
				}
			}
		}
	}
	for where, w := range wrappers {
		if wrapped[where] < 10 {
			t.Errorf("only %d games were put in %s", wrapped[where], where)
		}
		for _, name := range slices.Sorted(maps.Keys(w.lost)) {
			if !met[where+name] {
				t.Errorf("no game loses %s in %s: it is not to be listed", name, where)
			}
		}
	}
}

// lost reports that x has an ability and its wrapper neither has it nor passes it on.
func lost(x, wrapper any, ability reflect.Type) bool {
	if !reflect.TypeOf(x).Implements(ability) {
		return false
	}
	for !reflect.TypeOf(wrapper).Implements(ability) {
		w, ok := wrapper.(interface{ Unwrap() env.Game })
		if !ok {
			return true
		}
		wrapper = w.Unwrap()
	}
	return false
}

// An ability of a Game is asked for by env.As, which finds it behind a wrapper, too: a plain
// assertion loses it.
func TestAbilitiesOfGamesAreAskedForByAs(t *testing.T) {
	ofGames := map[string]bool{}
	for _, e := range games.List() {
		g := games.Must(e.Name)
		for name, ability := range abilities {
			if reflect.TypeOf(g).Implements(ability) {
				ofGames[name] = true
			}
		}
	}
	checked := 0
	for file, f := range code(t, ".") {
		for _, name := range assertedPlainly(f) {
			if checked++; ofGames[name] {
				t.Errorf("%s asserts %s: want env.As[%s](game)", file, name, name)
			}
		}
	}
	if checked < 100 || len(ofGames) < 15 {
		t.Errorf("%d assertions of %d abilities of games were checked", checked, len(ofGames))
	}
}

// assertedPlainly returns the types that the code of a file asserts.
func assertedPlainly(f *ast.File) (names []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if n, ok := n.(*ast.TypeAssertExpr); ok {
			if x, ok := n.Type.(*ast.SelectorExpr); ok {
				names = append(names, fmt.Sprint(x.X, ".", x.Sel))
			} else if x, ok := n.Type.(*ast.Ident); ok {
				names = append(names, f.Name.Name+"."+x.Name)
			}
		}
		return true
	})
	return names
}
