// Package pgn is how people write games of chess and its kin: moves in algebraic notation
// ([SAN], [ParseSAN]), and games as PGN ([Notation]), with comments and variations.
//
// Sources: S. J. Edwards, Portable Game Notation Specification and Implementation Guide
// (1994); FIDE Laws of Chess, appendix C.
package pgn

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"ludens/env"
)

// Notation is what there is to know of a game to write and read its games.
type Notation struct {
	Name string
	// Start returns the position that a text in FEN describes, or without one that with
	// which the game begins by itself, if there is only one.
	Start func(fen string) (Position, error)
	// Tags returns those that say which game it is and how one began.
	Tags func(start Position) []Tag
	// Variant returns an error if a tag of that name means another game.
	Variant func(tag string) error
	// Move reads a move, as ParseSAN does.
	Move func(p Position, text string) (env.Action, error)
	// Position writes a start as the game's transcripts have it.
	Position func(s env.State) string
}

// Record is a game as PGN holds it.
type Record struct {
	Tags   []Tag // Event, White, ...; those that follow from the rest are left out
	Start  Position
	Moves  []env.Action
	Result env.Result // Ongoing for a game that was broken off or goes on

	Comments   map[int]string // as env.Transcript has them
	Variations []env.Variation
}

// Tag is a fact about a game.
type Tag = env.Tag

// roster is the tags that every game must have, with what stands for "unknown".
var roster = []Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"},
	{Name: "Round", Value: "?"}, {Name: "White", Value: "?"}, {Name: "Black", Value: "?"},
}

// derived are the tags that follow from the other fields of a Record.
var derived = []string{"Result", "Variant", "SetUp", "FEN"}

var scores = [...]string{env.Ongoing: "*", env.FirstWins: "1-0", env.SecondWins: "0-1", env.Drawn: "1/2-1/2"}

// Write writes a game with its start position. It panics at an illegal move, but
// for one of a variation, which is an error.
func (n Notation) Write(w io.Writer, r Record) error {
	var text strings.Builder
	for _, t := range n.tags(r) {
		fmt.Fprintf(&text, "[%s \"%s\"]\n", t.Name, escape.Replace(t.Value))
	}
	text.WriteByte('\n')
	column := 0
	words, err := movetext(r.Start, r.line())
	if err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	for _, word := range append(words, scores[r.Result]) {
		writeWord(&text, word, &column)
	}
	text.WriteString("\n\n")
	if _, err := io.WriteString(w, text.String()); err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	return nil
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

// tags returns the tags of r in the order of the standard: the roster with the
// result, what is needed to replay the game, the rest.
func (n Notation) tags(r Record) (tags []Tag) {
	for _, t := range roster {
		if value, ok := r.Tag(t.Name); ok {
			t.Value = value
		}
		tags = append(tags, t)
	}
	tags = append(append(tags, Tag{Name: "Result", Value: scores[r.Result]}), n.Tags(r.Start)...)
	for _, t := range r.Tags {
		if !isRoster(t.Name) && !slices.Contains(derived, t.Name) {
			tags = append(tags, t)
		}
	}
	return tags
}

// Tag returns the value of the tag of that name.
func (r Record) Tag(name string) (string, bool) {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

func isRoster(name string) bool {
	return slices.ContainsFunc(roster, func(t Tag) bool { return t.Name == name })
}

// line returns the moves of r as texts, with what belongs to them.
func (r Record) line() env.Variation {
	l := env.Variation{Comments: r.Comments, Variations: r.Variations}
	s := r.Start.Copy(nil)
	for _, a := range r.Moves {
		l.Moves = append(l.Moves, s.Format(a))
		s.Play(a)
	}
	return l
}

// movetext returns the numbers and the moves of a line from s as words, with its
// comments and variations.
func movetext(s Position, l env.Variation) ([]string, error) {
	s = s.Copy(nil).(Position)
	words := annotation(l.Comments[l.After])
	numbered := false // the reader knows the number of the move that comes
	for i, text := range l.Moves {
		ply := l.After + i
		a, err := ParseMove(s, text)
		if err != nil {
			return nil, err
		}
		if s.ToMove() == env.First {
			words = append(words, fmt.Sprintf("%d.", s.Number()))
		} else if !numbered {
			words = append(words, fmt.Sprintf("%d...", s.Number()))
		}
		aside := annotation(l.Comments[ply+1])
		for _, v := range l.Variations {
			if v.After != ply {
				continue
			}
			branch, err := movetext(s, v)
			if err != nil {
				return nil, fmt.Errorf("variation: %w", err)
			}
			aside = append(aside, parenthesised(branch)...)
		}
		words = append(append(words, SAN(s, a)), aside...)
		numbered = len(aside) == 0
		s.Play(a)
	}
	return words, nil
}

// parenthesised returns words, of which there is one at least, between parentheses.
func parenthesised(words []string) []string {
	words[0] = "(" + words[0]
	words[len(words)-1] += ")"
	return words
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

// Same reports whether two names of a game are one to people, who write "King of the Hill",
// "kingofthehill" and "Gothic" for "Gothic Chess".
func Same(a, b string) bool { return plain(a) == plain(b) }

// plain leaves the letters and digits of a name, without "chess" at its end.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	if rest := strings.TrimSuffix(name, "chess"); rest != "" {
		return rest
	}
	return name
}

// Usual reports whether a tag Variant means chess, as without any.
func Usual(tag string) bool {
	switch plain(tag) {
	case "", "chess", "standard", "normal", "fromposition":
		return true
	}
	return false
}
