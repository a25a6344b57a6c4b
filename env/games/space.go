package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/space"
	"ludens/internal/prose"
)

// spaces are games of many settings that have a name of their own.
var spaces = map[string]string{
	"tafl7": "celta|cuervo|wtf|nielsen|walker|magpie|ardri+" +
		"celta:first=*,start=brandubh|magpie|ardri,king_range=0|1,throne_stop=none|k,throne_pass=none|k|adk," +
		"throne_hostile=none|k|ad|adk,corner_hostile=none|ad|adk,escape=*,king_armed=*,king_capture=*,passive=*," +
		"third=*,encirclement=*,no_move=*,repeat_result=*",
	"cetro-any":   "cetro:demand=*,first=*,cap=240|480",
	"cetran2-any": "cetran2|cetran2-mirror|cetran2-central:promo=qscahrn|q,fifty=*,threefold=*,insufficient=*",
}

// Spaces returns the names of games of many settings, and what they stand for.
func Spaces() map[string]string {
	all := map[string]string{}
	for name, text := range spaces {
		all[name] = text
	}
	return all
}

// IsSpace reports whether the name of a game leaves rules open.
func IsSpace(name string) bool {
	return spaces[name] != "" || strings.ContainsAny(name, "|*+~@")
}

// Space returns the game whose every game draws its rules. A name of it is that of a
// game in which
//
//   - an option has several values, "first=king|attackers", or any, "first=*",
//   - there are several variants, "celta|cuervo:first=*",
//   - or several such names, "celta|cuervo+wtf:first=*", each drawn as often;
//   - what follows "~" is left out: "celta:first=*,passive=*~cuervo";
//   - what follows "@" is another such game, as which it is seen: "celta@tafl7" is played
//     by the rules of celta alone, and a network trained on tafl7 can go on with it.
//
// The name of a space of [Spaces] stands for its text. Values that are said twice are
// drawn twice as often.
func Space(name string) (env.Game, error) {
	if spaces[name] == "" {
		return newSpace(name)
	}
	if g, ok := known.Load(name); ok {
		return g.(env.Game), nil
	}
	g, err := newSpace(name)
	if err == nil {
		known.Store(name, g)
	}
	return g, err
}

// known are the games of spaces that were made: who asks which champion plays a game
// makes them again and again, and each tries some fifty settings.
var known sync.Map // by name: env.Game

func newSpace(name string) (env.Game, error) {
	var p parser
	text, as, seen := strings.Cut(name, "@")
	rules, err := p.rules(text)
	shown := rules
	if err == nil && seen {
		shown, err = p.rules(as)
	}
	if err != nil {
		return nil, fmt.Errorf("games: %s: %w", name, err)
	}
	g, err := space.New(name, rules, shown)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	return g, nil
}

// rules reads the name of a space without "@".
func (p *parser) rules(name string) (space.Rules, error) {
	text, holes, _ := strings.Cut(name, "~")
	if long, ok := spaces[text]; ok {
		text = long
	}
	rules := space.Rules{Make: p.make, Of: p.setting}
	for _, group := range strings.Split(text, "+") {
		parts, err := p.parts(group)
		if err != nil {
			return rules, err
		}
		rules.Groups = append(rules.Groups, parts)
	}
	if holes == "" {
		return rules, nil
	}
	for _, hole := range strings.Split(holes, "~") {
		parts, err := p.parts(hole)
		if err != nil {
			return rules, fmt.Errorf("what is left out: %w", err)
		}
		rules.Holes = append(rules.Holes, parts...)
	}
	return rules, nil
}

// parser reads the texts of one space, which are of one family.
type parser struct {
	family   Family   // that of the last variant
	families []Family // of one name; those of files have one variant each
}

// parts reads variants with their options, "celta|cuervo:first=*": a part each.
func (p *parser) parts(text string) (parts []space.Part, err error) {
	variants, rest, settings := strings.Cut(text, ":")
	for _, name := range strings.Split(variants, "|") {
		v, err := p.variant(name)
		if err != nil {
			return nil, err
		}
		var open []space.Choice
		if settings {
			if open, err = p.choices(v, rest); err != nil {
				return nil, err
			}
		}
		part := space.Part{Variant: rulebook(v)}
		for _, o := range v.Options {
			c := space.Choice{Name: o.Name, Values: []string{o.Default}}
			if i := slices.IndexFunc(open, func(c space.Choice) bool { return c.Name == o.Name }); i >= 0 {
				c = open[i]
			}
			part.Options = append(part.Options, c)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// variant returns the variant of a name, which is of the family of all others.
func (p *parser) variant(name string) (env.Variant, error) {
	f, v, ok := find(name)
	switch {
	case ok && p.family.Name != "" && p.family.Name != f.Name:
		return v, fmt.Errorf("%s is of another family: %s, not %s", name, f.Name, p.family.Name)
	case ok:
		p.family = f
		if !slices.ContainsFunc(p.families, func(o Family) bool { return o.Variants()[0].Name == f.Variants()[0].Name }) {
			p.families = append(p.families, f)
		}
		return v, nil
	}
	if spaces[name] != "" {
		return env.Variant{}, fmt.Errorf("%s is many settings already: write out what it stands for, %s", name, spaces[name])
	}
	return env.Variant{}, fmt.Errorf("no game %q%s", name, hint(name))
}

// rulebook returns the variant by whose options settings of v are written.
func rulebook(v env.Variant) string { return cmp.Or(v.Rulebook, v.Name) }

// setting returns that of a game by its name.
func (p *parser) setting(name string) (space.Setting, error) {
	variant, settings, err := split(name)
	if err != nil {
		return space.Setting{}, err
	}
	for _, f := range p.families {
		for _, v := range f.Variants() {
			if v.Name == variant {
				_, all, err := v.Settle(settings)
				return space.Setting{Variant: rulebook(v), Values: all}, err
			}
		}
	}
	return space.Setting{}, fmt.Errorf("%s is not of the family %s%s", name, p.family.Name, prose.Hint(variant, []string{p.family.Name}))
}

// make makes the game of a setting, under the name of the variant that it is most
// like.
func (p *parser) make(s space.Setting) (env.Game, error) {
	var family Family
	var best string
	var chosen []env.Setting
	for _, f := range p.families {
		for _, v := range f.Variants() {
			if rulebook(v) != s.Variant {
				continue
			}
			var own []env.Setting
			for i, o := range v.Options {
				if s.Values[i].Value != o.Default {
					own = append(own, s.Values[i])
				}
			}
			if best == "" || len(own) < len(chosen) {
				family, best, chosen = f, v.Name, own
			}
		}
	}
	return family.New(best, chosen)
}
