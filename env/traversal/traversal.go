// Package traversal plays races over a board whose rules come from a file: Halma,
// Salta, Cetro and whatever else their keys can say ([Rules]). Each side brings its men
// to the squares where they belong; they step, and jump over others.
//
// Where a file says a game that package cetro plays, [Read] returns that package's. The
// engine here is for all others, up to 19 by 19 squares.
//
// # A chain of jumps is one action
//
// A man of Halma jumps on and on, and may stop after each jump. Nothing is captured on
// the way, so all that matters of a chain is where it ends. An action is therefore the
// square that a man leaves and the vector to the square where he arrives (action.go):
// turns alternate, one turn is one ply, and two ways to the same square are one move. To
// play each jump as an action of its own, with another to stop, would need fewer
// numbers (18 planes in place of 232 on a board of 16 by 16), but squares visited in
// this turn would become part of the position, games would be several times as long,
// and a search would look less far ahead. What it costs is that a man who jumps
// captures nothing where chains are allowed: there the way would matter.
//
// Squares are counted row by row from the top left, South below. A player sees the board
// from his own side: North's view is turned by half.
package traversal

import (
	"ludens/env"
	"ludens/env/diagram"
)

// Version is that of the actions and planes: see action.go and observe.go.
const Version = 1

// Game is the rule book of one file. It is immutable and safe for concurrent use.
type Game struct {
	spec  env.Spec
	rules rules
	board *board
	south env.Player // who plays the men that are drawn in capitals
	sheet sheet      // what the actions are
	table [][]uint64 // by man and cell: see hash.go
	told  told

	grounds []diagram.Cell // the empty board
	drawn   []plane        // of an observation
}

// told is what the file says in words.
type told struct {
	title, source string
	year          int
}

// Spec describes the game.
func (g *Game) Spec() env.Spec { return g.spec }

// Shelf implements env.Shelved.
func (g *Game) Shelf() env.Shelf { return env.Shelf{Title: "A race by jumps", Order: 20} }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State {
	s := g.blank()
	for at, m := range g.board.start {
		if m != nobody {
			s.add(m, at)
		}
	}
	s.settle()
	return s
}

// blank returns an empty board with First to move.
func (g *Game) blank() *State {
	n := g.board.cells()
	s := &State{
		game: g, cells: make([]man, n), visited: make([]uint32, n), queue: make([]int, 0, n),
		past: make([]uint64, 0, g.spec.MaxPly), judged: none, last: none, mover: g.side(env.First),
	}
	for x := range s.men {
		s.men[x] = make([]int, 0, g.board.total(side(x)))
		s.need[x] = g.board.total(side(x)) * g.board.absent
	}
	return s
}

// side returns the men of a player.
func (g *Game) side(p env.Player) side {
	if p == g.south {
		return south
	}
	return north
}

// player returns who plays the men of a side.
func (g *Game) player(x side) env.Player {
	if x == south {
		return g.south
	}
	return g.south.Other()
}

// Teaches reports whether other is the same but for who moves first, where the cap lies
// and how often a position may recur: an agent sees them alike.
func (g *Game) Teaches(other env.Game) bool {
	o, ok := other.(*Game)
	if !ok {
		return false
	}
	r := o.rules
	r.First, r.Cap, r.Repeat, r.RepeatResult = g.rules.First, g.rules.Cap, g.rules.Repeat, g.rules.RepeatResult
	return r == g.rules && o.spec.Shape == g.spec.Shape
}
