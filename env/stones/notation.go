package stones

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ludens/configs/layer"
	"ludens/env"
)

// Format names the cell, "d3"; of a move both ends, "a1-a4"; of a removal "xd3".
func (s *State) Format(a env.Action) string { return s.game.format(a) }

func (g *Game) format(a env.Action) string {
	switch k, c, p := g.act(a); k {
	case swaps:
		return "swap"
	case passes:
		return "pass"
	case takes:
		return "x" + g.cellName(c)
	case moves:
		return g.cellName(c) + "-" + g.cellName(int(p.to[c]))
	default:
		return g.cellName(c)
	}
}

// closedLetter stands for a closed cell in the text of a position.
const closedLetter = '*'

// Position writes the rows from the top, numbers for empty cells and places without one, then
// whose turn it is and what else there is to say:
//
//	8/8/8/3wb3/3bw3/8/8/8 b
//	... b pass        the other side has passed
//	... b ko=c3       a stone must not be put there
//	... b barred=c3,d4 earlier boards forbid stones there
//	... w moved=d4    the stone there has moved and closes a cell now
//	... w mill        a stone is to be removed
//	... w hand=9-8    stones still to be put, First's and Second's
//	... w quiet=12    plies without a stone put or removed
//	... w swapped     the sides have been
func (g *Game) Position(state env.State) string {
	s := state.(*State)
	letters := make([]rune, g.rows*g.cols)
	for c := range letters {
		if owner, ok := s.Owner(c); ok {
			letters[c] = rune(g.look.letter(owner))
		} else if s.closed.has(c) {
			letters[c] = closedLetter
		}
	}
	return env.Rows(letters, g.cols, false) + s.fields()
}

// fields writes what follows the rows.
func (s *State) fields() string {
	g := s.game
	text := " " + string(g.look.letter(s.ToMove()))
	if s.passed > 0 {
		text += " pass"
	}
	if s.passed > 1 {
		text += " pass"
	}
	if s.ko >= 0 {
		text += " ko=" + g.cellName(int(s.ko))
	}
	if barred := s.barred(); !barred.empty() {
		var names []string
		barred.each(func(c int) { names = append(names, g.cellName(c)) })
		text += " barred=" + strings.Join(names, ",")
	}
	if s.moved >= 0 {
		text += " moved=" + g.cellName(int(s.moved))
	}
	if s.taking {
		text += " mill"
	}
	if first := s.sideOf(env.First); s.hand[0]+s.hand[1] > 0 {
		text += fmt.Sprintf(" hand=%d-%d", s.hand[first], s.hand[1-first])
	}
	if s.quiet > 0 && g.rules.Quiet > 0 {
		text += " quiet=" + strconv.Itoa(int(s.quiet))
	}
	if s.swapped {
		text += " swapped"
	}
	return text
}

// Arrange implements env.Arranged: no cell is closed, and no stone is in hand.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return env.Rows(letters, g.cols, false) + " " + string(g.look.letter(toMove))
}

// positionText is the rows, the side to move and the fields.
var positionText = regexp.MustCompile(`^(\S+) ([a-z])( pass( pass)?)?( ko=\S+)?( barred=\S+)?( moved=\S+)?( mill)?( hand=[0-9]{1,3}-[0-9]{1,3})?( quiet=[0-9]{1,4})?( swapped)?$`)

// ParsePosition reads what Position writes. No game need lead to it.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s := &State{game: g, links: g.unlinked(), moved: -1, ko: -1, last: [2]int16{-1, -1}}
	if err := s.read(text); err != nil {
		return nil, fmt.Errorf("stones: position %s: %w", layer.Clip(text), err)
	}
	return s, nil
}

func (s *State) read(text string) error {
	g := s.game
	m := positionText.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("want the rows and whose turn it is, as in %q", g.Position(g.origin))
	}
	if s.swapped = m[11] != ""; s.swapped && !g.rules.Swap {
		return fmt.Errorf("sides are not swapped in this game")
	}
	if err := s.readRows(m[1]); err != nil {
		return err
	}
	who := strings.IndexByte(g.letters(), m[2][0])
	if who < 0 {
		return fmt.Errorf("it is the turn of %q, want %c or %c", m[2], g.letters()[0], g.letters()[1])
	}
	s.side = s.sideOf(env.Player(who))
	if err := s.readFields(m); err != nil {
		return err
	}
	if g.rules.Capture {
		if c := s.breathe(); c >= 0 {
			return fmt.Errorf("the stones of %s have no empty neighbour", g.cellName(c))
		}
	}
	s.stand()
	if err := s.readBarred(m[6]); err != nil {
		return err
	}
	return s.check()
}

