// Package cetro is Cetro (J. W. Spear & Söhne, about 1900): a race of fourteen
// men a side over a board of coloured rows, without captures.
//
//	  a b c d e f g h i
//	9 b . b . b . b . b   blue: North's blue men, goal of South's
//	8 . g . g . g . g .   green
//	7 r . r . r . r . r   red
//	6 . # . # . # . # .
//	5 # . # . # . # . #
//	4 . # . # . # . # .
//	3 R . R . R . R . R   red: South's red men, goal of North's
//	2 . G . G . G . G .   green
//	1 B . B . B . B . B   blue
//
// A man jumps diagonally forward over one man of either side, or retreats one
// square diagonally backward; there is no plain step forward. (If only enemies
// were jumped over, as in the sister game Salta, nobody could ever move.) A
// player may demand that the other one jump if he can: demand.go. A player
// without a move passes. Who first has all his men on the far rows of their own
// colours wins, and so does who moves last when nobody can move any more:
// ending.go.
//
// [New] makes the game of a variant. Source: the rules and drawings of
// games.porg.es/games/cetro (Porges, "ways to play"). Where they are silent it
// is decided here that South begins, that a turn is one jump and no chain of
// them, and that men may leave the squares where they belong; further decisions
// are the options of [Variants].
package cetro

import "ludens/env"

// Version is that of the actions and planes: see action.go and observe.go.
const Version = 1

// vetoVersion is Version with demand=veto. Version 2 counts the moves that stand
// where version 1 counted all actions.
const vetoVersion = 2

// Game is the rule book of one variant. It is immutable and safe for
// concurrent use.
type Game struct {
	spec    env.Spec
	variant string // whose setting it is
	board   *board
	demand  demand
	south   env.Player // who plays the men that start at the bottom
	cap     int        // moves that stand; see State.ply
	scored  bool       // the player who is further wins when the cap is reached
	repeat  int        // the occurrence of a position that is a draw; 0: none is
	moves   []move     // by action
}

// Spec describes the variant.
func (g *Game) Spec() env.Spec { return g.spec }

// Shelf implements env.Shelved.
func (g *Game) Shelf() env.Shelf { return env.Shelf{Title: "A race by jumps", Order: 20} }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State {
	s := g.blank()
	for c, men := range g.board.start {
		for ; men != 0; men &= men - 1 {
			s.put(env.First, colour(c), men.first())
			s.put(env.Second, colour(c), men.first())
		}
	}
	s.settle()
	return s
}

// blank returns an empty board with First to move.
func (g *Game) blank() *State {
	s := &State{game: g, past: make([]uint64, 0, g.spec.MaxPly), lap: lapOfMoves}
	if g.demand == byVeto {
		s.lap = 1
	}
	return s
}

// lapOfMoves is State.lap while each ply moves a man and changes turns. A move
// brings a man two ranks forward or one back, which is the same modulo 3: so
// between two equal positions either player has made a multiple of 3 moves.
const lapOfMoves = 6

// Teaches reports whether other is played on the same board with the same
// demands, and observed alike: who moves first, where the cap lies and how often a
// position may recur may differ.
func (g *Game) Teaches(other env.Game) bool {
	o, ok := other.(*Game)
	return ok && o.board.rows == g.board.rows && o.board.cols == g.board.cols && o.demand == g.demand && o.spec.Shape == g.spec.Shape
}
