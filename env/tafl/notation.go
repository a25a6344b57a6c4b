package tafl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// stopText is the text of the action that ends a berserk turn.
const stopText = "stop"

// Format returns the squares of a move and what comes of it: "d1d3xc3,e3" with captures,
// "#" at the end if the king is captured, "+" if he escapes.
func (s *State) Format(a env.Action) string {
	g, m := s.game, s.game.moveOf(a)
	if !m.on() {
		return stopText
	}
	k, taken := s.after(m)
	text := g.name(m.from) + g.name(m.to)
	if !taken.empty() {
		text += "x" + strings.Join(g.names(&taken), ",")
	}
	switch {
	case k == king && taken.has(m.to) || k != king && s.king != g.beyond && taken.has(s.king):
		text += "#"
	case k == king && g.escapes.has(m.to):
		text += "+"
	}
	return text
}

// Deny implements env.Witness. Claimed may be what Format writes: a list of captures
// is to be complete, but servers leave the king out, whose capture ends the game.
func (s *State) Deny(a env.Action, text string) error {
	is, claims := env.ReadClaims(s.Format(a)), env.ReadClaims(text)
	if s.king != s.game.beyond && len(claims.Taken) > 0 && len(claims.Taken) == len(is.Taken)-1 {
		king := s.game.name(s.king)
		is.Taken = slices.DeleteFunc(is.Taken, func(square string) bool { return square == king })
	}
	return claims.Deny(is.Taken, is.Marks)
}

// names returns those of the squares in s, in alphabetical order.
func (g *grid) names(s *set) (all []string) {
	for _, c := range g.cellsOf(s) {
		all = append(all, g.name(c))
	}
	slices.Sort(all)
	return all
}

// Position writes the rows from the top, with the letters of the pieces and numbers for
// empty squares, then whose turn it is, a or d, and the square of the piece that moves
// again, if one does:
//
//	3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d
func (g *Game) Position(s env.State) string {
	p := s.(*State)
	text := g.rowsOf(p.board, g.letterOf) + " " + string(p.mover.letter())
	if p.wild != g.beyond {
		text += " " + g.name(p.wild)
	}
	return text
}

func (g *Game) letterOf(k kind) byte { return g.kinds[k].letter }

// rowsOf writes the board, the top row first.
func (g *Game) rowsOf(b board, letter func(kind) byte) string {
	letters := make([]rune, g.cells())
	for c := range letters {
		if k := g.kindAt(b, cell(c)); k != nothing {
			letters[c] = rune(letter(k))
		}
	}
	return env.Rows(letters, g.cols, false)
}

// Arrange implements env.Arranged.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return env.Rows(letters, g.cols, false) + " " + string(g.sideOf(toMove).letter())
}

// ParsePosition reads what Position writes, in either case, also with the side in words.
// A text that begins with a slash is OTN; whose turn it is may follow, else it is that of
// who moves first. A position without king is one in which he has been captured. The
// error says why a text is not a position, or why no game leads to its position.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parse(text)
	if err != nil {
		return nil, fmt.Errorf("tafl: position %q: %w", text, err)
	}
	return s, nil
}

func (g *Game) parse(text string) (*State, error) {
	rows, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	b, err := g.parseBoard(rows)
	if err != nil {
		return nil, err
	}
	turn, wild := strings.TrimSpace(turn), ""
	if name := turn[strings.LastIndexByte(turn, ' ')+1:]; g.law.berserk && strings.ContainsAny(name, "0123456789") {
		turn, wild = strings.TrimSpace(strings.TrimSuffix(turn, name)), name
	}
	mover := g.sideOf(env.First)
	if turn != "" || !strings.HasPrefix(rows, "/") {
		if mover, err = parseTurn(turn); err != nil {
			return nil, err
		}
	}
	if wild != "" {
		return g.parseWild(b, mover, wild)
	}
	return g.place(b, mover, g.beyond), nil
}

