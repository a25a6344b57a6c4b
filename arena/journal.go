package arena

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
	"ludens/selfplay"
)

// A line of games.jsonl is a JSON object whose last field is its checksum:
//
//	{"game":{...},"sum":"0123456789abcdef"}
//
// The checksum is over what decides the folder's games and the line before
// ,"sum": so a line of another match is as strange as a changed one. A line
// without it is of an older ludens.
const (
	sumField  = `,"sum":"`
	sumDigits = 16 // of a SHA-256, hexadecimal
	sumLength = len(sumField) + sumDigits + len(`"}`)
)

// What a journal may hold at most, bytes: a game of 400 plies has 4 KB.
const (
	mostJournal = 256 << 20
	mostLine    = 1 << 20
)

// Row is a line of games.jsonl.
type Row struct {
	Entry
	Number int  // from 1
	Summed bool // it has the right checksum; else it has none
	size   int  // bytes, with its end
}

// Journal yields what was played in a folder of which About is true. A line that
// is damaged yields an error that gives its number, and does not end it. A last
// line that was cut short is nothing; there need be no journal.
func Journal(dir string, about map[string]string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		path := filepath.Join(dir, journalName)
		f, _, err := disk.Open(path, mostJournal)
		if errors.Is(err, fs.ErrNotExist) {
			return
		} else if err != nil {
			yield(Row{}, err)
			return
		}
		defer f.Close()
		salt, size := saltOf(about), 0
		for line, err := range disk.Lines(f, mostLine) {
			if size += len(line.Text) + 1; err == nil && size > mostJournal {
				err = fmt.Errorf("%w: more than %d MiB", disk.ErrTooLong, mostJournal>>20)
			}
			if err != nil {
				yield(Row{Number: line.Number}, fmt.Errorf("%s: line %d: %w", path, line.Number, err))
				return
			}
			if !line.Whole {
				return
			}
			row := Row{Number: line.Number, size: len(line.Text) + 1}
			if row.Summed, err = row.read(line.Text, salt); err != nil {
				err = fmt.Errorf("%s: line %d is damaged (%w): remove it to go on", path, line.Number, err)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// saltOf is what checksums depend on beside their lines: not what is signed later.
func saltOf(about map[string]string) []byte {
	text, _ := json.Marshal(deciding(about)) // words always have JSON, sorted by their names
	salt := sha256.Sum256(text)
	return salt[:]
}

// sealed returns the entry as a line, without its end.
func (e Entry) sealed(salt []byte) ([]byte, error) {
	text, err := e.MarshalJSON()
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	return fmt.Appendf(text, `%s%s"}`, sumField, sumOf(text, salt)), nil
}

func sumOf(text, salt []byte) string {
	h := sha256.New()
	h.Write(salt)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))[:sumDigits]
}

// read reads a line and reports whether it had a checksum, which is right then.
func (e *Entry) read(line, salt []byte) (summed bool, err error) {
	if at := len(line) - sumLength; at > 0 && bytes.HasPrefix(line[at:], []byte(sumField)) && bytes.HasSuffix(line, []byte(`"}`)) {
		text, sum := line[:at], string(line[at+len(sumField):][:sumDigits])
		if want := sumOf(text, salt); sum != want {
			return false, fmt.Errorf("its checksum is %q, and that of its text %q", sum, want)
		}
		line, summed = append(bytes.Clone(text), '}'), true
	}
	if err := json.Unmarshal(line, e); err != nil {
		return false, err
	}
	if e.Players == nil && e.Game == nil {
		return false, errors.New("it holds no game and no players")
	}
	return summed, nil
}

// Resigned is the ending of a game that the player to move gave up.
const Resigned = "resigned"

// Adjudicated is the ending of a game that was won by the values of a search.
const Adjudicated = "adjudicated"

// Recorded returns a game of self-play as a game of a contest of the agent with
// itself, at an index. The record has been held against the rules
// (selfplay.Record.Check).
func Recorded(index int, r *selfplay.Record) Game {
	g := Game{Index: index, Seed: r.Seed, Start: r.Start.Position, Result: r.Result, Truncated: r.Truncated}
	if r.Resigned {
		g.Ending = Resigned
	}
	if r.Adjudicated {
		g.Ending = Adjudicated
	}
	for _, p := range r.Plies {
		g.Actions = append(g.Actions, p.Action)
	}
	return g
}

// Record returns the game as the text that all games have, without the names of
// who played it. Its moves are legal by the rules (Verify).
func (g Game) Record(rules env.Game) (record.Record, error) {
	r := record.Record{Game: rules.Spec().Name, Start: g.Start}
	if g.Start == "" {
		r = record.New(rules, g.Seed)
	}
	s, err := (Opening{Seed: g.Seed, Start: g.Start}).State(rules)
	if err != nil {
		return r, err
	}
	for _, a := range g.Actions {
		r.Moves = append(r.Moves, s.Format(a))
		s.Play(a)
	}
	r.Result, r.Ending = g.Result, g.Ending
	explained, ok := s.(env.Explained)
	switch {
	case g.Truncated:
		r.Ending = fmt.Sprintf("cut off after %d plies", len(g.Actions))
	case r.Ending == "" && ok:
		r.Ending = explained.Ending()
	}
	return r, nil
}

// line is a Game as it is stored; who plays which side follows from the index.
type line struct {
	Index   int          `json:"index"`
	Seed    uint64       `json:"seed"`
	Start   string       `json:"start,omitempty"`
	Opening int          `json:"opening"`
	Actions []env.Action `json:"actions"`
	Result  string       `json:"result"`
	Cut     bool         `json:"cut,omitempty"`
	Forfeit bool         `json:"forfeit,omitempty"`
	Ending  string       `json:"ending,omitempty"`
	Values  []Value      `json:"values,omitempty"`
}

func newLine(g *Game) *line {
	if g == nil {
		return nil
	}
	return &line{g.Index, g.Seed, g.Start, g.Opening, g.Actions, g.Result.String(), g.Truncated, g.Forfeit, g.Ending, g.Values}
}

// game returns the game, or why no game can be like that.
func (l *line) game() (*Game, error) {
	if l == nil {
		return nil, nil
	}
	g := &Game{
		Index: l.Index, Role: env.Player(l.Index % 2), Seed: l.Seed, Start: l.Start,
		Actions: l.Actions, Opening: l.Opening, Truncated: l.Cut, Forfeit: l.Forfeit, Ending: l.Ending, Values: l.Values,
	}
	for g.Result = env.Ongoing; g.Result.String() != l.Result; g.Result++ {
		if g.Result == env.Drawn {
			return nil, fmt.Errorf("there is no result %q", l.Result)
		}
	}
	switch {
	case l.Index < 0 || l.Opening < 0 || l.Opening > len(l.Actions):
		return nil, fmt.Errorf("game %d has an opening of %d of %d plies", l.Index, l.Opening, len(l.Actions))
	case len(l.Values) > 0 && len(l.Values) != len(l.Actions)-l.Opening:
		return nil, fmt.Errorf("game %d has %d values for %d plies", l.Index, len(l.Values), len(l.Actions)-l.Opening)
	case (g.Result == env.Ongoing) != l.Cut:
		return nil, fmt.Errorf("game %d: %v, cut off: %v", l.Index, g.Result, l.Cut)
	}
	return g, nil
}

// row is an Entry as it is stored.
type row struct {
	Players []string `json:"players,omitempty"`
	A       string   `json:"a,omitempty"`
	B       string   `json:"b,omitempty"`
	Game    *line    `json:"game,omitempty"`
}

// MarshalJSON writes the entry on one line.
func (e Entry) MarshalJSON() ([]byte, error) {
	return json.Marshal(row{e.Players, e.A, e.B, newLine(e.Game)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Entry) UnmarshalJSON(b []byte) error {
	var r row
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return err
	}
	g, err := r.Game.game()
	*e = Entry{r.Players, r.A, r.B, g}
	return err
}
