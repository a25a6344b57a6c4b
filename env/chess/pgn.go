package chess

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
)

// Games as PGN, with comments and variations: S. J. Edwards, Portable Game Notation
// Specification and Implementation Guide (1994).

// roster is the tags that every game must have, with what stands for "unknown".
var roster = []env.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"},
	{Name: "Round", Value: "?"}, {Name: "White", Value: "?"}, {Name: "Black", Value: "?"},
}

// derived are the tags that follow from the other fields of a transcript.
var derived = []string{"Result", "Variant", "SetUp", "FEN"}

var scores = [...]string{env.Ongoing: "*", env.FirstWins: "1-0", env.SecondWins: "0-1", env.Drawn: "1/2-1/2"}

// writePGN writes a legal game with its start position.
func (g *Game) writePGN(w io.Writer, t env.Transcript) error {
	start, err := g.startOf(t.Start)
	if err != nil {
		return fmt.Errorf("pgn: start: %w", err)
	}
	var text strings.Builder
	for _, tag := range g.tags(start, t) {
		text.WriteString(tag.String() + "\n")
	}
	text.WriteByte('\n')
	column := 0
	words, err := movetext(start, env.Variation{Moves: t.Moves, Comments: t.Comments, Variations: t.Variations})
	if err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	for _, word := range append(words, scores[t.Result]) {
		writeWord(&text, word, &column)
	}
	text.WriteString("\n\n")
	if _, err := io.WriteString(w, text.String()); err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	return nil
}

// tags returns the tags of a game in the order of the standard: the roster with the
// result, what is needed to replay the game, the rest.
func (g *Game) tags(start *State, t env.Transcript) (tags []env.Tag) {
	given := append([]env.Tag{
		{Name: "White", Value: t.First}, {Name: "Black", Value: t.Second}, {Name: "Date", Value: t.Date}, {Name: "Termination", Value: t.Ending},
	}, t.Tags...)
	given = slices.DeleteFunc(given, func(tag env.Tag) bool { return tag.Value == "" || slices.Contains(derived, tag.Name) })
	for _, tag := range roster {
		is := func(t env.Tag) bool { return t.Name == tag.Name }
		if i := slices.IndexFunc(given, is); i >= 0 {
			tag = given[i]
			given = slices.DeleteFunc(given, is)
		}
		tags = append(tags, tag)
	}
	tags = append(append(tags, env.Tag{Name: "Result", Value: scores[t.Result]}), g.startTags(start)...)
	return append(tags, given...)
}

// movetext returns the numbers and the moves of a line from s as words, with its
// comments and variations.
func movetext(s *State, l env.Variation) ([]string, error) {
	s = s.Copy(nil).(*State)
	words := env.Movetext(clean(l.Comments[l.After]))
	numbered := false // the reader knows the number of the move that comes
	for i, text := range l.Moves {
		ply := l.After + i
		a, err := parseMove(s, text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		if s.ToMove() == env.First {
			words = append(words, fmt.Sprintf("%d.", s.number))
		} else if !numbered {
			words = append(words, fmt.Sprintf("%d...", s.number))
		}
		aside := env.Movetext(clean(l.Comments[ply+1]))
		for _, v := range l.Variations {
			if v.After != ply {
				continue
			}
			branch, err := movetext(s, v)
			if err != nil {
				return nil, fmt.Errorf("variation: %w", err)
			}
			aside = append(aside, env.Parenthesised(branch)...)
		}
		words = append(append(words, s.SAN(a)), aside...)
		numbered = len(aside) == 0
		s.Play(a)
	}
	return words, nil
}

// writeWord writes a word, on a new line if the old one would exceed 79 columns.
func writeWord(text *strings.Builder, word string, column *int) {
	switch {
	case *column == 0:
	case *column+1+len(word) > 79:
		text.WriteByte('\n')
		*column = 0
	default:
		text.WriteByte(' ')
		*column++
	}
	text.WriteString(word)
	*column += len(word)
}
