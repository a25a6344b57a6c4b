package record

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludens/env"
)

// columns is how long a line may be that can be broken.
const columns = 80

// Write writes the text of a record: what Parse reads back as the same one, but
// for the spaces in its comments. A record whose parts no text can hold (a
// space in a move, a brace in a comment) is an error.
func Write(w io.Writer, r Record) error {
	text, err := r.text()
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (r *Record) text() (string, error) {
	if err := r.check(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range r.tags() {
		b.WriteString(t.String() + "\n")
	}
	b.WriteByte('\n')
	wrap(&b, words(env.Variation{Moves: r.Moves, Comments: r.Comments, Variations: r.Variations}))
	if b.Len() > maxText {
		return "", fmt.Errorf("longer than %d bytes", maxText)
	}
	return b.String(), nil
}

// check returns an error if a part of r would not be read back as it is.
func (r *Record) check() error {
	tags := r.tags()
	if len(tags) > maxTags {
		return fmt.Errorf("more than %d tags", maxTags)
	}
	var names []string
	for _, t := range tags {
		if back, rest, err := parseTag(t.String()); err != nil || rest != "" || back != t {
			return fmt.Errorf("tag %s: %q cannot be written on one line", t.Name, t.Value)
		}
		if contains(names, t.Name) {
			return fmt.Errorf("tag %s is given twice", t.Name)
		}
		names = append(names, t.Name)
	}
	for _, t := range r.Tags {
		if contains(own, t.Name) {
			return fmt.Errorf("tag %s stands among the others: it is a field of its own", t.Name)
		}
	}
	if err := checkVariations(len(r.Moves), r.Variations); err != nil {
		return err
	}
	return checkLine(env.Variation{Moves: r.Moves, Comments: r.Comments, Variations: r.Variations})
}

// checkLine returns an error if a part of a line, or of its variations, would not be
// read back as it is.
func checkLine(l env.Variation) error {
	for i, move := range l.Moves {
		if err := checkMove(move); err != nil {
			return fmt.Errorf("move %s %w", Number(l.After+i), err)
		}
	}
	for _, ply := range slices.Sorted(maps.Keys(l.Comments)) {
		c := l.Comments[ply]
		if ply < l.After || ply > l.After+len(l.Moves) || strings.Contains(c, "}") || !printable(strings.Join(strings.Fields(c), "")) {
			return fmt.Errorf("the comment before move %s cannot be written: %q", Number(max(ply, 0)), c)
		}
	}
	for _, v := range l.Variations {
		if err := checkLine(v); err != nil {
			return err
		}
	}
	return nil
}

// words returns the moves of a line with their numbers, its comments and its
// variations, as what may stand on different lines.
func words(l env.Variation) []string {
	all := env.Braced(l.Comments[l.After])
	numbered := false // the word before was the first move of a number
	for i, move := range l.Moves {
		ply := l.After + i
		if !numbered {
			move = Number(ply) + " " + move
		}
		aside := env.Braced(l.Comments[ply+1])
		for _, v := range l.Variations {
			if v.After == ply {
				aside = append(aside, env.Parenthesised(words(v))...)
			}
		}
		all = append(append(all, move), aside...)
		numbered = ply%2 == 0 && len(aside) == 0
	}
	return all
}

// wrap writes words into lines of limited width, where words allow it.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > columns:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	if len(words) > 0 {
		b.WriteByte('\n')
	}
}

// checkMove returns an error if text cannot be a move: it has to be one short
// word, and to look like nothing else that a record holds.
func checkMove(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case len(text) > maxMove:
		return fmt.Errorf("%s: is longer than %d bytes", clip(text), maxMove)
	case strings.ContainsAny(text, `{}[]()"`) || text[0] == '$' || !printable(text) || strings.ContainsFunc(text, unicode.IsSpace):
		return fmt.Errorf("%q: is not a move", text)
	case number.MatchString(text):
		return fmt.Errorf("%q: looks like a number", text)
	}
	if _, ok := scores[text]; ok {
		return fmt.Errorf("%q: looks like a result", text)
	}
	return nil
}

// clip quotes text, shortened to what fits into a line.
func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(text)
}

// printable reports whether text is UTF-8 on one line without control characters.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

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
