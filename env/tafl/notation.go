package tafl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// Format returns the squares of a move and what comes of it: "d1d3xc3,e3"
// with captures, "#" at the end if the king is captured, "+" if he escapes.
func (s *State) Format(a env.Action) string {
	g, m, b := s.game, s.game.moves[a], s.board
	k := b.at(m.from)
	b.move(k, m)
	taken := g.captured(&b, m.to)
	text := g.name(m.from) + g.name(m.to)
	if !taken.empty() {
		text += "x" + g.list(taken)
	}
	switch {
	case taken.meets(b[king]):
		text += "#"
	case k == king && g.escapes.has(m.to):
		text += "+"
	}
	return text
}

// Deny implements record.Witness. Claimed may be what Format writes: a list of
// captures is to be complete.
func (s *State) Deny(a env.Action, text string) error {
	told := env.ReadClaims(s.Format(a))
	return env.ReadClaims(text).Deny(told.Taken, told.Marks)
}

// list returns "c3,e3".
func (g *Game) list(s squares) string {
	var all []string
	for ; !s.empty(); s = s.rest() {
		all = append(all, g.name(s.first()))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// Position writes the rows from the top, with a, d and k for the pieces and
// numbers for empty squares, and then whose turn it is, a or d:
//
//	3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d
func (g *Game) Position(s env.State) string {
	p := s.(*State)
	rows := g.rows(&p.board, func(k kind) byte { return k.letter() })
	return strings.Join(rows, "/") + " " + string(p.mover.men().letter())
}

// rows writes the board, the top row first.
func (g *Game) rows(b *board, letter func(kind) byte) []string {
	occupied := b.occupied()
	var rows []string
	for row := range g.size {
		var text []byte
		gap := 0
		for col := range g.size {
			c := g.at(row, col)
			if !occupied.has(c) {
				gap++
				continue
			}
			text = append(appendGap(text, gap), letter(b.at(c)))
			gap = 0
		}
		rows = append(rows, string(appendGap(text, gap)))
	}
	return rows
}

// appendGap appends the number of empty squares, if there are any.
func appendGap(text []byte, gap int) []byte {
	if gap == 0 {
		return text
	}
	return strconv.AppendInt(text, int64(gap), 10)
}

// Arrange implements env.Arranged.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return env.Rows(letters, g.size, false) + " " + string(g.sideOf(toMove).men().letter())
}

// ParsePosition reads what Position writes, in either case, also with the side
// in words. A text that begins with a slash is OTN; whose turn it is may follow,
// else it is that of who moves first. A position without king is one in which he
// has been captured. The error says why a text is none, or why no game leads to
// its position.
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
	if turn == "" && strings.HasPrefix(rows, "/") {
		return g.place(b, g.sideOf(env.First)), nil
	}
	mover, err := parseTurn(strings.TrimSpace(turn))
	if err != nil {
		return nil, err
	}
	return g.place(b, mover), nil
}

func (g *Game) parseBoard(rows string) (board, error) {
	if strings.HasPrefix(rows, "/") {
		return g.parseOTN(rows)
	}
	return g.parseRows(strings.Split(rows, "/"), readLetter)
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

// readLetter returns the kind of a letter of Position.
func readLetter(letter byte) (kind, error) {
	switch letter {
	case 'a', 'A':
		return attacker, nil
	case 'd', 'D':
		return defender, nil
	case 'k', 'K':
		return king, nil
	}
	return 0, errors.New("is none of a (attacker), d (defender), k (king) or 1 to 9")
}

// parseRows reads a board, the top row first, and checks it.
func (g *Game) parseRows(rows []string, read func(byte) (kind, error)) (b board, err error) {
	if len(rows) != g.size {
		return b, fmt.Errorf("there are %d rows, want %d", len(rows), g.size)
	}
	for row, text := range rows {
		if err := g.parseRow(&b, row, text, read); err != nil {
			return b, fmt.Errorf("rank %d %q: %w", g.size-row, text, err)
		}
	}
	return b, g.possible(&b)
}

// parseRow reads one row into b. Each digit is a run of empty squares.
func (g *Game) parseRow(b *board, row int, text string, read func(byte) (kind, error)) error {
	col := 0
	for i := range len(text) {
		if '1' <= text[i] && text[i] <= '9' {
			col += int(text[i] - '0')
			continue
		}
		k, err := read(text[i])
		if err != nil {
			return fmt.Errorf("%q in column %d %w", text[i], col+1, err)
		}
		if col < g.size {
			b.put(k, g.at(row, col))
		}
		col++
	}
	if col != g.size {
		return fmt.Errorf("has %d squares, want %d", col, g.size)
	}
	return nil
}

// possible returns why no game leads to b, if that is so.
func (g *Game) possible(b *board) error {
	if b[king].count() > 1 {
		return fmt.Errorf("there are kings on %s, want one", g.list(b[king]))
	}
	for s, most := range g.army {
		if n := b[s].count(); n > most {
			return fmt.Errorf("there are %d %s, want at most %d", n, [...]string{"attackers", "defenders"}[s], most)
		}
	}
	if b[king].empty() && b[attacker].empty() {
		return errors.New("there is no king, and no attacker who could have captured him")
	}
	for k := range kind(kinds) {
		wrong := b[k].and(g.shut[k])
		if k == king {
			wrong = wrong.minus(g.throne) // he begins there
		}
		if !wrong.empty() {
			return fmt.Errorf("%s may not stand on %s", [...]string{"an attacker", "a defender", "the king"}[k], g.name(wrong.first()))
		}
	}
	return nil
}
