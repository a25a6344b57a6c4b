package cetran

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// Book implements env.Described.
func (g *Game) Book() env.Book {
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
	}
	if g.army.has(sissa) {
		b.Chapters = append(b.Chapters, env.Chapter{Title: "The sissa", Paragraphs: sissaInWords})
	}
	if g.army.conversion {
		b.Chapters = append(b.Chapters, env.Chapter{Title: "The bishops", Paragraphs: conversionInWords})
	}
	b.Chapters = append(b.Chapters,
		env.Chapter{Title: "Pawns", Paragraphs: g.pawnsInWords()},
		env.Chapter{Title: "Writing moves", Paragraphs: []string{
			"A move is written as the square left and the square entered, `e2e4`, with the letter of the officer that a pawn becomes: `e7e8s`. Read are also algebraic notation, `Nd3` or `exd8=S+`, and that of Game Courier, `N c1-d3` or `P e7-e8; S-e8`.",
			"A position is written as in FEN, with the letters " + strings.Join(strings.Split(g.army.alphabet(), ""), " ") + ", small for Black. A game may be in PGN whose tag FEN holds its start.",
		}})
	return b
}

func (g *Game) boardInWords() []string {
	var officers []string
	for _, k := range g.army.men {
		if k != pawn {
			officers = append(officers, countOf(g.army.number(k), names[k]))
		}
	}
	all := []string{
		"The board has 8 by 8 squares, as in chess. White has eight pawns on rank 2 and eight officers behind them on rank 1, Black on ranks 7 and 8: " + strings.Join(officers, ", ") + ".",
		g.drawInWords(),
	}
	if g.army == &cetran2 {
		all = append(all, secondInSource)
	}
	return all
}

// secondInSource is what the page of Cetran Chess 2 calls the second player.
const secondInSource = "The page of the game calls the second side Blue; here it is Black, with small letters, as in FEN and PGN."

// blueInSource stands in its place where the second player is shown as there.
const blueInSource = "The second side is Blue, as on the page of the game; its letters are small, as those of the second side in FEN and PGN."

// Dress implements env.Dressed.
func (g *Game) Dress() env.Dress {
	if g.army != &cetran2 {
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
func (g *Game) drawInWords() string {
	if g.array != (Array{}) {
		return fmt.Sprintf("They stand as `%v` says, Black's rank from file a to h and then White's.", g.array)
	}
	text := map[Draw]string{
		Independent: "Before each game the order of the officers is drawn, for each side its own, one of %d arrays; the king may stand anywhere.",
		Mirror:      "Before each game the order of White's officers is drawn, one of %d arrays; Black's stand opposite to the same ones.",
		Central:     "Before each game the order of White's officers is drawn, one of %d arrays; Black's stand as a half turn of the board puts them.",
	}[g.arrays.Draw]
	text = fmt.Sprintf(text, g.arrays.Count())
	if g.asymmetric {
		text += " An array in which equal officers face each other, or that looks alike after a half turn, is drawn again."
	}
	return text
}

// manners are how the officers move.
var manners = [kinds]string{
	king:       "one square in any direction, but not to where he would be attacked; there is no castling",
	queen:      "any way along a row, column or diagonal",
	rook:       "any way along a row or column",
	bishop:     "any way along a diagonal",
	knight:     "two squares along a row or column and one to the side; it jumps over what stands between",
	chancellor: "like a rook or like a knight",
	archbishop: "like a bishop or like a knight",
	horse:      "like a bishop, or one square along a row or column",
	sissa:      "in two equally long legs, see below",
}

func (g *Game) movesInWords() []string {
	all := []string{
		"White moves first; then the sides take turns, one man a turn. A man goes to an empty square, or captures the enemy who stands there. Only a knight's jump passes over other men; all else needs a clear way.",
	}
	for _, k := range g.army.men {
		if k != pawn {
			all = append(all, fmt.Sprintf("- **%s** (%c): %s", names[k], k.letter(), manners[k]))
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

func (g *Game) pawnsInWords() []string {
	var officers []string
	for _, k := range g.promotions {
		officers = append(officers, names[k])
	}
	return []string{
		"A pawn moves one square straight ahead, from its first square also two, if these are empty. It captures one square diagonally ahead.",
		"**In passing**: when a pawn has just gone two squares and an enemy pawn could have captured it after one, that pawn may, in the very next move, capture it as if it had gone only one.",
		"**Promotion**: on the last rank a pawn is replaced by one of its own side's choice: " + strings.Join(officers, ", ") + ".",
	}
}

func (g *Game) endingsInWords() []env.Ending {
	all := []env.Ending{
		{Words: endings[checkmate], Means: "the side whose king is attacked, and cannot be saved, loses"},
		{Words: endings[stalemate], Means: "a draw: the side to move has no legal move, but its king is not attacked"},
	}
	if g.insufficient {
		words, means := endings[bare], "a draw: kings alone, or with one knight, cannot mate"
		if g.army.has(bishop) {
			words, means = bareWithBishop, "a draw: kings alone, or with one knight or one bishop, cannot mate"
		}
		all = append(all, env.Ending{Words: words, Means: means})
	}
	if g.fifty {
		all = append(all, env.Ending{Words: endings[fifty], Means: fmt.Sprintf("a draw after %d plies, at once and without a claim", fiftyMoves)})
	}
	if g.threefold {
		all = append(all, env.Ending{Words: endings[third], Means: "a draw, at once and without a claim: the same position, the same side to move, the same captures in passing"})
	}
	return all
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return true }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (all []string) {
	for _, way := range []string{"ahead", "ahead to the right", "to the right", "back to the right", "back", "back to the left", "to the left", "ahead to the left"} {
		for n := range 7 {
			all = append(all, fmt.Sprintf("the man goes %s by %d", way, n+1))
		}
	}
	for n := range 3 {
		for i := range jumps {
			all = append(all, fmt.Sprintf("the man goes as far as %s in line: of those clockwise from %d right and %d ahead number %d",
				[...]string{"one knight's jump", "two knight's jumps", "three knight's jumps"}[n], n+1, 2*(n+1), i+1))
		}
	}
	for _, k := range g.army.promotions {
		for aside := -1; aside <= 1; aside++ {
			all = append(all, fmt.Sprintf("a pawn is promoted to %s, one square ahead and files to the right %d", names[k], aside))
		}
	}
	return all
}
