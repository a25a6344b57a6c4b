package tafl

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// kind is a kind of pieces.
type kind uint8

const (
	attacker kind = iota
	defender      // an ordinary man of the king's side
	king
	firstOther // kinds of [men], in the order of their letters

	mostOthers = 8
	mostKinds  = int(firstOther) + mostOthers

	nothing kind = 15 // an empty square
)

// letter returns that of an ordinary kind, which sets of kinds have, too.
func (k kind) letter() byte { return "adk"[k] }

// kindSet is a set of kinds: bit k is kind k. It never has nothing.
type kindSet uint16

func (s kindSet) has(k kind) bool { return s>>k&1 != 0 }

// side is one of the two sides.
type side uint8

const (
	attackers side = iota
	kingsSide
	noSide // of empty squares
)

func (s side) other() side { return 1 - s }

// men returns the ordinary kind of the side.
func (s side) men() kind { return kind(s) }

// letter returns that of positions: a or d.
func (s side) letter() byte { return s.men().letter() }

// String returns what people call the side.
func (s side) String() string { return [...]string{"attackers", "king's side"}[s] }

// piece is what is known of a kind.
type piece struct {
	letter   byte
	name     string // of one man
	side     side
	class    kind // the ordinary kind whose special squares it shares
	reach    int  // squares at most
	jumps    Jumps
	strength uint8 // sides to be closed; not of the king
	hammer   bool  // it captures by its moves
	anvil    bool  // others capture against it
	figure   diagram.Figure
	outline  string // of a figure of the file's own
}

// kindsOf returns what is known of all kinds. length is the board's longer side.
func kindsOf(r *Rules, length int) []piece {
	reach := func(n int) int {
		return cmp.Or(n, length-1)
	}
	all := []piece{
		attacker: {letter: 'a', name: "attacker", class: attacker, reach: reach(r.ManRange), jumps: r.ManJumps, strength: 2, hammer: true, anvil: true, figure: diagram.Disc},
		defender: {letter: 'd', name: "defender", side: kingsSide, class: defender, reach: reach(r.ManRange), jumps: r.ManJumps, strength: 2, hammer: true, anvil: true, figure: diagram.Disc},
		king: {letter: 'k', name: "king", side: kingsSide, class: king, reach: reach(r.KingRange), jumps: r.KingJumps,
			hammer: r.KingArmed.hammer(), anvil: r.KingArmed.anvil(), figure: diagram.Crowned},
	}
	for i, letter := range slices.Sorted(maps.Keys(r.Men)) {
		m := r.Men[letter]
		p := piece{letter: letter[0], name: m.Name, class: attacker, reach: reach(m.Range), jumps: cmp.Or(m.Jumps, NoJumps),
			strength: uint8(cmp.Or(m.Strength, 2)), hammer: m.Armed.hammer(), anvil: m.Armed.anvil(), figure: figures[i]}
		if m.Side == KingsSide {
			p.side, p.class = kingsSide, defender
		}
		if i := slices.Index(figureNames, m.Figure); i >= 0 {
			p.figure = figures[i]
		}
		if m.Outline != "" {
			p.figure = diagram.Outlined
			p.outline, _ = diagram.Outline(m.Outline) // Read has looked at it
		}
		all = append(all, p)
	}
	return all
}

// figures are those of other men, by the words of figureNames; one that names none has
// that of its place in the list.
var (
	figures = [mostOthers]diagram.Figure{diagram.Knight, diagram.Bishop, diagram.Rook, diagram.Queen,
		diagram.Chancellor, diagram.Archbishop, diagram.DragonHorse, diagram.Sissa}
	figureNames = []string{"knight", "bishop", "rook", "queen", "chancellor", "archbishop", "dragonhorse", "sissa"}
)

// kindOf returns the kind of a letter, or nothing.
func (g *Game) kindOf(letter byte, of func(kind) byte) kind {
	for k := range g.kinds {
		if of(kind(k)) == letter {
			return kind(k)
		}
	}
	return nothing
}

// menShown returns each kind that the start position has.
func (g *Game) menShown() (all []env.Man) {
	for k, p := range g.kinds {
		if g.army[k] > 0 {
			all = append(all, env.Man{Name: p.name, Letter: string(p.letter), Moves: g.manInWords(kind(k)), Reach: p.drawing()})
		}
	}
	return all
}

// manInWords says in a few words what a piece does.
func (g *Game) manInWords(k kind) string {
	p := &g.kinds[k]
	parts := []string{"like a rook"}
	if p.reach < max(g.rows, g.cols)-1 {
		parts[0] = fmt.Sprintf("%d along a row or column", p.reach)
	}
	if words := jumpsInWords[p.jumps]; words != "" {
		parts = append(parts, words)
	}
	if k >= firstOther && p.strength != 2 {
		parts = append(parts, fmt.Sprintf("taken by %d", p.strength))
	}
	if words := armsInWords[[2]bool{p.hammer, p.anvil}]; words != "" {
		parts = append(parts, words)
	}
	return strings.Join(parts, ", ")
}

var (
	jumpsInWords = map[Jumps]string{JumpsOver: "jumps over an enemy", Captures: "jumps over an enemy and captures him",
		Restricted: "jumps over an enemy from or to a special square"}
	armsInWords = map[[2]bool]string{{true, false}: "captures by its own moves alone", {false, true}: "captures only as the one who waits",
		{false, false}: "captures no piece"}
)

// drawing shows where a piece goes along rows and columns. It captures by surrounding,
// never by moving to an occupied square.
func (p *piece) drawing() []string {
	return env.Reach(string(p.letter), func(down, right int) byte {
		away := max(down, -down, right, -right)
		switch {
		case down != 0 && right != 0:
			return env.Nowhere
		case away == 2 && p.jumps != NoJumps:
			return env.Hops
		case away <= p.reach:
			return env.GoesOnly
		}
		return env.Nowhere
	})
}
