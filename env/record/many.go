package record

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"regexp"

	"ludens/env"
	"ludens/internal/disk"
)

// Text is the text of one game among many.
type Text struct {
	Line int    // number of its first line, from 1
	Text []byte // valid until the next
}

// Texts yields the texts of the games in r, one at a time in memory: PGN, or records
// like it. A game begins with its first tag behind the moves of the one before. A
// text of one game, with or without tags, is yielded whole. An error is the last, and
// comes with the line at which the game began.
func Texts(r io.Reader) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		var s splitter
		for line, err := range disk.Lines(r, maxText) {
			if line.Number == 1 {
				line.Text = bytes.TrimPrefix(line.Text, []byte("\ufeff"))
			}
			if err == nil && s.begins(line.Text) {
				if !yield(s.game, nil) {
					return
				}
				s = splitter{game: Text{Text: s.game.Text[:0]}}
			}
			if err == nil {
				err = s.add(line)
			}
			if err != nil {
				s.game.Line = max(s.game.Line, 1)
				yield(s.game, fmt.Errorf("record: %w", err))
				return
			}
		}
		if s.game.Line > 0 {
			yield(s.game, nil)
		}
	}
}

// splitter is a game of which some lines have been read.
type splitter struct {
	game    Text
	moving  bool // its tags are over
	comment bool // a brace is open
	alone   bool // of OpenTafl, whose comments stand in brackets: one game a file
}

// begins reports whether a line is the first of another game.
func (s *splitter) begins(line []byte) bool {
	return s.moving && !s.comment && !s.alone && bytes.HasPrefix(bytes.TrimSpace(line), []byte("["))
}

// add takes a line in. Empty lines before a game are not part of it.
func (s *splitter) add(line disk.Line) error {
	text := bytes.TrimSpace(line.Text)
	if len(text) == 0 && s.game.Line == 0 {
		return nil
	}
	if s.game.Line == 0 {
		s.game.Line = line.Number
	}
	s.alone = s.alone || bytes.HasPrefix(text, []byte("[rules:"))
	if len(s.game.Text)+len(line.Text) >= maxText {
		return fmt.Errorf("a game longer than %d bytes", maxText)
	}
	s.game.Text = append(append(s.game.Text, line.Text...), '\n')
	if s.comment || !bytes.HasPrefix(text, []byte("[")) && !bytes.HasPrefix(line.Text, []byte("%")) {
		s.scan(text)
	}
	return nil
}

// scan notes whether a line has moves, and whether a comment is open at its end.
func (s *splitter) scan(text []byte) {
	for _, c := range text {
		switch {
		case s.comment:
			s.comment = c != '}'
		case c == '{':
			s.comment = true
		case c == ';': // a comment to the end of the line
			return
		case c != ' ' && c != '\t':
			s.moving = true
		}
	}
}

// Tags that say which game a text is of: that of our records, and that of PGN.
var (
	gameTag    = regexp.MustCompile(`(?im)^\s*\[\s*Game\s+"(.*)"\s*\]\s*$`)
	variantTag = regexp.MustCompile(`(?m)^\s*\[\s*Variant\s+"(.*)"\s*\]`)
)

// GameTag returns the game that a text says it is of, if it is that of a record
// with its tag.
func GameTag(text []byte) (game string, ok bool) { return tagged(gameTag, text) }

// VariantTag returns the variant that a text says it is of, if it is PGN with that
// tag. People write there what they please: see games.Titled.
func VariantTag(text []byte) (variant string, ok bool) { return tagged(variantTag, text) }

func tagged(tag *regexp.Regexp, text []byte) (value string, ok bool) {
	found := tag.FindSubmatch(text)
	if found == nil {
		return "", false
	}
	return string(found[1]), true
}

// ParseAny reads a game of g in whatever notation the text is in: a record's, or
// one of others that g reads (env.Transcribed).
func ParseAny(g env.Game, text []byte) (Record, error) {
	if x, ok := env.As[env.Transcribed](g); ok {
		if _, ours := GameTag(text); !ours {
			if t, ok, err := x.ReadTranscript(string(text)); ok {
				return OfTranscript(g, t), err
			}
		}
	}
	return Parse(bytes.NewReader(text))
}
