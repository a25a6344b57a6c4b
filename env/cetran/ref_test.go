package cetran

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// book is a second rule book, written for the eye alone: a grid of letters, and
// every law spelt out by walking over it. The fast one must agree with it.
type book struct {
	grid     [8][8]byte // [rank][file], rank 1 first; capitals are White's; '.' is empty
	white    bool       // to move
	passed   point      // behind a pawn that has just made a double step; none if there is no such pawn
	clock    int
	promos   string
	occurred map[string]int

	moves  []refMove // legal here
	before []refMove // played so far

	// The bishops conversion rule, for each side: does it hold and was there no
	// conversion yet, was there an ordinary first move, which bishops have not moved.
	converting, ordinary map[bool]bool
	unmoved              map[point]bool
}

type point struct{ x, y int }

var nobodys = point{-1, -1}

func (p point) on() bool            { return p.x >= 0 && p.x < 8 && p.y >= 0 && p.y < 8 }
func (p point) plus(d point) point  { return point{p.x + d.x, p.y + d.y} }
func (p point) times(n int) point   { return point{p.x * n, p.y * n} }
func (p point) String() string      { return fmt.Sprintf("%c%d", 'a'+p.x, p.y+1) }
func (b *book) get(p point) byte    { return b.grid[p.y][p.x] }
func (b *book) empty(p point) bool  { return b.get(p) == '.' }
func (b *book) put(p point, m byte) { b.grid[p.y][p.x] = m }

