package cetran

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/env/pgn"
)

// Record is a game as PGN holds it.
type Record = pgn.Record

// Tag is a fact about a game.
type Tag = pgn.Tag

// WritePGN writes a game with its start position. It panics at an illegal move, but
// for one of a variation, which is an error.
func (g *Game) WritePGN(w io.Writer, r Record) error {
	if err := g.notation().Write(w, r); err != nil {
		return fmt.Errorf("cetran: %w", err)
	}
	return nil
}

// ReadPGN reads all games of a file. A game without a FEN tag starts from the variant's
// array, if it has a fixed one.
func (g *Game) ReadPGN(r io.Reader) ([]Record, error) {
	all, err := g.notation().Read(r)
	if err != nil {
		return nil, fmt.Errorf("cetran: %w", err)
	}
	return all, nil
}

// notation returns what there is to know to write and read the games.
func (g *Game) notation() pgn.Notation {
	return pgn.Notation{
		Name:     g.spec.Name,
		Start:    g.startOf,
		Tags:     g.startTags,
		Variant:  g.readable,
		Move:     pgn.ParseSAN,
		Position: g.Position,
	}
}

// startOf returns the position of a FEN, or the array.
func (g *Game) startOf(fen string) (pgn.Position, error) {
	switch {
	case fen != "":
		s, err := g.parseFEN(fen)
		if err != nil {
			return nil, err
		}
		return s, nil
	case g.array == (Array{}):
		return nil, fmt.Errorf("the array of %s is drawn", g.spec.Name)
	}
	return g.begin(g.array), nil
}

func (g *Game) startTags(start pgn.Position) []Tag {
	return []Tag{{Name: "Variant", Value: g.spec.Name}, {Name: "SetUp", Value: "1"}, {Name: "FEN", Value: g.FEN(start)}}
}

// VariantOf returns the name of the variant that a Variant tag means, settings
// included: the tag itself, or what has the title in the tag, "Cetran Chess 2".
func VariantOf(tag string) (string, error) {
	for _, v := range variants {
		if strings.EqualFold(tag, v.army.title) {
			return v.name, nil
		}
	}
	base, _, _ := strings.Cut(tag, ":")
	_, err := findVariant(base)
	return tag, err
}

// readable returns an error if a Variant tag names a game of another army.
func (g *Game) readable(tag string) error {
	name, err := VariantOf(tag)
	if err != nil {
		return err
	}
	base, _, _ := strings.Cut(name, ":")
	if v, err := findVariant(base); err != nil || v.army != g.army {
		return fmt.Errorf("%s: this is no %s", tag, g.army.title)
	}
	return nil
}

// ParseMove returns the legal move that a text stands for in any notation:
// Format's (e7e8s), algebraic (exd8=S) or Game Courier's (P e7-e8; S-e8).
func (s *State) ParseMove(text string) (env.Action, error) {
	a, err := pgn.ParseMove(s, text)
	if err != nil && courier.MatchString(text) && !coordinates.MatchString(text) {
		return s.parseCourier(text)
	}
	return a, err
}

// coordinates is how moves without letters begin.
var coordinates = regexp.MustCompile(`^[a-z]\d[a-z]\d`)
