package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/pgn"
	"ludens/env/record"
	"ludens/internal/otn"
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
func (o *origin) openRecord(path string, in io.Reader) (r record.Record, g env.Game, err error) {
	err = o.eachRecord(path, in, func(number int, one record.Record, of env.Game) error {
		if number > 1 {
			return errors.New("holds more than one game: want one")
		}
		r, g = one, of
		return nil
	})
	return r, g, err
}

// maxPaste is what a file of a game's rules may hold at most, in bytes.
const maxPaste = 1 << 20

// eachRecord visits the games in a file, counted from 1, of which only one at a time is
// in memory. The error of a game names its number, if it is not the only one.
func (o *origin) eachRecord(path string, in io.Reader, visit func(number int, r record.Record, g env.Game) error) error {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	number := 0
	for text, err := range record.Texts(in) {
		var r record.Record
		var g env.Game
		number++
		if err == nil {
			r, g, err = o.read(text.Text)
		}
		if err == nil {
			err = visit(number, r, g)
		}
		if err != nil && number > 1 {
			err = fmt.Errorf("game %d, from line %d: %w", number, text.Line, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if number == 0 {
		if _, _, err := o.read(nil); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func (o *origin) read(text []byte) (r record.Record, g env.Game, err error) {
	name, err := o.named(text)
	if err != nil {
		return r, nil, err
	}
	if g, err = roster.Game(name); err != nil {
		return r, nil, err
	}
	if r, err = parse(g, text); err != nil {
		return r, nil, err
	}
	r.Game = g.Spec().Name
	err = o.begin(g, &r)
	return r, g, err
}

// parse reads a game of g in whatever notation the text is in.
func parse(g env.Game, text []byte) (record.Record, error) {
	_, tafl := g.(env.OTNWriter)
	_, brings := otn.GameRules(string(text)) // then it is of OpenTafl, whatever its rules
	if tafl || brings {
		if _, ours := record.GameTag(text); !ours {
			if t, ok, err := otn.Transcript(string(text)); ok {
				return record.OfTranscript(g, t), err
			}
		}
	}
	return record.ParseAny(g, text)
}

// openTafl reads the rules in a game of OpenTafl, and returns the name of the game that
// they are.
func openTafl(rules string) (string, error) {
	game, err := games.Import(rules, "")
	if err != nil {
		return "", err
	}
	if len(game.Problems) > 0 {
		return "", fmt.Errorf("rules: %s: name a game of nearly these rules by --game", strings.Join(game.Problems, "; "))
	}
	return games.Read("the rules of the game", game.Text)
}

// named returns the name of the game that a text is of.
func (o *origin) named(text []byte) (string, error) {
	game, says := record.GameTag(text)
	variant, isPGN := record.VariantTag(text)
	rules, isOTG := otn.GameRules(string(text))
	switch {
	case says && *o != (origin{}):
		return "", usage{errors.New("says itself which game it is and how it starts: leave --game, --position and --seed out")}
	case says:
		return game, nil
	case o.game != "":
		return o.game, nil
	case isOTG:
		return openTafl(rules)
	case isPGN || pgn.Is(string(text)):
		return games.Titled(variant), nil
	}
	return "", errors.New(`no line [Game "NAME"] says which game it is: add --game`)
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

// readPasted reads a game in any notation that ludens replay reads.
func readPasted(text, game string) (record.Record, env.Game, error) {
	r, g, err := new(origin).read([]byte(text))
	if _, says := record.GameTag([]byte(text)); err != nil && game != "" && !says {
		return (&origin{game: game}).read([]byte(text))
	}
	return r, g, err
}
