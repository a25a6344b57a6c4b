package chess

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// Book implements env.Described.
func (g *Cetran) Book() env.Book {
	b := env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: []string{
				"To checkmate the enemy king: to attack him so that no move of his side saves him. No player may leave his own king under attack.",
			}},
			{Title: "The board", Paragraphs: g.boardInWords()},
			{Title: "Moves", Paragraphs: g.movesInWords()},
		},
		Endings:  g.endingsInWords(),
		Readings: g.readings(),
		Sources:  g.sources(),
		Shelf:    env.Shelf{Title: "Chess with new officers", Order: 30},
		Men:      g.menShown(),
		Outlines: g.outlines(),
		Dress:    g.dress(),
	}
	b.Chapters = append(b.Chapters, env.Chapter{Title: "The sissa", Paragraphs: sissaInWords})
	if g.converting() {
		b.Chapters = append(b.Chapters, env.Chapter{Title: "The bishops", Paragraphs: conversionInWords})
	}
	b.Chapters = append(b.Chapters,
		env.Chapter{Title: "Pawns", Paragraphs: g.pawnsInWords()},
		env.Chapter{Title: "Writing moves", Paragraphs: []string{
			"A move is written as the square left and the square entered, `e2e4`, with the letter of the officer that a pawn becomes: `e7e8s`. Read are also algebraic notation, `Nd3` or `exd8=S+`, and that of Game Courier, `N c1-d3` or `P e7-e8; S-e8`.",
			"A position is written as in FEN, with the letters " + strings.Join(strings.Split(g.order, ""), " ") + ", small for Black. A game may be in PGN whose tag FEN holds its start.",
		}})
	return b
}

func (g *Cetran) boardInWords() []string {
	var officers []string
	for _, w := range g.kinds[:g.letters] {
		if w.letter != 'P' {
			officers = append(officers, countOf(strings.Count(string(g.cetran.officers), string(w.letter)), w.name))
		}
	}
	all := []string{
		"The board has 8 by 8 squares, as in chess. White has eight pawns on rank 2 and eight officers behind them on rank 1, Black on ranks 7 and 8: " + strings.Join(officers, ", ") + ".",
		g.drawInWords(),
	}
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
	text := map[Draw]string{
		Independent: "Before each game the order of the officers is drawn, for each side its own, one of %d arrays; the king may stand anywhere.",
		Mirror:      "Before each game the order of White's officers is drawn, one of %d arrays; Black's stand opposite to the same ones.",
		Central:     "Before each game the order of White's officers is drawn, one of %d arrays; Black's stand as a half turn of the board puts them.",
	}[g.arrays().Draw]
	text = fmt.Sprintf(text, g.arrays().Count())
	if g.asymmetric {
		text += " An array in which equal officers face each other, or that looks alike after a half turn, is drawn again."
	}
	return text
}

// manners are how the officers move.
var manners = map[byte]string{
	'K': "one square in any direction, but not to where he would be attacked; there is no castling",
	'Q': "any way along a row, column or diagonal",
	'R': "any way along a row or column",
	'B': "any way along a diagonal",
	'N': "two squares along a row or column and one to the side; it jumps over what stands between",
	'C': "like a rook or like a knight",
	'A': "like a bishop or like a knight",
	'H': "like a bishop, or one square along a row or column",
	'S': "in two equally long legs, see below",
}

func (g *Cetran) movesInWords() []string {
	all := []string{
		"White moves first; then the sides take turns, one man a turn. A man goes to an empty square, or captures the enemy who stands there. Only a knight's jump passes over other men; all else needs a clear way.",
	}
	for _, w := range g.kinds[:g.letters] {
		if w.letter != 'P' {
			all = append(all, fmt.Sprintf("- **%s** (%c): %s", w.name, w.letter, manners[w.letter]))
		}
	}
	return append(all, "- **pawn** (P): see below")
}

var sissaInWords = []string{
	"The sissa goes some squares like a rook and then as many like a bishop, or some like a bishop and then as many like a rook. At the bend it turns by 45 or by 135 degrees, so it may come back towards where it began; straight on is no path.",
	"All squares it passes must be empty, the one at the bend too. Often several paths lead to one square: one clear path is enough, so a sissa's check is parried only by closing all of them.",
	"It reaches the squares that a rook would, and those that lie some knight's jumps on in one direction, unless the bend would be off the board.",
}

var conversionInWords = []string{
	"If both bishops of a side start on squares of one colour, the **bishops conversion rule** holds for it: once in the game one of them can change colour, by making its first move one square along a row or column. It may capture by that.",
	"- As long as neither has moved, either may convert or make an ordinary move.",
	"- Once one has converted, both are ordinary bishops.",
	"- If instead one makes an ordinary first move, the other must convert by its first move; until then it attacks only the four squares beside it.",
	"- If one is captured before either moved, the other is free to convert or not.",
}

func (g *Cetran) pawnsInWords() []string {
	var officers []string
	for _, k := range g.kinds[g.kindOf('P')].promotes {
		officers = append(officers, g.kinds[k].name)
	}
	return []string{
		"A pawn moves one square straight ahead, from its first square also two, if these are empty. It captures one square diagonally ahead.",
		"**In passing**: when a pawn has just gone two squares and an enemy pawn could have captured it after one, that pawn may, in the very next move, capture it as if it had gone only one.",
		"**Promotion**: on the last rank a pawn is replaced by one of its own side's choice: " + strings.Join(officers, ", ") + ".",
	}
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
