package space

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
)

// Rules says which settings are drawn, and how often: one of the groups, each as often
// as the others, then one of its parts, then a value of each option on its own.
type Rules struct {
	Groups [][]Part
	Holes  []Part // settings that are never drawn
	// Make makes the game of a setting.
	Make func(Setting) (env.Game, error)
	// Of returns the setting of a game by its name, with the value of every option; the
	// error says why there is none.
	Of func(game string) (Setting, error)
}

// Part is a variant whose options may have several values.
type Part struct {
	Variant string
	Options []Choice // every option of the variant, in its order
}

// Choice is an option and its values, each drawn as often as it stands there.
type Choice struct {
	Name   string
	Values []string // at least one
}

// Setting is a variant with a value for every option.
type Setting struct {
	Variant string
	Values  []env.Setting
}

func (s Setting) key() string {
	var b strings.Builder
	b.WriteString(s.Variant)
	for _, v := range s.Values {
		b.WriteString("," + v.Value)
	}
	return b.String()
}

// value returns that of an option.
func (s Setting) value(option string) (string, bool) {
	i := slices.IndexFunc(s.Values, func(v env.Setting) bool { return v.Name == option })
	if i < 0 {
		return "", false
	}
	return s.Values[i].Value, true
}

// draw draws a setting.
func (r Rules) draw(rng *rand.Rand) Setting {
	group := r.Groups[rng.IntN(len(r.Groups))]
	part := group[rng.IntN(len(group))]
	return part.pick(func(c Choice) string { return c.Values[rng.IntN(len(c.Values))] })
}

// pick returns the setting with a value of each option.
func (p Part) pick(value func(Choice) string) Setting {
	s := Setting{Variant: p.Variant}
	for _, c := range p.Options {
		s.Values = append(s.Values, env.Setting{Name: c.Name, Value: value(c)})
	}
	return s
}

// samples makes the game of every part with its first values, and then with each
// other value of one option.
func (r Rules) samples() (games []env.Game, err error) {
	for _, p := range slices.Concat(r.Groups...) {
		first := p.pick(func(c Choice) string { return c.Values[0] })
		all := []Setting{first}
		for i, c := range p.Options {
			for _, v := range c.Values[1:] {
				s := Setting{first.Variant, slices.Clone(first.Values)}
				s.Values[i].Value = v
				all = append(all, s)
			}
		}
		for _, s := range all {
			g, err := r.Make(s)
			if err != nil {
				return nil, err
			}
			games = append(games, g)
		}
	}
	return games, nil
}

// share returns how often a setting is drawn, holes left out of account.
func (r Rules) share(s Setting) (share float64) {
	if r.barred(s) {
		return 0
	}
	for _, group := range r.Groups {
		for _, p := range group {
			share += p.share(s) / float64(len(group)*len(r.Groups))
		}
	}
	return share
}

// share returns how often a part draws a setting.
func (p Part) share(s Setting) float64 {
	if p.Variant != s.Variant {
		return 0
	}
	share := 1.0
	for _, c := range p.Options {
		v, _ := s.value(c.Name)
		share *= float64(count(c.Values, v)) / float64(len(c.Values))
	}
	return share
}

func count(values []string, v string) (n int) {
	for _, x := range values {
		if x == v {
			n++
		}
	}
	return n
}

// barred reports whether a setting is left out.
func (r Rules) barred(s Setting) bool {
	return slices.ContainsFunc(r.Holes, func(p Part) bool { return p.share(s) > 0 })
}

// nearest returns of each part the setting that is most like another: its own value
// where the part has it, else the part's first.
func (r Rules) nearest(s Setting) (all []Setting) {
	for _, p := range slices.Concat(r.Groups...) {
		if p.Variant != s.Variant {
			continue
		}
		all = append(all, p.pick(func(c Choice) string {
			if v, ok := s.value(c.Name); ok && slices.Contains(c.Values, v) {
				return v
			}
			return c.Values[0]
		}))
	}
	return all
}

// Book implements env.Described: what is drawn, and how each of it can end. The rules
// themselves are in the books of the members.
func (g *Space) Book() env.Book { return g.book() }

// write writes the book.
func (g *Space) write() env.Book {
	b := env.Book{Chapters: []env.Chapter{{Title: "Rules that are drawn", Paragraphs: g.rules.inWords()}}}
	all, _ := g.rules.samples()
	for _, m := range all {
		d, ok := env.As[env.Described](m)
		if !ok {
			continue
		}
		own := d.Book()
		b.Shelf = own.Shelf
		for _, e := range own.Endings {
			if !slices.ContainsFunc(b.Endings, func(x env.Ending) bool { return x.Words == e.Words }) {
				b.Endings = append(b.Endings, e)
			}
		}
		for _, s := range own.Sources {
			if !slices.Contains(b.Sources, s) {
				b.Sources = append(b.Sources, s)
			}
		}
	}
	return b
}

// inWords lists the groups, an item each, after what they have in common.
func (r Rules) inWords() []string {
	all := []string{"Each game draws its rules, and then goes by them to its end. Its rules are shown to the network. " +
		"A group is drawn as often as any other, then a variant of it, then each option on its own."}
	for _, group := range r.Groups {
		var names []string
		for _, p := range group {
			made, err := r.Make(p.pick(func(c Choice) string { return c.Values[0] }))
			if err == nil {
				names = append(names, "`"+made.Spec().Name+"`")
			}
		}
		text := "- " + strings.Join(names, ", ")
		if open := group[0].open(); open != "" {
			text += ", with " + open
		}
		all = append(all, text)
	}
	return all
}

// open lists the options that have several values.
func (p Part) open() string {
	var open []string
	for _, c := range p.Options {
		if len(c.Values) > 1 {
			open = append(open, fmt.Sprintf("`%s` one of %s", c.Name, strings.Join(c.Values, ", ")))
		}
	}
	return strings.Join(open, "; ")
}
