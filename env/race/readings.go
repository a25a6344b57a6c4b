package race

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/variant"
)

// isCetro reports whether the rules are those of Cetro, but for how a demand is made, who
// moves first, how long a game may be and how often a position may recur. Its pages say
// more then: what its source leaves open.
func (g *Game) isCetro() bool {
	r := &g.rules
	return g.pair != nil && r.Vacate == 0 && r.NoMove == "pass" && r.Stuck == "mover" && r.Win == "all" && r.Needs == "jumps" &&
		r.CapResult != "home" && r.RepeatResult == "draw"
}

// cetroBoard describes a board of Cetro's.
func (g *Game) cetroBoard() []string {
	b := g.board
	var rows, men []string
	for kind := range b.letters {
		rows = append(rows, colourNames[kind])
		men = append(men, fmt.Sprintf("%d %s", b.counts[south][kind], colourNames[kind]))
	}
	used := ", and only the dark ones are used"
	if !g.plain {
		used = ""
	}
	return []string{
		fmt.Sprintf("The board has %d by %d squares, chequered%s. South sits at the bottom, North at the top. On either side the rows nearest to the player are coloured, from the edge inwards %s; the rows between are black.",
			b.cols, b.rows, used, strings.Join(rows, ", ")),
		fmt.Sprintf("Each side has %s men, at first on all the dark squares of the rows of their colours. They belong on the rows of their colours on the other side: that takes at least %d moves.",
			strings.Join(men, ", "), g.start.need[south]),
		"In the published set one side's men are kings and the other's bishops, in the colours of the rows. The figures are marks only: which side a man is of. " + figuresInWords,
	}
}

// figuresInWords says how men are drawn, and namesInWords what that makes of the sides
// where they are named as in the published set.
const (
	figuresInWords = "Here North's wear crowns and South's mitres."
	namesInWords   = "North has the kings, who wear crowns, and South the bishops, who wear mitres."
)

// dress returns how the source shows the game.
func (g *Game) dress() env.Dress {
	if !g.coloured {
		return env.Dress{}
	}
	d := env.Dress{Roles: [2]string{"bishops", "kings"}, Book: [][2]string{{figuresInWords, namesInWords}}}
	if g.south == env.Second {
		d.Roles[0], d.Roles[1] = d.Roles[1], d.Roles[0]
	}
	return d
}

// cetroMoves says how the men of Cetro move.
var cetroMoves = []string{
	"- a **jump**: diagonally forward over one man of either side on the next square, to the square behind him, which must be empty. Nothing is captured. A turn is one jump.",
	"- a **retreat**: one square diagonally backward, if that is empty.",
	"There is no step forward. Men may leave the squares where they belong, and go to rows of any colour.",
}

//go:embed readings.toml
var readingsText string

// notes are about Cetro and what its files have in common with others.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/race/readings.toml", readingsText) })

// sources returns where the rules are from.
func (g *Game) sources() []string {
	switch text := g.source(); {
	case !g.isCetro() && text == "":
		return nil
	case !g.isCetro():
		return []string{text}
	}
	all := notes().Sources["cetro"]
	if g.small() {
		all = append(slices.Clone(all), fmt.Sprintf("The board of %d by %d squares is of no source: it is made to be small enough for all its positions to be computed.", g.board.cols, g.board.rows))
	}
	return all
}

// small reports whether this is one of the small boards.
func (g *Game) small() bool { return g.board.cols < 9 }

// readings returns what the rules leave open. What a demand is in detail is no question
// where it is read otherwise.
func (g *Game) readings() []env.Reading {
	switch {
	case g.isCetro() && g.small():
		return notes().Asked("play", g.rules.Demand, "end", "small-length")
	case g.isCetro():
		return notes().Asked("play", g.rules.Demand, "end", "length")
	case g.law.chain:
		return notes().Asked("chain", "won")
	}
	return notes().Asked("won")
}
