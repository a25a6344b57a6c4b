package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
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
	if notation == "record" {
		return record.Write(out, sheet.Record())
	}
	x, ok := g.(env.Transcribed)
	if !ok || !slices.Contains(x.Notations(), notation) {
		return usage{fmt.Errorf("a game of %s has no %s: want --to record", g.Spec().Name, notation)}
	}
	return x.WriteTranscript(out, notation, sheet.Transcript(x))
}
