package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newReplay() *cobra.Command {
	var from roster.Origin
	var p tui.Replay
	var judge string
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Go through a game record and check it by the rules",
		Long: `Replay plays the moves of a record by the rules, prints them, the last board and
the result. An illegal move ends it: its number and the nearest legal moves are
printed, and the exit code is 1. So does a false claim: a capture, check (+), mate (#),
result or ending that is written down and did not happen; what is left out claims
nothing. FILE may be - for standard input.

It reads records as ludens writes them and mere lists of moves, games of chess and
its kin also as PGN, in algebraic notation (Nf3, O-O), of the Cetran family as
Game Courier lists them, too, games of tafl also as
OpenTafl keeps them (.otg, with their rules) and as people publish them (Kd4-c4,
timeout, resigned), or a table with a game in each row (moves, two counts of captures,
White, Black or Draw). On servers players may have gone on where the rules end a game:
--as-recorded replays what they played, and says where it leaves the rules. --to writes the game in another of these notations. A file may
hold many games, each with its tags: they are gone through one after the
other, until one of them is wrong; FILE#2 is the second of them. --json lists them.`,
		Example: `  ludens replay game.txt
  ludens replay game.txt --every          a board after each move
  ludens replay game.txt --ply 12         only the board after 12 moves
  ludens replay - --json < game.txt       the verdict, for scripts
  echo "b2-d4 d8-f6!" | ludens replay - --game cetro
  ludens replay game.pgn                  of chess, unless its tag Variant names another game
  ludens replay cetran2.pgn --to courier
  ludens replay game.pgn --game mine.toml
  ludens replay brandubh.otg
  ludens replay copenhagen.csv --game copenhagen --as-recorded
  ludens replay game.txt --judge champion    the mistakes, why, and what was better
  ludens replay moves.txt --game cetran2:array=qrknchsa/KSNRCAQH --to pgn`,
		Args: arguments(1, 1, "replay FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			p.Out, p.Colours = c.OutOrStdout(), tui.Colourful(c.OutOrStdout())
			if err := checkReplay(&p); err != nil {
				return err
			}
			if judge != "" {
				spec, err := agent.Typed(judge)
				if err != nil {
					return err
				}
				p.Judge = func(g env.Game) (analysis.Analyst, error) {
					return roster.Analyst(spec, g, roster.Open, seed.New(0), 1, 0)
				}
			}
			return from.Each(args[0], c.InOrStdin(), p.Game)
		},
	}
	originFlags(c, &from)
	c.Flags().StringVar(&judge, "judge", "", "agent that says what each move gave away and why, as in champion or mcts:100")
	c.Flags().IntVar(&p.Ply, "ply", -1, "number of moves after which the board is shown; -1: the whole game")
	c.Flags().BoolVar(&p.Every, "every", false, "show the board after every move")
	c.Flags().BoolVar(&p.JSON, "json", false, "print the verdict as JSON")
	c.Flags().BoolVar(&p.AsRecorded, "as-recorded", false, "allow repetition, and moves after the end of the game: they are flagged and left out")
	c.Flags().StringVar(&p.Notation, "to", "", "print the game as "+strings.Join(record.Notations, ", ")+" (the last without comments and variations)")
	return c
}

// checkReplay refuses flags that contradict each other.
func checkReplay(r *tui.Replay) error {
	switch {
	case r.Ply >= 0 && r.Every:
		return exit.Usagef("replay: --ply shows one board and --every all: want one of them")
	case r.Notation == "":
		return nil
	case r.Ply >= 0 || r.Every || r.JSON:
		return exit.Usagef("replay: --to prints the game and nothing else: leave --ply, --every and --json out")
	}
	return exit.OneOf("replay: no notation", r.Notation, record.Notations)
}
