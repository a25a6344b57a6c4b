// Package connect4 is Connect Four on the usual board of seven columns and six
// rows, for calibration: First wins with best play, beginning in the middle
// (Allen 1988, Allis 1988).
package connect4

import (
	"cmp"
	"fmt"

	"ludens/env"
)

const (
	rows  = 6
	cols  = 7
	cells = rows * cols
)

// Game is the rules of Connect Four. Action c drops a stone into column c,
// counted from the left: seven actions that start on no square.
type Game struct {
	Name string // as Spec has it; "": that of the only variant
}

var rules = env.Variant{
	Name:    "connect4",
	Summary: "four in a row by dropping stones into 7 columns of 6; the first player can force a win",
}

// Variants returns the only one.
func Variants() []env.Variant { return []env.Variant{rules} }

// New returns the game of a variant of this family.
func New(variant string, settings []env.Setting) (env.Game, error) {
	if variant != rules.Name {
		return nil, fmt.Errorf("connect4: no variant %q", variant)
	}
	if _, _, err := rules.Settle(settings); err != nil {
		return nil, fmt.Errorf("connect4: %w", err)
	}
	return Game{}, nil
}

// Spec describes the game. The observation has two planes: the stones of the
// mover and those of the other side.
func (g Game) Spec() env.Spec {
	return env.Spec{
		Name:    cmp.Or(g.Name, rules.Name),
		Version: 1,
		Actions: cols,
		Shape:   [3]int{2, rows, cols},
		MaxPly:  cells,
		Roles:   [2]string{"red", "yellow"},
	}
}

// New returns the empty board, whatever the seed.
func (Game) New(uint64) env.State { return &position{last: -1} }

// Symmetries are the identity and the mirror that swaps left and right.
func (Game) Symmetries() []env.Symmetry {
	identity, mirror := env.Symmetry{Name: "identity"}, env.Symmetry{Name: "mirror"}
	for cell := range cells {
		row, col := cell/cols, cell%cols
		identity.Cells = append(identity.Cells, cell)
		mirror.Cells = append(mirror.Cells, row*cols+cols-1-col)
	}
	for col := range env.Action(cols) {
		identity.Actions = append(identity.Actions, col)
		mirror.Actions = append(mirror.Actions, cols-1-col)
	}
	return []env.Symmetry{identity, mirror}
}

// Markovian implements env.Markovian.
func (Game) Markovian() {}

// Shelf implements env.Shelved.
func (Game) Shelf() env.Shelf { return env.Shelf{Title: "Calibration", Order: 40} }
