// Package draughts is draughts on the dark squares of a board: English draughts (checkers),
// Russian, international and others, each from a file ([Rules], [Read]).
//
//   - What a file may say: rules.go. A position is a [State]: state.go.
//   - Captures, whose chains are one action for each jump: jump.go.
//
// Squares are seen by the mover: his own men go up. A dark square is a bit of a word, counted
// row by row from the top left of First's view; the half turn of the board takes bit i to the
// same bit counted from the end.
package draughts

import (
	"ludens/env"
	"ludens/env/variant"
)

// rules are what the file of a game of this family may say.
type rules struct {
	Side     int    `toml:"side" unseen:"yes" values:"4 6 8 10" unit:"squares" help:"width and height of the board"`
	Ranks    int    `toml:"ranks" unseen:"yes" min:"1" max:"4" unit:"rows" help:"how many rows of men each side has at the start"`
	Backward bool   `toml:"backward" help:"men capture backwards, too"`
	Flying   bool   `toml:"flying" help:"kings move and capture over any distance"`
	Most     bool   `toml:"most" help:"a turn must capture as many pieces as one can"`
	Promote  string `toml:"promote" values:"stops continues stays" help:"a man that reaches the last row by a capture: becomes king, and its turn is over; becomes king and goes on capturing as one; goes on as a man, and becomes king only if its turn ends there"`
	Result   string `toml:"result" values:"wins loses" help:"result for who leaves the other without a move; loses: giveaway draughts"`
	Quiet    int    `toml:"quiet" min:"0" max:"1000" unit:"plies" help:"the game is drawn after this number of plies in a row without a capture or a move of a man; 0: never"`
	Cap      int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"length limit; each jump of a chain is a ply"`
	Look     string `toml:"look" unseen:"yes" values:"white_black black_white" help:"colours of the pieces: First's, then Second's"`
}

// defaults are the rules of a game whose file says nothing: Russian draughts.
var defaults = rules{
	Side: 8, Ranks: 3, Backward: true, Flying: true, Promote: "continues", Result: "wins", Quiet: 60, Cap: 400, Look: "white_black",
}

// Rules returns a pointer to the defaults of the family, as env/variant wants them.
func Rules() any { r := defaults; return &r }

// Features implements env.Featured: all keys but the board, its look and the cap.
func (g *Game) Features() []env.Feature { return variant.Features(&g.rules) }

// Read returns the game of a file.
func Read(f *variant.File) (env.Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	if most := said.Side/2 - 1; said.Ranks > most {
		return nil, f.Wrong("ranks", "ranks = %d on a board of %d rows: want at most %d, so that two rows are empty", said.Ranks, said.Side, most)
	}
	g := newGame(f.GameName(), f.Head, *said)
	return g, g.Spec().Validate()
}

// Game is the rules of one game.
type Game struct {
	name  string
	head  variant.Head
	rules rules
	side  int // of the board
	dark  int // how many dark squares
	all   uint64

	cell   [50]int16   // of a dark square
	square [100]int8   // dark square of a cell, or -1
	next   [50][4]int8 // the neighbour in a direction, or -1
	last   [2]uint64   // the row where a player's men become kings
	look   look
	origin *State
}

// The directions, as they lie on the drawing. The opposite of d is 3 - d.
const (
	upLeft = iota
	upRight
	downLeft
	downRight
)

var ways = [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

func newGame(name string, head variant.Head, r rules) *Game {
	g := &Game{name: name, head: head, rules: r, side: r.Side, look: looks[r.Look]}
	for c := range r.Side * r.Side {
		g.square[c] = -1
		if row, col := c/r.Side, c%r.Side; (row+col)%2 == 1 {
			g.square[c], g.cell[g.dark] = int8(g.dark), int16(c)
			g.dark++
		}
	}
	g.all = 1<<g.dark - 1
	half := g.side / 2
	g.last = [2]uint64{1<<half - 1, (1<<half - 1) << (g.dark - half)}
	for q := range g.dark {
		row, col := int(g.cell[q])/g.side, int(g.cell[q])%g.side
		for d, way := range ways {
			g.next[q][d] = -1
			if r, c := row+way[0], col+way[1]; r >= 0 && r < g.side && c >= 0 && c < g.side {
				g.next[q][d] = g.square[r*g.side+c]
			}
		}
	}
	men := uint64(1)<<(half*r.Ranks) - 1
	s := &State{game: g, chain: -1, lastMove: [2]int8{-1, -1}}
	s.pieces = [2]uint64{men << (g.dark - half*r.Ranks), men}
	s.rehash()
	s.settle()
	g.origin = s
	return g
}

// Spec describes the game. Actions are plane*cells + from, squares and directions as the mover
// sees them; plane (side-1)*d + n-1 moves n squares in direction d.
func (g *Game) Spec() env.Spec {
	return env.Spec{
		Name: g.name, Version: 1,
		Actions: 4 * g.far() * g.side * g.side,
		Shape:   [3]int{len(g.PlaneNames()), g.side, g.side},
		MaxPly:  g.rules.Cap, Roles: g.look.roles, Markovian: true,
	}
}

// far returns how many squares a move goes at most.
func (g *Game) far() int {
	if g.rules.Flying {
		return g.side - 1
	}
	return 2
}

// New returns the start, whatever the seed.
func (g *Game) New(uint64) env.State { return g.origin.Copy(nil) }

// Teaches implements env.Kindred: the same board, seen and moved on alike.
func (g *Game) Teaches(other env.Game) bool {
	h, ok := other.(*Game)
	return ok && g.side == h.side && g.rules.Flying == h.rules.Flying && g.rules.Result == h.rules.Result && (g.rules.Quiet > 0) == (h.rules.Quiet > 0)
}

// Symmetries implements env.Symmetric: a mirror would take dark squares to light ones.
func (g *Game) Symmetries() []env.Symmetry {
	s := env.Symmetry{Name: "identity"}
	for c := range g.side * g.side {
		s.Cells = append(s.Cells, c)
	}
	for a := range g.Spec().Actions {
		s.Actions = append(s.Actions, env.Action(a))
	}
	return []env.Symmetry{s}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
