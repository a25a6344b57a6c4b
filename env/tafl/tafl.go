// Package tafl is the tafl family: a king and his men, who must bring him out, and more
// attackers around them. Pieces move like rooks and capture by closing in. Boards are
// rectangles of up to 19 by 19 squares.
//
// The games are one engine. [Rules] has a field for everything in which they differ,
// which is a key of a game's file; [Read] compiles the keys of a file into tables.
//
//   - What a file may say: rules.go; the drawings in drawing.go.
//   - Where a piece may go: move.go; all moves of a side at once: slide.go.
//   - What is captured: capture.go and shieldwall.go.
//   - How a game ends: ending.go and flood.go.
//
// A rule that is off costs nothing while a game is played: it is an empty list, or a
// number that is compared once.
//
// [env.First] is the side that moves first, so which of the two has the king depends on
// Rules.First; Spec.Roles says it.
//
// Sources that comments name:
//
//	[Copenhagen]  aagenielsen.dk/copenhagen_rules.php (2012, as of 2024)
//	[Berserk]     aagenielsen.dk/berserk_rules.php
//	[Sea Battle]  aagenielsen.dk/seabattle_rules.php
//	[OTN]         opentafl-notation-spec.txt in the source of OpenTafl (J. Slater)
package tafl

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
	"ludens/games"
	"ludens/internal/prose"
)

// Version is that of the actions and planes: see move.go and observe.go.
const Version = 1

// Game is the rule book of one variant. It is immutable and safe for concurrent use.
type Game struct {
	spec    env.Spec
	rules   Rules
	preset  string // its name without options
	head    variant.Head
	classic bool // see drawing.classic
	law     law
	grid
	ground

	kinds   []piece   // by kind
	troops  [2][]kind // of each side
	sides   [nothing + 1]side
	hammers kindSet    // kinds that capture by their moves
	anvils  [2]kindSet // kinds of a side against which the other's men are captured
	jumpers bool       // some kind jumps

	stop, pass [mostKinds]set // where a piece of a kind may stop, and what it may pass over
	hostile    [3]set         // empty squares that help to capture, by the class of the victim
	always     [3]set         // the same, occupied or not
	strength   []uint8        // of the king, by cell: see strengthOf
	escapes    set            // where the king wins
	marked     set            // thrones, corners, camps and forts
	sealed     set            // no attacker may ever stop there or pass over it

	moves    []move // by action
	lanes    []lane // by plane of actions
	fast     loop   // how all moves of a side are found
	words1   [2][]lane1
	words2   [2][]lane2
	walls    [][]look // by cell; nil without shieldwalls
	checks   []check  // the rules by which a board ends the game beyond the common ones
	outcomes [endings + 1][2]env.Result

	army       [mostKinds]int // pieces at the beginning
	men        [2]int         // men of each side
	keys       *zobrist
	start      *State
	symmetries []env.Symmetry
}

// Spec describes the variant.
func (g *Game) Spec() env.Spec { return g.spec }

// Rules returns the rules of the variant, options included.
func (g *Game) Rules() Rules { return g.rules }

// Classic reports whether the game is one of those that OpenTafl's older records can say:
// a symmetric square board of up to 9 by 9 with the usual special squares, and none of
// the rarer rules.
func (g *Game) Classic() bool { return g.classic }

// New returns the start position, whatever the seed.
func (g *Game) New(uint64) env.State { return g.start.Copy(nil) }

// Symmetries returns those of the square or the rectangle that the drawing has.
func (g *Game) Symmetries() []env.Symmetry { return g.symmetries }

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
	return fmt.Sprintf("%+v %v %v %v", r, g.rows, g.start.board, g.ground) // maps are printed in the order of their keys
}

// compile makes the game of checked rules.
func compile(f *variant.File, r Rules, d *drawing) *Game {
	g := &Game{rules: r, preset: f.Name, head: f.Head, grid: newGrid(d.rows, d.cols), ground: d.ground}
	g.classic = d.classic() && r.plain()
	g.enlist()
	g.special()
	g.tabulate()
	g.law = g.lawOf(&r)
	g.walls = g.lookouts()
	g.checks = r.checks()
	g.decide()
	g.keys = keysOf(g.classic)
	for _, k := range d.men {
		if k != nothing {
			g.army[k]++
		}
	}
	g.spec = env.Spec{
		Name:    f.GameName(),
		Version: Version,
		Actions: g.planes()*g.cells() + g.globals(),
		Shape:   [3]int{len(g.PlaneNames()), g.rows, g.cols},
		MaxPly:  r.Cap,
		Roles:   [2]string{g.sideOf(env.First).String(), g.sideOf(env.Second).String()},
	}
	for _, x := range []side{attackers, kingsSide} {
		for _, k := range g.troops[x] {
			if k != king {
				g.men[x] += g.army[k]
			}
		}
	}
	g.start = g.place(g.boardOf(d.men), g.sideOf(env.First), g.beyond)
	g.symmetries = g.images()
	return g
}

