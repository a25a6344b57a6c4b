package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env/games"
	"ludens/internal/atomicfile"
	"ludens/internal/bounded"
	"ludens/internal/export"
	"ludens/internal/report"
	"ludens/internal/roster"
)

func newImport() *cobra.Command {
	var i importer
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take over a game or a network that another program wrote",
		Long: `Import takes over what other programs describe. What a file is its ending says.

A game: the rules as other programs have them become a file that every verb takes
(docs/variants.md), printed or written to -o:

  variants.ini#NAME   a variant of Fairy-Stockfish, by its name
  FILE                a rules record of OpenTafl, alone or in one of its games

What a file cannot say is told with a line each, and nothing is printed: it would be
another game. With --partly it is printed nevertheless.

A network: the weights that another program has trained become a checkpoint of --game,
which every verb takes that takes one; ludens export is the way back:

  FILE.safetensors    float32, float16 or bfloat16, named as ludens export names them
                      or as the modules of PyTorch in docs/weights.md are
  FILE.onnx           whatever its weights are called: read by what it computes

A network has the planes and actions of the game; its width and depth the file says. Its
batch norm may have been folded into its convolutions. It is searched as the preset of
the game says.`,
		Example: `  ludens import variants.ini#gardner -o gardner5.toml
  ludens check gardner5.toml
  ludens import game.otg -o theirs.toml
  ludens import celta.safetensors --game celta -o celta.ckpt
  ludens eval celta celta.ckpt@50
  ludens train celta --from celta.ckpt`,
		Args: arguments(1, 1, "import FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if export.IsWeights(args[0]) || i.game != "" {
				return i.weights(c.OutOrStdout(), args[0])
			}
			return i.rules(c.OutOrStdout(), c.ErrOrStderr(), args[0])
		},
	}
	c.Flags().StringVar(&i.game, "game", "", "the game that a network plays")
	c.Flags().StringVarP(&i.to, "out", "o", "", "file to write (default, of a game: print it)")
	c.Flags().BoolVar(&i.partly, "partly", false, "print what can be said of a game, though it is another one")
	return c
}

// importer is what import was asked to do.
type importer struct {
	game, to string
	partly   bool
}

// taken returns an error if the file to write is there.
func (i *importer) taken() error {
	if _, err := os.Stat(i.to); err == nil {
		return fmt.Errorf("%s is there already: choose another name, or remove it", i.to)
	}
	return nil
}

// weights makes a checkpoint of a network's weights.
func (i *importer) weights(out io.Writer, path string) error {
	switch {
	case i.game == "":
		return usage{fmt.Errorf("import: which game does the network of %s play? Add --game GAME", path)}
	case i.to == "":
		return usage{errors.New("import: where to? Add -o FILE.ckpt")}
	case i.partly:
		return usage{errors.New("import: --partly is for games; a network is taken over whole")}
	}
	g, err := roster.Game(i.game)
	if err != nil {
		return err
	}
	if err := i.taken(); err != nil {
		return err
	}
	c, err := export.Read(g, path)
	if err != nil {
		return err
	}
	hash, err := c.Write(i.to)
	if err != nil {
		return err
	}
	s := c.Network
	fmt.Fprintf(out, "%s: network %dx%d of %s, %d parameters\nsha256     %s\n", i.to, s.Channels, s.Blocks, c.Game, s.Params(), hash)
	return nil
}

// rules makes a file of the rules of a game, FILE or FILE#NAME.
func (i *importer) rules(out, errs io.Writer, from string) error {
	path, name, _ := strings.Cut(from, "#")
	text, err := bounded.ReadFile(path, maxPaste)
	if err != nil {
		return err
	}
	game, err := games.Import(string(text), name)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range game.Problems {
		fmt.Fprintf(errs, "%s: %s\n", path, p)
	}
	if n := len(game.Problems); n > 0 && (!i.partly || game.Text == "") {
		return fmt.Errorf("%s: %s that no file can say (above): what is left would be another game", path, report.Count(n, "thing"))
	}
	if i.to == "" {
		_, err = fmt.Fprint(out, game.Text)
		return err
	}
	if err := i.taken(); err != nil {
		return err
	}
	return atomicfile.Write(i.to, func(w io.Writer) error {
		_, err := io.WriteString(w, game.Text)
		return err
	})
}
