package protocol

import (
	"regexp"
	"slices"
	"strings"

	"ludens/env/chess"
	"ludens/env/games"
	"ludens/internal/foreign"
	"ludens/internal/prose"
)

// variants are the games that the board may choose, and what boards call them: without
// options, since a list of variants is parted by commas.
func (c *cecp) variants() (ours, theirs []string) {
	for _, name := range kin(c.engine.Game) {
		base, _, _ := strings.Cut(name, ":")
		if t, _ := chess.XBoardName(base); chess.XBoardReads(base) && !slices.Contains(theirs, t) {
			ours, theirs = append(ours, name), append(theirs, t)
		}
	}
	return ours, theirs
}

// chooseVariant takes up another game, if the agent can play it, and describes it to a
// board that does not have its rules: where the pieces begin, and how they move.
func (c *cecp) chooseVariant(name string) error {
	c.halt()
	ours, theirs := c.variants()
	i := slices.Index(theirs, name)
	if i < 0 {
		return refusal("none of the variants" + prose.Hint(name, theirs))
	}
	if ours[i] != c.game.Spec().Name {
		g, err := games.Make(ours[i])
		if err == nil {
			err = c.take(c.engine, g)
		}
		if err != nil {
			return refusal(err.Error())
		}
		c.game = g.(chesslike)
		c.opened = c.game
		c.lay()
	}
	if _, known := chess.XBoardName(ours[i]); !known {
		c.describe()
	}
	return c.resume()
}

// describe sends the start position and the pieces. A game whose rules do not follow from
// its pieces, as XBoard would have it, has none sent: XBoard then leaves it to the engine
// which moves are legal.
func (c *cecp) describe() {
	g, ok := chess.Of(c.game)
	if !ok {
		return
	}
	x := g.XBoard()
	c.out.print("setup (%s) %dx%d+%s %s", pictures(x), x.Cols, x.Rows, x.Parent, c.game.FEN(c.sheet.At(0)))
	if !x.Legal {
		return
	}
	for _, p := range x.Pieces {
		c.out.print("piece %s& %s", p.Letter, p.Moves)
	}
}

// slots are XBoard's 22 pieces in its order. Behind those that have a letter of theirs come,
// for other letters, the slots that mean nothing: not the pawn's, the king's, or the
// lance's, which promotes like a pawn.
const (
	slots = "PNBRQFEACWMOHIJGDVLSUK"
	spare = "SUVDGJIHOMWCAEFQRBN"
)

// pictures says which of the slots a letter is drawn as, White's first. The royal piece has
// the king's.
func pictures(x chess.XBoard) string {
	drawn := []byte(strings.Repeat(".", len(slots)))
	put := func(slot int, letter byte) bool {
		if slot < 0 || drawn[slot] != '.' {
			return false
		}
		drawn[slot] = letter
		return true
	}
	if len(x.Royals) == 1 {
		put(strings.Index(slots, "K"), x.Royals[0])
	}
	var others []byte
	for _, p := range x.Pieces {
		if l := p.Letter[0]; !strings.Contains(string(drawn), p.Letter) && !put(strings.IndexByte(slots, l), l) {
			others = append(others, l)
		}
	}
	for _, l := range others {
		for i := 0; i < len(spare) && !put(strings.IndexByte(slots, spare[i]), l); i++ {
		}
	}
	return string(drawn) + strings.ToLower(string(drawn))
}

// moveText is a move as a board writes it.
var moveText = regexp.MustCompile(`^([a-l][0-9]+[a-l][0-9]+[+=a-z]?|[A-Z]@[a-l][0-9]+)$`)

// ours reads a move of a board, theirs writes moves for it.
func (c *cecp) ours(text string) string   { return foreign.FromXBoard(c.game, text) }
func (c *cecp) theirs(text string) string { return foreign.ToXBoard(c.game, text) }