// enlist fills in what is known of the kinds of pieces.
func (g *Game) enlist() {
	g.kinds = kindsOf(&g.rules, max(g.rows, g.cols))
	g.sides = [nothing + 1]side(slices.Repeat([]side{noSide}, int(nothing)+1))
	for k, p := range g.kinds {
		g.sides[k] = p.side
		g.troops[p.side] = append(g.troops[p.side], kind(k))
		if p.hammer {
			g.hammers |= 1 << k
		}
		if p.anvil {
			g.anvils[p.side] |= 1 << k
		}
		g.jumpers = g.jumpers || p.jumps != NoJumps
	}
}

// boardOf returns the board of pieces by cell.
func (g *Game) boardOf(men []kind) board {
	b := make(board, len(g.kinds)*g.words)
	for c, k := range men {
		if k != nothing {
			g.put(b, k, cell(c))
		}
	}
	return b
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

// NewRules returns a pointer to Rules with the family's defaults.
func NewRules() any {
	r := Defaults()
	return &r
}

// New returns a game that comes with ludens as a file, with some of its options set.
func New(name string, settings []env.Setting) (*Game, error) {
	text, ok := games.Text(name)
	if !ok {
		return nil, fmt.Errorf("tafl: no variant %q%s", name, prose.Hint(name, games.Names()))
	}
	f, err := variant.Parse("games/"+name+".toml", text, games.Text)
	if err == nil {
		f, err = f.With(settings, NewRules)
	}
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	g, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	return g.(*Game), nil
}

// Read returns the game of a file. Every error is one line with the place in the file.
func Read(f *variant.File) (env.Game, error) {
	r, d, err := decode(f)
	if err != nil {
		return nil, err
	}
	g := compile(f, r, d)
	if err := g.spec.Validate(); err != nil {
		return nil, f.Wrong("cap", "%v", err)
	}
	if g.start.end != ongoing {
		return nil, f.Wrong("board", "the game is over before it begins: %s", g.start.Ending())
	}
	return g, nil
}

// decode reads the rules of a file and its drawings.
func decode(f *variant.File) (r Rules, d *drawing, err error) {
	r = Defaults()
	if err := f.Decode(&r); err != nil {
		return r, nil, err
	}
	if r.Board != "" && f.Says("start") {
		return r, nil, f.Wrong("start", "start = %q beside a board: the board says how the men stand", r.Start)
	}
	if err := checkMen(f, r.Men); err != nil {
		return r, nil, err
	}
	d, err = draw(f, &r)
	return r, d, err
}

var manName = regexp.MustCompile(`^[a-z][a-z ]{0,23}$`)

// checkMen checks the letters and names of other men.
func checkMen(f *variant.File, men map[string]Man) error {
	names := []string{"attacker", "defender", "king"}
	for _, letter := range slices.Sorted(maps.Keys(men)) {
		m, key := men[letter], "men."+letter
		switch {
		case len(letter) != 1 || letter < "a" || letter > "z" || strings.Contains("adk", letter):
			return f.Wrong(key, "[men.%s]: want a small letter other than a, d and k", letter)
		case len(men) > mostOthers:
			return f.Wrong(key, "[men] has %d kinds, want at most %d", len(men), mostOthers)
		case m.Side == "":
			return f.Wrong(key, "[men.%s] has no side: want side = \"attackers\" or \"king\"", letter)
		case !manName.MatchString(m.Name):
			return f.Wrong(key+".name", "men.%s.name = %q: want up to 24 small letters and spaces", letter, m.Name)
		case slices.Contains(names, m.Name):
			return f.Wrong(key+".name", "men.%s.name = %q: another kind is called so", letter, m.Name)
		}
		if m.Outline != "" {
			if _, err := diagram.Outline(m.Outline); err != nil {
				return f.Wrong(key+".outline", "outline: %v", err)
			}
		}
		names = append(names, m.Name)
	}
	return nil
}
