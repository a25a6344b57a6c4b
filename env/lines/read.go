package lines

import (
	"strconv"

	"ludens/env"
	"ludens/env/connect4"
	"ludens/env/tictactoe"
	"ludens/env/variant"
)

// Read returns the game of a file. Where it says the rules of a game that has a package
// of its own, that plays it.
func Read(f *variant.File) (env.Game, error) {
	g, err := read(f)
	if err != nil {
		return nil, err
	}
	switch g.rules {
	case noughts:
		return tictactoe.Game{Name: g.name}, nil
	case fours:
		return connect4.Game{Name: g.name}, nil
	}
	return g, nil
}

// The rules of tic-tac-toe and of Connect Four, in canonical form.
var (
	noughts = canonical(with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look = 3, 3, 3, "signs" }), 3, 9)
	fours   = canonical(with(func(r *rules) { r.Rows, r.Cols, r.Length, r.Look, r.Gravity = 6, 7, 4, "colours", true }), 7, 42)
)

// with returns the defaults with a change.
func with(change func(*rules)) rules {
	r := defaults
	change(&r)
	return r
}

// read returns the game of a file as this package plays it.
func read(f *variant.File) (*Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	b, err := newBoard(f, said)
	if err != nil {
		return nil, err
	}
	g := newGame(f.GameName(), f.Head, *said, b)
	if err := g.check(f); err != nil {
		return nil, err
	}
	r := *said
	if full := b.rows * b.cols; b.cells.count() == full {
		r.Board, r.Rows, r.Cols = "", b.rows, b.cols
	}
	g.rules = canonical(r, b.longest(), g.longestGame())
	return g, nil
}

// canonical returns rules such that those that say the same are equal: longest is how
// many cells a line has at most, plies how many a game.
func canonical(r rules, longest, plies int) rules {
	if r.Length >= longest || r.Longer == r.Line {
		r.Longer = same
	}
	if r.Capture == "none" {
		r.CaptureWins = defaults.CaptureWins
	}
	r.Cap = min(r.Cap, plies)
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
