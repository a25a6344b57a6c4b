// Package card writes all there is to know about a game without playing it: its rules
// in plain words, its options, what a network sees and answers, and counts of legal
// games to compare other programs with.
package card

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
)

// Card is all there is to know about a game without playing it.
type Card struct {
	Game       string    `json:"game"`
	Family     string    `json:"family"`
	Title      string    `json:"title,omitempty"` // what people call it
	Summary    string    `json:"summary"`
	Roles      [2]string `json:"roles"`
	Rows       int       `json:"rows"`
	Columns    int       `json:"columns"`
	Actions    int       `json:"actions"`
	Planes     int       `json:"action_planes"`
	Globals    int       `json:"global_actions"`
	Does       []string  `json:"action_names,omitempty"` // each plane, then each global action
	Inputs     int       `json:"observation_planes"`
	Seen       []string  `json:"observation,omitempty"` // what each plane shows
	Turned     bool      `json:"turned"`                // as the mover sees it
	MaxPly     int       `json:"max_ply"`
	Uncounted  bool      `json:"uncounted,omitempty"` // some actions do not count for the cap
	Version    int       `json:"version"`
	Symmetries []string  `json:"symmetries"`
	Options    []Option  `json:"options"`
	Drawn      bool      `json:"start_drawn"` // from the seed
	Start      string    `json:"start,omitempty"`
	Perft      []uint64  `json:"perft"` // from depth 1, from the start of seed 0
	Book       env.Book  `json:"rules"`
	board      string
	pictured   bool // a picture of the start may be beside the page
}

// Option is a choice in the rules that is part of the name.
type Option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"` // none: free form
}

// New returns the card of a game, options and all.
func New(name string) (*Card, error) {
	g, err := games.Make(name)
	if err != nil {
		return nil, err
	}
	spec, s := g.Spec(), g.New(0)
	c := &Card{
		Game: spec.Name, Roles: spec.Roles, Rows: spec.Shape[1], Columns: spec.Shape[2],
		Actions: spec.Actions, Planes: spec.Planes(), Globals: spec.Globals(),
		Inputs: spec.Shape[0], MaxPly: spec.MaxPly, Version: spec.Version,
		Symmetries: []string{"identity"}, Drawn: record.Drawn(g), board: strings.TrimRight(s.String(), "\n") + "\n",
		Perft: counts(s),
	}
	c.ask(g, s)
	c.describe()
	return c, nil
}

// ask adds what the game reports beyond its Spec.
func (c *Card) ask(g env.Game, s env.State) {
	if labelled, ok := env.As[env.Labelled](g); ok {
		c.Seen, c.Does, c.Turned = labelled.PlaneNames(), labelled.ActionNames(), labelled.Turned()
	}
	c.Uncounted = g.Spec().Uncounted
	_, c.pictured = s.(diagram.Pictured)
	if described, ok := env.As[env.Described](g); ok {
		c.Book = described.Book()
	}
	if n, ok := env.As[env.Notated](g); ok {
		c.Start = n.Position(s)
	}
	if sym, ok := env.As[env.Symmetric](g); ok {
		c.Symmetries = nil
		for _, s := range sym.Symmetries() {
			c.Symmetries = append(c.Symmetries, s.Name)
		}
	}
}

// describe adds what the list of games knows, and drops the readings that the
// game's own settings overrule.
func (c *Card) describe() {
	if games.IsSpace(c.Game) {
		c.Summary = "A game that draws its rules each time"
		return
	}
	e, _ := games.Find(c.variant())
	c.Family, c.Title, c.Summary = e.Family, e.Title, e.Summary
	options, _ := games.Options(c.Game)
	for _, o := range options {
		c.Options = append(c.Options, Option{o.Name, o.Help, o.Default, o.Values})
	}
	_, settings, _ := strings.Cut(c.Game, ":")
	c.Book.Readings = slices.DeleteFunc(slices.Clone(c.Book.Readings), func(r env.Reading) bool {
		name, _, set := strings.Cut(r.Option, "=")
		return set && strings.Contains(","+settings, ","+name+"=")
	})
}

// variant returns the game's name without options.
func (c *Card) variant() string {
	variant, _, _ := strings.Cut(c.Game, ":")
	return variant
}

// counts returns perft from depth 1 on: up to the length of the shortest games,
// or as far as a moment's work goes.
func counts(s env.State) (all []uint64) {
	const moment = 1_000_000
	last, growth := uint64(1), uint64(1)
	for depth := 1; depth < 10 && last*growth < moment; depth++ {
		n := env.Perft(s, depth)
		if n == 0 {
			break
		}
		all = append(all, n)
		last, growth = n, max(1, n/last)
	}
	return all
}

// example returns the name of the game with an option set to another value than
// its default, if there is one to choose.
func (c *Card) example() string {
	for _, o := range c.Options {
		for _, v := range o.Values {
			if v != o.Default {
				return c.variant() + ":" + o.Name + "=" + v
			}
		}
	}
	return c.variant() + ":" + c.Options[0].Name + "=..."
}

// values lists the values, the default marked.
func (o Option) values() string {
	if o.Values == nil {
		return o.Default + " (default), or others"
	}
	var all []string
	for _, v := range o.Values {
		if v == o.Default {
			v += " (default)"
		}
		all = append(all, v)
	}
	return strings.Join(all, ", ")
}

// span is some names in a row that differ in the number at their end.
type span struct {
	first, last int
	name        string // "up by 1 to 6"
}

// spans joins names that count: "up by 1", "up by 2" and so on are one.
func spans(names []string) (all []span) {
	for i := 0; i < len(names); {
		stem, from := counted(names[i])
		end := i + 1
		for end < len(names) && from != "" && names[end] == stem+next(from, end-i) {
			end++
		}
		s := span{i, end - 1, names[i]}
		if end > i+1 {
			s.name = stem + from + " to " + next(from, end-1-i)
		}
		all = append(all, s)
		i = end
	}
	return all
}

// counted splits a name that ends in a whole number.
func counted(name string) (stem, number string) {
	i := strings.LastIndexByte(name, ' ') + 1
	if _, err := strconv.Atoi(name[i:]); err != nil {
		return name, ""
	}
	return name[:i], name[i:]
}

// next returns the number that is n more.
func next(number string, n int) string {
	first, err := strconv.Atoi(number)
	if err != nil {
		return ""
	}
	return strconv.Itoa(first + n)
}

// String returns "3", or "3 to 5".
func (s span) String() string { return interval(s.first, s.last) }

func interval(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d to %d", first, last)
}
