package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"ludens/env"
)

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
