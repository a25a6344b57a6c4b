package lines

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ludens/configs/layer"
	"ludens/env"
)

const swap = "swap"

// Format names the cell as on a chessboard, "a1" at the lower left, or the column,
// "1" at the left.
func (s *State) Format(a env.Action) string { return s.game.format(a) }

func (g *Game) format(a env.Action) string {
	switch {
	case int(a) == g.puts():
		return swap
	case g.rules.Gravity:
		return g.file(int(a))
	}
	return g.file(int(a)%g.cols) + strconv.Itoa(g.rows-int(a)/g.cols)
}

// Position writes the rows from the top, numbers for empty cells, then whose turn it is.
// Where a turn can have several stones, those that are left of it follow at once; where
// stones are captured, how many First has and how many Second; and "swapped" if the
// sides have been:
//
//	3/1x1/3 o
//	19/19/.../19 w2
//	19/19/.../19 b 4-2
//
// Of a classic game it writes a dot for each empty cell and no turn, which follows from
// the stones: ".../.x./...".
func (g *Game) Position(state env.State) string {
	letters := make([]rune, g.rows*g.cols)
	for c := range letters {
		if owner, ok := state.(env.Spatial).Owner(c); ok {
			letters[c] = g.look.pieces[owner].Letter
		}
	}
	if g.classic {
		return env.Rows(letters, g.cols, true)
	}
	return env.Rows(letters, g.cols, false) + g.wide(state).fields()
}

// fields writes what follows the rows.
func (s *State) fields() string {
	g, first := s.game, s.sideOf(env.First)
	text := " " + string(g.look.letter(int(s.ToMove())))
	if g.turns() > 1 {
		text += strconv.Itoa(int(s.left))
	}
	if g.capturing != nil {
		text += fmt.Sprintf(" %d-%d", s.captured[first], s.captured[1-first])
	}
	if s.swapped {
		text += " swapped"
	}
	return text
}

// turns returns how many stones a turn has at most.
func (g *Game) turns() int { return max(g.rules.FirstStones, g.rules.Stones) }

// Arrange implements env.Arranged: nothing has been captured, and if the turn is not that
// which the number of stones says, it begins.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	if g.classic {
		return env.Rows(letters, g.cols, true)
	}
	r, s := &g.rules, &State{game: g}
	for _, l := range letters {
		s.placed += int16(b2i(l != 0))
	}
	s.side, s.left = g.turnAfter(int(s.placed))
	if s.player(s.side) != toMove {
		if s.swapped = r.Swap && s.placed >= int16(r.FirstStones); !s.swapped {
			s.side = 1 - s.side
			s.left = int8(s.turn())
		}
	}
	return env.Rows(letters, g.cols, false) + s.fields()
}

// fields of a position, behind its rows.
var positionText = regexp.MustCompile(`^(\S+) ([a-z])([1-9]?)(?: ([0-9]{1,3})-([0-9]{1,3}))?( swapped)?$`)

// ParsePosition reads what Position writes. The stones need not be as many as the turns
// want: no game need lead to them, unless it is a classic one.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s := &State{game: g, last: -1}
	read := s.read
	if g.classic {
		read = s.readClassic
	}
	if err := read(text); err != nil {
		return nil, fmt.Errorf("lines: position %s: %w", layer.Clip(text), err)
	}
	if g.word != nil {
		return g.word.outer(g.word.narrow(s), nil), nil
	}
	return s, nil
}

func (s *State) read(text string) error {
	g := s.game
	m := positionText.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("want the rows and whose turn it is, as in %q", g.Position(g.New(0)))
	}
	if m[6] != "" {
		if !g.rules.Swap {
			return fmt.Errorf("sides are not swapped in this game")
		}
		s.swapped = true
	}
	if err := s.readRows(m[1]); err != nil {
		return err
	}
	if err := s.readCaptures(m[4], m[5]); err != nil {
		return err
	}
	if err := s.readTurn(m[2], m[3]); err != nil {
		return err
	}
	return s.stand()
}

// stand fills in what follows from the stones and the turn.
func (s *State) stand() error {
	g := s.game
	s.open = g.landings(s.stones[0].or(s.stones[1]))
	if floating := s.afloat(); floating >= 0 {
		return fmt.Errorf("the stone in column %d has nothing below it", g.col(floating)+1)
	}
	for side := range s.stones {
		s.stones[side].each(func(p int) { s.hash ^= stoneHash[side][p] })
	}
	s.settle(s.rows(s.lastSide()), true)
	return nil
}

