package cetran

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/env"
)

// Record is a game as PGN holds it.
type Record struct {
	Tags   []Tag // Event, White, ...; those that follow from the rest are left out
	Start  *State
	Moves  []env.Action
	Result env.Result // Ongoing for a game that was broken off or goes on

	Comments map[int]string // as env.Transcript has them
}

// Tag is a fact about a game.
type Tag struct{ Name, Value string }

// roster is what every game must tell, with what stands for "unknown".
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
}

// derived are the tags that follow from the other fields of a Record.
var derived = []string{"Result", "Variant", "SetUp", "FEN"}

var scores = [...]string{env.Ongoing: "*", env.FirstWins: "1-0", env.SecondWins: "0-1", env.Drawn: "1/2-1/2"}

// WritePGN writes a game with its start position. It panics at an illegal move.
func (g *Game) WritePGN(w io.Writer, r Record) error {
	var text strings.Builder
	for _, t := range g.tags(r) {
		fmt.Fprintf(&text, "[%s \"%s\"]\n", t.Name, escape.Replace(t.Value))
	}
	text.WriteByte('\n')
	column := 0
	for _, word := range movetext(r) {
		writeWord(&text, word, &column)
	}
	text.WriteString("\n\n")
	if _, err := io.WriteString(w, text.String()); err != nil {
		return fmt.Errorf("cetran: pgn: %w", err)
	}
	return nil
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

// tags returns the tags of r in the order of the standard: the roster with the
// result, what is needed to replay the game, the rest.
func (g *Game) tags(r Record) (tags []Tag) {
	for _, t := range roster {
		if value, ok := r.Tag(t.Name); ok {
			t.Value = value
		}
		tags = append(tags, t)
	}
	tags = append(tags,
		Tag{"Result", scores[r.Result]}, Tag{"Variant", g.spec.Name}, Tag{"SetUp", "1"}, Tag{"FEN", g.FEN(r.Start)})
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

// movetext returns the numbers, the moves and the result as words.
func movetext(r Record) (words []string) {
	s := r.Start.Copy(nil).(*State)
	for i, a := range r.Moves {
		said := annotation(r.Comments[i])
		words = append(words, said...)
		if s.board.toMove == env.First {
			words = append(words, fmt.Sprintf("%d.", s.number))
		} else if i == 0 || len(said) > 0 {
			words = append(words, fmt.Sprintf("%d...", s.number))
		}
		words = append(words, s.SAN(a))
		s.Play(a)
	}
	words = append(words, annotation(r.Comments[len(r.Moves)])...)
	return append(words, scores[r.Result])
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
