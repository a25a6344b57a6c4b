package pgn

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/disk"
)

// mostPGN bounds a file of PGN, bytes: that of a thousand games. Each takes some
// kilobytes of memory, however short it is.
const mostPGN = 1 << 20

// Read reads all games of a file: import format, with comments, variations, annotation
// glyphs and any order of tags. A game without a FEN tag starts as the game does by
// itself, if its start is not drawn.
func (n Notation) Read(r io.Reader) ([]Record, error) {
	text, err := disk.ReadAll(r, mostPGN)
	if err != nil {
		return nil, fmt.Errorf("pgn: %w", err)
	}
	var records []Record
	for rest, _ := skip(string(text)); rest != ""; {
		var record Record
		if record, rest, err = n.readGame(rest); err != nil {
			return nil, fmt.Errorf("pgn: game %d: %w", len(records)+1, err)
		}
		records = append(records, record)
	}
	return records, nil
}

// readGame reads the game that text begins with and returns what follows it.
func (n Notation) readGame(text string) (r Record, rest string, err error) {
	var tags []Tag
	for {
		rest, _ := skip(text)
		if !strings.HasPrefix(rest, "[") {
			break
		}
		var t Tag
		if t, text, err = readTag(rest); err != nil {
			return r, "", err
		}
		tags = append(tags, t)
	}
	if r, err = n.open(tags); err != nil {
		return r, "", err
	}
	game, rest, err := readMoves(&r, text, n.Move)
	if err != nil {
		return r, "", err
	}
	r.Moves, r.Comments, r.Variations = game.actions, game.Comments, game.Variations
	return r, rest, consistent(game.s, r.Result)
}

// open returns a record with the start position and the tags that do not follow
// from other fields.
func (n Notation) open(tags []Tag) (r Record, err error) {
	for _, t := range tags {
		switch t.Name {
		case "FEN":
			r.Start, err = n.Start(t.Value)
		case "Variant":
			err = n.Variant(t.Value)
		case "Result":
			r.Result, _ = parseScore(t.Value)
		case "SetUp":
		default:
			r.Tags = append(r.Tags, t)
		}
		if err != nil {
			return r, fmt.Errorf("tag %s: %w", t.Name, err)
		}
	}
	if r.Start == nil {
		if r.Start, err = n.Start(""); err != nil {
			return r, fmt.Errorf("no FEN tag, and %w", err)
		}
	}
	return r, nil
}

// consistent returns an error if the rules give the game another result.
func consistent(s Position, result env.Result) error {
	if r := s.Result(); r != env.Ongoing && r != result {
		return fmt.Errorf("result %s: the game ends by %s, %s", scores[result], s.Ending(), scores[r])
	}
	return nil
}

func parseScore(word string) (env.Result, bool) {
	i := slices.Index(scores[:], word)
	return env.Result(max(i, 0)), i >= 0
}

var tagPair = regexp.MustCompile(`^\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// readTag reads the tag that text begins with and returns what follows it.
func readTag(text string) (Tag, string, error) {
	fields := tagPair.FindStringSubmatch(text)
	if fields == nil {
		line, _, _ := strings.Cut(text, "\n")
		return Tag{}, "", fmt.Errorf(`tag %q: must look like [White "name"]`, line)
	}
	return Tag{Name: fields[1], Value: unescape.Replace(fields[2])}, text[len(fields[0]):], nil
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
