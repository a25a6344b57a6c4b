package chess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The slow reader plays the same keys with nothing of the engine: men in a map by the
// names of squares, Betza's notation by a table of directions, every move tried on a copy
// of everything, texts for moves and positions.

// at is a file and a rank, both from 1.
type at struct{ x, y int }

func (a at) String() string { return string(rune('a'+a.x-1)) + strconv.Itoa(a.y) }

// slowMan is a man: whose, what, and what he was before he was promoted.
type slowMan struct {
	side    int // 0 White, 1 Black
	is, was byte
}

type slow struct {
	k             *Keys
	width, height int
	there         map[at]bool // squares
	legs          map[byte][]slowLeg
	homes         map[string]map[at]bool
	men           map[at]slowMan
	hand          map[string]int // "0Q"
	rights        map[string]bool
	castles       []slowCastle
	turn, clock   int
	over          []at // squares just passed
	victim        at
	given         [2]int
	history       []string
	checked       []bool // in which positions of the history the mover is in check
	passes        int
	walled        at      // the man who has moved, with walls: his side closes a square now
	series        [2]bool // whether a check of each side's unbroken series counts towards a mate
	counted       [2]int  // plies and limit
}

type slowCastle struct {
	side                       int
	king, kingTo, rook, rookTo at
}

// slowMove is a text and the position behind it.
type slowMove struct {
	text     string
	next     *slow
	captures bool
	dropped  byte
	passing  bool
	passes   bool
	from, to at   // of the man, or the king who castles; from is zero for a drop
	becomes  byte // by promotion
	pawn     bool // a man who promotes has been captured
}

func newSlow(k *Keys) *slow {
	s := &slow{k: k, there: map[at]bool{}, homes: map[string]map[at]bool{}, men: map[at]slowMan{}, hand: map[string]int{}, rights: map[string]bool{}}
	var lines []string
	for _, line := range strings.Split(k.Board, "\n") {
		if line = strings.ReplaceAll(line, " ", ""); line != "" {
			lines = append(lines, line)
		}
	}
	s.width, s.height = len(lines[0]), len(lines)
	for i, line := range lines {
		for j, c := range line {
			q := at{j + 1, s.height - i}
			if c == '#' {
				continue
			}
			s.there[q] = true
			if c != '.' {
				if s.homes[string(c)] == nil {
					s.homes[string(c)] = map[at]bool{}
				}
				s.homes[string(c)][q] = true
			}
		}
	}
	s.legs = map[byte][]slowLeg{}
	for letter, m := range k.Men {
		s.legs[letter[0]] = legsOf(m.Moves)
	}
	s.readCastles()
	return s
}

func (s *slow) readCastles() {
	if s.k.Castling == "" {
		return
	}
	for _, part := range strings.Split(s.k.Castling, ",") {
		var q [4]at
		for i, word := range strings.Fields(part) {
			cut := strings.LastIndexFunc(word, unicode.IsLetter)
			q[2*i], q[2*i+1] = s.read(word[:cut]), s.read(word[cut:])
		}
		s.castles = append(s.castles, slowCastle{s.ownerDrawn(q[0]), q[0], q[1], q[2], q[3]})
		up := func(a at) at { return at{a.x, s.height + 1 - a.y} }
		if s.k.CastlingMirrored && s.drawn(up(q[0])) == s.drawn(q[0]) && s.drawn(up(q[2])) == s.drawn(q[2]) { // the same men stand there
			s.castles = append(s.castles, slowCastle{1, up(q[0]), up(q[1]), up(q[2]), up(q[3])})
		}
	}
	for i := range s.castles {
		s.rights[fmt.Sprint(i)] = s.k.CastlingDropped == ""
	}
}

// drawCastles finds where the men stand who castle, from rights such as HAha.
func (s *slow) drawCastles(rights string) {
	s.rights = map[string]bool{}
	for i := range s.castles {
		c := &s.castles[i]
		for q, m := range s.men {
			if m.side != c.side || string(m.is) != s.drawn(c.king) || q.y != c.king.y {
				continue
			}
			for _, r := range rights {
				if x := int(unicode.ToLower(r)-'a') + 1; sideNumber(r) == c.side && r != '-' && (x > q.x) == (c.rook.x > c.king.x) {
					c.king, c.rook = q, at{x, q.y}
					s.rights[fmt.Sprint(i)] = true
					break
				}
			}
			break
		}
	}
}

// ownerDrawn returns whose man the drawing has on a square.
func (s *slow) ownerDrawn(q at) int {
	if s.k.CastlingDropped != "" {
		return btoi(2*q.y > s.height+1)
	}
	lines := strings.Fields(s.k.Board)
	return sideNumber(rune(strings.Join(lines, "")[(s.height-q.y)*s.width+q.x-1]))
}

// drawn returns the letter of the drawing on a square, as a capital.
func (s *slow) drawn(q at) string {
	cells := strings.Join(strings.Fields(s.k.Board), "")
	return strings.ToUpper(cells[(s.height-q.y)*s.width+q.x-1:][:1])
}

func (s *slow) read(name string) at {
	y, _ := strconv.Atoi(name[1:])
	return at{int(name[0]-'a') + 1, y}
}

// in reports whether a square is in a region of a side.
func (s *slow) in(q at, side int, first, second string) bool {
	text := first
	if side == 1 {
		if second != "" {
			text = second
		} else {
			q.y = s.height + 1 - q.y
		}
	}
	for _, word := range strings.Fields(text) {
		if word == "*" || word == q.String() || word == "*"+strconv.Itoa(q.y) || word == q.String()[:1]+"*" {
			return true
		}
	}
	return false
}

// setUp reads men, hands and turn from a position's text.
func (s *slow) setUp(text string) {
	fields := strings.Fields(text)
	placement, hand, _ := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	for i, row := range strings.Split(placement, "/") {
		x, n, plus := 1, 0, false
		for _, c := range row {
			if c == '+' {
				plus = true
				continue
			}
			if unicode.IsDigit(c) {
				n = 10*n + int(c-'0')
				continue
			}
			x, n = x+n, 0
			if c == '*' && s.there[at{x, s.height - i}] {
				s.men[at{x, s.height - i}] = slowWall
			} else if c != '*' {
				m := slowMan{side: sideNumber(c), is: byte(unicode.ToUpper(c))}
				if plus {
					m = slowMan{side: m.side, is: s.k.Men[string(m.is)].Promotes[0], was: m.is}
				}
				s.men[at{x, s.height - i}] = m
			}
			plus = false
			x++
		}
	}
	for _, c := range hand {
		s.hand[fmt.Sprint(sideNumber(c))+string(unicode.ToUpper(c))]++
	}
	turn, moved, half := strings.Cut(fields[1], "@")
	if turn == "b" {
		s.turn = 1
	}
	if half {
		s.walled = s.read(moved)
	}
	if s.k.Shuffle != "" {
		s.drawCastles(fields[2])
	}
	s.history, s.checked = []string{s.key()}, []bool{s.inCheck(s.turn)}
	s.goOnChecking()
}

// slowWall closes a square: a man of neither side.
var slowWall = slowMan{side: 2, is: '*'}

func sideNumber(c rune) int {
	if unicode.IsLower(c) {
		return 1
	}
	return 0
}

// copy shares nothing that changes.
func (s *slow) copy() *slow {
	t := *s
	t.men, t.hand, t.rights = maps.Clone(s.men), maps.Clone(s.hand), maps.Clone(s.rights)
	t.over, t.victim = nil, at{}
	t.history, t.checked = slices.Clip(s.history), slices.Clip(s.checked)
	t.passes = 0
	return &t
}
