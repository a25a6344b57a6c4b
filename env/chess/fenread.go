package chess

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// ParsePosition reads what Position writes. The fields behind the ranks may be missing.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s, err := g.parseFEN(text)
	if err != nil {
		return nil, fmt.Errorf("chess: position: %w", err)
	}
	return s, nil
}

// longestPosition bounds a position's text, in bytes.
const longestPosition = 2000

func (g *Game) parseFEN(text string) (*State, error) {
	if len(text) > longestPosition {
		return nil, fmt.Errorf("longer than %d bytes", longestPosition)
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, errors.New("is empty")
	}
	s := g.blank()
	b := &s.board
	if err := g.place(b, fields[0]); err != nil {
		return nil, err
	}
	fields = g.fields(fields[1:])
	if g.keys.Checks > 0 && strings.Contains(fields[3], "+") {
		if err := g.parseChecks(b, fields[3]); err != nil {
			return nil, err
		}
		fields = slices.Delete(fields, 3, 4)
		fields = append(fields, []string{"0", "1"}[max(0, min(2, len(fields)-3)):]...)
	}
	turn, moved, half := strings.Cut(fields[0], "@")
	fields[0] = turn
	switch {
	case len(fields) > 5:
		return nil, fmt.Errorf("%d fields: must be at most 6", len(fields)+1)
	case fields[0] != "w" && fields[0] != "b":
		return nil, fmt.Errorf("side to move %q: must be w or b", fields[0])
	case fields[0] == "b":
		b.pass()
	}
	if err := g.parseRights(b, fields[1]); err != nil {
		return nil, err
	}
	g.part(b)
	if err := g.validate(b); err != nil {
		return nil, err
	}
	err := s.parseWalled(moved, half)
	if err != nil {
		return nil, err
	}
	if s.over, err = g.parsePassant(b, fields[2], half); err != nil {
		return nil, fmt.Errorf("square of a capture in passing %q: %w", fields[2], err)
	}
	if s.clock, err = parseCount(fields[3], 0); err != nil {
		return nil, fmt.Errorf("plies without capture or pawn move: %w", err)
	}
	if s.number, err = parseCount(fields[4], 1); err != nil {
		return nil, fmt.Errorf("move number: %w", err)
	}
	s.goOnChecking()
	if half {
		s.board.turnBack()
	}
	return s, nil
}

// fields fills in what is missing behind the ranks: who moves, castling, what can be
// captured in passing, two numbers. Programs leave out castling, or that and the next,
// where a game has none.
func (g *Game) fields(list []string) []string {
	list = slices.Clone(list)
	isNumber := func(i int) bool {
		if i >= len(list) {
			return false
		}
		_, err := strconv.Atoi(list[i])
		return err == nil
	}
	if n := len(list); g.cetran != nil && n > 1 && n < 5 && !(n == 3 && !isNumber(2)) && g.keys.Checks == 0 {
		list = slices.Insert(list, 1, "-") // where castling stands elsewhere
	}
	for n := len(list); isNumber(1) && n <= 3 || isNumber(2) && n <= 4; n = len(list) {
		list = slices.Insert(list, 1, "-")
	}
	return append(list, []string{"w", "-", "-", "0", "1"}[min(5, len(list)):]...)
}

// mostCount bounds the numbers of a position, far above what a game can reach.
const mostCount = 1_000_000

func parseCount(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > mostCount {
		return 0, fmt.Errorf("%q must be a number in %d..%d", text, least, mostCount)
	}
	return n, nil
}

// place puts men on an empty board, and in hand.
func (g *Game) place(b *board, text string) error {
	rest, hand, held := strings.Cut(text, "[")
	if held {
		var closed bool
		if hand, closed = strings.CutSuffix(hand, "]"); !closed {
			return fmt.Errorf("men in hand %q: must end in ]", hand)
		}
		if err := g.placeInHand(b, hand); err != nil {
			return err
		}
	}
	rows := strings.Split(rest, "/")
	if len(rows) != g.rows {
		return fmt.Errorf("%d rows: must be %d", len(rows), g.rows)
	}
	var holes set
	err := env.ReadRows(rows, g.cols, func(cell int, text string) (int, error) {
		q := square(cell)
		if text[0] == '*' || text[0] == '#' {
			if g.closes && text[0] == '*' && !g.holes.has(q) {
				g.build(b, q)
				return 1, nil
			}
			holes.add(q)
			return 1, nil
		}
		x, n := g.parseMan(text)
		if n == 0 {
			return 0, fmt.Errorf("unknown %q: must be one of %s, small for Black", text[0], g.order)
		}
		g.put(b, kindOf(x), ownerOf(x), q)
		return n, nil
	})
	if err == nil && holes != g.holes {
		return errors.New("* stands where there is no square, and only there")
	}
	return err
}

func (g *Game) placeInHand(b *board, hand string) error {
	for i := range hand {
		c := hand[i]
		if c == '-' && len(hand) == 1 {
			return nil
		}
		if !isLetter(c) || !slices.Contains(g.inHands, g.kindOf(c)) || b.hand[sideOf(c)][g.kindOf(c)] >= mostInHand {
			return fmt.Errorf("men in hand %q: %q cannot be there", hand, c)
		}
		g.take(b, sideOf(c), g.kindOf(c), 1)
	}
	return nil
}