// readRows reads the stones.
func (s *State) readRows(text string) error {
	g := s.game
	rows := strings.Split(text, "/")
	if len(rows) != g.rows {
		return fmt.Errorf("%d rows, want %d", len(rows), g.rows)
	}
	return env.ReadRows(rows, g.cols, func(c int, text string) (int, error) {
		who := strings.IndexByte(g.letters(), text[0])
		switch {
		case text[0] == closedLetter && g.rules.Shoot && g.cells.has(c):
			s.closed.add(c)
			return 1, nil
		case who < 0:
			return 0, fmt.Errorf("%q stands for no stone: want %c or %c, or a number of empty cells", text[:1], g.letters()[0], g.letters()[1])
		case !g.cells.has(c):
			return 0, fmt.Errorf("a stone where the board has no cell")
		}
		s.stones[s.sideOf(env.Player(who))].add(c)
		return 1, nil
	})
}

// letters returns those of First and of Second.
func (g *Game) letters() string {
	return string([]byte{g.look.letter(env.First), g.look.letter(env.Second)})
}

// readFields reads what follows whose turn it is.
func (s *State) readFields(m []string) error {
	g, r := s.game, &s.game.rules
	s.passed = int8(strings.Count(m[3], "pass"))
	for _, f := range []struct {
		text    string
		allowed bool
		to      *int16
	}{{m[5], r.Ko == "simple", &s.ko}, {m[7], r.Shoot, &s.moved}} {
		if f.text == "" {
			continue
		}
		c, ok := g.named(f.text[strings.IndexByte(f.text, '=')+1:])
		if !ok || !f.allowed {
			return fmt.Errorf("%q is no cell, or the game has no such rule", f.text)
		}
		*f.to = int16(c)
	}
	s.taking = m[8] != ""
	if m[9] != "" {
		fmt.Sscanf(m[9], " hand=%d-%d", &s.hand[s.sideOf(env.First)], &s.hand[s.sideOf(env.Second)])
	}
	if m[10] != "" {
		fmt.Sscanf(m[10], " quiet=%d", &s.quiet)
	}
	taken := s.stones[0].or(&s.stones[1])
	switch {
	case s.passed > 0 && r.Pass == "never", s.passed > 1 && r.Pass != "free":
		return fmt.Errorf("no side passes so often in this game")
	case max(s.hand[0], s.hand[1]) > int16(r.Reserve):
		return fmt.Errorf("%d and %d stones in hand, want at most %d", s.hand[0], s.hand[1], r.Reserve)
	case int(s.quiet) > r.Quiet:
		return fmt.Errorf("%d plies without a stone put or removed, want at most %d", s.quiet, r.Quiet)
	case s.ko >= 0 && (taken.has(int(s.ko)) || s.passed > 0):
		return fmt.Errorf("ko where a stone is, or after a pass")
	case s.moved >= 0 && !s.stones[s.side].has(int(s.moved)):
		return fmt.Errorf("the stone that has moved is not the mover's")
	case s.taking && (r.Mill == 0 || s.stones[1-s.side].empty()):
		return fmt.Errorf("there is nothing to remove for a mill")
	}
	return nil
}

// readBarred reads the cells that earlier boards close.
func (s *State) readBarred(text string) error {
	if text == "" {
		return nil
	}
	var cells set
	open := s.barred()
	open = open.or(&s.open)
	for _, name := range strings.Split(strings.TrimPrefix(text, " barred="), ",") {
		c, ok := s.game.named(name)
		if !ok || !s.game.superko || !open.has(c) || cells.has(c) {
			return fmt.Errorf("barred=%s: no stone can be put there in any case, or the game has no superko", layer.Clip(name))
		}
		cells.add(c)
	}
	cells = cells.and(&s.open)
	s.bar(&cells)
	return nil
}

// named returns the cell of a name.
func (g *Game) named(name string) (c int, ok bool) {
	for c := range g.rows * g.cols {
		if g.cells.has(c) && g.cellName(c) == name {
			return c, true
		}
	}
	return 0, false
}

// check says what is wrong with a position that has been read.
func (s *State) check() error {
	if s.moved < 0 {
		return nil
	}
	if open := s.targets(); open.empty() {
		return fmt.Errorf("the stone that has moved can close no cell")
	}
	return nil
}