// readClassic reads a position of a classic game, to which a game must lead.
func (s *State) readClassic(text string) error {
	if err := s.readRows(text); err != nil {
		return err
	}
	first, second := s.stones[0].count(), s.stones[1].count()
	if first != second && first != second+1 {
		return fmt.Errorf("%d %c and %d %c, but %c begins and they take turns", first, s.game.look.letter(0), second, s.game.look.letter(1), s.game.look.letter(0))
	}
	s.side, s.left = int8(first-second), 1
	if err := s.stand(); err != nil {
		return err
	}
	if last := 1 - s.side; s.rows(s.side).verdict != undecided || s.end == byLine && !s.justMade(last) {
		return errors.New("a stone was put after the end")
	}
	return nil
}

// justMade reports whether one stone that a side may have put last is part of all its
// lines.
func (s *State) justMade(side int8) (may bool) {
	s.stones[side].each(func(p int) {
		before := *s
		before.stones[side].drop(p)
		may = may || before.afloat() < 0 && before.rows(side).verdict == undecided
	})
	return may
}

// readRows reads the stones.
func (s *State) readRows(text string) error {
	g := s.game
	rows := strings.Split(text, "/")
	if len(rows) != g.rows {
		return fmt.Errorf("%d rows, want %d", len(rows), g.rows)
	}
	return env.ReadRows(rows, g.cols, func(cell int, text string) (int, error) { return 1, s.place(text[0], int(g.place[cell])) })
}

// place puts what a letter stands for on a place.
func (s *State) place(letter byte, p int) error {
	g := s.game
	if letter == '.' {
		return nil
	}
	who := strings.IndexByte(g.letters(), letter)
	switch {
	case who < 0:
		return fmt.Errorf("%q stands for no stone: want %s, or a number of empty cells", letter, g.lettersInWords())
	case !g.cells.has(p):
		return fmt.Errorf("a stone where the board has a hole")
	}
	s.stones[s.sideOf(env.Player(who))].add(p)
	s.placed++
	return nil
}

// letters returns those of First and of Second.
func (g *Game) letters() string { return string([]byte{g.look.letter(0), g.look.letter(1)}) }

func (g *Game) lettersInWords() string { return g.letters()[:1] + " or " + g.letters()[1:] }

// readCaptures reads how many stones First has captured, and Second.
func (s *State) readCaptures(first, second string) error {
	if s.game.capturing == nil {
		if first != "" {
			return fmt.Errorf("nothing is captured in this game")
		}
		return nil
	}
	if first == "" {
		return fmt.Errorf("want how many stones each side has captured, as in %q", s.game.Position(s.game.New(0)))
	}
	for i, text := range []string{first, second} {
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text || n > s.game.reserve {
			return fmt.Errorf("%s stones captured, want 0 to %d", text, s.game.reserve)
		}
		s.captured[s.sideOf(env.Player(i))] = int16(n)
		s.placed += int16(n)
	}
	return nil
}

// readTurn reads whose turn it is, and how many of its stones are left.
func (s *State) readTurn(letter, left string) error {
	g := s.game
	who := strings.Index(g.letters(), letter)
	if who < 0 {
		return fmt.Errorf("it is the turn of %q, want %s", letter, g.lettersInWords())
	}
	s.side, s.left = s.sideOf(env.Player(who)), int8(s.turn())
	if g.turns() == 1 {
		if left != "" {
			return fmt.Errorf("a turn has one stone in this game, so the number of stones left is not written")
		}
		return nil
	}
	n, _ := strconv.Atoi(left)
	if n < 1 || n > s.turn() {
		return fmt.Errorf("%q stones left in this turn, want 1 to %d", left, s.turn())
	}
	s.left = int8(n)
	return nil
}

// afloat returns the place of a stone that should have fallen, or -1.
func (s *State) afloat() int {
	at := -1
	if !s.game.rules.Gravity {
		return at
	}
	taken := s.stones[0].or(s.stones[1])
	taken.each(func(p int) {
		if below := p + s.game.stride; s.game.cells.has(below) && !taken.has(below) {
			at = p
		}
	})
	return at
}
