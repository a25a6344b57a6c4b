package record

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
)

// Own is the name of this package's notation.
const Own = "record"

// Notations are those in which a game can be written: records, which all games
// have, and others that a game may have (env.Transcribed).
var Notations = []string{Own, "pgn", "courier"}

// NotationError is the error of a game that is not written in a notation.
type NotationError struct{ Game, Notation string }

func (e NotationError) Error() string {
	return fmt.Sprintf("a game of %s has no %s", e.Game, e.Notation)
}

// WriteAs writes a legal game in one of Notations. Game Courier's lists have neither
// comments nor variations.
func WriteAs(w io.Writer, g env.Game, r Record, notation string) error {
	sheet, err := NewSheet(g, r)
	if err != nil {
		return err
	}
	if notation == Own {
		return Write(w, sheet.Record())
	}
	x, ok := g.(env.Transcribed)
	if !ok || !slices.Contains(x.Notations(), notation) {
		return NotationError{g.Spec().Name, notation}
	}
	return x.WriteTranscript(w, notation, sheet.Transcript(x))
}

// Others returns a legal game in each notation of others that it has, by its name.
func Others(g env.Game, r Record) map[string]string {
	all := map[string]string{}
	for _, notation := range Notations[1:] {
		var text strings.Builder
		if WriteAs(&text, g, r, notation) == nil {
			all[notation] = text.String()
		}
	}
	return all
}
