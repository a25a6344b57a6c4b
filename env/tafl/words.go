package tafl

import (
	"fmt"

	"ludens/env"
	"ludens/env/diagram"
)

// Book implements env.Described. Every sentence follows from a field of Rules,
// so that a game with options set tells its own rules.
func (g *Game) Book() env.Book {
	w := g.rules.Words(true)
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: w.Goal},
			{Title: "The board", Paragraphs: append(g.boardInWords(), w.Squares...)},
			{Title: "Moves", Paragraphs: w.Moves},
			{Title: "Capturing men", Paragraphs: w.Captures},
			{Title: "Capturing the king", Paragraphs: w.Siege},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is written as the square left and the square entered: `d2e2`, or `d2-e2`. What it captures may follow, `d1d3xc3,e3`, and `#` for the king's capture or `+` for his escape.",
				"A position is written rank by rank from the top, `a` for attackers, `d` for defenders, `k` for the king and numbers for empty squares, followed by whose turn it is: `" + g.Position(g.start) + "`. OpenTafl's notation is read, too, which begins with a slash and with rank 1: `" + g.OTN(g.start) + "`.",
			}},
		},
		Endings:  w.Endings,
		Readings: readings[g.preset],
		Sources:  g.sources(),
	}
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for _, d := range [...]string{up: "up", right: "right", down: "down", left: "left"} {
		for n := 1; n < g.size; n++ {
			names = append(names, fmt.Sprintf("the piece moves %s by %d", d, n))
		}
	}
	return names
}

func (g *Game) boardInWords() []string {
	return append([]string{
		fmt.Sprintf("The board has %d by %d squares. The king begins in the middle among %d defenders; %d attackers surround them. Defenders and attackers are called men; the king is not a man.",
			g.size, g.size, g.army[defender], g.army[attacker]),
	}, g.coloursInWords()...)
}

// coloursInWords tells what the source of the variant calls the two sides, if it
// has words of its own.
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

// Dress implements env.Dressed.
func (g *Game) Dress() env.Dress {
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
