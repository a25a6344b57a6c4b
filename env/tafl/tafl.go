// Package tafl is the tafl family: a king and his men in the middle of a
// square board, who must bring him out, and twice as many attackers around
// them. All pieces move like rooks and capture by closing in.
//
// The games are one code. [Rules] has a field for everything in which they
// differ, [Variants] lists presets of it, which are files in games, and [New] makes
// the game of a preset with any of its rules changed.
//
//   - Where a piece may stop: mayStop and mayPass in move.go.
//   - What captures a man: struck and trapped in capture.go.
//   - How the king is captured: siegeOf in capture.go.
//   - How a game ends: verdict in ending.go.
//
// [env.First] is the side that moves first, so which of the two has the king
// depends on Rules.First; Spec.Roles says it.
package tafl

import (
	"strings"

	"ludens/env"
	"ludens/env/variant"
)

// Version is that of the actions and planes: see move.go and observe.go.
const Version = 1

// Game is the rule book of one variant. It is immutable and safe for
// concurrent use.
type Game struct {
	spec   env.Spec
	rules  Rules
	preset string // the name without options
	source string // of its rules, as the file says
	layout string // at the beginning, row by row
	grid

	planes  []lane            // of actions
	moves   []move            // by action
	shut    [kinds]squares    // where a piece of a kind may not stop
	barred  [kinds]squares    // what it may not pass
	hostile [kinds]squares    // see hostileTo
	siege   [maxCells]squares // see siegeOf
	escapes squares           // where the king wins
	hammer  bool              // the king captures by his moves
	anvil   bool              // others capture against the king

	army       [2]int // men of each side at the beginning
	start      *State
	symmetries []env.Symmetry
}

// Spec describes the variant.
func (g *Game) Spec() env.Spec { return g.spec }

// Rules returns the rules of the variant, options included.
func (g *Game) Rules() Rules { return g.rules }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State { return g.start.Copy(nil) }

// Symmetries returns the eight of the square.
func (g *Game) Symmetries() []env.Symmetry { return g.symmetries }

// Shelf implements env.Shelved.
func (g *Game) Shelf() env.Shelf { return env.Shelf{Title: "The king and his besiegers", Order: 10} }

// Of returns the game of a file whose rules have been read from it. The layout at the
// beginning, if it is another than the array of r, has rows with a dot for each empty
// square, as many as columns: an odd number up to 9. It is its own image under the
// symmetries of the square, and has one king, in the centre.
func Of(f *variant.File, r Rules, layout []string) *Game {
	if layout == nil {
		layout = r.Start.Layout()
	}
	g := &Game{rules: r, grid: newGrid(len(layout)), preset: f.Name, source: f.Source, layout: strings.Join(layout, "/")}
	g.tabulate()
	g.spec = env.Spec{
		Name:    f.GameName(),
		Version: Version,
		Actions: len(g.moves),
		Shape:   [3]int{len(g.PlaneNames()), g.size, g.size},
		MaxPly:  r.Cap,
		Roles:   [2]string{g.sideOf(env.First).String(), g.sideOf(env.Second).String()},
	}
	g.symmetries = g.images()
	g.begin()
	return g
}

// tabulate fills in what follows from the rules and the board.
func (g *Game) tabulate() {
	g.planes, g.moves = g.lanes()
	g.hammer, g.anvil = g.rules.KingArmed.hammer(), g.rules.KingArmed.anvil()
	g.escapes = g.corners
	if g.rules.Escape == ToEdge {
		g.escapes = g.edge
	}
	for k := range kind(kinds) {
		g.hostile[k] = g.hostileTo(k)
	}
	for c := range cell(g.cells()) {
		g.siege[c] = g.siegeOf(c)
		for k := range kind(kinds) {
			if !g.mayStop(k, c) {
				g.shut[k] = g.shut[k].or(only(c))
			}
			if !g.mayPass(k, c) {
				g.barred[k] = g.barred[k].or(only(c))
			}
		}
	}
}

// begin sets up the start position.
func (g *Game) begin() {
	g.army = [2]int{attackers: strings.Count(g.layout, "a"), kingsSide: strings.Count(g.layout, "d")}
	b, err := g.parseRows(strings.Split(strings.ReplaceAll(g.layout, ".", "1"), "/"), readLetter)
	if err != nil {
		panic(err) // the layout is none for Of
	}
	g.start = g.place(b, g.sideOf(env.First))
}

// sideOf returns the side that player p has.
func (g *Game) sideOf(p env.Player) side {
	if (p == env.First) == (g.rules.First == Attackers) {
		return attackers
	}
	return kingsSide
}

// playerOf returns the player who has side s.
func (g *Game) playerOf(s side) env.Player {
	if s == g.sideOf(env.First) {
		return env.First
	}
	return env.Second
}
