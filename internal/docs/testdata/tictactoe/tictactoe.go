// Package tictactoe is noughts and crosses: the smallest complete game, for
// calibration (with best play it is drawn) and for copying. A new game needs
//
//   - a Game and its positions, whose laws are in the comments of [env.Game]
//     and [env.State]: tictactoe.go and position.go;
//   - whatever it can do beyond that: [env.Symmetric] in symmetry.go,
//     [env.Notated] in notation.go, diagram.Pictured in picture.go,
//     [env.Spatial] in squares.go, so that people can play it by
//     hand on the page, [env.Labelled] and [env.Described] in book.go;
//     docs/abilities.md lists all there are;
//   - its line in the list of env/games, and its card: the test of the cards
//     says how;
//   - tests: the conformance kit, perft, a second rule book, fuzzing.
package tictactoe

import (
	"cmp"
	"fmt"

	"ludens/env"
)

const (
	size  = 3
	cells = size * size
)

// Game is the rules of tic-tac-toe. Action c puts a stone on cell c, counted
// row by row from the top left.
type Game struct {
	Name string // as Spec has it; "": that of the only variant
}

var rules = env.Variant{
	Name:    "tictactoe",
	Summary: "three in a row on a board of 3 by 3; drawn with best play",
}

// Variants returns the only one.
func Variants() []env.Variant { return []env.Variant{rules} }

// New returns the game of a variant of this family.
func New(variant string, settings []env.Setting) (env.Game, error) {
	if variant != rules.Name {
		return nil, fmt.Errorf("tictactoe: no variant %q", variant)
	}
	if _, _, err := rules.Settle(settings); err != nil {
		return nil, fmt.Errorf("tictactoe: %w", err)
	}
	return Game{}, nil
}

// Spec describes the game. The observation has two planes: the stones of the
// mover and those of the other side.
func (g Game) Spec() env.Spec {
	return env.Spec{
		Name:    cmp.Or(g.Name, rules.Name),
		Version: 1,
		Actions: cells,
		Shape:   [3]int{2, size, size},
		MaxPly:  cells,
		Roles:   [2]string{"crosses", "noughts"},

		Markovian: true, // what follows depends on the board alone
	}
}

// New returns the empty board, whatever the seed.
func (Game) New(uint64) env.State { return &position{last: -1} }
