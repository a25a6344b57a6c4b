package chess

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/variant"
	"ludens/games"
)

// fast returns env/cetran's game of the same rules, if there is one: the keys are those
// of one of its files, but for what its options can say.
func (g *Game) fast() env.Game {
	for name, base := range cetrans() {
		settings, ok := settingsOf(&g.keys, base)
		if !ok {
			continue
		}
		game, err := cetran.New(name, settings)
		if err != nil {
			continue
		}
		if game.Spec().Name == g.spec.Name {
			return game
		}
		spec := game.Spec()
		spec.Name = g.spec.Name
		return renamed{game.(*cetran.Game), spec}
	}
	return nil
}

// renamed is a game of env/cetran that a file calls otherwise.
type renamed struct {
	*cetran.Game
	spec env.Spec
}

// Spec describes the game by the file's name.
func (r renamed) Spec() env.Spec { return r.spec }

// cetrans are the keys of the files of env/cetran's games, no two the same.
var cetrans = sync.OnceValue(func() map[string]*Keys {
	all := map[string]*Keys{}
	for _, v := range cetran.Variants() {
		text, _ := games.Text(v.Name)
		f, err := variant.Parse(v.Name, text, games.Text)
		if err != nil {
			panic(err) // a file of ours
		}
		k := Rules().(*Keys)
		if err := f.Decode(k); err != nil {
			panic(err)
		}
		all[v.Name] = k
	}
	return all
})

// settingsOf returns the options of env/cetran with which base becomes k.
func settingsOf(k, base *Keys) (all []env.Setting, ok bool) {
	rest := *k
	set := func(option, value string) { all = append(all, env.Setting{Name: option, Value: value}) }
	if rest.Shuffle == "" {
		own, lines := ranksOf(base.Board), ranksOf(rest.Board)
		if len(lines) != len(own) || !slices.Equal(lines[1:len(own)-1], own[1:len(own)-1]) {
			return nil, false
		}
		set("array", lines[0]+"/"+lines[len(own)-1])
		rest.Board, rest.Shuffle = base.Board, base.Shuffle
	}
	if pawn, becomes := rest.Men["P"], base.Men["P"].Promotes; pawn.Promotes != becomes {
		set("promo", strings.ToLower(pawn.Promotes))
		pawn.Promotes = becomes
		rest.Men = replaced(rest.Men, "P", pawn)
	}
	for _, o := range []struct {
		name      string
		off, said bool
	}{
		{"fifty", rest.Clock == 0, rest.Clock != base.Clock},
		{"threefold", rest.Repetition == 0, rest.Repetition != base.Repetition},
		{"insufficient", rest.Insufficient == "", rest.Insufficient != base.Insufficient},
	} {
		if o.said && !o.off {
			return nil, false
		}
		if o.said {
			set(o.name, "off")
		}
	}
	if rest.Cap != base.Cap {
		set("cap", strconv.Itoa(rest.Cap))
	}
	if slices.Equal(ranksOf(rest.Board), ranksOf(base.Board)) {
		rest.Board = base.Board
	}
	rest.Clock, rest.Repetition, rest.Insufficient, rest.Cap = base.Clock, base.Repetition, base.Insufficient, base.Cap
	return all, reflect.DeepEqual(&rest, base)
}

// replaced returns a copy of a table with another entry.
func replaced(men map[string]Man, letter string, m Man) map[string]Man {
	all := map[string]Man{}
	for l, was := range men {
		all[l] = was
	}
	all[letter] = m
	return all
}
