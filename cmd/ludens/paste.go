package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/games"
	"ludens/env/record"
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
// without tags, and of games of chess PGN and Game Courier's lists of moves.
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
	if g, err = games.Make(name); err != nil {
		return r, nil, err
	}
	if r, err = parseGame(g, text); err != nil {
		return r, nil, err
	}
	r.Game = g.Spec().Name
	return r, g, o.begin(g, &r)
}

// Tags that say which game a text is of: that of our records, and that of PGN.
var (
	gameTag    = regexp.MustCompile(`(?im)^\s*\[\s*Game\s+"(.*)"\s*\]\s*$`)
	variantTag = regexp.MustCompile(`(?m)^\s*\[\s*Variant\s+"(.*)"\s*\]`)
)

// named returns the name of the game that a text is of.
func (o *origin) named(text []byte) (string, error) {
	game, variant := gameTag.FindSubmatch(text), variantTag.FindSubmatch(text)
	switch {
	case game != nil && *o != (origin{}):
		return "", usage{errors.New("says itself which game it is and how it starts: leave --game, --position and --seed out")}
	case game != nil:
		return string(game[1]), nil
	case o.game != "":
		return o.game, nil
	case variant != nil:
		return cetran.VariantOf(string(variant[1]))
	}
	return "", errors.New(`no line says which game it is, as in [Game "celta"]: add --game`)
}

// parseGame reads a text in the notation that it is in.
func parseGame(g env.Game, text []byte) (record.Record, error) {
	if chess, ok := g.(*cetran.Game); ok && gameTag.Find(text) == nil {
		switch {
		case pgnTag.Match(text):
			return readPGN(chess, text)
		case courierLine.Match(text):
			return readCourier(text), nil
		}
	}
	return record.Parse(bytes.NewReader(text))
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

// pgnTag is one of the tags that only PGN has.
var pgnTag = regexp.MustCompile(`(?m)^\s*\[\s*(Event|White|Black|Variant|SetUp|FEN)\s+"`)

// readPGN reads the one game of a PGN file.
func readPGN(g *cetran.Game, text []byte) (r record.Record, err error) {
	all, err := g.ReadPGN(bytes.NewReader(text))
	if err != nil {
		return r, err
	}
	if len(all) != 1 {
		return r, fmt.Errorf("holds %d games: want one", len(all))
	}
	game := all[0]
	s := game.Start.Copy(nil)
	for _, a := range game.Moves {
		r.Moves = append(r.Moves, s.Format(a))
		s.Play(a)
	}
	r.Result = game.Result
	if at := g.Position(game.Start); record.Drawn(g) || at != g.Position(g.New(0)) {
		r.Start = at
	}
	for _, t := range game.Tags {
		if strings.Trim(t.Value, "?.") != "" { // "?" and "????.??.??" stand for unknown
			note(&r, t)
		}
	}
	return r, nil
}

// note puts what a tag of PGN says where a record has it.
func note(r *record.Record, t cetran.Tag) {
	switch t.Name {
	case "White":
		r.First = t.Value
	case "Black":
		r.Second = t.Value
	case "Date":
		r.Date = t.Value
	case "Termination":
		r.Ending = t.Value
	default:
		r.Tags = append(r.Tags, record.Tag(t))
	}
}

// courierLine is a line that only Game Courier writes, courierNumber what
// separates its moves, and courierNote what players say to each other.
var (
	courierLine   = regexp.MustCompile(`(?m)^\s*(\d+\.+\s*)?[A-Za-z] [a-h][1-8]-[a-h][1-8]`)
	courierNumber = regexp.MustCompile(`(^|\s)\d+\.+\s*|\n`)
	courierNote   = regexp.MustCompile(`//.*`)
)

// readCourier reads the moves of a game as Game Courier lists them.
func readCourier(text []byte) (r record.Record) {
	moves := courierNote.ReplaceAllString(string(text), "")
	for _, move := range courierNumber.Split(moves, -1) {
		if move = strings.TrimSpace(move); move != "" {
			r.Moves = append(r.Moves, move)
		}
	}
	return r
}
