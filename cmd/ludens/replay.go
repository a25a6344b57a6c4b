package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/nearest"
	"ludens/internal/tui"
)

func newReplay() *cobra.Command {
	var p player
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Go through a game record and check it by the rules",
		Long: `Replay plays the moves of a record by the rules, prints them, the last board and
the result. An illegal move ends it: its number and the nearest legal moves are
told, and the exit code is 1. So does a false claim: a capture, check (+), mate (#),
result or ending that is written down and did not happen; what is left out claims
nothing. FILE may be - for standard input.

It reads records as ludens writes them and mere lists of moves, games of chess and
its kin also as PGN, in algebraic notation (Nf3, O-O), of the Cetran family as
Game Courier lists them, too, games of tafl also as
OpenTafl keeps them (.otg, with their rules) and as people publish them (Kd4-c4,
timeout, resigned); --to writes the game in another of these notations. A file may
hold many games, each with its tags: they are gone through one after the
other, until one of them is wrong.`,
		Example: `  ludens replay game.txt
  ludens replay game.txt --every          a board after each move
  ludens replay game.txt --ply 12         only the board after 12 moves
  ludens replay - --json < game.txt       the verdict, for scripts
  echo "b2-d4 d8-f6!" | ludens replay - --game cetro
  ludens replay game.pgn                  of chess, unless its tag Variant names another game
  ludens replay cetran2.pgn --to courier
  ludens replay game.pgn --game mine.toml
  ludens replay brandubh.otg
  ludens replay moves.txt --game cetran2:array=qrknchsa/KSNRCAQH --to pgn`,
		Args: arguments(1, 1, "replay FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			p.out, p.colours = c.OutOrStdout(), tui.Colourful(c.OutOrStdout())
			if err := p.check(); err != nil {
				return err
			}
			return p.from.eachRecord(args[0], c.InOrStdin(), func(number int, r record.Record, g env.Game) error {
				if number > 1 && !p.asJSON && p.to != "pgn" { // which ends with an empty line itself
					fmt.Fprintln(p.out)
				}
				return p.print(g, r)
			})
		},
	}
	p.from.flags(c)
	c.Flags().IntVar(&p.ply, "ply", -1, "show only the board after so many moves; -1: the whole game")
	c.Flags().BoolVar(&p.every, "every", false, "show the board after every move")
	c.Flags().BoolVar(&p.asJSON, "json", false, "print the verdict as JSON")
	c.Flags().StringVar(&p.to, "to", "", "print the game as "+strings.Join(record.Notations, ", ")+" (the last without comments and variations)")
	return c
}

// player goes through records.
type player struct {
	from    origin
	out     io.Writer
	colours bool
	ply     int // the only one shown; -1: no such
	every   bool
	asJSON  bool
	to      string // the notation that is wanted; "": none
}

// check refuses flags that contradict each other.
func (p *player) check() error {
	switch {
	case p.ply >= 0 && p.every:
		return usage{errors.New("replay: --ply shows one board and --every all: want one of them")}
	case p.to == "":
		return nil
	case p.ply >= 0 || p.every || p.asJSON:
		return usage{errors.New("replay: --to prints the game and nothing else: leave --ply, --every and --json out")}
	}
	if !slices.Contains(record.Notations, p.to) {
		return usage{fmt.Errorf("replay: no notation %q%s; want one of %s", p.to, nearest.Hint(p.to, record.Notations), strings.Join(record.Notations, ", "))}
	}
	return nil
}

// print prints what was asked for.
func (p *player) print(g env.Game, r record.Record) error {
	switch {
	case p.to != "":
		return p.convert(g, r)
	case p.asJSON:
		return printJudgement(p.out, g, r)
	case p.ply >= 0:
		return p.show(g, r)
	}
	return tui.TellGame(p.out, g, r, p.every, p.colours)
}

// convert prints the game in another notation.
func (p *player) convert(g env.Game, r record.Record) error {
	err := record.WriteAs(p.out, g, r, p.to)
	if none := (record.NotationError{}); errors.As(err, &none) {
		return usage{fmt.Errorf("%w: want --to record", err)}
	}
	return err
}

// show prints the board after p.ply moves.
func (p *player) show(g env.Game, r record.Record) error {
	if p.ply > len(r.Moves) {
		return fmt.Errorf("--ply %d: there are %d moves", p.ply, len(r.Moves))
	}
	r.Moves, r.Result, r.Ending = r.Moves[:p.ply], env.Ongoing, ""
	s, err := r.Replay(g, nil)
	if err == nil {
		fmt.Fprint(p.out, tui.Board(s, p.colours))
	}
	return err
}

// printJudgement prints it as JSON.
func printJudgement(out io.Writer, g env.Game, r record.Record) error {
	v, err := record.Judge(g, r)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(v)
}
