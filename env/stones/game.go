// Package stones is games of stones on squares and hexagons, which are put, moved, flipped
// and enclosed: Hex, Y, Havannah, Reversi, Ataxx, Go, Amazons, Nine Men's Morris, Konane,
// Lines of Action. Each is a file ([Rules], [Read]), compiled into tables when the game is
// made.
//
//   - What a file may say: rules.go. Boards, neighbours and shapes: board.go, draw.go.
//   - Actions: plane.go. A position is a [State]: state.go; what a stone does that arrives:
//     arrive.go, group.go; moves: move.go; how games end: ending.go, goal.go.
//
// Boards of hexagons are stored as rows and columns, each row drawn half a cell to the right
// of the one above it: the six neighbours of a cell are among the eight around it.
//
// The side that began and the other are sides 0 and 1. A side is First's or Second's
// stones: after a swap, Second has those of the side that began.
package stones

import (
	"math/bits"

	"ludens/env"
	"ludens/env/variant"
)

// Game is the rules of one game.
type Game struct {
	name  string
	head  variant.Head
	rules rules
	*board

	planes     []plane // of actions
	pass, swap env.Action
	plane      [swaps]int            // of the kinds that have one plane: its first action
	first      [][]env.Action        // of the plane of moves in a direction, by how many steps they are
	flights    []int                 // of the plane of moves to a cell
	views      variant.Views[*State] // planes of observations
	look       look
	lasting    bool // a stone stays where it was put, and its side's
	superko    bool
	loses      bool // who reaches the goal, or has the greater count, loses
	origin     *State
}

// newGame returns the game of rules that fit the board.
func newGame(name string, head variant.Head, r rules, b *board) *Game {
	g := &Game{name: name, head: head, rules: r, board: b, look: looks[r.Look]}
	g.planes = planesOf(&r, b)
	n := b.rows * b.cols
	g.flights, g.first = make([]int, n), make([][]env.Action, len(b.dirs))
	for dir := range g.first {
		g.first[dir] = make([]env.Action, maxSide+1)
	}
	for i, p := range g.planes {
		switch {
		case p.kind != moves:
			g.plane[p.kind] = i * n
		case p.target >= 0:
			g.flights[p.target] = i * n
		case p.dir >= 0:
			g.first[p.dir][p.n] = env.Action(i * n)
		}
	}
	g.pass = env.Action(len(g.planes) * n)
	g.swap = g.pass + env.Action(b2i(r.Pass != "never"))
	g.lasting = r.Flip == "none" && !r.Capture && r.Move == "none" && r.Mill == 0 && !r.Removal
	g.superko = r.Ko == "positional"
	g.loses = r.Result == loses
	g.views = viewsOf(&r, b)
	g.origin = g.begin()
	return g
}

// begin returns the position at the start.
func (g *Game) begin() *State {
	s := &State{game: g, stones: g.start, moved: -1, ko: -1, last: [2]int16{-1, -1}}
	s.links = g.unlinked()
	s.hand = [2]int16{int16(g.rules.Reserve), int16(g.rules.Reserve)}
	s.stand()
	return s
}

// New returns the start, whatever the seed.
func (g *Game) New(uint64) env.State { return g.origin.Copy(nil) }

// Teaches implements env.Kindred: the same board, seen and moved on alike.
func (g *Game) Teaches(other env.Game) bool {
	h, ok := other.(*Game)
	if !ok || g.cells != h.cells || g.start != h.start {
		return false
	}
	a, b := g.rules, h.rules
	a.Board, a.Rows, a.Cols, a.Shape, a.Start = b.Board, b.Rows, b.Cols, b.Shape, b.Start
	a.Cap, a.Look, a.Komi, a.Quiet, a.Ranks = b.Cap, b.Look, b.Komi, b.Quiet, b.Ranks
	x, y := g.Spec(), h.Spec()
	return a == b && x.Actions == y.Actions && g.views.Same(h.views)
}

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() []env.PieceKind { return []env.PieceKind{{Name: "stone"}} }

// Seen implements env.Placing: both sides see the board from the same side.
func (g *Game) Seen(cell int, _ env.Player) int { return cell }

// Pieces implements env.Placing.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	s := state.(*State)
	for side := range int8(2) {
		owner := s.player(side)
		for i := range g.words {
			for w := s.stones[side][i]; w != 0; w &= w - 1 {
				dst = append(dst, env.Piece{Cell: int16(i<<6 + bits.TrailingZeros64(w)), Owner: owner})
			}
		}
		for range s.hand[side] {
			dst = append(dst, env.Piece{Cell: env.InHand, Owner: owner})
		}
	}
	return dst
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	for side := range int8(2) {
		if s.stones[side].has(cell) {
			return s.player(side), true
		}
	}
	return 0, false
}
