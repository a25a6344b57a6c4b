package chess

import (
	"fmt"
	"slices"
)

// What other programs call games of ours that are theirs, too, where it is not our name: each
// of Fairy-Stockfish's own variants here is the same game as ours (TestFairyNames), and
// XBoard's are those that its protocol lists.
var (
	fairyNames = map[string]string{
		"amazon-chess": "amazon", "chancellor-chess": "chancellor", "grand-chess": "grand", "hoppel-poppel": "hoppelpoppel",
		"king-of-the-hill": "kingofthehill", "los-alamos": "losalamos", "modern-chess": "modern", "new-zealand": "newzealand",
		"nightrider-chess": "nightrider", "racing-kings": "racingkings", "three-check": "3check", "extinction-chess": "extinction",
		"kyoto-shogi": "kyotoshogi", "micro-shogi": "micro", "tori-shogi": "torishogi", "atomic": "atomic", "horde": "horde", "coregal": "coregal",
		"torpedo": "torpedo", "spartan": "spartan", "dobutsu": "dobutsu",
	}
	xboardNames = map[string]string{
		"chess": "normal", "three-check": "3check", "grand-chess": "grand", "courier": "courier-chess", // its courier begins otherwise
	}
	xboardKnows = []string{
		"normal", "3check", "berolina", "capablanca", "crazyhouse", "gothic", "grand", "janus", "knightmate",
		"makruk", "shatranj", "shogi",
	}
	// A soldier across the river is a piece of its own here, in moves and positions.
	otherwise = []string{"xiangqi"}
)

// Shared reports whether other programs that have a game of this name write its moves and
// positions as we do.
func Shared(name string) bool { return !slices.Contains(otherwise, name) }

// FairyName returns what Fairy-Stockfish, and programs that use its names, call a game.
func FairyName(name string) string { return orOwn(fairyNames[name], name) }

// XBoardName returns what XBoard calls a game; known reports whether it has its rules.
func XBoardName(name string) (theirs string, known bool) {
	theirs = orOwn(xboardNames[name], name)
	return theirs, slices.Contains(xboardKnows, theirs)
}

func orOwn(theirs, own string) string {
	if theirs == "" {
		return own
	}
	return theirs
}

// XBoard is what a board of XBoard's protocol learns of a game whose rules it does not have.
type XBoard struct {
	Rows, Cols int
	Parent     string  // XBoard's variant that it is most like, behind how many kinds may be in hand
	Royals     string  // letters of the royal kinds
	Pieces     []Piece // all kinds
	Legal      bool    // which moves are legal follows from the pieces' moves
}

// XBoard describes g to a board. Where legal moves depend on more than the
// pieces, one king, and pawns that are promoted on the last rank, the board has to ask the
// engine.
func (g *Game) XBoard() XBoard {
	x := XBoard{Rows: g.rows, Cols: g.cols}
	held := len(g.inHands)
	var problems []string
	x.Pieces, problems = g.Betza()
	for _, k := range g.royalKinds() {
		x.Royals += string(g.kinds[k].letter)
	}
	last, err := g.regions("promotion", fmt.Sprintf("*%d", g.rows), "", "", [2]set{})
	x.Legal = err == nil && len(problems) == 0 && len(x.Royals) == 1 && held == 0 && g.holes.empty() &&
		g.keys.Royals == "each" && !g.keys.PromotionBegins && g.promotion == last &&
		!slices.ContainsFunc(g.promoting(), func(k kind) bool { return g.kinds[k].letter != 'P' })
	switch {
	case held > 0:
		x.Parent = fmt.Sprintf("%d_crazyhouse", held)
	case x.Royals == "" && g.keys.MustCapture:
		x.Parent = "0_giveaway"
	default:
		x.Parent = "0_fairy"
	}
	return x
}
