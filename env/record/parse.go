package record

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"ludens/env"
)

// What a text may hold at most: far more than any game, and far less than hurts.
const (
	maxText = 1 << 20 // bytes
	maxMove = 64      // bytes
	maxTags = 100
)

// Parse reads the text of one game. It asks for no tag and no number, but those
// that are there must be right; the error names the line. Behind the moves may
// stand a result as in chess, 1-0.
func Parse(in io.Reader) (Record, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err != nil {
		return Record{}, fmt.Errorf("record: %w", err)
	}
	if len(text) > maxText {
		return Record{}, fmt.Errorf("record: longer than %d bytes", maxText)
	}
	var p parser
	for i, line := range strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		if err := p.read(i+1, strings.TrimSpace(line)); err != nil {
			return Record{}, fmt.Errorf("record: line %d: %w", i+1, err)
		}
	}
	if p.opened > 0 {
		return Record{}, fmt.Errorf("record: line %d: a comment begins here and never ends", p.opened)
	}
	if len(p.outer) > 0 {
		return Record{}, errors.New("record: a variation begins and never ends: want )")
	}
	p.at.Annotate(&p.at.said)
	p.Moves, p.Comments, p.Variations = p.at.Moves, p.at.Comments, p.at.Variations
	return p.Record, nil
}

// parser is a record of which some lines have been read.
type parser struct {
	Record
	names  []string // of the tags so far
	moving bool     // the tags are over
	scored bool     // the result has been read behind the moves
	opened int      // line of the brace that is still open, or 0
	words  []string // of the comment that is still open
	at     branch   // the line that is being read: the game's, or a variation
	outer  []branch // the lines that it is a variation of, the game's first
	varied int      // moves of variations so far
}

// branch is a line of which some moves have been read.
type branch struct {
	env.Variation
	said env.Note // since the last move
}

// ply is the number of moves before the next one.
func (p *parser) ply() int { return p.at.After + len(p.at.Moves) }

func (p *parser) read(number int, line string) error {
	if !printable(strings.ReplaceAll(line, "\t", " ")) {
		return errors.New("holds something that is not text")
	}
	if p.opened == 0 && strings.HasPrefix(line, "[") {
		return p.readTag(line)
	}
	for line != "" {
		var err error
		if line, err = p.readWord(number, line); err != nil {
			return err
		}
		line = strings.TrimSpace(line)
	}
	return nil
}

func (p *parser) readTag(line string) error {
	if p.moving {
		return fmt.Errorf("%s: a tag after the moves; want one game to a text", clip(line))
	}
	if len(p.names) == maxTags {
		return fmt.Errorf("more than %d tags", maxTags)
	}
	t, rest, err := parseTag(line)
	if err != nil {
		return err
	}
	if contains(p.names, t.Name) {
		return fmt.Errorf("tag %s is given twice", t.Name)
	}
	p.names = append(p.names, t.Name)
	if err := p.set(t); err != nil || rest == "" {
		return err
	}
	return p.readTag(rest)
}

// readWord reads a comment, or what of it is on the line, or else a number or a
// move. It returns the rest of the line.
func (p *parser) readWord(line int, text string) (rest string, err error) {
	p.moving = true
	if p.opened == 0 && text[0] == '{' {
		p.opened, text = line, text[1:]
	}
	if p.opened > 0 {
		return p.readComment(text), nil
	}
	if text[0] == '(' || text[0] == ')' {
		return text[1:], p.turn(text[0])
	}
	if digits := number.FindStringSubmatch(text); digits != nil {
		return text[len(digits[0]):], p.checkNumber(digits[1], digits[2])
	}
	word := text
	if i := strings.IndexAny(text, " \t{()"); i >= 0 {
		word = text[:i]
	}
	if p.scored {
		return "", fmt.Errorf("%s comes after the result", clip(word))
	}
	rest = text[len(word):]
	if digits := nag.FindStringSubmatch(word); digits != nil {
		n, _ := strconv.Atoi(digits[1]) // a number too long has no glyph
		p.at.said.Add(env.Glyph(n))
		return rest, nil
	}
	if _, ok := scores[word]; ok {
		return rest, p.score(word)
	}
	return rest, p.move(word)
}

// nag is a numeric annotation glyph, as PGN has it.
var nag = regexp.MustCompile(`^\$(\d+)$`)

// move notes the next move of the line that is being read.
func (p *parser) move(word string) error {
	if err := checkMove(word); err != nil {
		return fmt.Errorf("move %s %w", Number(p.ply()), err)
	}
	if len(p.outer) > 0 {
		if p.varied++; p.varied > env.MostVariedMoves {
			return fmt.Errorf("more than %d moves in variations", env.MostVariedMoves)
		}
	}
	p.at.Annotate(&p.at.said)
	p.at.Moves = append(p.at.Moves, word)
	return nil
}

// turn begins a variation in the place of the last move, or ends one.
func (p *parser) turn(mark byte) error {
	switch {
	case p.scored:
		return errors.New("a variation comes after the result")
	case mark == '(' && len(p.at.Moves) == 0:
		return errors.New("a variation begins before any move that it could replace")
	case mark == '(' && len(p.outer) == env.DeepestVariations:
		return fmt.Errorf("variations within each other more than %d deep", env.DeepestVariations)
	case mark == '(':
		p.outer = append(p.outer, p.at)
		p.at = branch{Variation: env.Variation{After: p.ply() - 1}}
	case len(p.outer) == 0:
		return errors.New("a variation ends here, but none has begun")
	case len(p.at.Moves) == 0:
		return errors.New("a variation without a move")
	default:
		p.at.Annotate(&p.at.said)
		last := len(p.outer) - 1
		inner := p.at.Variation
		p.at, p.outer = p.outer[last], p.outer[:last]
		p.at.Variations = append(p.at.Variations, inner)
	}
	return nil
}

// score notes the result that may stand behind the moves.
func (p *parser) score(word string) error {
	if len(p.outer) > 0 {
		return fmt.Errorf("result %s inside a variation", word)
	}
	p.scored = true
	result, err := parseResult(word)
	if err == nil && p.Result != env.Ongoing && p.Result != result {
		err = fmt.Errorf("result %s, but the tag says %q", word, p.Result)
	}
	p.Result = result
	return err
}

// readComment reads what text holds of the open comment.
func (p *parser) readComment(text string) (rest string) {
	words, rest, ended := strings.Cut(text, "}")
	p.words = append(p.words, strings.Fields(words)...)
	if ended {
		p.at.said.Add(strings.Join(p.words, " "))
		p.opened, p.words = 0, nil
	}
	return rest
}

// number is what stands before a move, or on its own: "3." or "3...".
var number = regexp.MustCompile(`^(\d+)(\.+)`)

// checkNumber returns an error if that is not the number of the next move: a
// line of the text may have been lost.
func (p *parser) checkNumber(digits, dots string) error {
	due := Number(p.ply())
	n, err := strconv.Atoi(digits)
	if err == nil && n == p.ply()/2+1 && (len(dots) > 1) == (p.ply()%2 == 1) {
		return nil
	}
	return fmt.Errorf("number %s%s where %s is due: is a move missing?", digits, dots, due)
}
