package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env/games"
	"ludens/internal/atomicfile"
	"ludens/internal/bounded"
	"ludens/internal/report"
)

func newImport() *cobra.Command {
	var to string
	var partly bool
	c := &cobra.Command{
		Use:   "import FILE[#NAME]",
		Short: "Make a file of a game that another program describes",
		Long: `Import reads the rules of a game as other programs have them, and prints them as a
file that every verb takes (docs/variants.md):

  - a variant of Fairy-Stockfish's variants.ini, by its name;
  - a rules record of OpenTafl, alone or in one of its games.

What a file cannot say is told with a line each, and nothing is printed: it would be
another game. With --partly it is printed nevertheless.`,
		Example: `  ludens import variants.ini#gardner -o gardner5.toml
  ludens check gardner5.toml
  ludens import game.otg -o theirs.toml`,
		Args: arguments(1, 1, "import FILE[#NAME]"),
		RunE: func(c *cobra.Command, args []string) error {
			path, name, _ := strings.Cut(args[0], "#")
			text, err := bounded.ReadFile(path, maxPaste)
			if err != nil {
				return err
			}
			game, err := games.Import(string(text), name)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			for _, p := range game.Problems {
				fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", path, p)
			}
			if n := len(game.Problems); n > 0 && (!partly || game.Text == "") {
				return fmt.Errorf("%s: %s that no file can say (above): what is left would be another game", path, report.Count(n, "thing"))
			}
			if to == "" {
				_, err = fmt.Fprint(c.OutOrStdout(), game.Text)
				return err
			}
			if _, err := os.Stat(to); err == nil {
				return fmt.Errorf("%s is there already: choose another name, or remove it", to)
			}
			return atomicfile.Write(to, func(w io.Writer) error {
				_, err := io.WriteString(w, game.Text)
				return err
			})
		},
	}
	c.Flags().StringVarP(&to, "out", "o", "", "file to write (default: print it)")
	c.Flags().BoolVar(&partly, "partly", false, "print what can be said, though it is another game")
	return c
}
