package protocol

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
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

// kin returns the games that a board may choose beside g, which is chesslike: those of its
// family. g is the first.
func kin(g env.Game) []string {
	name := g.Spec().Name
	names := []string{name}
	variant, _, _ := strings.Cut(name, ":")
	own, ok := games.Find(variant)
	if !ok {
		return names
	}
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		if e.Family == own.Family && e.Name != name {
			names = append(names, e.Name)
		}
	}
	return names
}

// called returns what boards call games.
func called(games []string, name func(string) string) (theirs []string) {
	for _, g := range games {
		theirs = append(theirs, name(g))
	}
	return theirs
}

func isChesslike(g env.Game) bool {
	_, ok := g.(chesslike)
	return ok
}

// variants are the games that the board may choose.
func (u *uci) variants() []string { return slices.Concat(kin(u.engine.Game), u.read) }

// learn reads the file of a game, which UCI_Variant may name from then on.
func (u *uci) learn(path string) error {
	name, err := u.engine.ReadGame(path)
	if err != nil {
		return err
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if !isChesslike(g) {
		return fmt.Errorf("VariantPath: %s speaks %s", name, spoken(g))
	}
	if !slices.Contains(u.variants(), name) {
		u.read = append(u.read, name)
	}
	u.out.print("info string VariantPath: UCI_Variant may be %s", name)
	return nil
}

// choose takes up another game, if the agent can play it.
func (u *uci) choose(name string) error {
	ours := u.variants()
	theirs := called(ours, chess.FairyName)
	if i := slices.Index(theirs, name); i >= 0 {
		name = ours[i]
	}
	if name == u.game.Spec().Name {
		return nil
	}
	if !slices.Contains(ours, name) {
		return fmt.Errorf("UCI_Variant %.40q: none of the variants%s", name, prose.Hint(name, slices.Concat(theirs, ours)))
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if err := u.take(u.engine, g); err != nil {
		return err
	}
	u.game = g.(chesslike)
	u.state = g.New(u.seed)
	return nil
}
