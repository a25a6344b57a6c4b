package cetran

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
)

// The notations of played games.
const (
	pgn         = "pgn"
	gameCourier = "courier" // Game Courier's lists of moves
)

// Notations implements env.Transcribed.
func (g *Game) Notations() []string { return []string{pgn, gameCourier} }

// WriteTranscript implements env.Transcribed.
func (g *Game) WriteTranscript(w io.Writer, notation string, t env.Transcript) error {
	start, err := g.parseFEN(t.Start)
	if err != nil {
		return fmt.Errorf("cetran: start: %w", err)
	}
	switch notation {
	case pgn:
		r := Record{Start: start, Result: t.Result, Tags: tagsOf(t), Comments: t.Comments, Variations: t.Variations}
		err := start.follow(t.Moves, func(_ *State, a env.Action) error {
			r.Moves = append(r.Moves, a)
			return nil
		})
		if err != nil {
			return err
		}
		return g.WritePGN(w, r)
	case gameCourier:
		ply := 0
		return start.follow(t.Moves, func(s *State, a env.Action) error {
			dots := [...]string{".", "..."}[ply%2]
			ply++
			_, err := fmt.Fprintf(w, "%d%s %s\n", (ply+1)/2, dots, s.Courier(a))
			return err
		})
	}
	return fmt.Errorf("cetran: no notation %q; want %s or %s", notation, pgn, gameCourier)
}

// follow plays moves from s and calls visit with the position before each.
func (s *State) follow(moves []string, visit func(s *State, a env.Action) error) error {
	at := s.Copy(nil).(*State)
	for i, text := range moves {
		a, err := at.ParseMove(text)
		if err != nil {
			return fmt.Errorf("cetran: ply %d: %w", i+1, err)
		}
		if err := visit(at, a); err != nil {
			return err
		}
		at.Play(a)
	}
	return nil
}

// tagsOf returns what a transcript tells as PGN's tags.
func tagsOf(t env.Transcript) (tags []Tag) {
	tags = []Tag{{"White", t.First}, {"Black", t.Second}, {"Date", t.Date}, {"Termination", t.Ending}}
	for _, tag := range t.Tags {
		tags = append(tags, Tag(tag))
	}
	return slices.DeleteFunc(tags, func(tag Tag) bool { return tag.Value == "" })
}

// pgnTag is one of the tags that only PGN has, courierLine a line that only Game
// Courier writes.
var (
	pgnTag      = regexp.MustCompile(`(?m)^\s*\[\s*(Event|White|Black|Variant|SetUp|FEN)\s+"`)
	courierLine = regexp.MustCompile(`(?m)^\s*(\d+\.+\s*)?[A-Za-z] [a-h][1-8]-[a-h][1-8]`)
)

// ReadTranscript implements env.Transcribed.
func (g *Game) ReadTranscript(text string) (t env.Transcript, ok bool, err error) {
	switch {
	case pgnTag.MatchString(text):
		t, err = g.transcribe(text)
		return t, true, err
	case courierLine.MatchString(text):
		return env.Transcript{Moves: courierMoves(text)}, true, nil
	}
	return t, false, nil
}

// transcribe reads the one game of a PGN file.
func (g *Game) transcribe(text string) (t env.Transcript, err error) {
	all, err := g.ReadPGN(strings.NewReader(text))
	if err != nil {
		return t, err
	}
	if len(all) != 1 {
		return t, fmt.Errorf("holds %d games: want one", len(all))
	}
	t.Start, t.Result = g.Position(all[0].Start), all[0].Result
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
		t.Tags = append(t.Tags, env.Tag(tag))
	}
}

// courierNumber is what separates Game Courier's moves, and courierNote what
// players say to each other.
var (
	courierNumber = regexp.MustCompile(`(^|\s)\d+\.+\s*|\n`)
	courierNote   = regexp.MustCompile(`//.*`)
)

// courierMoves returns the moves of a game as Game Courier lists them.
func courierMoves(text string) (moves []string) {
	for _, move := range courierNumber.Split(courierNote.ReplaceAllString(text, ""), -1) {
		if move = strings.TrimSpace(move); move != "" {
			moves = append(moves, move)
		}
	}
	return moves
}
