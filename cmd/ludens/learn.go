package main

import (
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/lesson"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newLearn() *cobra.Command {
	var asJSON, plain bool
	c := &cobra.Command{
		Use:   "learn GAME",
		Short: "Learn the rules of a game by doing",
		Long: `Learn asks for moves, one rule at a time: how each piece moves, what it
captures, what else it can do, how the game is won. The positions come from
games that the program plays against itself, and what a move does is read from
the rules, so each game has its lesson, one from a file, too. Above each task
stand the words of the game's own rules (ludens games GAME has all of them).

Type a move, or hint, answer, next, back, quit.`,
		Example: `  ludens learn celta
  ludens learn shogi
  ludens learn mine.toml            a game of your own
  ludens learn xiangqi --json       the tasks, to read or to show elsewhere`,
		Args: arguments(1, 1, "learn GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			tasks, err := lesson.Of(c.Context(), g)
			if err != nil {
				return exit.Stopped{Hint: "stopped before the lesson was ready"}
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(tasks)
			}
			err = tui.NewClass(g, tasks, plain, c.OutOrStdout()).Teach(c.Context(), c.InOrStdin())
			if err != nil && c.Context().Err() != nil || errors.Is(err, tui.ErrBroken) {
				return exit.Stopped{Hint: "the same command begins the same lesson again"}
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the tasks as JSON")
	c.Flags().BoolVar(&plain, "plain", false, "no colours, nothing that moves the cursor, each position in words, too")
	return c
}
