package solve

import (
	"context"
	"fmt"

	"ludens/env"
)

// Table is what all positions of a game are worth. It is an env.Solver, and
// safe for concurrent use.
type Table struct {
	game      env.Game
	positions env.Numbering
	worths    []worth
	zeroing   []zeroed // by position; nil: the game has no clock
	bytes     uint64   // of memory, that it took to make; 0: it was read
}

// worth is an env.Worth in two bytes: n > 0 is won in n plies, n < 0 is lost in
// -n, 0 is drawn.
type worth int16

// The numbers that stand for no worth, and the greatest that stands for one.
const (
	noPosition worth = -1 << 15
	gameOver   worth = 1<<15 - 1
	deepest    worth = gameOver - 1
)

// decided reports whether v is a win or a loss.
func (v worth) decided() bool { return v != 0 && v != noPosition && v != gameOver }

func (v worth) exact() env.Worth {
	switch {
	case v > 0:
		return env.Worth{Sign: 1, Plies: int(v)}
	case v < 0:
		return env.Worth{Sign: -1, Plies: -int(v)}
	}
	return env.Worth{}
}

// level returns the plies to the end.
func (v worth) level() int {
	if v == noPosition || v == gameOver {
		return 0
	}
	return int(max(v, -v))
}

// newTable keeps of the words what they say of the worth.
func newTable(g env.Game, positions env.Numbering, words []word) *Table {
	t := &Table{game: g, positions: positions, worths: make([]worth, len(words))}
	for i, w := range words {
		switch w.kind() {
		case absent:
			t.worths[i] = noPosition
		case over:
			t.worths[i] = gameOver
		default:
			t.worths[i] = w.worth()
		}
	}
	return t
}

// Solve returns what a position is worth, history left out.
func (t *Table) Solve(_ context.Context, s env.State, _ bool) (env.Worth, error) {
	i, ok := t.positions.Of(s)
	if !ok || t.worths[i] == noPosition || t.worths[i] == gameOver {
		return env.Worth{}, notInTable(t.game, s)
	}
	return t.worths[i].exact(), nil
}

func notInTable(g env.Game, s env.State) error {
	return fmt.Errorf("solve: the table of %s does not have the position\n%s", g.Spec().Name, s)
}
