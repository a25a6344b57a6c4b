package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/card"
	"ludens/env/games"
	"ludens/internal/roster"
	"ludens/internal/tui"
	"ludens/internal/wrap"
)

func newGames() *cobra.Command {
	var asJSON, asMarkdown bool
	var format string
	var draw int
	var from uint64
	c := &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or tell all about one",
		Long: `Games lists what can be played, family by family. With a name it shows that
game's card: the rules in plain words, how it ends, how open questions about its
rules are answered, its options, what a network sees and answers, and counts of
legal games to compare other programs with.`,
		Example: `  ludens games
  ludens games celta
  ludens games celta:first=attackers     the card of a game with an option set
  ludens games celta --markdown          the card as docs/games has it
  ludens games tafl7 --draw 10           ten settings of a game that draws its rules
  ludens games tablut --as opentafl      its rules as OpenTafl reads them
  ludens games capablanca --as fairy     its rules as a section of Fairy-Stockfish's variants.ini
  ludens games --json`,
		Args: arguments(0, 1, "games [GAME]"),
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON && asMarkdown {
				return usage{errors.New("games: --json or --markdown, not both")}
			}
			if draw != 0 {
				return drawSettings(c.OutOrStdout(), args, draw, from)
			}
			if len(args) == 0 {
				return listGames(c.OutOrStdout(), asJSON, asMarkdown)
			}
			name, err := roster.GameName(args[0])
			if err != nil {
				return err
			}
			if format != "" {
				return describe(c.OutOrStdout(), name, format)
			}
			about, err := card.New(name)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(about)
			}
			return about.Write(c.OutOrStdout(), asMarkdown)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&asMarkdown, "markdown", false, "print Markdown")
	c.Flags().StringVar(&format, "as", "", "print the rules as other programs read them: "+strings.Join(games.Formats, ", "))
	c.Flags().IntVar(&draw, "draw", 0, "print so many settings of a game that draws its rules")
	c.Flags().Uint64Var(&from, "seed", 1, "with --draw: of the first; equal seeds draw equal settings")
	return c
}

// describe prints the rules of a game as another program reads them.
func describe(out io.Writer, name, format string) error {
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	text, err := games.Describe(g, format)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, text)
	return err
}

func listGames(out io.Writer, asJSON, asMarkdown bool) error {
	switch {
	case asJSON:
		return encodeGames(out)
	case asMarkdown:
		return card.WriteIndex(out)
	}
	family, width := "", 0
	gallery := games.Gallery()
	for _, e := range slices.Concat(games.List(), gallery) {
		width = max(width, len(e.Name))
	}
	for _, e := range games.List() {
		if e.Family != family {
			family = e.Family
			fmt.Fprintln(out, family)
		}
		fmt.Fprint(out, wrap.Help(fmt.Sprintf("  %-*s  %s", width, e.Name, e.Summary), tui.Width(out)))
	}
	if len(gallery) > 0 {
		fmt.Fprintln(out, "from files, as yours can be (docs/variants.md)")
	}
	for _, e := range gallery {
		fmt.Fprint(out, wrap.Help(fmt.Sprintf("  %-*s  %s", width, e.Name, e.Summary), tui.Width(out)))
	}
	fmt.Fprintln(out, "each game by rules of its own (docs/guide/rules.md)")
	spaces := games.Spaces()
	for _, name := range slices.Sorted(maps.Keys(spaces)) {
		fmt.Fprint(out, wrap.Help(fmt.Sprintf("  %-*s  %s", width, name, readable(spaces[name])), tui.Width(out)))
	}
	_, err := fmt.Fprintf(out, "\nludens games GAME tells all about one of them.\n")
	return err
}

// mostDrawn is how many settings can be asked for.
const mostDrawn = 10_000

// drawSettings prints what a game draws from consecutive seeds, a name on a line.
func drawSettings(out io.Writer, args []string, n int, from uint64) error {
	if err := inRange(amount{"draw", n, 1, mostDrawn}); err != nil {
		return err
	}
	if len(args) == 0 {
		return usage{errors.New("games: --draw of which game? tafl7, for one")}
	}
	g, err := roster.Game(args[0])
	if err != nil {
		return err
	}
	v, ok := g.(env.Varied)
	if !ok {
		return fmt.Errorf("%s has one set of rules: nothing is drawn", args[0])
	}
	for i := range uint64(n) {
		fmt.Fprintln(out, v.Drawn(from+i).Spec().Name)
	}
	return nil
}

// readable lets the name of a space break where a line ends.
func readable(name string) string {
	return strings.NewReplacer("|", " | ", "+", " + ", ",", ", ", ":", ": ").Replace(name)
}

func encodeGames(out io.Writer) error {
	type line struct {
		Family  string `json:"family"`
		Name    string `json:"name"`
		Summary string `json:"summary"`
	}
	var list []line
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		list = append(list, line{e.Family, e.Name, e.Summary})
	}
	return json.NewEncoder(out).Encode(list)
}
