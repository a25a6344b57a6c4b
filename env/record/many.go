package record

import (
	"bytes"
	"encoding/json"
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
	row     bool // the game is a line of a table, which is whole
	alone   bool // of OpenTafl, whose comments stand in brackets: one game a file
}

// begins reports whether a line is the first of another game.
func (s *splitter) begins(line []byte) bool {
	if s.row {
		return len(bytes.TrimSpace(line)) > 0
	}
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
		s.row = isRow(text)
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
// one of others that g reads (env.Transcribed), or OpenTafl's.
func ParseAny(g env.Game, text []byte) (Record, error) {
	if _, ours := GameTag(text); ours {
		return Parse(bytes.NewReader(text))
	}
	_, tafl := env.As[env.OTNWriter](g)
	if _, brings := OpenTaflRules(string(text)); tafl || brings { // then it is of OpenTafl, whatever its rules
		if t, ok, err := ParseOpenTafl(string(text)); ok {
			return OfTranscript(g, t), err
		}
	}
	if x, ok := env.As[env.Transcribed](g); ok {
		if t, ok, err := x.ReadTranscript(string(text)); ok {
			return OfTranscript(g, t), err
		}
	}
	return Parse(bytes.NewReader(text))
}

// line is a record as a JSON object.
type line struct {
	Game       string          `json:"game"`
	Start      string          `json:"start,omitempty"`
	Seed       uint64          `json:"seed,string,omitempty"`
	First      string          `json:"first,omitempty"`
	Second     string          `json:"second,omitempty"`
	Date       string          `json:"date,omitempty"`
	Result     string          `json:"result"` // "first wins", "second wins", "drawn", "ongoing"
	Ending     string          `json:"ending,omitempty"`
	Tags       []env.Tag       `json:"tags,omitempty"`
	Moves      []string        `json:"moves"`
	Comments   map[int]string  `json:"comments,omitempty"` // by the number of moves before
	Variations []env.Variation `json:"variations,omitempty"`
}

// WriteLine writes a record as one line of JSON: what ParseLine reads back as the
// same one. A record that Write refuses is an error here, too.
func WriteLine(w io.Writer, r Record) error {
	if err := r.check(); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	l := line{r.Game, r.Start, r.Seed, r.First, r.Second, r.Date, r.Result.String(), r.Ending, r.Tags, r.Moves, r.Comments, r.Variations}
	if l.Moves == nil {
		l.Moves = []string{}
	}
	text, err := json.Marshal(l)
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("longer than %d bytes", maxText)
	}
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// ParseLine reads a record from a line of JSON. A name that it does not know is an
// error.
func ParseLine(text []byte) (Record, error) {
	if len(text) > maxText {
		return Record{}, fmt.Errorf("record: longer than %d bytes", maxText)
	}
	var l line
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&l)
	if err == nil && len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		err = fmt.Errorf("something follows its end")
	}
	r := Record{l.Game, l.Start, l.Seed, l.First, l.Second, env.Ongoing, l.Ending, l.Date, l.Tags, l.Moves, l.Comments, l.Variations}
	if len(r.Moves) == 0 {
		r.Moves = nil
	}
	if err == nil && l.Result != "" {
		r.Result, err = parseResult(l.Result)
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return Record{}, fmt.Errorf("record: %w", err)
	}
	return r, nil
}
