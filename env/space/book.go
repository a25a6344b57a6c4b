package space

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

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
