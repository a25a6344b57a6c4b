// Package hnefatafl is the tafl family on any board: rectangles up to 19x19 given by a
// drawing, thrones, corners and fortresses anywhere, shieldwalls, forts, commanders,
// knights and berserk turns.
//
// Package tafl is the same family on square boards up to 9x9, several times as fast.
// [Read] returns its game where a file says no more than it can; this package plays
// the rest, and the tests hold both together.
//
//   - What a file may say: [Ruleset] in rules.go; the drawings in drawing.go.
//   - Where a piece may go: move.go.
//   - What is captured: capture.go and shieldwall.go.
//   - How a game ends: ending.go and fort.go.
//
// Sources that comments name:
//
//	[Copenhagen]  aagenielsen.dk/copenhagen_rules.php (2012, as of 2024)
//	[Berserk]     aagenielsen.dk/berserk_rules.php
//	[Sea Battle]  aagenielsen.dk/seabattle_rules.php
//	[OTN]         opentafl-notation-spec.txt in the source of OpenTafl (J. Slater)
package hnefatafl

import (
	"fmt"

	"ludens/env"
	"ludens/env/variant"
)

// Version is that of the actions and planes: see move.go and observe.go.
const Version = 1

// Game is the rule book of one variant. It is immutable and safe for concurrent use.
type Game struct {
	spec   env.Spec
	rules  Ruleset
	preset string // its name without options
	source string
	grid
	ground
	kinds []piece // by kind

	stop     [mostKinds]set // where a piece of a kind may stop
	pass     [mostKinds]set // what it may pass over
	hostile  [4]set         // empty squares that help to capture, by the class of the victim
	always   [4]set         // the same, occupied or not
	strength []uint8        // of the king, by cell: see strengthOf
	army     [mostKinds]int // pieces at the beginning
	start    *State

	symmetries []env.Symmetry
}

// Spec describes the variant.
func (g *Game) Spec() env.Spec { return g.spec }

// Rules returns the rules of the variant, options included.
func (g *Game) Rules() Ruleset { return g.rules }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State { return g.start.Copy(nil) }

// Symmetries returns those of the square or the rectangle that the drawing has.
func (g *Game) Symmetries() []env.Symmetry { return g.symmetries }

// Shelf implements env.Shelved: that of package tafl.
func (g *Game) Shelf() env.Shelf { return env.Shelf{Title: "The king and his besiegers", Order: 10} }

// Teaches implements env.Kindred: who moves first and where the cap lies may differ,
// since an agent sees neither.
func (g *Game) Teaches(other env.Game) bool {
	o, ok := other.(*Game)
	return ok && o.essence() == g.essence()
}

// essence is what is said of a game but who moves first and the cap.
func (g *Game) essence() string {
	r := g.rules
	r.First, r.Cap, r.Start, r.Board, r.Ground = "", 0, "", "", ""
	if !r.Throne {
		r.ThroneStop, r.ThronePass, r.ThroneHostile, r.ThroneAlways = "", "", "", ""
	}
	if !r.Corners {
		r.CornerStop, r.CornerPass, r.CornerHostile = "", "", ""
	}
	return fmt.Sprintf("%+v %v %v", r, g.start.men[:g.cells()], g.ground) // maps are printed in the order of their keys
}

// newGame makes the game of checked rules.
func newGame(f *variant.File, r Ruleset, d *drawing) *Game {
	g := &Game{rules: r, preset: f.Name, source: f.Source, grid: newGrid(d.rows, d.cols), ground: d.ground}
	g.kinds = kindsOf(&r, max(d.rows, d.cols))
	g.tabulate()
	for _, k := range d.men {
		g.army[k]++
	}
	g.spec = env.Spec{
		Name:    f.GameName(),
		Version: Version,
		Actions: g.planes()*g.cells() + g.globals(),
		Shape:   [3]int{len(g.PlaneNames()), g.rows, g.cols},
		MaxPly:  r.Cap,
		Roles:   [2]string{g.sideOf(env.First).String(), g.sideOf(env.Second).String()},
	}
	g.start = g.place(d.board(), g.sideOf(env.First), beyond)
	g.symmetries = g.images()
	return g
}

// tabulate fills in what follows from the rules and the board.
func (g *Game) tabulate() {
	g.strength = make([]uint8, g.cells())
	for c := range cell(g.cells()) {
		g.strength[c] = g.strengthOf(c)
		for k := attacker; int(k) < len(g.kinds); k++ {
			class := g.kinds[k].class
			if stop := g.ruleOf(c).stop; stop == nil || stop.Include(class.letter()) {
				g.stop[k].add(c)
			}
			if pass := g.ruleOf(c).pass; pass == nil || pass.Include(class.letter()) {
				g.pass[k].add(c)
			}
		}
		for class := attacker; class <= king; class++ {
			if hostile := g.ruleOf(c).hostile; hostile != nil && hostile.Include(class.letter()) {
				g.hostile[class].add(c)
			}
		}
	}
	g.knowThrone()
}

// sideOf returns the side that player p has.
func (g *Game) sideOf(p env.Player) side {
	if (p == env.First) == (g.rules.First == "attackers") {
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
