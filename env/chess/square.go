package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ludens/env"
)

// square is a cell of the board, row by row from the top as in diagrams.
type square = uint8

// nowhere is no square.
const nowhere square = 255

// The sides of a board.
const (
	leastSide = 3
	mostSide  = 12
	mostCells = mostSide * mostSide
)

// set is some squares, a bit each.
type set [3]uint64

func (s *set) add(q square)     { s[q>>6] |= 1 << (q & 63) }
func (s *set) remove(q square)  { s[q>>6] &^= 1 << (q & 63) }
func (s set) has(q square) bool { return s[q>>6]>>(q&63)&1 != 0 }
func (s set) empty() bool       { return s[0]|s[1]|s[2] == 0 }
func (s set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2])
}

// first returns the lowest square of a set that is not empty.
func (s set) first() square {
	for i, word := range s {
		if word != 0 {
			return square(64*i + bits.TrailingZeros64(word))
		}
	}
	return nowhere
}

// area is a board's shape.
type area struct {
	rows, cols, cells int
	holes             set
}

// at returns the square of a file, from 0, and a rank, from 0 at the bottom, if the
// board has it.
func (a *area) at(file, rank int) (square, bool) {
	q, ok := a.cell(file, rank)
	return q, ok && !a.holes.has(q)
}

// cell is at with the holes.
func (a *area) cell(file, rank int) (square, bool) {
	if file < 0 || file >= a.cols || rank < 0 || rank >= a.rows {
		return nowhere, false
	}
	return square((a.rows-1-rank)*a.cols + file), true
}

func (a *area) file(q square) int { return int(q) % a.cols }
func (a *area) rank(q square) int { return a.rows - 1 - int(q)/a.cols }

// flip returns the image of q top to bottom.
func (a *area) flip(q square) square {
	return square((a.rows-1-int(q)/a.cols)*a.cols + int(q)%a.cols)
}

// view turns squares into cells as p sees them, his own side at the bottom, and back.
func (a *area) view(q square, p env.Player) square {
	if p == env.First {
		return q
	}
	return a.flip(q)
}

// dark reports whether q has the colour of a1.
func (a *area) dark(q square) bool { return (a.file(q)+a.rank(q))%2 == 0 }

// name returns "e4".
func (a *area) name(q square) string {
	return string(rune('a'+a.file(q))) + strconv.Itoa(a.rank(q)+1)
}

// parse reads a square's name.
func (a *area) parse(text string) (square, error) {
	if len(text) > 1 && text[0] >= 'a' && text[0] <= 'l' {
		if rank, err := strconv.Atoi(text[1:]); err == nil && text[1] != '0' && text[1] != '+' {
			if q, ok := a.at(int(text[0]-'a'), rank-1); ok {
				return q, nil
			}
		}
	}
	return nowhere, fmt.Errorf("%q is no square of the board: want a1 to %c%d", text, 'a'+rune(a.cols-1), a.rows)
}

// region reads squares and whole lines: "d4 *8 a*". Holes on them are left out.
func (a *area) region(text string) (set, error) {
	s, err := a.lines(text)
	return s.without(a.holes), err
}

// without returns the squares of s that are not in t.
func (s set) without(t set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]} }

// lines is region with the holes.
func (a *area) lines(text string) (s set, err error) {
	for _, word := range strings.Fields(text) {
		if word == "-" { // no square
			continue
		}
		file, rank := strings.HasPrefix(word, "*"), strings.HasSuffix(word, "*")
		n := 0
		for q := range square(a.cells) {
			name := a.name(q)
			if file && rank && len(word) == 1 || file && name[1:] == word[1:] || rank && name[:1] == word[:len(word)-1] {
				s.add(q)
				n++
			}
		}
		if !file && !rank {
			q, err := a.parse(word)
			if err != nil {
				return s, err
			}
			s.add(q)
			n++
		}
		if n == 0 {
			return s, fmt.Errorf("%q is no line of the board: want squares, *%d for a rank, a* for a file", word, a.rows)
		}
	}
	return s, nil
}

// flipped returns the image of a set top to bottom.
func (a *area) flipped(s set) (t set) {
	for q := range square(a.cells) {
		if s.has(q) {
			t.add(a.flip(q))
		}
	}
	return t
}

// whole returns all squares.
func (a *area) whole() (s set) {
	for q := range square(a.cells) {
		if !a.holes.has(q) {
			s.add(q)
		}
	}
	return s
}

// each calls do for the squares in increasing order.
func (s set) each(do func(q square)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			do(square(64*i + bits.TrailingZeros64(word)))
		}
	}
}

// Squares that moves close for good. Such a square holds a wall: nothing lands on it or passes
// it, but men hop over it. A wall is a piece of a kind of its own that no man captures and that
// is on neither side: the sets of a board are without it.

// readWalls adds the kind of walls, where moves close squares.
func (g *Game) readWalls() error {
	g.wall = noKind
	g.closes = g.keys.Trail
	for letter, m := range g.keys.Men {
		switch {
		case m.Petrifies && m.Royal:
			return wrongf("men."+letter+".petrifies", "a royal man would turn into a wall himself: want petrifies = false, and moves that do not capture")
		case m.Petrifies && g.keys.CapturesToHand:
			return wrongf("men."+letter+".petrifies", "with captures_to_hand: want one of the two")
		}
		g.closes = g.closes || m.Petrifies
	}
	switch {
	case !g.closes:
		return nil
	case g.keys.Blast:
		return wrongf("blast", "with trail or petrifies: want blast = false, for nothing explodes a wall")
	case g.keys.Trail && g.keys.Castling != "":
		return wrongf("trail", "with castling: want castling = \"\"")
	}
	g.wall = kind(len(g.kinds))
	for k := range g.kinds {
		g.kinds[k].spares.add(g.wall)
	}
	g.kinds = append(g.kinds, ware{letter: '*', name: "wall", mark: "*", base: g.wall, was: noKind, free: noKind, bound: noKind, worth: 1})
	if len(g.kinds) > mostKinds {
		return wrongf("men", "%d kinds of men, walls among them: want at most %d", len(g.kinds), mostKinds)
	}
	return nil
}

// men returns how many kinds of men there are: all but walls.
func (g *Game) men() int { return len(g.kinds) - btoi(g.closes) }

// isWall reports whether a square holds a wall.
func (g *Game) isWall(b *board, q square) bool { return g.closes && b.at[q] == pieceOf(g.wall, 0) }

// build closes an empty square.
func (g *Game) build(b *board, q square) {
	b.at[q] = pieceOf(g.wall, 0)
	b.hash ^= b.hashes.man[b.at[q]][q]
}

// closeBehind closes what a man's move closes: the square that he left, and his own if he has
// captured and his kind petrifies.
func (g *Game) closeBehind(b *board, m move, mover kind, captures bool) {
	if g.keys.Trail {
		g.build(b, m.from)
	}
	if captures && g.turns(mover) {
		g.lift(b, m.to)
		g.build(b, m.to)
	}
}

// turns reports whether a man of a kind turns into a wall when he captures.
func (g *Game) turns(mover kind) bool { return g.kinds[g.kinds[mover].base].petrifies }

// observeWalls writes the plane of closed squares.
func (s *State) observeWalls(e *easel) {
	plane := e.next()
	for q := range square(s.game.cells) {
		if s.game.isWall(&s.board, q) {
			plane[s.game.view(q, s.board.toMove)] = 1
		}
	}
}
