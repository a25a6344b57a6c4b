package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/exit"
	"ludens/internal/roster"
)

func newPerft() *cobra.Command {
	var from record.Beginning
	var divide, asJSON bool
	c := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the legal games of every length up to a depth",
		Long: `Perft prints one line a depth: the depth, and the number of legal sequences of
exactly that many moves. It is the figure in which two programs that know the
same rules must agree. A game that ends sooner counts nothing.`,
		Example: `  ludens perft celta 3
  ludens perft celta 3 --divide       which first move accounts for what
  ludens perft cetro 4 --json
  ludens perft tictactoe 2 --position "x.o/.x./..."`,
		Args: arguments(2, 2, "perft GAME DEPTH"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 1 || depth > maxPerft {
				return exit.Usagef("perft: depth %q is not a whole number from 1 to %d", args[1], maxPerft)
			}
			s, err := from.State(g)
			if err != nil {
				return err
			}
			w := tallies{c.OutOrStdout(), asJSON}
			if divide {
				return w.divide(c.Context(), s, depth)
			}
			return w.perft(c.Context(), s, depth)
		},
	}
	startFlags(c, &from)
	c.Flags().BoolVar(&divide, "divide", false, "at the last depth, print the number for each first move")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// maxPerft is beyond any practical depth.
const maxPerft = 100

// tallies prints counts as they come.
type tallies struct {
	out    io.Writer
	asJSON bool
}

// tally is a line of output: the count of a depth, or of a first move. The
// count comes last.
type tally struct {
	Depth int    `json:"depth"`
	Move  string `json:"move,omitempty"`
	Count uint64 `json:"count"`
}

func (w tallies) print(t tally) error {
	if w.asJSON {
		return json.NewEncoder(w.out).Encode(t)
	}
	label := t.Move
	if label == "" {
		label = strconv.Itoa(t.Depth)
	}
	_, err := fmt.Fprintln(w.out, label, t.Count)
	return err
}

func (w tallies) perft(ctx context.Context, s env.State, depth int) error {
	for d := 1; d <= depth; d++ {
		n, err := env.PerftContext(ctx, s, d)
		if err != nil {
			return err
		}
		if err := w.print(tally{Depth: d, Count: n}); err != nil {
			return err
		}
	}
	return nil
}

// divide prints a line a move, sorted, and then the sum.
func (w tallies) divide(ctx context.Context, s env.State, depth int) error {
	var total uint64
	for _, a := range env.ByText(s) {
		child := s.Copy(nil)
		child.Play(a)
		n, err := env.PerftContext(ctx, child, depth-1)
		if err != nil {
			return err
		}
		if err := w.print(tally{Depth: depth, Move: s.Format(a), Count: n}); err != nil {
			return err
		}
		total += n
	}
	return w.print(tally{Depth: depth, Count: total})
}
