package race

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
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

// sources returns where the rules are from.
func (g *Game) sources() []string {
	if text := g.source(); !g.isCetro() {
		return slices.DeleteFunc([]string{text}, func(s string) bool { return s == "" })
	}
	all := []string{
		"Porges, Ways to Play: Cetro, https://games.porg.es/games/cetro; board and array as drawn there. The game was published by J. W. Spear & Söhne in Germany at the start of the 20th century.",
		"For the demand and for long games: the sister game Salta (1899), http://boardgamesoftheworld.com/salta.html and its 120-move rule, https://www.iggamecenter.com/info/en/salta.html. That Cetro derives from Salta is a guess.",
	}
	if g.small() {
		all = append(all, fmt.Sprintf("The board of %d by %d squares is of no source: it is made to be small enough for all its positions to be computed.", g.board.cols, g.board.rows))
	}
	return all
}

// small reports whether this is one of the small boards.
func (g *Game) small() bool { return g.board.cols < 9 }

// readings returns what the rules leave open. What a demand is in detail is no question
// where it is read otherwise.
func (g *Game) readings() (all []env.Reading) {
	if g.isCetro() {
		demands := map[string][]env.Reading{flagged: demandReadings, byVeto: vetoReadings}[g.rules.Demand]
		return slices.Concat(playReadings, demands, endReadings, []env.Reading{g.capReading()})
	}
	if g.law.chain {
		all = append(all, chainReadings...)
	}
	return append(all, env.Reading{
		Question: "When is it seen that a side has won?",
		Answer:   "After its own move.",
		Test:     "TestEndings", Case: "all men home",
	})
}

var chainReadings = []env.Reading{{
	Question: "May a chain of jumps pass the square where it began?",
	Answer:   "Yes: the man is lifted from it. It may not end there, since that would be no move, and he is not jumped over there.",
	Test:     "TestMoves", Case: "a chain passes the square where it began",
}, {
	Question: "Are two chains to the same square different moves?",
	Answer:   "No: nothing is captured on the way, so they are one.",
	Test:     "TestMoves", Case: "two ways to one square are one move",
}}

var playReadings = []env.Reading{{
	Question: "Who begins?",
	Answer:   "South. The sides are alike, so it is a matter of the picture only.",
	Option:   "first=north", Test: "TestFirstNorth",
}, {
	Question: "May a man jump on after a jump, as in Halma? He jumps over \"a **single** piece\".",
	Answer:   "No: a turn is one jump.",
	Test:     "TestTurnsAlternate",
}, {
	Question: "May a man leave a square where he belongs?",
	Answer:   "Yes, nothing forbids it. To overshoot and walk back is ordinary play.",
	Test:     "TestCetroMoves", Case: "a man at home may leave it",
}, {
	Question: "May a man stop on a row of another colour?",
	Answer:   "Yes.",
	Test:     "TestCetroMoves", Case: "no row is closed to a colour",
}, {
	Question: "A player without a move \"skips their turn\". May others?",
	Answer:   "No.",
	Test:     "TestCetroPlayPanics", Case: "pass with moves left",
}}

var demandReadings = []env.Reading{{
	Question: "When is a demand made, and does it cost the turn?",
	Answer:   "Along with one's own move or pass, free of charge. In Salta it is made after the event, by taking the move back: that is demand=veto.",
	Option:   "demand=veto", Test: "TestDemand", Case: "flag: a demand forbids to retreat",
}, {
	Question: "For how long does it bind?",
	Answer:   "For the opponent's next turn.",
	Test:     "TestDemandLastsOneTurn",
}, {
	Question: "May a demand be made that changes nothing?",
	Answer:   "No: a move with it and the same without would be one move under two names.",
	Test:     "TestDemandOffered", Case: "North could only retreat",
}, {
	Question: "What is a demand to a player who cannot jump?",
	Answer:   "Void: \"if any is possible\".",
	Test:     "TestDemand", Case: "flag: without a jump it is void",
}}

// vetoReadings are about the demand after the event.
var vetoReadings = []env.Reading{{
	Question: "Does a retreat end the game, by the cap, a repetition, the last man at home or because neither side can move, while it may still be vetoed?",
	Answer:   "No. All that is judged when a move stands: when the retreat was accepted, or after the jump that replaces it.",
	Test:     "TestVetoAtTheCap", Case: "the opponent decides first",
}, {
	Question: "Do a veto and the retreat that it takes back count for the cap?",
	Answer:   "No, only moves that stand do.",
	Test:     "TestVetoAtTheCap", Case: "refused: the jump is the last move",
}}

var endReadings = []env.Reading{{
	Question: "When has a player won?",
	Answer:   "As soon as all his men stand where they belong after a move of his.",
	Test:     "TestCetroEndings", Case: "the last man goes back home",
}, {
	Question: "\"If both players have no possible moves, whoever made the last move wins.\" Does a pass count as a move?",
	Answer:   "No.",
	Test:     "TestCetroEndings", Case: "also if the other one had passed",
}, {
	Question: "What of endless repetition?",
	Answer:   "The third occurrence of a position is a draw.",
	Option:   "repeat=2", Test: "TestThreefold", Case: "third time",
}}

// capReading is about games that are cut off.
func (g *Game) capReading() env.Reading {
	r := env.Reading{
		Question: "How long may a game be? Weak players never come to an end.",
		Answer:   "240 plies, after which it is decided by the moves still needed: Salta's rule of 120 moves a side.",
		Option:   "cap_result=draw", Test: "TestCap",
	}
	if g.small() {
		r.Answer = "200 plies. Cut off there it has no winner, so that what is computed of the board, where endless play is a draw, is the truth."
		r.Option, r.Test, r.Case = "cap=400", "TestTruncation", "cetro-5x5"
	}
	return r
}