func (g *Game) parseBoard(rows string) (board, error) {
	if strings.HasPrefix(rows, "/") {
		return g.parseOTN(rows)
	}
	return g.parseRows(strings.Split(strings.ToLower(rows), "/"), g.letterOf)
}

// parseTurn reads whose turn it is.
func parseTurn(text string) (side, error) {
	switch strings.ToLower(text) {
	case "a", "attackers":
		return attackers, nil
	case "d", "defenders", "k", "king", "king's side":
		return kingsSide, nil
	case "":
		return 0, errors.New("the rows should be followed by a space and whose turn it is: a (attackers) or d (king's side)")
	}
	return 0, fmt.Errorf("the turn %q should be a (attackers) or d (king's side)", text)
}

// parseWild reads the square of the piece that moves again.
func (g *Game) parseWild(b board, x side, name string) (*State, error) {
	c, ok := g.cellOf(name)
	if !ok || g.sides[g.kindAt(b, c)] != x {
		return nil, fmt.Errorf("%q should be the square of a piece of the %s, which moves again", name, x)
	}
	if s := g.place(b, x, g.beyond); !s.raging(c) {
		return nil, fmt.Errorf("the piece on %s does not move again", name)
	}
	return g.place(b, x, c), nil
}

// parseRows reads a board, the top row first, and checks it. The kinds have the letters
// that are given.
func (g *Game) parseRows(rows []string, letter func(kind) byte) (board, error) {
	b := make(board, len(g.kinds)*g.words)
	if len(rows) != g.rows {
		return b, fmt.Errorf("there are %d rows, want %d", len(rows), g.rows)
	}
	err := env.ReadRows(rows, g.cols, func(c int, text string) (int, error) {
		k := g.kindOf(text[0], letter)
		if k == nothing {
			return 0, fmt.Errorf("%q in column %d is none of %s", text[0], c%g.cols+1, g.alphabet(letter))
		}
		g.put(b, k, cell(c))
		return 1, nil
	})
	if err != nil {
		return b, err
	}
	return b, g.possible(b)
}

// alphabet lists the letters of the pieces.
func (g *Game) alphabet(letter func(kind) byte) string {
	var all []string
	for k, p := range g.kinds {
		all = append(all, fmt.Sprintf("%c (%s)", letter(kind(k)), p.name))
	}
	return fmt.Sprintf("%s or 1 to %d", strings.Join(all, ", "), max(9, g.cols))
}

// possible returns why no game leads to b, if that is so.
func (g *Game) possible(b board) error {
	for k, p := range g.kinds {
		pieces := set{}
		copy(pieces[:], b[k*g.words:(k+1)*g.words])
		n := g.count(b, kind(k))
		switch {
		case kind(k) == king && n > 1:
			return fmt.Errorf("there are kings on %s, want one", strings.Join(g.names(&pieces), ","))
		case n > g.army[k]:
			return fmt.Errorf("there are %d %ss, want at most %d", n, p.name, g.army[k])
		}
		for _, c := range g.cellsOf(&pieces) {
			if !g.mayStand(kind(k), c) {
				return fmt.Errorf("%s may not stand on %s", g.oneOf(kind(k)), g.name(c))
			}
		}
	}
	if g.kingOf(b) == g.beyond && g.bare(b) {
		return errors.New("there is no king, and no attacker who could have captured him")
	}
	return nil
}

// mayStand reports whether a piece of kind k may be on c: where it may stop, and where it
// begins. The king may be on his throne in any case.
func (g *Game) mayStand(k kind, c cell) bool {
	return g.stop[k].has(c) || g.kindAt(g.start.board, c) == k || g.rules.CampWithin && g.camps.has(c) || k == king && g.thrones.has(c)
}

// oneOf returns what a piece of a kind is called in a sentence.
func (g *Game) oneOf(k kind) string {
	switch name := g.kinds[k].name; {
	case k == king:
		return "the king"
	case strings.IndexByte("aeiou", name[0]) >= 0:
		return "an " + name
	default:
		return "a " + name
	}
}
