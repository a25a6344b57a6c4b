package chess

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"

	"ludens/env"
)

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