// digits returns how many digits a text begins with.
func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// parseMan reads the longest text of a man that stands at the front, and returns how many
// letters it has. +B is what a B becomes, if that is one kind, however Position has it.
func (g *Game) parseMan(text string) (x piece, n int) {
	if len(text) > 1 && text[0] == '+' {
		if from := g.kindOf(text[1]); from != noKind && len(g.kinds[from].promotes) == 1 {
			return pieceOf(g.promoted(from, g.kinds[from].promotes[0]), sideOf(text[1])), 2
		}
	}
	for k := range g.kinds {
		if g.kinds[k].converts || kind(k) == g.wall {
			continue
		}
		for p := range env.Player(2) {
			y := pieceOf(kind(k), p)
			if t := g.manText(y); len(t) > n && strings.HasPrefix(text, t) {
				x, n = y, len(t)
			}
		}
	}
	return x, n
}

// parseChecks reads the checks still to be given, "3+3".
func (g *Game) parseChecks(b *board, text string) error {
	for p, left := range strings.Split(text, "+") {
		n, err := parseCount(left, 0)
		if err != nil || n > g.keys.Checks || p > 1 {
			return fmt.Errorf("checks to be given %q: must be two numbers of at most %d, as in %d+%d", text, g.keys.Checks, g.keys.Checks, g.keys.Checks)
		}
		for range g.keys.Checks - n {
			b.check(env.Player(p))
		}
	}
	return nil
}

// parseRights reads the castlings that may still be made, or the bishops that may
// convert.
func (g *Game) parseRights(b *board, text string) error {
	if g.converting() {
		return g.parseConversions(b, text)
	}
	if g.castlesDrawn() {
		return g.parseDrawnRights(b, text)
	}
	var rights uint8
	for i := range g.castlings {
		c := &g.castlings[i]
		before, after, ok := strings.Cut(text, c.right())
		if !ok {
			continue
		}
		if b.at[c.king] != c.kingPiece || b.at[c.rook] != c.rookPiece {
			return fmt.Errorf("castling %q: the men are not on %s and %s", c.right(), g.name(c.king), g.name(c.rook))
		}
		text = before + after
		rights |= 1 << i
	}
	if text != "" && text != "-" {
		if len(g.castlings) == 0 {
			return fmt.Errorf("castling %q: there is none, must be -", text)
		}
		all := g.start
		all.castlings(1<<len(g.castlings) - 1)
		return fmt.Errorf("castling %q: must be some letters of %s, each once, or -", text, g.rights(&all))
	}
	b.castlings(rights)
	return nil
}

// parseConversions reads the bishops that may convert, "c1e1", and that must, "e1!".
func (g *Game) parseConversions(b *board, text string) error {
	whole := text
	for text = strings.TrimPrefix(text, "-"); text != ""; {
		n := 1 + digits(text[1:])
		q, err := g.parse(text[:n])
		if err != nil {
			return fmt.Errorf("men who convert %q: must be - or squares such as e1! or c1e1", whole)
		}
		x := b.at[q]
		if x == 0 || g.kinds[kindOf(x)].free == noKind || g.kinds[kindOf(x)].converts || !g.onHomeRank(x, q) {
			return fmt.Errorf("men who convert %q: there is none on its first rank on %s", whole, text[:n])
		}
		become := g.kinds[kindOf(x)].free
		if text = text[n:]; strings.HasPrefix(text, "!") {
			text, become = text[1:], g.kinds[kindOf(x)].bound
		}
		g.lift(b, q)
		g.put(b, become, ownerOf(x), q)
	}
	return g.conversionsFit(b)
}

// onHomeRank reports whether a piece of its kind stands on the rank of a square at the start.
func (g *Game) onHomeRank(x piece, q square) bool {
	for at := range square(g.cells) {
		if c := g.drawing[at]; isLetter(c) && g.kindOf(c) == g.kinds[kindOf(x)].base && sideOf(c) == ownerOf(x) && g.rank(at) == g.rank(q) {
			return true
		}
	}
	return false
}

// conversionsFit says why the rule cannot have come to this: a side has at most two
// bishops on one colour that may convert, or one that must.
func (g *Game) conversionsFit(b *board) error {
	for p := range env.Player(2) {
		for k := range kind(g.letters) {
			w := &g.kinds[k]
			var free [2]int
			bound := 0
			for q := range square(g.cells) {
				switch {
				case w.free == noKind:
				case b.at[q] == pieceOf(w.free, p):
					free[btoi(g.dark(q))]++
				case b.at[q] == pieceOf(w.bound, p):
					bound++
				}
			}
			if n := free[0] + free[1]; n+2*bound > 2 || free[0] > 0 && free[1] > 0 {
				return fmt.Errorf("%s has at most two men on one colour who may convert, or one who must", colours[p])
			}
		}
	}
	return nil
}
