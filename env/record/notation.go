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
	x, ok := env.As[env.Transcribed](g)
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

// PositionNotations are those in which a position can be written: as a Start takes
// it, as FEN (chess), as OTN (OpenTafl's notation of tafl).
var PositionNotations = []string{"position", "fen", "otn"}

// PositionAs writes a position of g in one of PositionNotations; ok is false if g
// has it not.
func PositionAs(g env.Game, s env.State, notation string) (text string, ok bool) {
	var write func(env.State) string
	if x, has := env.As[env.Notated](g); has && notation == "position" {
		write = x.Position
	}
	if x, has := env.As[env.FENWriter](g); has && notation == "fen" {
		write = x.FEN
	}
	if x, has := env.As[env.OTNWriter](g); has && notation == "otn" {
		write = x.OTN
	}
	if write == nil {
		return "", false
	}
	return write(s), true
}

// OfTranscript returns a game of g that was read from a notation of others. Its
// start is given only if it is not the one that g has by itself.
func OfTranscript(g env.Game, t env.Transcript) Record {
	r := Record{
		Game: g.Spec().Name, Moves: t.Moves, Result: t.Result,
		First: t.First, Second: t.Second, Date: t.Date, Ending: t.Ending, Comments: t.Comments, Variations: t.Variations,
	}
	if n, ok := env.As[env.Notated](g); ok && (Drawn(g) || t.Start != n.Position(g.New(0))) {
		r.Start = t.Start
	}
	names := slices.Clone(own)
	for _, tag := range t.Tags { // a record has each once
		if !contains(names, tag.Name) && len(r.Tags) < maxTags-len(own) {
			names, r.Tags = append(names, tag.Name), append(r.Tags, tag)
		}
	}
	return r
}

// Transcript returns the game as other programs' notations take it.
func (s *Sheet) Transcript(g env.Notated) env.Transcript {
	r := &s.record
	return env.Transcript{
		Start: g.Position(s.At(0)), Moves: r.Moves, Result: r.Result,
		First: r.First, Second: r.Second, Date: r.Date, Ending: r.Ending, Tags: r.Tags, Comments: r.Comments, Variations: r.Variations,
	}
}
