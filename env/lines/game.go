// Package lines is the games in which stones are put on a board and stay, and a row of
// n of them decides: m,n,k games such as tic-tac-toe and gomoku, upright boards such as
// Connect Four, several stones a turn as in Connect6, captured pairs as in Pente, misère.
// Each is a file ([Rules], [Read]), compiled into tables when the game is made.
//
//   - What a file may say: rules.go.
//   - A position of any of these games is a [State]: state.go, row.go, ending.go.
//   - Where the stones on the board say everything and have room in one word, positions are
//     words: layout.go, word.go. They have the texts, keys and results of States.
//
// The side that began and the other are sides 0 and 1. A side is First's or Second's
// stones: after a swap, Second has those of the side that began.
package lines

import (
	"ludens/env"
	"ludens/env/variant"
)

// Game is the rules of one game.
type Game struct {
	name  string
	head  variant.Head
	rules rules // in their canonical form: see canonical
	*board

	verdicts  [maxSide + 1]verdict // by how many stones are in a row
	opening   [2]set               // cells closed in the first turn, and in the beginner's second
	free      bool                 // the opening closes nothing
	capturing []int                // how many stones in a row are captured
	reserve   int                  // how many stones can be captured before the game is over, at most
	planes    variant.Views[*State]
	look      look
	classic   bool    // see rules.classic
	word      *layout // nil: positions are States
}

// verdict is what a line of a given length means for its side.
type verdict uint8

const (
	undecided verdict = iota
	losing
	winning
)

// newGame returns the game of rules that fit the board.
func newGame(name string, head variant.Head, r rules, b *board) *Game {
	g := &Game{name: name, head: head, rules: r, board: b, look: looks[r.Look]}
	longer := r.Longer
	if longer == same {
		longer = r.Line
	}
	for n := range g.verdicts {
		switch {
		case n == r.Length:
			g.verdicts[n] = verdictOf(r.Line)
		case n > r.Length:
			g.verdicts[n] = verdictOf(longer)
		}
	}
	switch middle := b.within(1, r.Gravity); r.Centre {
	case "only":
		g.opening[0] = b.cells.minus(middle)
	case "never":
		g.opening[0] = middle
	}
	g.opening[1] = b.within(r.Away, r.Gravity)
	g.free = g.opening == [2]set{}
	switch r.Capture {
	case "pairs":
		g.capturing = []int{2}
	case "pairs_and_triples":
		g.capturing = []int{2, 3}
	}
	if len(g.capturing) > 0 {
		// Each side has captured less than what wins before the last move, which
		// captures as many as one can.
		g.reserve = 2*(r.CaptureWins-1) + g.most()
	}
	g.planes = planesOf(&g.rules, b)
	g.classic, g.word = r.classic(), newLayout(g)
	return g
}

func verdictOf(word string) verdict {
	return map[string]verdict{wins: winning, loses: losing, nothing: undecided}[word]
}

// Spec describes the game. Action c puts a stone on cell c, counted row by row from the
// top left; where stones fall, action c drops one into column c. A swap is the action
// behind them.
func (g *Game) Spec() env.Spec {
	return env.Spec{
		Name:    g.name,
		Version: 1,
		Actions: g.puts() + b2i(g.rules.Swap),
		Shape:   [3]int{len(g.planes), g.rows, g.cols},
		MaxPly:  min(g.rules.Cap, g.longestGame()),
		Roles:   g.look.roles,

		Markovian: true,
	}
}

// puts returns how many actions put a stone.
func (g *Game) puts() int {
	if g.rules.Gravity {
		return g.cols
	}
	return g.rows * g.cols
}

// longestGame returns how many plies a game can have by its rules.
func (g *Game) longestGame() int { return g.cells.count() + g.reserve + b2i(g.rules.Swap) }

// most returns how many stones one captures at most.
func (g *Game) most() int { return 2 * len(g.steps) * g.capturing[len(g.capturing)-1] }

// New returns the empty board, whatever the seed.
func (g *Game) New(uint64) env.State {
	if g.word != nil {
		return g.word.begin()
	}
	s := &State{game: g, left: int8(g.rules.FirstStones), last: -1}
	s.open = g.landings(set{})
	return s
}

// Teaches implements env.Kindred: the same board, seen and moved on alike, where an equal
// row decides alike.
func (g *Game) Teaches(other env.Game) bool {
	if s, ok := other.(Solvable); ok {
		other = s.Game
	}
	h, ok := other.(*Game)
	if !ok || g.cells != h.cells || g.rows != h.rows {
		return false
	}
	a, b := g.rules, h.rules
	a.Cap, a.Full, a.Centre, a.Away, a.Look = b.Cap, b.Full, b.Centre, b.Away, b.Look
	a.Longer = b.Longer
	x, y := g.Spec(), h.Spec()
	return a == b && x.Actions == y.Actions && g.planes.Same(h.planes)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
