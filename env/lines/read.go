package lines

import (
	"strconv"

	"ludens/env"
	"ludens/env/variant"
)

// Read returns the game of a file.
func Read(f *variant.File) (env.Game, error) {
	g, err := read(f)
	if err != nil {
		return nil, err
	}
	if g.searched() {
		return Solvable{g}, nil
	}
	return g, nil
}

// classic reports whether the rules are those of tic-tac-toe or of Connect Four, whatever
// the cap. Their positions are written as ever, with a dot for each empty cell and nothing
// else, and have the keys of ever. They have no score and know no decisive moves: their
// champions' searches, and the openings of their matches, are those of before.
func (r rules) classic() bool {
	r.Cap = defaults.Cap
	return r == noughts || r == fours
}

// The rules of tic-tac-toe and of Connect Four.
var (
	noughts = with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look = 3, 3, 3, "crosses_noughts" })
	fours   = with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look, r.Gravity = 6, 7, 4, "red_yellow", true })
)

// with returns the defaults with a change.
func with(change func(*rules)) rules {
	r := defaults
	change(&r)
	return r
}

// read returns the game of a file.
func read(f *variant.File) (*Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	b, err := newBoard(f, said)
	if err != nil {
		return nil, err
	}
	r := *said
	if full := b.rows * b.cols; b.cells.count() == full {
		r.Board, r.Rows, r.Cols = "", b.rows, b.cols
	}
	g := newGame(f.GameName(), f.Head, canonical(r, b.longest()), b)
	g.rules.Cap = min(r.Cap, g.longestGame())
	return g, g.check(f)
}

// canonical returns rules such that those that say the same are equal, but for the cap:
// longest is how many cells a line has at most.
func canonical(r rules, longest int) rules {
	if r.Length >= longest || r.Longer == r.Line {
		r.Longer = same
	}
	if r.Capture == "none" {
		r.CaptureWins = defaults.CaptureWins
	}
	return r
}

// check says which rules of the opening leave no move.
func (g *Game) check(f *variant.File) error {
	r := &g.rules
	first, second := g.cells.minus(g.opening[0]), g.cells.minus(g.opening[1])
	for _, c := range []struct {
		key, value string
		cells      set
		stones     int
	}{
		{"centre", strconv.Quote(r.Centre), first, r.FirstStones},
		{"away", strconv.Itoa(r.Away), second, r.Stones},
	} {
		if n := c.cells.count(); n < c.stones {
			return f.Wrong(c.key, "%s = %s leaves %d cells for a turn of %d stones: want more", c.key, c.value, n, c.stones)
		}
	}
	return nil
}
