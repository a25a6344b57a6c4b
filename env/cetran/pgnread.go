package cetran

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/bounded"
)

// mostPGN bounds a file of PGN, bytes: that of a thousand games. Each takes some
// kilobytes of memory, however short it is.
const mostPGN = 1 << 20

// ReadPGN reads all games of a file: import format, with comments, variations,
// annotation glyphs and any order of tags. A game without a FEN tag starts from
// the variant's array, if it has a fixed one.
func (g *Game) ReadPGN(r io.Reader) ([]Record, error) {
	text, err := bounded.ReadAll(r, mostPGN)
	if err != nil {
		return nil, fmt.Errorf("cetran: pgn: %w", err)
	}
	var records []Record
	for rest, _ := skip(string(text)); rest != ""; {
		var record Record
		if record, rest, err = g.readGame(rest); err != nil {
			return nil, fmt.Errorf("cetran: pgn: game %d: %w", len(records)+1, err)
		}
		records = append(records, record)
	}
	return records, nil
}

// readGame reads the game that text begins with and returns what follows it.
func (g *Game) readGame(text string) (r Record, rest string, err error) {
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
	if r, err = g.open(tags); err != nil {
		return r, "", err
	}
	s := r.Start.Copy(nil).(*State)
	text, said := skip(text)
	r.comment(said)
	for text != "" && text[0] != '[' {
		var word string
		word, text, said = readWord(text)
		if result, ok := parseScore(word); ok {
			r.Result = result
			return r, text, s.consistent(result)
		}
		if err := r.add(s, word); err != nil {
			return r, "", err
		}
		r.comment(said)
	}
	return r, text, s.consistent(r.Result)
}

// add plays what a word of the movetext says, unless it is but a number.
func (r *Record) add(s *State, word string) error {
	word = moveNumber.ReplaceAllString(word, "")
	if word == "" {
		return nil
	}
	a, err := s.parseSAN(word)
	if err == nil {
		if err = s.Deny(a, word); err != nil {
			err = fmt.Errorf("false claim in %.40q: %w", word, err)
		}
	}
	if err != nil {
		dots := ""
		if s.board.toMove == env.Second {
			dots = "..."
		}
		return fmt.Errorf("move %d%s: %w", s.number, dots, err)
	}
	r.Moves = append(r.Moves, a)
	r.comment(suffix.FindAllString(word, 1))
	s.Play(a)
	return nil
}

var moveNumber = regexp.MustCompile(`^\d*\.*`)

// open returns a record with the start position and the tags that do not follow
// from other fields.
func (g *Game) open(tags []Tag) (r Record, err error) {
	for _, t := range tags {
		switch t.Name {
		case "FEN":
			r.Start, err = g.parseFEN(t.Value)
		case "Variant":
			err = g.readable(t.Value)
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
	if r.Start == nil && g.array == (Array{}) {
		return r, fmt.Errorf("no FEN tag, and the array of %s is drawn", g.spec.Name)
	}
	if r.Start == nil {
		r.Start = g.begin(g.array)
	}
	return r, nil
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

// consistent returns an error if the rules give the game another result.
func (s *State) consistent(result env.Result) error {
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
	return Tag{fields[1], unescape.Replace(fields[2])}, text[len(fields[0]):], nil
}

// readWord reads the word that text begins with and returns what follows it, and
// what is said in between.
func readWord(text string) (word, rest string, said []string) {
	end := strings.IndexAny(text, " \t\r\n{;[")
	if end < 0 {
		return text, "", nil
	}
	rest, said = skip(text[end:])
	return text[:end], rest, said
}

// skip returns text from the next word or tag on, behind spaces and variations, and
// the comments and glyphs ($1) on the way.
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
			text = behind(text, "\n")
		case text[0] == '$':
			number := nag.FindString(text)
			text = text[len(number):]
			said = append(said, glyphs[number])
		case text[0] == '(':
			text = skipVariation(text)
		default:
			return text, said
		}
	}
}

// behind returns what follows the first mark in text.
func behind(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	return rest
}

// skipVariation returns what follows the parenthesis that text begins with.
func skipVariation(text string) string {
	for depth := 0; text != ""; {
		switch text[0] {
		case '{':
			text = behind(text, "}")
			continue
		case '(':
			depth++
		case ')':
			depth--
		}
		text = text[1:]
		if depth == 0 {
			break
		}
	}
	return text
}
