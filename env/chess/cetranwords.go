package chess

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
)

// Book implements env.Described.
func (g *Cetran) Book() env.Book {
	b := env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: told("goal")},
			{Title: "The board", Paragraphs: g.boardInWords()},
			{Title: "Moves", Paragraphs: g.movesInWords()},
			{Title: "The sissa", Paragraphs: told("sissa")},
		},
		Endings:  g.endingsInWords(),
		Readings: g.readings(),
		Sources:  g.sources(),
		Shelf:    env.Shelf{Title: "Chess with new officers", Order: 30},
		Men:      g.menShown(),
		Outlines: g.outlines(),
		Dress:    g.dress(),
	}
	if g.converting() {
		b.Chapters = append(b.Chapters, env.Chapter{Title: "The bishops", Paragraphs: told("conversion")})
	}
	b.Chapters = append(b.Chapters,
		env.Chapter{Title: "Pawns", Paragraphs: told("pawns", g.kindNames(g.kinds[g.kindOf('P')].promotes)...)},
		env.Chapter{Title: "Writing moves", Paragraphs: told("writing", strings.Join(strings.Split(g.order, ""), " "))})
	return b
}

// told returns the paragraphs of a text in the notes, with some names in the place of NAMES.
func told(text string, names ...string) (all []string) {
	for _, p := range notes().Texts[text] {
		all = append(all, strings.ReplaceAll(p, "NAMES", strings.Join(names, ", ")))
	}
	return all
}

func (g *Cetran) boardInWords() []string {
	var officers []string
	for _, w := range g.kinds[:g.letters] {
		if w.letter != 'P' {
			officers = append(officers, countOf(strings.Count(string(g.cetran.officers), string(w.letter)), w.name))
		}
	}
	all := append(told("board", officers...), g.drawInWords())
	if g.cetran == cetran2 {
		all = append(all, secondInSource)
	}
	return all
}

// secondInSource is what the page of Cetran Chess 2 calls the second player.
const secondInSource = "The page of the game calls the second side Blue; here it is Black, with small letters, as in FEN and PGN."

// blueInSource stands in its place where the second player is shown as there.
const blueInSource = "The second side is Blue, as on the page of the game; its letters are small, as those of the second side in FEN and PGN."

// dress returns how the source shows the game.
func (g *Cetran) dress() env.Dress {
	if g.cetran != cetran2 {
		return env.Dress{}
	}
	d := env.Dress{Roles: [2]string{"White", "Blue"}, Book: [][2]string{{secondInSource, blueInSource}, {"Black", "Blue"}}}
	d.Inks[diagram.SecondSide] = diagram.BlueInk
	return d
}

// countOf returns "2 bishops", but just "king" of one.
func countOf(n int, name string) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// drawInWords says where the officers stand at first.
func (g *Cetran) drawInWords() string {
	if g.keys.Shuffle == "" {
		return fmt.Sprintf("They stand as `%s/%s` says, Black's rank from file a to h and then White's.", g.drawing[:8], g.drawing[56:])
	}
	text := fmt.Sprintf(told(g.keys.Draw)[0], g.arrays().Count())
	if g.asymmetric {
		text += " An array in which equal officers face each other, or that looks alike after a half turn, is drawn again."
	}
	return text
}

func (g *Cetran) movesInWords() []string {
	all := told("moves")
	for _, w := range g.kinds[:g.letters] {
		if w.letter != 'P' {
			all = append(all, fmt.Sprintf("- **%s** (%c): %s", w.name, w.letter, told(string(w.letter))[0]))
		}
	}
	return append(all, "- **pawn** (P): see below")
}

func (g *Cetran) endingsInWords() []env.Ending {
	all := []env.Ending{
		{Words: endings[checkmate], Means: "the side whose king is attacked, and cannot be saved, loses"},
		{Words: endings[stalemate], Means: "a draw: the side to move has no legal move, but its king is not attacked"},
	}
	if g.keys.Insufficient != "" {
		means := "a draw: kings alone, or with one knight, cannot mate"
		if g.cetran == cetran1 {
			means = "a draw: kings alone, or with one knight or one bishop, cannot mate"
		}
		all = append(all, env.Ending{Words: g.endingText(insufficient), Means: means})
	}
	if g.keys.Clock > 0 {
		all = append(all, env.Ending{Words: g.endingText(tooSlow), Means: fmt.Sprintf("a draw after %d plies, at once and without a claim", g.keys.Clock)})
	}
	if g.keys.Repetition > 0 {
		all = append(all, env.Ending{Words: g.endingText(repeated), Means: "a draw, at once and without a claim: the same position, the same side to move, the same captures in passing"})
	}
	return all
}

//go:embed readings.toml
var readingsText string

// notes are about the games of Cetran.
var notes = sync.OnceValue(func() variant.Notes { return variant.ReadNotes("env/chess/readings.toml", readingsText) })

// sources returns where the rules are from.
func (g *Cetran) sources() []string { return notes().Sources[g.independent()] }

// readings returns what the sources leave open.
func (g *Cetran) readings() []env.Reading {
	groups := []string{"drawn", g.independent(), "ends"}
	if g.arrays().Draw == Independent {
		groups = []string{"drawn", "independent", g.independent(), "ends"}
	}
	all := notes().Asked(groups...)
	all[0].Answer = strings.ReplaceAll(all[0].Answer, "GAME", g.base)
	return all
}
