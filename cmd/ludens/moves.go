package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/prose"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newMoves() *cobra.Command {
	var from record.Beginning
	var asJSON bool
	c := &cobra.Command{
		Use:   "moves GAME",
		Short: "List the legal moves of a position",
		Long: `Moves prints the legal moves in the game's notation, sorted, on one line; an
empty line when the game is over. With --json it adds the squares of each move:
the cell that a piece leaves and the one that it enters, row by row from the top
(-1: none), those that it passes and captures, what it becomes, and what distinguishes the
move from others with the same squares.`,
		Example: `  ludens moves celta
  ludens moves celta --position "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a"
  ludens moves cetran2 --seed 7 --json`,
		Args: arguments(1, 1, "moves GAME [--position TEXT]"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			s, err := from.State(g)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(outlook(g, s))
			}
			moves := strings.Join(env.Texts(s, env.ByText(s)), " ")
			if tui.Terminal(c.OutOrStdout()) {
				moves = strings.TrimSuffix(prose.Words(moves, tui.Width(c.OutOrStdout()), ""), "\n")
			}
			fmt.Fprintln(c.OutOrStdout(), moves)
			return nil
		},
	}
	startFlags(c, &from)
	c.Flags().BoolVar(&asJSON, "json", false, "print the position, the side to move and the moves as JSON")
	return c
}

// position is what moves --json says.
type position struct {
	Game     string        `json:"game"`
	Position string        `json:"position,omitempty"`
	ToMove   string        `json:"to_move,omitempty"` // first or second; empty when the game is over
	Result   string        `json:"result"`
	Moves    []string      `json:"moves"`
	Squares  []env.Squares `json:"squares"` // of Moves
}

func outlook(g env.Game, s env.State) position {
	actions := env.ByText(s)
	p := position{Game: g.Spec().Name, Result: s.Result().String(), Moves: env.Texts(s, actions), Squares: []env.Squares{}}
	for _, a := range actions {
		p.Squares = append(p.Squares, env.SquaresOf(s, a))
	}
	if n, ok := env.As[env.Notated](g); ok {
		p.Position = n.Position(s)
	}
	if s.Result() == env.Ongoing {
		p.ToMove = s.ToMove().String()
	}
	return p
}
