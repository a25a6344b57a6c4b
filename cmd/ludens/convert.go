package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/record"
	"ludens/internal/nearest"
)

// notations are those in which a game can be written.
var notations = []string{"record", "pgn", "courier"}

func checkNotation(name string) error {
	if slices.Contains(notations, name) {
		return nil
	}
	return usage{fmt.Errorf("replay: no notation %q%s; want one of %s", name, nearest.Hint(name, notations), strings.Join(notations, ", "))}
}

// convert writes a legal game in a notation.
func convert(out io.Writer, g env.Game, r record.Record, notation string) error {
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		return err
	}
	r = sheet.Record()
	if notation == "record" {
		return record.Write(out, r)
	}
	chess, ok := g.(*cetran.Game)
	if !ok {
		return usage{fmt.Errorf("a game of %s has no %s: want --to record", g.Spec().Name, notation)}
	}
	actions, err := actionsOf(g, r)
	if err != nil {
		return err
	}
	if notation == "courier" {
		return writeCourier(out, sheet, actions)
	}
	return writePGN(out, chess, sheet, actions)
}

func actionsOf(g env.Game, r record.Record) (all []env.Action, err error) {
	_, err = r.Replay(g, func(_ int, _ env.State, a env.Action) error {
		all = append(all, a)
		return nil
	})
	return all, err
}

// writeCourier lists the moves as Game Courier takes them.
func writeCourier(out io.Writer, sheet *record.Sheet, actions []env.Action) error {
	for ply, a := range actions {
		if _, err := fmt.Fprintln(out, record.Number(ply), sheet.At(ply).(*cetran.State).Courier(a)); err != nil {
			return err
		}
	}
	return nil
}

// writePGN writes the game with its start position, but without comments.
func writePGN(out io.Writer, g *cetran.Game, sheet *record.Sheet, actions []env.Action) error {
	r := sheet.Record()
	game := cetran.Record{Start: sheet.At(0).(*cetran.State), Moves: actions, Result: r.Result}
	told := []record.Tag{{Name: "White", Value: r.First}, {Name: "Black", Value: r.Second}, {Name: "Date", Value: r.Date}, {Name: "Termination", Value: r.Ending}}
	for _, t := range append(told, r.Tags...) {
		if t.Value != "" {
			game.Tags = append(game.Tags, cetran.Tag(t))
		}
	}
	return g.WritePGN(out, game)
}
