// Package race plays races over a board: Cetro, Halma, Salta and whatever else the keys of
// a file can say ([Rules]). Each side brings its pieces to the squares where they belong;
// they step, and jump over others.
//
// The games are one engine. [Read] compiles the keys of a file into tables:
//
//   - What a file may say: rules.go; the drawings in layout.go.
//   - Which squares there are, and how far it is home: board.go.
//   - Where a piece may go: action.go; all moves of a side: reach.go, wide.go.
//   - How a game ends: ending.go.
//
// Only squares where a piece can ever stand have a number: the 41 dark ones of Cetro's
// board fit in one word. Each side sees the board from its own side and numbers the squares
// from the far left, so that a half turn of the board takes square q to the same number
// counted from the end. A set of squares is one word, or more on a larger board. A rule
// that is off is one comparison.
//
// # A chain of jumps is one action
//
// A piece of Halma jumps on and on, and may stop after each jump. Nothing is captured on
// the way, so all that matters of a chain is where it ends. An action is therefore the
// square that a piece leaves and the vector to the square where it arrives (action.go):
// turns alternate, one turn is one ply, and two ways to the same square are one move. To
// play each jump as an action of its own, with another to stop, would need fewer
// numbers (18 planes in place of 232 on a board of 16 by 16), but squares visited in
// this turn would become part of the position, games would be several times as long,
// and a search would look less far ahead. What it costs is that a piece that jumps
// captures nothing where chains are allowed: there the way would matter.
package race

import (
	"slices"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
)

// Version is that of the actions and planes: see action.go and observe.go.
const Version = 1

// cetroVetoVersion is that of Cetro with demand=veto. Version 2 counts the moves that stand
// where version 1 counted all actions.
const cetroVetoVersion = 2

// Game is the rule book of one file. It is immutable and safe for concurrent use.
type Game struct {
	spec  env.Spec
	rules rules
	law   law
	file  *variant.File
	board *board
	south env.Player // who plays the men that are drawn in capitals
	sheet sheet      // what the actions are
	moves []move     // by action

	footprints []uint64  // by action: what changes as the opponent sees it; in one word only
	stride     int       // words of State.board that are a side's
	lanes      [2][]lane // by side: the directions of its men, in the order of the planes
	keys       keys
	lap        int // State.lap while no turn is passed

	coloured bool  // the board is one of Cetro's: see the end of this file
	plain    bool  // and its men go as Cetro's do
	pair     *pair // how, if no rule is on that says which of them may

	grounds []diagram.Cell // the empty board
	views   variant.Views[*State]
	start   *State
}

// Spec describes the game.
func (g *Game) Spec() env.Spec { return g.spec }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State { return g.start.Copy(nil) }

// begin sets up the start position.
func (g *Game) begin() *State {
	s := g.blank()
	for at, m := range g.board.start {
		if m != noMan {
			s.add(m.side(), m.kind(), g.board.square(at, m.side()))
		}
	}
	s.settle()
	return s
}

// blank returns an empty board with First to move.
func (g *Game) blank() *State {
	s := &State{past: make([]uint64, 0, g.spec.MaxPly)}
	s.clear(g)
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
	if !ok || o.spec.Shape != g.spec.Shape {
		return false
	}
	r := o.rules
	r.First, r.Cap, r.Repeat, r.RepeatResult = g.rules.First, g.rules.Cap, g.rules.Repeat, g.rules.RepeatResult
	r.Start, r.Goals = g.rules.Start, g.rules.Goals
	return r == g.rules && g.board.alike(o.board)
}

// alike reports whether the drawings say the same.
func (l *layout) alike(o *board) bool {
	same := func(x side) bool { return slices.EqualFunc(l.goal[x], o.goal[x], slices.Equal[[]bool]) }
	return l.rows == o.rows && l.cols == o.cols && slices.Equal(l.there, o.there) && slices.Equal(l.start, o.start) &&
		slices.Equal(l.region, o.region) && slices.Equal(l.letters, o.letters) && same(south) && same(north)
}

// Cetro's boards have coloured rows: each side has a man of the row's colour on every dark
// square of its nearest rows, from the edge inwards blue, green and red, and they belong on
// the rows of their colours on the other side. A game with such a board has the names,
// planes of actions and drawings of Cetro, whatever its other rules are: so a network for
// Cetro can begin it.

const colours = "BGR"

var colourNames = [len(colours)]string{"blue", "green", "red"}

// coloured reports whether a board is one of Cetro's.
func (l *layout) coloured() bool {
	n := len(l.letters)
	if n < 2 || n > len(colours) || string(l.letters) != colours[:n] || l.rows%2 == 0 || l.cols%2 == 0 || l.rows <= 2*n || l.rows*l.cols > 2*cetroSquares {
		return false
	}
	for at, m := range l.start {
		row, want := at/l.cols, noMan
		switch {
		case at%2 == 1: // light
		case row < n:
			want = newMan(row, north)
		case l.rows-1-row < n:
			want = newMan(l.rows-1-row, south)
		}
		if m != want || !l.there[at] {
			return false
		}
		for x := range side(2) {
			for kind := range l.letters {
				if l.goal[x][kind][at] != (want == newMan(kind, x.other())) {
					return false
				}
			}
		}
	}
	return true
}

// cetro returns the place of a vector among the planes of Cetro's actions; the number of
// these for all others.
func (v vector) cetro() int {
	ways := []vector{{-2, -2}, {-2, 2}, {1, -1}, {1, 1}}
	if i := slices.Index(ways, v); i >= 0 {
		return i
	}
	return len(ways)
}

// plainWays reports whether men go as Cetro's do.
func (g *Game) plainWays() bool {
	return g.coloured && !g.law.chain && slices.Equal(g.board.steps, ways{backwardRight, backwardLeft}) &&
		slices.Equal(g.board.jumps, ways{forwardRight, forwardLeft})
}

// pairOf returns how the men of Cetro go, or nil if they do not or if a rule is on that says
// which of them may.
func (g *Game) pairOf() *pair {
	r := &g.law
	if !g.plain || r.capture || !r.crowding || r.over != anyMan || r.lock != unlocked {
		return nil
	}
	p := &pair{left: uint8(g.board.cols+1) / 2, right: uint8(g.board.cols-1) / 2}
	for i, l := range g.lanes[south] {
		for _, h := range l.hops {
			p.room[i] |= h.room
		}
	}
	return p
}

// retreats reports that the men of a board of Cetro's step back only, as Cetro's do: texts
// call it a retreat then.
func (g *Game) retreats() bool {
	return g.coloured && !slices.ContainsFunc(g.board.steps, func(d direction) bool { return vectors[d].down <= 0 })
}

// rowGrounds and rowMarks are those of the coloured rows.
var (
	rowGrounds = [...]diagram.Ground{diagram.BlueCell, diagram.GreenCell, diagram.RedCell}
	rowMarks   = [...]diagram.Mark{diagram.DotMark, diagram.RingMark, diagram.BarMark}
	tones      = [...]diagram.Tone{diagram.BlueTone, diagram.GreenTone, diagram.RedTone}
)

// rowGround returns the empty cell of a board of Cetro's.
func (b *board) rowGround(at int) diagram.Cell {
	row := at / b.cols
	switch row = min(row, b.rows-1-row); {
	case at%2 == 1:
		return diagram.Cell{Ground: diagram.LightCell}
	case row < len(b.letters):
		return diagram.Cell{Ground: rowGrounds[row], Mark: rowMarks[row]}
	}
	return diagram.Cell{Ground: diagram.DarkCell}
}
