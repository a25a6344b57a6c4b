package dataset

import (
	"io"

	"ludens/env"
	"ludens/env/record"
	"ludens/selfplay"
)

// texts writes games one after the other as text.
type texts struct {
	to    io.Writer
	rules env.Game
	write func(w io.Writer, r record.Record) error
	n     [2]int // iteration, and games of it
}

// newPGN writes games as PGN, where the game has it.
func newPGN(w io.Writer, g env.Game) (writer, error) {
	const pgn = "pgn"
	if x, ok := g.(env.Transcribed); !ok || x.Notations()[0] != pgn {
		return nil, record.NotationError{Game: g.Spec().Name, Notation: pgn}
	}
	return &texts{to: w, rules: g, write: func(w io.Writer, r record.Record) error { return record.WriteAs(w, g, r, pgn) }}, nil
}

// newLines writes games as records, a line of JSON each.
func newLines(w io.Writer, g env.Game) (writer, error) {
	return &texts{to: w, rules: g, write: record.WriteLine}, nil
}

func (t *texts) game(iteration int, r *selfplay.Record) error {
	if t.n[0] != iteration {
		t.n = [2]int{iteration, 0}
	}
	t.n[1]++
	text, err := transcript(t.rules, iteration, t.n[1], r)
	if err != nil {
		return err
	}
	return t.write(t.to, text)
}

func (t *texts) finish() error { return nil }
