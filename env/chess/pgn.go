package chess

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

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
		switch {
		case s.walled != nowhere: // the turn has its number
		case s.ToMove() == env.First:
			words = append(words, fmt.Sprintf("%d.", s.number))
		case !numbered:
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

// pgnName is what the notation is called.
const pgnName = "pgn"

// Notations implements env.Transcribed.
func (g *Game) Notations() []string {
	if g.cetran != nil {
		return []string{pgnName, gameCourier}
	}
	return []string{pgnName}
}

// WriteTranscript implements env.Transcribed.
func (g *Game) WriteTranscript(w io.Writer, notation string, t env.Transcript) error {
	switch {
	case notation == gameCourier && g.cetran != nil:
		return g.writeCourier(w, t)
	case notation != pgnName:
		return fmt.Errorf("chess: no notation %q; want %s", notation, strings.Join(g.Notations(), " or "))
	}
	if err := g.writePGN(w, t); err != nil {
		return fmt.Errorf("chess: %w", err)
	}
	return nil
}

// ReadTranscript implements env.Transcribed.
func (g *Game) ReadTranscript(text string) (t env.Transcript, ok bool, err error) {
	switch {
	case env.IsPGN(text):
		if t, err = g.readPGN(text); err != nil {
			err = fmt.Errorf("chess: %w", err)
		}
		return t, true, err
	case g.cetran != nil && courierLine.MatchString(text):
		return env.Transcript{Moves: courierMoves(text)}, true, nil
	}
	return t, false, nil
}

// startOf returns the position of a FEN, or the game's own start.
func (g *Game) startOf(fen string) (*State, error) {
	if fen == "" && g.keys.Shuffle != "" {
		return nil, fmt.Errorf("the start of %s is drawn", g.spec.Name)
	}
	if fen == "" {
		return g.New(0).(*State), nil
	}
	return g.parseFEN(fen)
}

// What PGN without tags of its own means.
const (
	usualName  = "chess"
	usualStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
)

// startTags leaves out what every reader of PGN takes for granted.
func (g *Game) startTags(start *State) (tags []env.Tag) {
	if g.spec.Name != usualName {
		tags = append(tags, env.Tag{Name: "Variant", Value: cmp.Or(pgnNames[g.spec.Name], g.spec.Name)})
	}
	if fen := g.FEN(start); g.spec.Name != usualName || fen != usualStart {
		tags = append(tags, env.Tag{Name: "SetUp", Value: "1"}, env.Tag{Name: "FEN", Value: fen})
	}
	return tags
}

// readable returns an error if a Variant tag names another game than this. People write
// there a name or a title in any way: "King of the Hill", "kingofthehill", "Gothic".
func (g *Game) readable(tag string) error {
	base, _, _ := strings.Cut(g.spec.Name, ":")
	said, _, _ := strings.Cut(tag, ":")
	for _, name := range g.called(base) {
		if name != "" && SameTitle(said, name) {
			return nil
		}
	}
	if base == usualName && MeansChess(tag) {
		return nil
	}
	return fmt.Errorf("%.40s: this is %s", tag, g.spec.Name)
}

// called returns the names by which tags mean this game: those of all of an army of Cetran
// mean its game.
func (g *Game) called(base string) []string {
	names := []string{base, g.head.Title}
	if g.cetran == nil {
		return names
	}
	names = append(names, g.cetran.title)
	for _, name := range cetrans {
		if strings.HasPrefix(name, "cetran1") == (g.cetran == cetran1) {
			names = append(names, name)
		}
	}
	return names
}

// SameTitle reports whether two names of a game are one to people, who write "King of the Hill",
// "kingofthehill" and "Gothic" for "Gothic Chess".
func SameTitle(a, b string) bool { return bare(a) == bare(b) }

// bare leaves the letters and digits of a name, without "chess" at its end.
func bare(name string) string {
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

// MeansChess reports whether a tag Variant means chess, as without any.
func MeansChess(tag string) bool {
	switch bare(tag) {
	case "", "chess", "standard", "normal", "fromposition":
		return true
	}
	return false
}
