package hnefatafl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// stopText is the text of the action that ends a berserk turn.
const stopText = "stop"

// Format returns the squares of a move and what comes of it, as package tafl does:
// "d1d3xc3,e3" with captures, "#" at the end if the king is captured, "+" if he escapes.
func (s *State) Format(a env.Action) string {
	g := s.game
	m := g.moveOf(a)
	if !m.on() {
		return stopText
	}
	b := s.board
	k := b.men[m.from]
	b.remove(m.from)
	b.put(k, m.to)
	taken := g.captured(&b, m)
	text := g.name(m.from) + g.name(m.to)
	if !taken.empty() {
		text += "x" + strings.Join(g.names(&taken), ",")
	}
	switch {
	case b.king != beyond && taken.has(b.king):
		text += "#"
	case k == king && g.escapes(m.to):
		text += "+"
	}
	return text
}

// Deny implements record.Witness. Claimed may be what Format writes: a list of captures
// is to be complete.
func (s *State) Deny(a env.Action, text string) error {
	told := env.ReadClaims(s.Format(a))
	return env.ReadClaims(text).Deny(told.Taken, told.Marks)
}

// names returns those of the squares in s, in alphabetical order.
func (g *grid) names(s *set) (all []string) {
	for c := range cell(g.cells()) {
		if s.has(c) {
			all = append(all, g.name(c))
		}
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
	letters := make([]rune, g.cells())
	for c, k := range p.men[:g.cells()] {
		if k != nothing {
			letters[c] = rune(g.kinds[k].letter)
		}
	}
	text := env.Rows(letters, g.cols, false) + " " + string(p.mover.letter())
	if p.wild != beyond {
		text += " " + g.name(p.wild)
	}
	return text
}

// Arrange implements env.Arranged.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return env.Rows(letters, g.cols, false) + " " + string(g.sideOf(toMove).letter())
}

// ParsePosition reads what Position writes, and what OTN does: a text that begins with a
// slash, after which whose turn it is may follow; without it who begins is to move. A
// position without king is one in which he has been captured. The error says why a text is none, or why no game leads to its
// position.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parse(text)
	if err != nil {
		return nil, fmt.Errorf("hnefatafl: position %q: %w", text, err)
	}
	return s, nil
}

func (g *Game) parse(text string) (*State, error) {
	fields := strings.Fields(text)
	if len(fields) > 0 && strings.HasPrefix(fields[0], "/") {
		fields[0] = g.fromOTN(fields[0])
		if len(fields) == 1 {
			fields = append(fields, string(g.sideOf(env.First).letter()))
		}
	}
	if len(fields) < 2 || len(fields) > 3 {
		return nil, errors.New("want the rows, a space and whose turn it is: a (attackers) or d (king's side)")
	}
	b, err := g.parseRows(strings.Split(fields[0], "/"))
	if err != nil {
		return nil, err
	}
	x := slices.Index([]string{"a", "d"}, fields[1])
	if x < 0 {
		return nil, fmt.Errorf("the turn %q should be a (attackers) or d (king's side)", fields[1])
	}
	if len(fields) == 2 {
		return g.place(b, side(x), beyond), nil
	}
	return g.parseWild(b, side(x), fields[2])
}

// parseWild reads the square of the piece that moves again.
func (g *Game) parseWild(b board, x side, name string) (*State, error) {
	c, ok := g.cellOf(name)
	if !ok || b.men[c] == nothing || g.kinds[b.men[c]].side != x {
		return nil, fmt.Errorf("%q should be the square of a piece of the %s, which moves again", name, x)
	}
	if s := g.place(b, x, beyond); !s.raging(c) {
		return nil, fmt.Errorf("the piece on %s does not move again", name)
	}
	return g.place(b, x, c), nil
}

// parseRows reads a board, the top row first, and checks it.
func (g *Game) parseRows(rows []string) (b board, err error) {
	b.king = beyond
	if len(rows) != g.rows {
		return b, fmt.Errorf("there are %d rows, want %d", len(rows), g.rows)
	}
	for row, text := range rows {
		if err := g.parseRow(&b, row, text); err != nil {
			return b, fmt.Errorf("rank %d %q: %w", g.rows-row, text, err)
		}
	}
	return b, g.possible(&b)
}

// parseRow reads one row into b. Each number is a run of empty squares.
func (g *Game) parseRow(b *board, row int, text string) error {
	col := 0
	for i := 0; i < len(text); {
		digits := len(text[i:]) - len(strings.TrimLeft(text[i:], "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(text[i : i+digits])
			if err != nil || n < 1 || n > maxSide {
				return fmt.Errorf("%q is no number of squares from 1 to %d", text[i:i+digits], maxSide)
			}
			col, i = col+n, i+digits
			continue
		}
		k, ok := g.kindOf(text[i])
		if !ok {
			return fmt.Errorf("%q in column %d is no letter of a piece", text[i], col+1)
		}
		if col < g.cols {
			if k == king && b.king != beyond {
				return errors.New("has another king, want one")
			}
			b.put(k, cell(row*g.cols+col))
		}
		col, i = col+1, i+1
	}
	if col != g.cols {
		return fmt.Errorf("has %d squares, want %d", col, g.cols)
	}
	return nil
}

// possible returns why no game leads to b, if that is so.
func (g *Game) possible(b *board) error {
	for k := attacker; int(k) < len(g.kinds); k++ {
		if n := int(b.count[k]); n > g.army[k] {
			return fmt.Errorf("there are %d of %q, want at most %d", n, g.kinds[k].letter, g.army[k])
		}
	}
	if b.king == beyond && g.armyOf(b, attackers) == 0 {
		return errors.New("there is no king, and no attacker who could have captured him")
	}
	for c, k := range b.men[:g.cells()] {
		if k == nothing || g.stop[k].has(cell(c)) || g.start.men[c] == k || g.rules.CampWithin && g.camps.has(cell(c)) {
			continue
		}
		if k != king || !g.thrones.has(cell(c)) { // he may always stand there
			return fmt.Errorf("%s may not stand on %s", string(g.kinds[k].letter), g.name(cell(c)))
		}
	}
	return nil
}
