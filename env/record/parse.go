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
// that are there must be right; the error tells the line. Behind the moves may
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
	p.note()
	return p.Record, nil
}

// parser is a record of which some lines have been read.
type parser struct {
	Record
	names   []string // of the tags so far
	moving  bool     // the tags are over
	scored  bool     // the result has been read behind the moves
	opened  int      // line of the brace that is still open, or 0
	comment []string // the words in braces since the last move
}

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
	t, err := parseTag(line)
	if err != nil {
		return err
	}
	if contains(p.names, t.Name) {
		return fmt.Errorf("tag %s is given twice", t.Name)
	}
	p.names = append(p.names, t.Name)
	return p.set(t)
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
	if digits := number.FindStringSubmatch(text); digits != nil {
		return text[len(digits[0]):], p.checkNumber(digits[1], digits[2])
	}
	word := text
	if i := strings.IndexAny(text, " \t{"); i >= 0 {
		word = text[:i]
	}
	if p.scored {
		return "", fmt.Errorf("%s comes after the result", clip(word))
	}
	if _, ok := scores[word]; ok {
		return text[len(word):], p.score(word)
	}
	if err := checkMove(word); err != nil {
		return "", fmt.Errorf("move %s %w", Number(len(p.Moves)), err)
	}
	p.note()
	p.Moves = append(p.Moves, word)
	return text[len(word):], nil
}

// score notes the result that may stand behind the moves.
func (p *parser) score(word string) error {
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
	p.comment = append(p.comment, strings.Fields(words)...)
	if ended {
		p.opened = 0
	}
	return rest
}

// note puts down the comment before the next move.
func (p *parser) note() {
	if p.comment == nil {
		return
	}
	if p.Comments == nil {
		p.Comments = map[int]string{}
	}
	p.Comments[len(p.Moves)] = strings.Join(p.comment, " ")
	p.comment = nil
}

// number is what stands before a move, or on its own: "3." or "3...".
var number = regexp.MustCompile(`^(\d+)(\.+)`)

// checkNumber returns an error if that is not the number of the next move: a
// line of the text may have been lost.
func (p *parser) checkNumber(digits, dots string) error {
	due := Number(len(p.Moves))
	n, err := strconv.Atoi(digits)
	if err == nil && (n == len(p.Moves)/2+1) && (len(dots) > 1) == (len(p.Moves)%2 == 1) {
		return nil
	}
	return fmt.Errorf("number %s%s where %s is due: is a move missing?", digits, dots, due)
}
