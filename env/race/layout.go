package race

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// side is whose men they are: South's are drawn in capitals.
type side uint8

const (
	south side = iota
	north
)

func (x side) other() side { return 1 - x }

var sideNames = [2]string{south: "South", north: "North"}

// man is a man of a kind and a side; noMan stands for an empty square.
type man uint8

const noMan man = 0

func newMan(kind int, x side) man { return man(1 + 2*kind + int(x)) }

func (m man) kind() int { return int(m-1) / 2 }

func (m man) side() side { return side((m - 1) & 1) }

// The sizes of a board, and the most kinds of men: as many as have figures.
const (
	leastSide = 2
	mostSide  = 19
	mostKinds = 16
)

// layout is what the drawings of a file say.
type layout struct {
	rows, cols int
	there      []bool      // by cell: not a hole
	start      []man       // by cell
	region     []bool      // by cell: where men of the reserve are put
	letters    []byte      // of the kinds, in alphabetical order, capitals
	counts     [2][]int    // men by side and kind, the reserve with them
	goal       [2][][]bool // by side, kind and cell
}

// grid splits a drawing into its rows.
func grid(text string) (rows [][]byte, err error) {
	for _, line := range strings.Split(text, "\n") {
		row := []byte(strings.Join(strings.Fields(line), ""))
		if len(row) == 0 {
			continue
		}
		if rows = append(rows, row); len(rows) > mostSide || len(row) > mostSide {
			return nil, fmt.Errorf("the drawing is larger than %d by %d squares", mostSide, mostSide)
		}
		if len(row) != len(rows[0]) {
			return nil, fmt.Errorf("row %d from the top has %d squares, and the first has %d", len(rows), len(row), len(rows[0]))
		}
	}
	if len(rows) < leastSide || len(rows[0]) < leastSide {
		return nil, fmt.Errorf("want a drawing of %d to %d rows, each of %d to %d squares", leastSide, mostSide, leastSide, mostSide)
	}
	return rows, nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func capital(c byte) byte { return c &^ 0x20 }

// sideOf returns whose man a letter is.
func sideOf(c byte) side {
	if c == capital(c) {
		return south
	}
	return north
}

// parseStart reads the drawing of the start.
func parseStart(text string, reserve int) (*layout, error) {
	rows, err := grid(text)
	if err != nil {
		return nil, err
	}
	l := &layout{rows: len(rows), cols: len(rows[0])}
	cells := slices.Concat(rows...)
	for at, c := range cells {
		switch {
		case isLetter(c) && !slices.Contains(l.letters, capital(c)):
			l.letters = append(l.letters, capital(c))
		case !isLetter(c) && !strings.ContainsRune(".#+", rune(c)):
			return nil, fmt.Errorf("%q in row %d means nothing: want letters, . for an empty square, # for none, + where men of the reserve are put", c, at/l.cols+1)
		}
	}
	if len(l.letters) == 0 && reserve > 0 {
		l.letters = []byte{'A'}
	}
	slices.Sort(l.letters)
	if n := len(l.letters); n == 0 || n > mostKinds || reserve > 0 && n > 1 {
		return nil, fmt.Errorf("%d kinds of men: want 1 to %d, and one alone with a reserve", n, mostKinds)
	}
	l.fill(cells, reserve)
	return l, nil
}

// fill notes what stands where.
func (l *layout) fill(cells []byte, reserve int) {
	for x := range l.counts {
		l.counts[x] = make([]int, len(l.letters))
		l.counts[x][0] += reserve
	}
	for _, c := range cells {
		l.there = append(l.there, c != '#')
		l.region = append(l.region, c == '+')
		m := noMan
		if isLetter(c) {
			kind := slices.Index(l.letters, capital(c))
			m = newMan(kind, sideOf(c))
			l.counts[m.side()][kind]++
		}
		l.start = append(l.start, m)
	}
}

// parseGoals reads the drawing of the goals; without one men belong where the other
// side's of their kind begin.
func (l *layout) parseGoals(text string) error {
	for x := range l.goal {
		for range l.letters {
			l.goal[x] = append(l.goal[x], make([]bool, len(l.there)))
		}
	}
	if strings.TrimSpace(text) == "" {
		for at, m := range l.start {
			if m != noMan {
				l.goal[m.side().other()][m.kind()][at] = true
			}
		}
		return nil
	}
	rows, err := grid(text)
	if err != nil {
		return err
	}
	if len(rows) != l.rows || len(rows[0]) != l.cols {
		return fmt.Errorf("the goals are drawn on %d by %d squares, and the start on %d by %d", len(rows), len(rows[0]), l.rows, l.cols)
	}
	for at, c := range slices.Concat(rows...) {
		if err := l.mark(at, c); err != nil {
			return fmt.Errorf("%q in row %d %w", c, at/l.cols+1, err)
		}
	}
	return nil
}

// mark notes whom a square of the goals' drawing is for.
func (l *layout) mark(at int, c byte) error {
	any := func(sides ...side) {
		for _, x := range sides {
			for kind := range l.letters {
				l.goal[x][kind][at] = true
			}
		}
	}
	if (c == '#') == l.there[at] && (c == '#' || c != '.') {
		return errors.New("is not what the start has there: # stands for no square in both drawings")
	}
	switch kind := slices.Index(l.letters, capital(c)); {
	case c == '.' || c == '#':
	case c == '^':
		any(south)
	case c == '_':
		any(north)
	case c == '*':
		any(south, north)
	case isLetter(c) && kind >= 0:
		l.goal[sideOf(c)][kind][at] = true
	case isLetter(c):
		return errors.New("is not a man of the start")
	default:
		return errors.New("means nothing: want letters of men, ^ _ * . or #")
	}
	return nil
}

// total returns how many men a side has.
func (l *layout) total(x side) (n int) {
	for _, count := range l.counts[x] {
		n += count
	}
	return n
}

// homeless returns a man of a side whose kind has more men than squares where they
// belong, with how many of both; 0 men if all have one. Kinds that have too few squares
// of their own need those that are for any (Hall's condition).
func (l *layout) homeless(x side) (m man, men, squares int) {
	shared, spilt := 0, 0
	own := make([]int, len(l.letters))
	for at := range l.there {
		kinds, only := 0, 0
		for kind := range l.letters {
			if l.goal[x][kind][at] {
				kinds, only = kinds+1, kind
			}
		}
		switch {
		case kinds == 1:
			own[only]++
		case kinds > 1:
			shared++
		}
	}
	for kind, n := range l.counts[x] {
		if spilt += max(0, n-own[kind]); spilt > shared {
			return newMan(kind, x), n, n - (spilt - shared) // those before it have theirs
		}
	}
	return noMan, 0, 0
}

// letter returns that of a man, capital for South; 0 for an empty square.
func (l *layout) letter(m man) byte {
	switch {
	case m == noMan:
		return 0
	case m.side() == north:
		return l.letters[m.kind()] | 0x20
	}
	return l.letters[m.kind()]
}

// direction is one of eight, clockwise, as a man's owner sees it.
type direction uint8

const (
	forward direction = iota
	forwardRight
	right
	backwardRight
	backward
	backwardLeft
	left
	forwardLeft
	directions
)

// vectors are the steps down and to the right of each direction, as South sees it.
var vectors = [directions]vector{
	forward: {-1, 0}, forwardRight: {-1, 1}, right: {0, 1}, backwardRight: {1, 1},
	backward: {1, 0}, backwardLeft: {1, -1}, left: {0, -1}, forwardLeft: {-1, -1},
}

// turned returns the direction that the other side sees as d.
func (d direction) turned() direction { return (d + directions/2) % directions }

// vector is a number of rows down and of columns to the right.
type vector struct{ down, right int }

func (v vector) times(n int) vector { return vector{n * v.down, n * v.right} }

func (v vector) plus(w vector) vector { return vector{v.down + w.down, v.right + w.right} }

// size returns how many squares v goes, along a line or a diagonal.
func (v vector) size() int { return max(v.down, -v.down, v.right, -v.right) }

// ways is a set of directions, in their order.
type ways []direction

// words are the directions that files name.
var words = []struct {
	name string
	ways ways
}{
	{"none", nil},
	{"all", ways{forward, forwardRight, right, backwardRight, backward, backwardLeft, left, forwardLeft}},
	{"forward", ways{forward}},
	{"backward", ways{backward}},
	{"left", ways{left}},
	{"right", ways{right}},
	{"sideways", ways{right, left}},
	{"orthogonal", ways{forward, right, backward, left}},
	{"forward-left", ways{forwardLeft}},
	{"forward-right", ways{forwardRight}},
	{"backward-left", ways{backwardLeft}},
	{"backward-right", ways{backwardRight}},
	{"forward-diagonal", ways{forwardRight, forwardLeft}},
	{"backward-diagonal", ways{backwardRight, backwardLeft}},
	{"diagonal", ways{forwardRight, backwardRight, backwardLeft, forwardLeft}},
}

// parseWays reads words joined by "+".
func parseWays(text string) (all ways, err error) {
	for _, name := range strings.Split(text, "+") {
		i := 0
		for i < len(words) && words[i].name != name {
			i++
		}
		if i == len(words) {
			var names []string
			for _, w := range words {
				names = append(names, w.name)
			}
			return nil, fmt.Errorf("%q is not a direction%s: want %s, or some of them joined by +", name, prose.Hint(name, names), strings.Join(names, ", "))
		}
		for _, d := range words[i].ways {
			if slices.Contains(all, d) {
				return nil, fmt.Errorf("%s is named twice", words[d.word()].name)
			}
			all = append(all, d)
		}
	}
	slices.Sort(all)
	return all, nil
}

// word returns the index of the word for d alone.
func (d direction) word() int {
	return slices.IndexFunc(words, func(w struct {
		name string
		ways ways
	}) bool {
		return len(w.ways) == 1 && w.ways[0] == d
	})
}

// name returns the word for d alone, with spaces.
func (d direction) name() string { return strings.ReplaceAll(words[d.word()].name, "-", " ") }
