package cetran

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// Position writes a position as FEN without a field for castling, which is not
// part of the game:
//
//	qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1
//
// The fields are the ranks from 8 to 1, who moves, the square that a pawn has
// just jumped over, the plies since the last capture or pawn move and the
// number of the move. In Cetran 1 the bishops that may convert stand in the
// place of castling, with a sign if they must: c1e1, e1!, or - for none.
func (g *Game) Position(s env.State) string {
	p := s.(*State)
	turn := string("wb"[p.board.toMove])
	if g.army.conversion {
		turn += " " + p.board.conversions()
	}
	return fmt.Sprintf("%s %s %v %d %d", p.board.placement(), turn, p.board.skipped, p.clock, p.number)
}

// FEN writes a position as programs of chess expect it: as Position does, with
// the field for castling, "-".
func (g *Game) FEN(s env.State) string {
	if g.army.conversion {
		return g.Position(s)
	}
	fields := strings.Fields(g.Position(s))
	return strings.Join(slices.Insert(fields, 2, "-"), " ")
}

// Arrange implements env.Arranged. No pawn has just jumped, and no bishop may convert.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	turn := "wb"[toMove : toMove+1]
	if g.army.conversion {
		turn += " -"
	}
	return env.Rows(letters, 8, false) + " " + turn + " - 0 1"
}

// ParsePosition reads FEN as Position writes it. The fields behind the ranks
// may be missing, and a field "-" for castling may stand where chess has it.
// It refuses positions that cannot arise in any game.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parseFEN(text)
	if err != nil {
		return nil, fmt.Errorf("cetran: position: %w", err)
	}
	return s, nil
}

func (g *Game) parseFEN(text string) (*State, error) {
	fields, err := fenFields(text)
	if err != nil {
		return nil, err
	}
	s := g.blank()
	if err := g.place(&s.board, fields[0]); err != nil {
		return nil, err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return nil, fmt.Errorf("side to move %q: must be w or b", fields[1])
	}
	if fields[1] == "b" {
		s.board.pass()
	}
	if s.clock, err = parseCount(fields[4], 0); err != nil {
		return nil, fmt.Errorf("plies without capture or pawn move: %w", err)
	}
	if s.number, err = parseCount(fields[5], 1); err != nil {
		return nil, fmt.Errorf("move number: %w", err)
	}
	if err := g.parseThird(&s.board, fields[2]); err != nil {
		return nil, err
	}
	if err := g.validate(&s.board); err != nil {
		return nil, err
	}
	if err := s.board.parsePassant(fields[3]); err != nil {
		return nil, fmt.Errorf("en passant square %q: %w", fields[3], err)
	}
	return s, nil
}

// fenFields returns the six fields of a position, the missing ones filled in.
func fenFields(text string) ([]string, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, errors.New("is empty")
	}
	if len(fields) > 6 {
		return nil, fmt.Errorf("%d fields: must be at most 6", len(fields))
	}
	if third := len(fields) == 6 || len(fields) == 4 && !isNumber(fields[3]); !third && len(fields) > 2 {
		fields = slices.Insert(fields, 2, "-")
	}
	return append(fields, []string{"", "w", "-", "-", "0", "1"}[len(fields):]...), nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// maxCount bounds the numbers of a position, far above what a game can reach.
const maxCount = 1_000_000

func parseCount(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > maxCount {
		return 0, fmt.Errorf("%q must be a number in %d..%d", text, least, maxCount)
	}
	return n, nil
}

// place puts men on an empty board.
func (g *Game) place(b *board, text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fmt.Errorf("%d rows: must be 8", len(rows))
	}
	for i, row := range rows {
		if err := g.placeRow(b, 7-i, row); err != nil {
			return fmt.Errorf("rank %d %q: %w", 8-i, row, err)
		}
	}
	return nil
}

func (g *Game) placeRow(b *board, rank int, row string) error {
	file := 0
	for i := range len(row) {
		letter := row[i]
		if letter >= '1' && letter <= '8' {
			file += int(letter - '0')
			continue
		}
		k, p, ok := g.parseMan(letter)
		if !ok {
			return fmt.Errorf("unknown %q at place %d: must be one of %s, small for Black", letter, i+1, g.army.alphabet())
		}
		if file < 8 {
			b.put(k, p, square(8*rank+file))
		}
		file++
	}
	if file != 8 {
		return fmt.Errorf("%d squares: must be 8", file)
	}
	return nil
}

// parseMan reads the letter of a man: a capital for White.
func (g *Game) parseMan(letter byte) (kind, env.Player, bool) {
	owner := env.First
	if letter >= 'a' && letter <= 'z' {
		owner, letter = env.Second, letter-'a'+'A'
	}
	k, ok := kindOf(letter)
	return k, owner, ok && g.army.has(k)
}

// placement writes the men, rank 8 first.
func (b *board) placement() string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		b.writeRow(&text, rank)
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return text.String()
}

func (b *board) writeRow(text *strings.Builder, rank int) {
	empty := 0
	for file := range 8 {
		k, p := b.at(square(8*rank + file))
		if k == none {
			empty++
			continue
		}
		if empty > 0 {
			text.WriteString(strconv.Itoa(empty))
			empty = 0
		}
		text.WriteByte(letterOf(k, p))
	}
	if empty > 0 {
		text.WriteString(strconv.Itoa(empty))
	}
}

// letterOf returns the letter of a man: a capital for White.
func letterOf(k kind, p env.Player) byte {
	if p == env.Second {
		return k.letter() - 'A' + 'a'
	}
	return k.letter()
}
