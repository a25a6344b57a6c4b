package main

import (
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"ludens/internal/exact"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newSolve() *cobra.Command {
	var q exact.Question
	var memory int
	var asJSON bool
	c := &cobra.Command{
		Use:   "solve GAME",
		Short: "Find out what every position of a small game is worth",
		Long: `Solve finds, for each position of a small game, whether the mover wins, draws or
loses with best play of both sides, and in how many plies. It writes that to a
table, from which --position answers and ludens eval --truth judges agents.

A position is won for the side that can force the end of the game in its favour.
If neither side can, it is drawn: endless play is a draw. Third occurrences of a position
and the cap on a game's length are left out; a draw by repetition changes no
worth of a position without history, a cap would.

Games whose positions can be numbered are solved backwards, from the ends of
the game: tictactoe, cetro-5x5, and of the tafl games endgames with few men. Of
Connect Four a position is searched to its end: from ten stones on in less than
a second, the empty board in many minutes.

cetro-5x5 and cetro-5x7, but with demand=veto, are solved by rows of positions.
This work is kept every ten minutes and when it is stopped, in FILE.part, and the
same command goes on with it; if the table is there already, the command prints what it
says. One table serves demand=flag and demand=always. cetro-5x7 takes 5.7 GiB of
memory (--memory 6000), up to 4.2 GiB on disk, and an hour or so.

Of Cetran Chess 2 and of games of the chess family endgames of three and four
men are solved, of five on small boards: --endgame kq-k is king and queen against
the king, White's men first; 3 stands for all of three men, 4 for all of four
without pawns. Of several endgames each gets a line (with --json, an object on a
line), and no table is kept. What a position is worth
leaves the fifty-move clock aside; what the clock makes of it is printed beside.`,
		Example: `  ludens solve cetro-5x5
  ludens solve cetro-5x7 --memory 6000 --workers 1
  ludens solve capablanca --endgame ka-k
  ludens solve cetro-5x5:demand=none -o small.solution --json
  ludens solve cetro-5x5 --position "b1b1b/1g1g1/5/1G1G1/B1B1B s -"
  ludens solve celta --endgame kd/aa
  ludens solve cetran2 --endgame kq-kr
  ludens solve cetran2 --endgame ks-k --position "8/8/8/3k4/8/8/8/K6S w - 90 1"
  ludens solve cetran2 --endgame 3,4 --workers 1
  ludens solve celta --endgame kd/aa --position "7/2a4/1k5/7/7/4d1a/7 d"
  ludens solve connect4 --position "......./......./......./...y.../..ryr../.yryr.."`,
		Args: arguments(1, 1, "solve GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			if err := inRange(amount{"memory", memory, 1, maxMemory}, players(q.Workers)); err != nil {
				return err
			}
			bars := tui.Phases{Visible: tui.Terminal(stderr), Errs: stderr}
			q.Game, q.Memory, q.Seen = g, uint64(memory)<<20, bars.Seen
			q.Tell = func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) }
			return q.Answer(c.Context(), exact.Printer{Out: c.OutOrStdout(), JSON: asJSON, Finish: bars.Finish})
		},
	}
	c.Flags().StringVar(&q.Position, "position", "", "print what each move of this position is worth, out of the table")
	c.Flags().StringVar(&q.Endgame, "endgame", "", "solve the positions with no more than these men, as in kd/aa: the king and a defender, two attackers (tafl); kq-kr (cetran2); several, or 3 and 4 for all of that many men, print a table")
	c.Flags().StringVarP(&q.File, "output", "o", "", "the table's file (default: "+filepath.Join("ludens", "solves", "GAME.solution")+" in the user's cache)")
	c.Flags().IntVar(&memory, "memory", 2048, "MiB to work with; moves that need more go to a file beside the table")
	c.Flags().IntVar(&q.Workers, "workers", runtime.GOMAXPROCS(0), "goroutines; the table does not depend on it")
	c.Flags().BoolVar(&q.Reachable, "reachable", false, "also count the positions that the start can lead to")
	c.Flags().BoolVar(&asJSON, "json", false, "print the outcome as JSON")
	return c
}
