package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
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
	// In tags of PGN programs expect the titles of these, with their spaces (TestPGNByPythonChess).
	pgnNames    = map[string]string{"king-of-the-hill": "King of the Hill", "racing-kings": "Racing Kings"}
	xboardKnows = []string{
		"normal", "3check", "berolina", "capablanca", "crazyhouse", "gothic", "grand", "janus", "knightmate",
		"makruk", "shatranj", "shogi",
	}
	// Kinds that are one for others, which do not write the promotion: the letter of the one
	// it leads to, and of the one before. A soldier of xiangqi across the river is such.
	unitedLetters = map[string]string{"xiangqi": "SP"}
)

// Written writes a legal move of s as other programs do: as Format, but a promotion of
// shogi ends in +, what undoes it in -, and one that they do not have in nothing; who passes goes
// from a square to the same.
func Written(s env.State, a env.Action) string {
	text := s.Format(a)
	c, ok := s.(*State)
	if !ok {
		return text
	}
	m, ok := c.moveOf(a)
	if ok && m.what == passed {
		q := c.game.names[c.stander()]
		return q + q
	}
	if ok && c.game.keys.Trail && m.what < dropped { // they name the square that is closed, behind that of the man
		return text + "," + c.game.name(m.to) + c.game.name(m.from)
	}
	if !ok || m.what >= dropped || m.becomes == noKind {
		return text
	}
	short := text[:len(text)-1]
	w := &c.game.kinds[kindOf(c.board.at[m.from])]
	if c.game.keys.Demotes && w.was == m.becomes {
		return short + "-"
	}
	switch across, _, ok := c.game.united(); {
	case ok && m.becomes == across:
		return short
	case c.game.keys.PromotionBegins && len(w.by[c.board.toMove]) == 1:
		return short + "+"
	}
	return text
}

// stander returns where the man is by whose square others write a pass: the king, or the first
// from a1 on.
func (s *State) stander() square {
	g, us := s.game, s.board.toMove
	if royals := s.board.royals[us]; !royals.empty() && g.keys.RoyalMost == 0 {
		return royals.first()
	}
	return g.upwards(s.board.own[us])[0]
}

// ReadWritten returns the legal action that a text of Written or of Format means.
func ReadWritten(s env.State, text string) (env.Action, error) {
	if _, ok := s.(*State); ok {
		for _, a := range s.Legal(nil) { // Parse takes a + behind a move for a check
			if Written(s, a) == text {
				return a, nil
			}
		}
	}
	return env.Parse(s, text)
}

// united returns the kinds of g that are one for other programs.
func (g *Game) united() (across, before kind, ok bool) {
	letters := unitedLetters[g.spec.Name]
	if letters == "" {
		return noKind, noKind, false
	}
	return kind(strings.IndexByte(g.order, letters[0])), kind(strings.IndexByte(g.order, letters[1])), true
}

// unite writes the men of a position as other programs do.
func (g *Game) unite(fen string) string {
	letters := unitedLetters[g.spec.Name]
	if letters == "" {
		return fen
	}
	men, rest, _ := strings.Cut(fen, " ")
	small := strings.ToLower(letters)
	return strings.NewReplacer(letters[:1], letters[1:], small[:1], small[1:]).Replace(men) + " " + rest
}

// part makes of men that are one for other programs those that they are here: a soldier
// across the river has been promoted.
func (g *Game) part(b *board) {
	across, before, ok := g.united()
	if !ok {
		return
	}
	var ranks [2]int // of promotion
	for p := range ranks {
		g.promotion[p].each(func(q square) { ranks[p] = int(q) / g.cols })
	}
	for q := range square(g.cells) {
		x := b.at[q]
		if x == 0 || kindOf(x) != before {
			continue
		}
		p := ownerOf(x)
		if (int(q)/g.cols-ranks[p])*(ranks[p]-ranks[1-p]) >= 0 {
			g.lift(b, q)
			g.put(b, across, p, q)
		}
	}
}

// XBoardReads reports whether XBoard, if it has a game of this name, reads its positions as
// we write them: it has other letters for the men of xiangqi.
func XBoardReads(name string) bool { return unitedLetters[name] == "" }

// FairyName returns what Fairy-Stockfish, and programs that use its names, call a game.
func FairyName(name string) string { return cmp.Or(fairyNames[name], name) }

// XBoardName returns what XBoard calls a game; known reports whether it has its rules.
func XBoardName(name string) (theirs string, known bool) {
	theirs = cmp.Or(xboardNames[name], name)
	return theirs, slices.Contains(xboardKnows, theirs)
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
