package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/prose"
	"ludens/mcts"
)

// question is a line of JSON's input. Which position it is about: that of
// Record, else Position, else the start of Seed; then come Moves.
type question struct {
	ID string `json:"id"` // repeated in each answer; at most 100 bytes
	Do string `json:"do"` // one of verbs

	Record   string   `json:"record"` // a game as text: ours, or PGN for the games of chess
	Position string   `json:"position"`
	Seed     uint64   `json:"seed"`
	Moves    []string `json:"moves"`

	Simulations int     `json:"simulations"` // at most; 0: the agent's own number
	Seconds     float64 `json:"seconds"`     // at most; 0: no limit
	Every       float64 `json:"every"`       // seconds between two answers on the way; 0: none
	Lines       int     `json:"lines"`       // of how many moves the play to follow is reported; 0: of the best

	Target string `json:"target"` // stop: the id of a question; "": all
}

// verbs are what may be asked.
var verbs = []string{"game", "legal", "analyse", "play", "record", "stop"}

// Bounds of a question.
const (
	maxID      = 100
	maxMoves   = 10_000
	maxSeconds = 86_400
	leastEvery = 0.01
)

// parseQuestion reads a line. The question has its id even if there is an error,
// if the line has one.
func parseQuestion(line string) (q question, err error) {
	err = decode(line, &q)
	if len(q.ID) > maxID {
		q.ID = ""
		return q, fmt.Errorf("id: longer than %d bytes", maxID)
	}
	if err != nil {
		return q, plainJSON(err, q)
	}
	return q, q.check()
}

// decode reads a line that is one object with the fields of form, and no others.
func decode(line string, form any) error {
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(form); err != nil {
		return err
	}
	if _, more := d.Token(); !errors.Is(more, io.EOF) {
		return errors.New("something follows the object; want one object a line")
	}
	return nil
}

// plainJSON says what is wrong with a line, which should hold a form of question,
// without words of Go.
func plainJSON(err error, form any) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("no object of JSON: byte %d: %w", syntax.Offset, err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: want %s", cmp.Or(kind.Field, "the line"), wanted(kind.Type.Kind()))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the object has no end")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if word, ok := strings.CutPrefix(text, "unknown field "); ok {
		text += prose.Hint(strings.Trim(word, `"`), fields(form))
	}
	return errors.New(text)
}

// fields are the names that a form's fields have in JSON.
func fields(form any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(form)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// wanted names what JSON has for a kind of values of Go.
func wanted(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return "text in quotes"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	case reflect.Bool:
		return "true or false"
	}
	return "a number that is possible there"
}

func (q *question) check() error {
	switch {
	case q.ID == "":
		return errors.New("id: is missing")
	case !slices.Contains(verbs, q.Do):
		return fmt.Errorf("do: %.40q is none of %s%s", q.Do, strings.Join(verbs, ", "), prose.Hint(q.Do, verbs))
	case len(q.Moves) > maxMoves:
		return fmt.Errorf("moves: more than %d", maxMoves)
	case q.Every != 0 && (q.Every < leastEvery || q.Every > maxSeconds):
		return fmt.Errorf("every: %v; want 0, or %v to %d", q.Every, leastEvery, maxSeconds)
	case q.Record != "" && q.Position != "":
		return errors.New("record and position: want one of them")
	}
	return checkLimits(q.Simulations, q.Seconds, q.Lines)
}

// checkLimits returns the error of limits of a search, if they are one.
func checkLimits(simulations int, seconds float64, lines int) error {
	switch {
	case simulations < 0 || simulations > mcts.MaxSimulations:
		return fmt.Errorf("simulations: %d; want 0 to %d", simulations, mcts.MaxSimulations)
	case !(seconds >= 0 && seconds <= maxSeconds):
		return fmt.Errorf("seconds: %v; want 0 to %d", seconds, maxSeconds)
	case lines < 0 || lines > maxLines:
		return fmt.Errorf("lines: %d; want 0 to %d", lines, maxLines)
	}
	return nil
}

// replayed is a game up to the position that a question is about.
type replayed struct {
	record record.Record
	state  env.State
}

func (r *replayed) ply() int { return len(r.record.Moves) }

// ending says how the game has ended.
func (r *replayed) ending() string {
	if x, ok := r.state.(env.Explained); ok {
		return x.Ending()
	}
	return r.state.Result().String()
}

// replay plays up to the position that q is about.
func (q *question) replay(g env.Game) (*replayed, error) {
	r, err := q.begin(g)
	if err != nil {
		return nil, err
	}
	s, err := r.Replay(g, nil)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for i, text := range q.Moves {
		a, err := record.ParseMove(s, text)
		if err != nil {
			return nil, fmt.Errorf("moves[%d]: %w", i, err)
		}
		r.Moves = append(r.Moves, s.Format(a))
		s.Play(a)
	}
	if len(q.Moves) > 0 {
		r.Result, r.Ending = env.Ongoing, ""
	}
	out := &replayed{r, s}
	if s.Result() != env.Ongoing {
		out.record.Result, out.record.Ending = s.Result(), out.ending()
	}
	return out, nil
}

// begin returns the game before q.Moves.
func (q *question) begin(g env.Game) (record.Record, error) {
	switch {
	case q.Record != "":
		r, err := read(g, q.Record)
		if err != nil {
			return r, fmt.Errorf("record: %w", err)
		}
		return r, nil
	}
	return record.Beginning{Position: q.Position, Seed: q.Seed}.Record(g)
}

// read returns the game of a text: a record of ours, or in a notation of others
// that the game reads.
func read(g env.Game, text string) (record.Record, error) {
	r, err := record.ParseAny(g, []byte(text))
	if err == nil && r.Game != "" && r.Game != g.Spec().Name {
		return r, fmt.Errorf("is a game of %s, not of %s", r.Game, g.Spec().Name)
	}
	r.Game = g.Spec().Name
	return r, err
}

// write returns the text of a game, as read takes it.
func write(r *replayed) (string, error) {
	var b bytes.Buffer
	err := record.Write(&b, r.record)
	return b.String(), err
}