var (
	orthogonals = []point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonals   = []point{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	everyWay    = append(append([]point{}, orthogonals...), diagonals...)
	knightJumps = []point{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// refMove is a move of the book.
type refMove struct {
	from, to point
	promoted byte
}

func (m refMove) String() string {
	text := m.from.String() + m.to.String()
	if m.promoted != 0 {
		text += strings.ToLower(string(m.promoted))
	}
	return text
}

func openBook(rows []string, white bool) *book {
	b := &book{white: white, passed: nobodys, promos: "QSCAHRN", occurred: map[string]int{},
		converting: map[bool]bool{}, ordinary: map[bool]bool{}, unmoved: map[point]bool{}}
	for y := range 8 {
		copy(b.grid[y][:], rows[7-y])
	}
	b.look()
	return b
}

// openCetran1 opens a start position of Cetran 1: the conversion rule holds for
// a side whose bishops stand on one colour.
func openCetran1(rows []string) *book {
	b := openBook(rows, true)
	b.promos = "QSCBRN"
	for y, bishop := range map[int]byte{0: 'B', 7: 'b'} {
		var at []point
		for x, man := range b.grid[y] {
			if man == bishop {
				at = append(at, point{x, y})
			}
		}
		if (at[0].x-at[1].x)%2 == 0 {
			b.converting[y == 0] = true
			b.unmoved[at[0]], b.unmoved[at[1]] = true, true
		}
	}
	b.occurred = map[string]int{}
	b.look()
	return b
}

func (b *book) belongs(man byte, white bool) bool {
	return man != '.' && (man >= 'A' && man <= 'Z') == white
}

// slide returns the squares a man sees from p up to that many steps in each direction.
func (b *book) slide(p point, directions []point, limit int) (seen []point) {
	for _, d := range directions {
		for n, q := 1, p.plus(d); n <= limit && q.on(); n, q = n+1, q.plus(d) {
			seen = append(seen, q)
			if !b.empty(q) {
				break
			}
		}
	}
	return seen
}

// clear reports whether the first n squares from p on in direction d are empty.
func (b *book) clear(p, d point, n int) bool {
	for k := 1; k <= n; k++ {
		if q := p.plus(d.times(k)); !q.on() || !b.empty(q) {
			return false
		}
	}
	return true
}

// sissaFrom: n steps along one leg, all of them free, then n along the other, all
// but the last free.
func (b *book) sissaFrom(p point) (seen []point) {
	for n := 1; n <= 7; n++ {
		for _, d := range everyWay {
			if !b.clear(p, d, n) {
				continue
			}
			corner := p.plus(d.times(n))
			for _, e := range everyWay {
				turns := (d.x*d.y == 0) != (e.x*e.y == 0)
				if end := corner.plus(e.times(n)); turns && end.on() && b.clear(corner, e, n-1) {
					seen = append(seen, end)
				}
			}
		}
	}
	return seen
}

// attacks returns the squares the man on p, which is no pawn, attacks.
func (b *book) attacks(p point) []point {
	switch man := strings.ToUpper(string(b.get(p))); man {
	case "K":
		return b.slide(p, everyWay, 1)
	case "Q":
		return b.slide(p, everyWay, 7)
	case "R":
		return b.slide(p, orthogonals, 7)
	case "B":
		var seen []point
		mayConvert, mustConvert := b.conversion(p)
		if mayConvert {
			seen = b.slide(p, orthogonals, 1)
		}
		if !mustConvert {
			seen = append(seen, b.slide(p, diagonals, 7)...)
		}
		return seen
	case "N":
		return b.slide(p, knightJumps, 1)
	case "C":
		return append(b.slide(p, orthogonals, 7), b.slide(p, knightJumps, 1)...)
	case "A":
		return append(b.slide(p, diagonals, 7), b.slide(p, knightJumps, 1)...)
	case "H":
		return append(b.slide(p, diagonals, 7), b.slide(p, orthogonals, 1)...)
	case "S":
		return b.sissaFrom(p)
	default:
		panic("no officer on " + p.String())
	}
}

// conversion says whether the bishop on p may and must convert.
func (b *book) conversion(p point) (may, must bool) {
	white := b.get(p) == 'B'
	if !b.unmoved[p] || !b.converting[white] {
		return false, false
	}
	return true, b.ordinary[white]
}

// bishopMoved notes what a bishop's move means to the conversion rule.
func (b *book) bishopMoved(m refMove) {
	if !b.unmoved[m.from] {
		return
	}
	if m.from.x == m.to.x || m.from.y == m.to.y {
		b.converting[b.white] = false
	} else {
		b.ordinary[b.white] = true
	}
	delete(b.unmoved, m.from)
}

func forward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// attacked reports whether a side attacks p.
func (b *book) attacked(p point, white bool) bool {
	for y := range 8 {
		for x := range 8 {
			q := point{x, y}
			man := b.get(q)
			if !b.belongs(man, white) {
				continue
			}
			if man == 'P' || man == 'p' {
				if p.y == q.y+forward(white) && (p.x == q.x-1 || p.x == q.x+1) {
					return true
				}
			} else if slices.Contains(b.attacks(q), p) {
				return true
			}
		}
	}
	return false
}

func (b *book) inCheck(white bool) bool {
	letter := byte('k')
	if white {
		letter = 'K'
	}
	for y := range 8 {
		if x := slices.Index(b.grid[y][:], letter); x >= 0 {
			return b.attacked(point{x, y}, !white)
		}
	}
	panic("no king")
}

// pawnFrom returns where the pawn on p can go, checks aside.
func (b *book) pawnFrom(p point) (seen []point) {
	ahead := point{0, forward(b.white)}
	once, twice := p.plus(ahead), p.plus(ahead.times(2))
	if b.empty(once) {
		seen = append(seen, once)
		if home := map[bool]int{true: 1, false: 6}[b.white]; p.y == home && b.empty(twice) {
			seen = append(seen, twice)
		}
	}
	for _, aside := range []point{{-1, 0}, {1, 0}} {
		q := once.plus(aside)
		if q.on() && (b.belongs(b.get(q), !b.white) || q == b.passed) {
			seen = append(seen, q)
		}
	}
	return seen
}

// legal returns the legal moves.
func (b *book) legal() (moves []refMove) {
	for y := range 8 {
		for x := range 8 {
			p := point{x, y}
			man := b.get(p)
			if !b.belongs(man, b.white) {
				continue
			}
			if man == 'P' || man == 'p' {
				for _, q := range b.pawnFrom(p) {
					moves = append(moves, b.pawnTo(p, q)...)
				}
				continue
			}
			for _, q := range b.attacks(p) {
				if m := (refMove{from: p, to: q}); !b.belongs(b.get(q), b.white) && !slices.Contains(moves, m) {
					moves = append(moves, m)
				}
			}
		}
	}
	return slices.DeleteFunc(moves, func(m refMove) bool {
		after := *b
		after.move(m)
		return after.inCheck(b.white)
	})
}

func (b *book) pawnTo(p, q point) (moves []refMove) {
	if q.y != 0 && q.y != 7 {
		return []refMove{{from: p, to: q}}
	}
	for _, promoted := range []byte(b.promos) {
		moves = append(moves, refMove{p, q, promoted})
	}
	return moves
}

// move changes the grid, the turn and the clock.
func (b *book) move(m refMove) {
	man := b.get(m.from)
	isPawn := man == 'P' || man == 'p'
	b.clock++
	if isPawn || !b.empty(m.to) {
		b.clock = 0
	}
	if isPawn && m.to == b.passed {
		b.put(point{m.to.x, m.from.y}, '.')
	}
	b.passed = nobodys
	if isPawn && (m.to.y-m.from.y == 2 || m.from.y-m.to.y == 2) {
		b.passed = point{m.from.x, (m.from.y + m.to.y) / 2}
	}
	b.put(m.from, '.')
	b.put(m.to, man)
	if m.promoted != 0 {
		b.put(m.to, m.promoted)
		if !b.white {
			b.put(m.to, m.promoted-'A'+'a')
		}
	}
	b.white = !b.white
}

// play moves and remembers the position.
func (b *book) play(m refMove) {
	if b.get(m.from)|32 == 'b' {
		b.bishopMoved(m)
	}
	delete(b.unmoved, m.to)
	b.move(m)
	b.before = append(b.before, m)
	b.look()
}

// look finds the legal moves and notes that the position has occurred.
func (b *book) look() {
	b.moves = b.legal()
	b.occurred[b.key()]++
}

// key distinguishes positions as the rule on repetition does: a capture in
// passing counts only if it is legal.
func (b *book) key() string {
	text := fmt.Sprintf("%s %v", b.grid, b.white)
	for i := range 64 {
		p := point{i % 8, i / 8}
		if may, must := b.conversion(p); may {
			text += fmt.Sprintf(" %v %v", p, must)
		}
	}
	for _, m := range b.moves {
		if man := b.get(m.from); m.to == b.passed && (man == 'P' || man == 'p') {
			return text + b.passed.String()
		}
	}
	return text
}

func (b *book) result() (env.Result, string) {
	var others []byte
	for y := range 8 {
		for _, man := range b.grid[y] {
			if man != '.' && man != 'K' && man != 'k' {
				others = append(others, man|32)
			}
		}
	}
	switch {
	case len(b.moves) == 0 && b.inCheck(b.white) && b.white:
		return env.SecondWins, "checkmate"
	case len(b.moves) == 0 && b.inCheck(b.white):
		return env.FirstWins, "checkmate"
	case len(b.moves) == 0:
		return env.Drawn, "stalemate"
	case len(others) == 0, len(others) == 1 && (others[0] == 'n' || others[0] == 'b'):
		if strings.Contains(b.promos, "B") {
			return env.Drawn, "only kings (and a knight or bishop) left"
		}
		return env.Drawn, "only kings (and a knight) left"
	case b.clock >= 100:
		return env.Drawn, "fifty moves without a capture or pawn move"
	case b.occurred[b.key()] >= 3:
		return env.Drawn, "third occurrence"
	}
	return env.Ongoing, ""
}

// seen is all that a key must hold, as text.
func (b *book) seen() string {
	return fmt.Sprintf("%s, occurrence %d, clock %d", b.key(), min(b.occurred[b.key()], 3), min(b.clock/10, 10))
}

// shuffles returns the way back of the mover's last move or, failing that, all
// moves that can be taken back.
func (b *book) shuffles() (quiet []refMove) {
	for _, m := range b.moves {
		if b.get(m.from)|32 == 'p' || !b.empty(m.to) {
			continue
		}
		if n := len(b.before); n >= 2 && b.before[n-2] == (refMove{from: m.to, to: m.from}) {
			return []refMove{m}
		}
		quiet = append(quiet, m)
	}
	return quiet
}

func (b *book) rows() (rows []string) {
	for y := 7; y >= 0; y-- {
		rows = append(rows, string(b.grid[y][:]))
	}
	return rows
}
