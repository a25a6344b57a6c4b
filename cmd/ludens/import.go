package main

import (
	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/export"
	"ludens/internal/roster"
)

func newImport() *cobra.Command {
	var game, to string
	var partly bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take over a game or a network that another program wrote",
		Long: `Import takes over what other programs describe. What a file is its ending says.

A game: the rules as other programs have them become a file that every verb takes
(docs/variants.md), printed or written to -o:

  variants.ini#NAME   a variant of Fairy-Stockfish, by its name
  FILE                a rules record of OpenTafl, alone or in one of its games

What a file cannot say is reported with a line each, and nothing is printed: it would be
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
			switch {
			case !export.IsWeights(args[0]) && game == "":
				return export.ImportRules(c.OutOrStdout(), c.ErrOrStderr(), args[0], to, partly)
			case game == "":
				return exit.Usagef("import: which game does the network of %s play? Add --game GAME", args[0])
			case to == "":
				return exit.Usagef("import: where to? Add -o FILE.ckpt")
			case partly:
				return exit.Usagef("import: --partly is for games; a network is taken over whole")
			}
			g, err := roster.Game(game)
			if err != nil {
				return err
			}
			return export.ImportWeights(c.OutOrStdout(), g, args[0], to)
		},
	}
	c.Flags().StringVar(&game, "game", "", "the game that a network plays")
	c.Flags().StringVarP(&to, "out", "o", "", "file to write (default, of a game: print it)")
	c.Flags().BoolVar(&partly, "partly", false, "print what can be said of a game, though it is another one")
	return c
}
