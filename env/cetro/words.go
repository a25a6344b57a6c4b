package cetro

import (
	"fmt"
	"strings"

	"ludens/env"
)

// Book implements env.Described.
func (g *Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: []string{
				"To be the first who has all his men on the far side of the board, each in a row of its own colour.",
			}},
			{Title: "The board", Paragraphs: g.boardInWords()},
			{Title: "Moves", Paragraphs: g.movesInWords()},
			{Title: "Demands", Paragraphs: []string{demandInWords[g.demand]}},
			{Title: "Writing moves", Paragraphs: g.notationInWords()},
		},
		Endings:  g.endingsInWords(),
		Readings: g.readings(),
		Sources:  g.sources(),
	}
}

func (g *Game) boardInWords() []string {
	b := g.board
	var rows, men []string
	for c, name := range colourNames[:b.colours] {
		rows = append(rows, name)
		men = append(men, fmt.Sprintf("%d %s", b.start[c].count(), name))
	}
	need := 0
	for c := range b.colours {
		need += b.start[c].count() * int(b.cost[c][b.start[c].first()])
	}
	return []string{
		fmt.Sprintf("The board has %d by %d squares, chequered, and only the dark ones are used. South sits at the bottom, North at the top. On either side the rows nearest to the player are coloured, from the edge inwards %s; the rows between are black.",
			b.cols, b.rows, strings.Join(rows, ", ")),
		fmt.Sprintf("Each side has %s men, at first on all the dark squares of the rows of their colours. They belong on the rows of their colours on the other side: that takes at least %d moves.",
			strings.Join(men, ", "), need),
		"In the published set one side's men are kings and the other's bishops, in the colours of the rows. The figures are marks only: which side a man is of. " + figuresInWords,
	}
}

// figuresInWords says how men are drawn, and namesInWords what that makes of the sides
// where they are named as in the published set.
const (
	figuresInWords = "Here North's wear crowns and South's mitres."
	namesInWords   = "North has the kings, who wear crowns, and South the bishops, who wear mitres."
)

// Dress implements env.Dressed.
func (g *Game) Dress() env.Dress {
	d := env.Dress{Roles: [2]string{"bishops", "kings"}, Book: [][2]string{{figuresInWords, namesInWords}}}
	if g.south == env.Second {
		d.Roles[0], d.Roles[1] = d.Roles[1], d.Roles[0]
	}
	return d
}

func (g *Game) movesInWords() []string {
	first := "South moves first."
	if g.south == env.Second {
		first = "North moves first."
	}
	return []string{
		first + " In turn each side moves one man, in one of two ways:",
		"- a **jump**: diagonally forward over one man of either side on the next square, to the square behind him, which must be empty. Nothing is captured. A turn is one jump.",
		"- a **retreat**: one square diagonally backward, if that is empty.",
		"There is no step forward. Men may leave the squares where they belong, and go to rows of any colour.",
		"Who has no move passes, and only he may pass.",
	}
}

var demandInWords = map[demand]string{
	onMove: "Along with his move, or with a pass, a player may demand that his opponent jump in his next turn instead of retreating. Which jump, the opponent chooses; if he has none the demand is void. It costs nothing and binds that one turn. It can be made only where it matters: where the opponent will be able to both jump and retreat.",
	never:  "Nobody can demand anything of the other.",
	always: "A player who can jump must not retreat.",
	byVeto: "When a player retreats though he could have jumped, his opponent decides at the beginning of his turn whether he accepts that, and moves, or vetoes it. A vetoed retreat is taken back, and its player must jump instead. Nothing ends the game while a retreat may still be vetoed, not even the cap or a repetition: that is judged when the retreat was accepted, or after the jump that replaces it. For the cap the decisions are no plies, and neither is a retreat that was vetoed.",
}

func (g *Game) notationInWords() []string {
	text := "A move is written as the square left and the square entered, `b2-d4`; who cannot move writes `pass`."
	switch g.demand {
	case onMove:
		text += " A demand is an exclamation mark, `b2-d4!` or `pass!`."
	case byVeto:
		text += " A retreat is answered by `accept` or `veto`."
	}
	return []string{text,
		"A position is written rank by rank from the top: South's men are " + strings.Join(strings.Split(letters[:g.board.colours], ""), " ") + ", North's the same in small letters, numbers are empty squares; then follow who moves, `s` or `n`, and `-`, or what binds him.",
	}
}

func (g *Game) endingsInWords() []env.Ending {
	all := []env.Ending{
		{Words: "all men are home", Means: "who has just moved wins: his men stand on the far rows of their own colours, no matter whether some had left them in between"},
		{Words: "neither player can move", Means: "who moved last wins"},
	}
	if g.repeat > 0 {
		all = append(all, env.Ending{Words: g.repetition(),
			Means: "a draw: the same men on the same squares for the " + env.Ordinal(g.repeat) + " time, the same side to move, the same demand"})
	}
	if g.scored {
		all = append(all, env.Ending{Words: fmt.Sprintf("cut off at ply %d", g.cap),
			Means: "who needs fewer moves to bring his men home wins, counted as if the board were clear; if both need as many, who has more men home; else a draw"})
	}
	return all
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return true }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() []string {
	ways := []string{
		jumpLeft: "the man jumps to the left", jumpRight: "the man jumps to the right",
		retreatLeft: "the man retreats to the left", retreatRight: "the man retreats to the right",
	}
	if g.demand != onMove {
		all := append(ways, "pass")
		if g.demand == byVeto {
			all = append(all, "accept the retreat", "veto the retreat")
		}
		return all
	}
	all := ways
	for _, way := range ways {
		all = append(all, way+", with a demand")
	}
	return append(all, "pass", "pass, with a demand")
}
