package tafl

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
)

// Book implements env.Described. Every sentence follows from a field of Rules, so that a
// game with options set describes its own rules.
func (g *Game) Book() env.Book {
	r := &g.rules
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: g.goalInWords()},
			{Title: "The board", Paragraphs: append(g.boardInWords(), r.specialSquares()...)},
			{Title: "Moves", Paragraphs: g.movesInWords()},
			{Title: "Capturing men", Paragraphs: append(r.capturesInWords(g.classic), g.rarerCaptures()...)},
			{Title: "Capturing the king", Paragraphs: r.siegeInWords()},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is written as the square left and the square entered: `d2e2`, or `d2-e2`. What it captures may follow, `d1d3xc3,e3`, and `#` for the king's capture or `+` for his escape.",
				"A position is written rank by rank from the top, `a` for attackers, `d` for defenders, `k` for the king and numbers for empty squares, followed by whose turn it is: `" + g.Position(g.start) + "`. OpenTafl's notation is read, too, which begins with a slash and with rank 1: `" + g.OTN(g.start) + "`.",
			}},
		},
		Endings:  g.endingsInWords(),
		Readings: notes().Asked(notes().Games[g.preset]...),
		Sources:  g.sources(),
		Shelf:    env.Shelf{Title: "The king and his besiegers", Order: 10},
		Men:      g.menShown(),
		Outlines: g.outlines(),
		Dress:    g.dress(),
	}
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for d, name := range [...]string{up: "up", right: "right", down: "down", left: "left"} {
		for n := 1; n <= g.length(d); n++ {
			names = append(names, fmt.Sprintf("the piece moves %s by %d", name, n))
		}
	}
	if g.globals() > 0 {
		names = append(names, "stop capturing")
	}
	return names
}

// goalInWords says where the king wins; corners may be more than the four of the board.
func (g *Game) goalInWords() []string {
	where := "one of the four corners"
	switch {
	case g.rules.Escape == ToEdge:
		where = "any square of the edge"
	case !g.classic:
		where = "a corner"
	}
	return []string{"The king's side wins when the king gets to " + where + ". The attackers win when they capture the king."}
}

// boardInWords gives the size, the army, the colours, and special squares that are not
// where they usually are.
func (g *Game) boardInWords() (all []string) {
	if g.classic {
		all = append(all, fmt.Sprintf("The board has %d by %d squares. The king begins in the middle among %d defenders; %d attackers surround them. Defenders and attackers are called men; the king is not a man.",
			g.rows, g.cols, g.army[defender], g.army[attacker]))
		return append(all, g.coloursInWords()...)
	}
	var army []string
	for k := range g.kinds {
		if kind(k) != king && g.army[k] > 0 {
			army = append(army, g.troop(kind(k)))
		}
	}
	all = append(all, fmt.Sprintf("The board has %d ranks and %d files. Besides the king (`k`) there are %s. They are called men; the king is not a man.",
		g.rows, g.cols, strings.Join(army, ", ")))
	all = append(all, g.coloursInWords()...)
	usual := drawing{rows: g.rows, cols: g.cols}
	usual.usual()
	for _, s := range []struct {
		what   string
		here   bool
		is     *set
		common *set
	}{
		{"What is said of the throne holds on", g.rules.Throne, &g.thrones, &usual.thrones},
		{"What is said of the corners holds on", true, &g.corners, &usual.corners},
	} {
		if s.here && *s.is != *s.common {
			all = append(all, fmt.Sprintf("%s %s.", s.what, strings.Join(g.names(s.is), ", ")))
		}
	}
	return append(all, g.fortressesInWords()...)
}

// troop says how many men of a kind there are at the beginning.
func (g *Game) troop(k kind) string {
	p := &g.kinds[k]
	text := fmt.Sprintf("%d %s", g.army[k], p.name)
	if g.army[k] != 1 {
		text += "s"
	}
	text += fmt.Sprintf(" (`%c`)", p.letter)
	if k >= firstOther {
		text += fmt.Sprintf(" of the %s", p.side)
	}
	return text
}

// coloursInWords says what the source of the variant calls the two sides, if it has
// words of its own.
func (g *Game) coloursInWords() []string {
	named, ok := sourceNames[g.preset]
	if !ok {
		return nil
	}
	return []string{fmt.Sprintf("The source calls the king's side %s and the attackers %s. %s",
		named[kingsSide], named[attackers], drawnInWords)}
}

// drawnInWords says how boards are drawn, and paintedInWords how in the source's dress.
const (
	drawnInWords   = "Boards are drawn here with the king's side in light pieces and the attackers in dark ones, whatever their colours in the source."
	paintedInWords = "Boards are drawn in these colours."
)

// dress returns how the source shows the game.
func (g *Game) dress() env.Dress {
	if _, ok := sourceNames[g.preset]; !ok {
		return env.Dress{}
	}
	d := env.Dress{Roles: [2]string{"Negros", "Rojos"}, Book: [][2]string{{drawnInWords, paintedInWords}}}
	d.Inks[diagram.FirstSide], d.Inks[diagram.SecondSide] = diagram.BlackInk, diagram.RedInk
	if g.rules.First != KingsSide {
		d.Roles[0], d.Roles[1] = d.Roles[1], d.Roles[0]
	}
	return d
}

// sourceNames are the names and colours of the sides in the sources, by variant.
var sourceNames = map[string][2]string{
	"celta":  brandubhNames,
	"cuervo": brandubhNames,
}

var brandubhNames = [2]string{kingsSide: "Negros (the blacks)", attackers: "Rojos (the reds)"}

//go:embed readings.toml
var readingsText string

// notes are about the games that come with ludens.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/tafl/readings.toml", readingsText) })

// sources returns where the rules of g are from: those of a preset, or what the file says.
func (g *Game) sources() []string {
	if known, ok := notes().Sources[g.preset]; ok || g.head.Source == "" {
		return known
	}
	return []string{g.head.Source}
}
