package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env/card"
	"ludens/env/games"
	"ludens/internal/exit"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newGames() *cobra.Command {
	var asJSON, asMarkdown bool
	var format string
	var draw int
	var from uint64
	c := &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or describe one",
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
				return exit.Usagef("games: --json or --markdown, not both")
			}
			out := c.OutOrStdout()
			switch {
			case draw != 0:
				return drawSettings(out, args, draw, from)
			case len(args) == 0 && asJSON:
				return card.EncodeList(out)
			case len(args) == 0 && asMarkdown:
				return card.WriteIndex(out)
			case len(args) == 0:
				return card.WriteList(out, tui.Width(out))
			}
			name, err := roster.GameName(args[0])
			if err != nil {
				return err
			}
			if format != "" {
				return describe(out, name, format)
			}
			about, err := card.New(name)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(out).Encode(about)
			}
			return about.Write(out, asMarkdown)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&asMarkdown, "markdown", false, "print Markdown")
	c.Flags().StringVar(&format, "as", "", "print the rules as other programs read them: "+strings.Join(games.Formats, ", "))
	c.Flags().IntVar(&draw, "draw", 0, "number of settings to print, of a game that draws its rules")
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

// mostDrawn is how many settings can be asked for.
const mostDrawn = 10_000

// drawSettings prints what a game draws from consecutive seeds, a name on a line.
func drawSettings(out io.Writer, args []string, n int, from uint64) error {
	if err := inRange(amount{"draw", n, 1, mostDrawn}); err != nil {
		return err
	}
	if len(args) == 0 {
		return exit.Usagef("games: --draw of which game? tafl7, for one")
	}
	g, err := roster.Game(args[0])
	if err != nil {
		return err
	}
	return card.WriteDrawn(out, g, n, from)
}
