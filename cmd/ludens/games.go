package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

func newGames() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or tell all about one",
		Long: `Games lists what can be played, family by family. With a name it shows that
game's card: who plays, the options and their values, what a network sees and
answers, and the start position.`,
		Example: `  ludens games
  ludens games celta
  ludens games celta:first=attackers     the card of a game with an option set
  ludens games --json`,
		Args: arguments(0, 1, "games [GAME]"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				return tellGame(c.OutOrStdout(), args[0], asJSON)
			}
			return listGames(c.OutOrStdout(), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func listGames(out io.Writer, asJSON bool) error {
	if asJSON {
		type line struct {
			Family  string `json:"family"`
			Name    string `json:"name"`
			Summary string `json:"summary"`
		}
		var list []line
		for _, e := range games.List() {
			list = append(list, line{e.Family, e.Name, e.Summary})
		}
		return json.NewEncoder(out).Encode(list)
	}
	family, width := "", 0
	for _, e := range games.List() {
		width = max(width, len(e.Name))
	}
	for _, e := range games.List() {
		if e.Family != family {
			family = e.Family
			fmt.Fprintln(out, family)
		}
		fmt.Fprintf(out, "  %-*s  %s\n", width, e.Name, e.Summary)
	}
	fmt.Fprintf(out, "\nludens games GAME tells all about one of them.\n")
	return nil
}

// card is all there is to know about a game without playing it.
type card struct {
	Game       string    `json:"game"`
	Family     string    `json:"family"`
	Summary    string    `json:"summary"`
	Roles      [2]string `json:"roles"`
	Rows       int       `json:"rows"`
	Columns    int       `json:"columns"`
	Actions    int       `json:"actions"`
	Planes     int       `json:"action_planes"`
	Globals    int       `json:"global_actions"`
	Inputs     int       `json:"observation_planes"`
	Seen       []string  `json:"observation,omitempty"` // what each plane shows
	MaxPly     int       `json:"max_ply"`
	Version    int       `json:"version"`
	Symmetries []string  `json:"symmetries"`
	Options    []option  `json:"options"`
	Drawn      bool      `json:"start_drawn"` // from the seed
	Start      string    `json:"start,omitempty"`
	board      string
}

type option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"` // none: free form
}

func newCard(name string) (*card, error) {
	g, err := games.Make(name)
	if err != nil {
		return nil, err
	}
	spec, s := g.Spec(), g.New(0)
	c := &card{
		Game: spec.Name, Roles: spec.Roles, Rows: spec.Shape[1], Columns: spec.Shape[2],
		Actions: spec.Actions, Planes: spec.Planes(), Globals: spec.Globals(),
		Inputs: spec.Shape[0], MaxPly: spec.MaxPly, Version: spec.Version,
		Symmetries: []string{"identity"}, Drawn: record.Drawn(g), board: board(s, false),
	}
	if named, ok := g.(interface{ PlaneNames() []string }); ok {
		c.Seen = named.PlaneNames()
	}
	if n, ok := g.(env.Notated); ok {
		c.Start = n.Position(s)
	}
	if sym, ok := g.(env.Symmetric); ok {
		c.Symmetries = nil
		for _, s := range sym.Symmetries() {
			c.Symmetries = append(c.Symmetries, s.Name)
		}
	}
	c.describe()
	return c, nil
}

// describe adds what the list of games knows.
func (c *card) describe() {
	variant, _, _ := strings.Cut(c.Game, ":")
	all := games.List()
	e := all[slices.IndexFunc(all, func(e games.Entry) bool { return e.Name == variant })]
	c.Family, c.Summary = e.Family, e.Summary
	for _, o := range e.Options {
		c.Options = append(c.Options, option{o.Name, o.Help, o.Default, o.Values})
	}
}

func tellGame(out io.Writer, name string, asJSON bool) error {
	c, err := newCard(name)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(c)
	}
	fmt.Fprintf(out, "%s, of the family %s\n%s\n\n", c.Game, c.Family, c.Summary)
	fmt.Fprintf(out, "first        %s\nsecond       %s\n", c.Roles[0], c.Roles[1])
	fmt.Fprintf(out, "board        %d rows, %d columns\n", c.Rows, c.Columns)
	fmt.Fprintf(out, "observation  %d = %d planes x %d squares\n", c.Inputs*c.Rows*c.Columns, c.Inputs, c.Rows*c.Columns)
	for i, what := range c.Seen {
		fmt.Fprintf(out, "  %9d  %s\n", i, what)
	}
	fmt.Fprintf(out, "actions      %d = %d planes x %d squares + %d that start on no square\n", c.Actions, c.Planes, c.Rows*c.Columns, c.Globals)
	fmt.Fprintf(out, "cut off      after %d plies\n", c.MaxPly)
	fmt.Fprintf(out, "symmetries   %s\n", strings.Join(c.Symmetries, ", "))
	c.tellOptions(out)
	c.tellStart(out)
	return nil
}

func (c *card) tellOptions(out io.Writer) {
	if len(c.Options) == 0 {
		fmt.Fprintln(out, "options      none")
		return
	}
	fmt.Fprintf(out, "\nOptions, as in %s\n", c.example())
	for _, o := range c.Options {
		fmt.Fprintf(out, "  %s: %s\n      %s\n", o.Name, o.Help, o.values())
	}
}

// example returns the name of the game with an option set to another value than
// its default, if there is one to choose.
func (c *card) example() string {
	variant, _, _ := strings.Cut(c.Game, ":")
	for _, o := range c.Options {
		for _, v := range o.Values {
			if v != o.Default {
				return variant + ":" + o.Name + "=" + v
			}
		}
	}
	return variant + ":" + c.Options[0].Name + "=..."
}

// values lists the values, the default marked.
func (o option) values() string {
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

func (c *card) tellStart(out io.Writer) {
	if c.Drawn {
		fmt.Fprintf(out, "\nThe start is drawn; with seed 0 it is\n\n")
	} else {
		fmt.Fprintf(out, "\nStart\n\n")
	}
	fmt.Fprint(out, c.board)
	if c.Start != "" {
		fmt.Fprintf(out, "\nor --position %q\n", c.Start)
	}
}
