package chess

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ludens/env"
	"ludens/internal/disk"
)

// mostPGN bounds a file of PGN, bytes: that of a thousand games. Each takes some
// kilobytes of memory, however short it is.
const mostPGN = 1 << 20

// readPGN reads the one game of a PGN file.
func (g *Game) readPGN(text string) (t env.Transcript, err error) {
	all, err := g.readPGNs(strings.NewReader(text))
	if err != nil {
		return t, err
	}
	if len(all) != 1 {
		return t, fmt.Errorf("pgn: holds %d games: want one", len(all))
	}
	return all[0], nil
}

// readPGNs reads all games of a file: import format, with comments, variations, annotation
// glyphs and any order of tags. A game without a FEN tag starts as the game does by
// itself, if its start is not drawn.
func (g *Game) readPGNs(r io.Reader) (games []env.Transcript, err error) {
	text, err := disk.ReadAll(r, mostPGN)
	if err != nil {
		return nil, fmt.Errorf("pgn: %w", err)
	}
	for rest, _ := skip(legible(text)); rest != ""; {
		var t env.Transcript
		if rest, err = g.readGame(&t, rest); err != nil {
			return nil, fmt.Errorf("pgn: game %d: %w", len(games)+1, err)
		}
		games = append(games, t)
	}
	return games, nil
}

// legible returns a text in UTF-8, or in Latin-1, the character set of the standard.
func legible(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

// readGame reads the game that text begins with and returns what follows it.
func (g *Game) readGame(t *env.Transcript, text string) (rest string, err error) {
	var start *State
	for {
		rest, _ := skip(text)
		if !strings.HasPrefix(rest, "[") {
			break
		}
		tag, after, ok := env.ReadTag(rest)
		if text = after; !ok {
			line, _, _ := strings.Cut(rest, "\n")
			return "", fmt.Errorf(`tag %q: must look like [White "name"]`, line)
		}
		switch tag.Name {
		case "FEN":
			start, err = g.startOf(tag.Value)
		case "Variant":
			err = g.readable(tag.Value)
		default:
			note(t, tag)
		}
		if err != nil {
			return "", fmt.Errorf("tag %s: %w", tag.Name, err)
		}
	}
	if start == nil {
		if start, err = g.startOf(""); err != nil {
			return "", fmt.Errorf("no FEN tag, and %w", err)
		}
	}
	t.Start = g.Position(start)
	game, rest, err := readMoves(&t.Result, newBranch(start, 0), text)
	if err != nil {
		return "", err
	}
	game.Annotate(&game.said)
	t.Moves, t.Comments, t.Variations = game.Moves, game.Comments, game.Variations
	return rest, consistent(game.s, t.Result)
}

// note puts what a tag of PGN says where a transcript has it.
func note(t *env.Transcript, tag env.Tag) {
	switch tag.Name {
	case "Result":
		t.Result, _ = parseScore(tag.Value)
		return
	case "SetUp":
		return
	}
	if strings.Trim(tag.Value, "?.") == "" { // "?" and "????.??.??" stand for unknown
		return
	}
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

// consistent returns an error if the rules give the game another result.
func consistent(s *State, result env.Result) error {
	if r := s.Result(); r != env.Ongoing && r != result {
		return fmt.Errorf("result %s: the game ends by %s, %s", scores[result], s.Ending(), scores[r])
	}
	return nil
}

func parseScore(word string) (env.Result, bool) {
	i := slices.Index(scores[:], word)
	return env.Result(max(i, 0)), i >= 0
}

// readWord reads the word that text begins with and returns what follows it, and
// what is said in between.
func readWord(text string) (word, rest string, said []string) {
	end := strings.IndexAny(text, " \t\r\n{;[()")
	if end < 0 {
		return text, "", nil
	}
	rest, said = skip(text[end:])
	return text[:end], rest, said
}

// skip returns text from the next word, tag or parenthesis on, and the comments and
// glyphs ($1) on the way.
func skip(text string) (rest string, said []string) {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		var comment string
		switch {
		case text == "":
			return "", said
		case text[0] == '{':
			comment, text, _ = strings.Cut(text[1:], "}")
			said = append(said, comment)
		case text[0] == ';':
			comment, text, _ = strings.Cut(text[1:], "\n")
			said = append(said, comment)
		case text[0] == '%':
			_, text, _ = strings.Cut(text, "\n")
		case text[0] == '$':
			number := nag.FindString(text)
			text = text[len(number):]
			n, _ := strconv.Atoi(number[1:]) // one without a glyph says nothing
			said = append(said, env.Glyph(n))
		default:
			return text, said
		}
	}
}
