package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/roster"
)

// origin is the flags that say what a pasted game leaves unsaid.
type origin struct {
	game string
	start
}

func (o *origin) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.game, "game", "", "the game, of a list of moves that does not say which it is of")
	o.start.flags(c)
}

// openRecord is origin's, for a text that says all itself.
func openRecord(path string, in io.Reader) (record.Record, env.Game, error) {
	return new(origin).openRecord(path, in)
}

// openRecord reads the game in a file, or what comes from in if the path is
// "-", and makes the game that it is of. It takes the text of a record, with or
// without tags, and the notations of others that the game reads.
func (o *origin) openRecord(path string, in io.Reader) (record.Record, env.Game, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return record.Record{}, nil, err
		}
		defer f.Close()
		in = f
	}
	r, g, err := o.read(in)
	if err != nil {
		return r, nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, g, nil
}

// maxPaste is what a pasted game may hold at most, in bytes.
const maxPaste = 1 << 20

func (o *origin) read(in io.Reader) (r record.Record, g env.Game, err error) {
	text, err := io.ReadAll(io.LimitReader(in, maxPaste+1))
	if err != nil {
		return r, nil, err
	}
	if len(text) > maxPaste {
		return r, nil, fmt.Errorf("longer than %d bytes: want one game", maxPaste)
	}
	name, err := o.named(text)
	if err != nil {
		return r, nil, err
	}
	if g, err = roster.Game(name); err != nil {
		return r, nil, err
	}
	if r, err = record.ParseAny(g, text); err != nil {
		return r, nil, err
	}
	r.Game = g.Spec().Name
	err = o.begin(g, &r)
	return r, g, err
}

// named returns the name of the game that a text is of.
func (o *origin) named(text []byte) (string, error) {
	game, says := record.GameTag(text)
	variant, isPGN := record.VariantTag(text)
	switch {
	case says && *o != (origin{}):
		return "", usage{errors.New("says itself which game it is and how it starts: leave --game, --position and --seed out")}
	case says:
		return game, nil
	case o.game != "":
		return o.game, nil
	case isPGN:
		return games.Titled(variant), nil
	}
	return "", fmt.Errorf("no line says which game it is, as in [Game %q]: add --game", games.Shelves()[0].Games[0].Name)
}

// begin notes how a game began that does not say so itself.
func (o *origin) begin(g env.Game, r *record.Record) error {
	if o.position == "" {
		r.Seed = cmp.Or(r.Seed, o.seed)
		return nil
	}
	if r.Start != "" {
		return usage{errors.New("says itself how the game starts: leave --position out")}
	}
	at, err := o.record(g)
	r.Start = at.Start
	return err
}
