package pgn

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
)

// Name is what the notation is called.
const Name = "pgn"

// ParseMove returns the legal action that a text stands for as Format or as SAN has it.
// A capital before the squares is a man's letter where that makes a legal move: B1c2 is
// no move from b1.
func ParseMove(p Position, text string) (env.Action, error) {
	legal := p.Legal(nil)
	for _, a := range legal {
		if p.Format(a) == text {
			return a, nil
		}
	}
	if a, err := ParseSAN(p, text); err == nil {
		return a, nil
	}
	a, err := env.Parse(p, text)
	if err == nil || coordinates.MatchString(text) {
		return a, err
	}
	return ParseSAN(p, text)
}

// coordinates is how the moves of Format begin, those off the board included.
var coordinates = regexp.MustCompile(`^[a-z]\d+[a-z]\d`)

// WriteTranscript writes a legal game.
func (n Notation) WriteTranscript(w io.Writer, t env.Transcript) error {
	start, err := n.Start(t.Start)
	if err != nil {
		return fmt.Errorf("pgn: start: %w", err)
	}
	r := Record{Start: start, Result: t.Result, Tags: tagsOf(t), Comments: t.Comments, Variations: t.Variations}
	r.Moves, err = Follow(start, t.Moves, nil)
	if err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	return n.Write(w, r)
}

// Follow plays moves from a position, which it leaves as it is, and calls visit, if there
// is one, with the position before each.
func Follow(start Position, moves []string, visit func(p Position, a env.Action) error) (all []env.Action, err error) {
	at := start.Copy(nil).(Position)
	for i, text := range moves {
		a, err := ParseMove(at, text)
		if err == nil && visit != nil {
			err = visit(at, a)
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		all = append(all, a)
		at.Play(a)
	}
	return all, nil
}

// tagsOf returns a transcript's notes as PGN's tags.
func tagsOf(t env.Transcript) []Tag {
	tags := append([]Tag{
		{Name: "White", Value: t.First}, {Name: "Black", Value: t.Second}, {Name: "Date", Value: t.Date}, {Name: "Termination", Value: t.Ending},
	}, t.Tags...)
	return slices.DeleteFunc(tags, func(tag Tag) bool { return tag.Value == "" })
}

// pgnTag is one of the tags that only PGN has.
var pgnTag = regexp.MustCompile(`(?m)^\s*\[\s*(Event|White|Black|Variant|SetUp|FEN)\s+"`)

// Is reports whether a text has a tag of PGN.
func Is(text string) bool { return pgnTag.MatchString(text) }

// ReadTranscript reads the one game of a PGN file.
func (n Notation) ReadTranscript(text string) (t env.Transcript, err error) {
	all, err := n.Read(strings.NewReader(text))
	if err != nil {
		return t, err
	}
	if len(all) != 1 {
		return t, fmt.Errorf("pgn: holds %d games: want one", len(all))
	}
	t.Start, t.Result = n.Position(all[0].Start), all[0].Result
	t.Comments, t.Variations = all[0].Comments, all[0].Variations
	s := all[0].Start.Copy(nil)
	for _, a := range all[0].Moves {
		t.Moves = append(t.Moves, s.Format(a))
		s.Play(a)
	}
	for _, tag := range all[0].Tags {
		if strings.Trim(tag.Value, "?.") != "" { // "?" and "????.??.??" stand for unknown
			note(&t, tag)
		}
	}
	return t, nil
}

// note puts what a tag of PGN says where a transcript has it.
func note(t *env.Transcript, tag Tag) {
	switch tag.Name {
	case "White":
		t.First = tag.Value
	case "Black":
		t.Second = tag.Value
	case "Date":
		t.Date = tag.Value
	case "Termination":
		t.Ending = tag.Value
	default:
		t.Tags = append(t.Tags, tag)
	}
}
