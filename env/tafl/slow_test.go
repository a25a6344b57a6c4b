package tafl

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
)

// book is the rule book once more: slow, with squares as pairs of numbers and pieces as
// letters in a map. It shares nothing with the engine but the decoded Rules.
type book struct {
	Rules
	rows, cols int
	begin      map[square]byte
	men        map[square]byte
	marks      map[square]byte // T, X, A, D
	turn       byte            // a or d
	again      *square
	met        map[string]int
	winner     string // a, d, draw, or "" while the game goes on
	how        string
}

type square struct{ row, col int }

func (s square) by(d square, n int) square { return square{s.row + n*d.row, s.col + n*d.col} }

var compass = []square{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

func newBook(r Rules) *book {
	b := &book{Rules: r, begin: map[square]byte{}, men: map[square]byte{}, marks: map[square]byte{}, met: map[string]int{}}
	board := r.Board
	if board == "" {
		board = strings.Join(r.Start.Layout(), "\n")
	}
	for i, text := range []string{board, r.Ground} {
		for row, line := range strings.Split(strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\t", ""), "\n"), "\n") {
			for col, letter := range []byte(line) {
				at := square{row, col}
				if i == 0 {
					b.rows, b.cols = row+1, col+1
				}
				switch letter {
				case '.':
				case 'K':
					b.men[at], b.marks[at] = 'k', 'T'
				case 'T', 'X', 'A', 'D':
					b.marks[at] = letter
				default:
					b.men[at] = letter
				}
			}
		}
	}
	b.markUsual()
	for at, man := range b.men {
		b.begin[at] = man
	}
	b.turn = 'a'
	if r.First == KingsSide {
		b.turn = 'd'
	}
	b.judge("")
	return b
}

// at is the book at a position, as the engine writes it, without history.
func (b *book) at(position string) *book {
	fields := strings.Fields(position)
	clear(b.men)
	clear(b.met)
	b.again, b.turn = nil, fields[1][0]
	for row, line := range strings.Split(fields[0], "/") {
		col, gap := 0, 0
		for _, letter := range []byte(line) {
			if letter >= '0' && letter <= '9' {
				gap = 10*gap + int(letter-'0')
				continue
			}
			col, gap = col+gap, 0
			b.men[square{row, col}] = letter
			col++
		}
	}
	b.judge("")
	return b
}

func (b *book) markUsual() {
	any := func(mark byte) bool {
		for _, m := range b.marks {
			if m == mark {
				return true
			}
		}
		return false
	}
	if middle := (square{b.rows / 2, b.cols / 2}); !any('T') && b.rows%2+b.cols%2 == 2 && b.marks[middle] == 0 {
		b.marks[middle] = 'T'
	}
	if !any('X') {
		for _, c := range []square{{0, 0}, {0, b.cols - 1}, {b.rows - 1, 0}, {b.rows - 1, b.cols - 1}} {
			if b.marks[c] == 0 {
				b.marks[c] = 'X'
			}
		}
	}
}

func (b *book) on(s square) bool { return s.row >= 0 && s.row < b.rows && s.col >= 0 && s.col < b.cols }

func (b *book) atEdge(s square) bool {
	return s.row == 0 || s.col == 0 || s.row == b.rows-1 || s.col == b.cols-1
}

// mark is the special square that counts.
func (b *book) mark(s square) byte {
	m := b.marks[s]
	if m == 'T' && !b.Throne || m == 'X' && !b.Corners {
		return 0
	}
	return m
}

func (b *book) side(man byte) byte {
	switch man {
	case 'a', 'd':
		return man
	case 'k':
		return 'd'
	}
	if b.Men[string(man)].Side == Attackers {
		return 'a'
	}
	return 'd'
}

func (b *book) class(man byte) byte {
	if man == 'k' {
		return 'k'
	}
	return b.side(man)
}

func among(set Kinds, class byte) bool {
	return set != "none" && strings.Contains(string(set), string(class))
}

func (b *book) stops(man byte, s square) bool {
	set := map[byte]Kinds{'T': b.ThroneStop, 'X': b.CornerStop, 'A': b.CampStop, 'D': b.FortStop, 0: "adk"}[b.mark(s)]
	return among(set, b.class(man))
}

func (b *book) passes(man byte, s square) bool {
	set := map[byte]Kinds{'T': b.ThronePass, 'X': b.CornerPass, 'A': b.CampPass, 'D': b.FortPass, 0: "adk"}[b.mark(s)]
	return among(set, b.class(man))
}

func (b *book) armed(man byte) (hammer, anvil bool) {
	arms := Armed
	if man == 'k' {
		arms = b.KingArmed
	} else if m, other := b.Men[string(man)]; other && m.Armed != "" {
		arms = m.Armed
	}
	return arms == "both" || arms == "hammer", arms == "both" || arms == "anvil"
}

func (b *book) leap(man byte) Jumps {
	if m, other := b.Men[string(man)]; other {
		return m.Jumps
	}
	if man == 'k' {
		return b.KingJumps
	}
	return b.ManJumps
}

// hop is a move.
type hop struct{ from, to square }

// moves returns all moves of the piece on s.
func (b *book) moves(s square) (all []hop) {
	man := b.men[s]
	far := b.ManRange
	if man == 'k' {
		far = b.KingRange
	}
	if m, other := b.Men[string(man)]; other {
		far = m.Range
	}
	if far == 0 {
		far = 99
	}
	for _, d := range compass {
		for n := 1; n <= far; n++ {
			to := s.by(d, n)
			if !b.on(to) || b.men[to] != 0 {
				break
			}
			camps := b.CampWithin && b.mark(s) == 'A' && b.mark(to) == 'A'
			if camps || b.stops(man, to) {
				all = append(all, hop{s, to})
			}
			if !camps && !b.passes(man, to) {
				break
			}
		}
		over, to := b.men[s.by(d, 1)], s.by(d, 2)
		ordinary := over == 'a' && b.side(man) == 'd' || over == 'd' && b.side(man) == 'a'
		if !ordinary || !b.on(to) || b.men[to] != 0 || !b.stops(man, to) && !(b.CampWithin && b.mark(s) == 'A' && b.mark(to) == 'A') {
			continue
		}
		own := map[byte]byte{'a': 'A', 'd': 'D'}[b.side(man)]
		haven := func(x square) bool { m := b.marks[x]; return m == 'T' || m == 'X' || m == own }
		switch b.leap(man) {
		case "over", "capture":
			all = append(all, hop{s, to})
		case "restricted":
			if haven(s) || haven(to) {
				all = append(all, hop{s, to})
			}
		}
	}
	return all
}

// legal returns the texts of the legal moves with the moves themselves.
func (b *book) legal() map[string]hop {
	all := map[string]hop{}
	if b.winner != "" {
		return all
	}
	for at, man := range b.men {
		if b.side(man) != b.turn || b.again != nil && *b.again != at {
			continue
		}
		for _, m := range b.moves(at) {
			if b.again != nil && b.Berserk != "any" && !b.takesEnemy(m) {
				continue
			}
			all[b.write(m)] = m
		}
	}
	if b.again != nil && b.Berserk == "may" {
		all["stop"] = hop{}
	}
	return all
}

func (b *book) takesEnemy(m hop) bool {
	for _, v := range b.after(m).taken(m) {
		if v != m.to {
			return true
		}
	}
	return false
}

// after returns the book with a piece moved and nothing captured.
func (b *book) after(m hop) *book {
	c := *b
	c.men = map[square]byte{}
	for at, man := range b.men {
		c.men[at] = man
	}
	c.men[m.to] = c.men[m.from]
	delete(c.men, m.from)
	return &c
}

func (b *book) called(s square) string { return fmt.Sprintf("%c%d", 'a'+s.col, b.rows-s.row) }

func (b *book) write(m hop) string {
	c := b.after(m)
	text := b.called(m.from) + b.called(m.to)
	var names []string
	ending := ""
	for _, v := range c.taken(m) {
		names = append(names, b.called(v))
		if c.men[v] == 'k' {
			ending = "#"
		}
	}
	if names != nil {
		slices.Sort(names)
		text += "x" + strings.Join(names, ",")
	}
	if ending == "" && c.men[m.to] == 'k' && b.goal(m.to) {
		ending = "+"
	}
	return text + ending
}

func (b *book) goal(s square) bool {
	if b.Escape == "edge" {
		return b.atEdge(s)
	}
	return b.marks[s] == 'X'
}

// text is the position as the engine writes it.
func (b *book) text() string {
	var lines []string
	for row := range b.rows {
		line, gap := "", 0
		for col := range b.cols + 1 {
			man := b.men[square{row, col}]
			if (man != 0 || col == b.cols) && gap > 0 {
				line += fmt.Sprint(gap)
				gap = 0
			}
			if man != 0 {
				line += string(man)
			} else {
				gap++
			}
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "/") + " " + string(b.turn)
	if b.again != nil {
		text += " " + b.called(*b.again)
	}
	return text
}

// play makes a legal move.
func (b *book) play(text string) {
	b.met[b.text()]++
	m := b.legal()[text]
	if text == "stop" {
		b.again = nil
		b.turn = 'a' + 'd' - b.turn
		b.judge("")
		return
	}
	c := b.after(m)
	taken := c.taken(m)
	b.men = c.men
	caught, fell := false, false
	for _, v := range taken {
		caught = caught || b.men[v] == 'k'
		fell = fell || v == m.to
		delete(b.men, v)
	}
	b.again = nil
	if b.goesOn(m.to, taken, fell) {
		b.again = &m.to
	} else {
		b.turn = 'a' + 'd' - b.turn
	}
	how := ""
	if caught {
		how = "the king is captured"
	}
	b.judge(how)
}

// goesOn reports whether the piece on c, which has captured, moves again.
func (b *book) goesOn(c square, taken []square, fell bool) bool {
	if b.Berserk == "none" || len(taken) == 0 || fell {
		return false
	}
	if _, how := b.standing(); how != "" {
		return false
	}
	for _, m := range b.moves(c) {
		if b.Berserk == "any" || b.takesEnemy(m) {
			return true
		}
	}
	return false
}

// judge finds out how the game stands.
func (b *book) judge(how string) {
	b.winner, b.how = "a", how
	if how != "" {
		return
	}
	if b.winner, b.how = b.standing(); b.how != "" {
		return
	}
	if b.again == nil && !b.anyMove() {
		b.how = "no legal move"
		b.winner = string('a' + 'd' - b.turn)
		if b.NoMove == "draw" {
			b.winner = "draw"
		}
		return
	}
	if b.Repeat > 0 && b.met[b.text()]+1 == b.Repeat {
		b.how = "occurrence of the position"
		last := string('a' + 'd' - b.turn) // who brought it about
		other := string(b.turn)
		b.winner = map[RepeatResult]string{"draw": "draw", "loss_defenders": "a", "loss_mover": other}[b.RepeatResult]
		if w := map[RepeatLoser]string{"attackers": "d", "king": "a", "mover": other, "other": last}[b.RepeatLoser]; w != "" {
			b.winner = w
		}
	}
}

func (b *book) anyMove() bool {
	for at, man := range b.men {
		if b.side(man) == b.turn && len(b.moves(at)) > 0 {
			return true
		}
	}
	return false
}

// standing returns who has won by where the pieces stand, and how.
func (b *book) standing() (winner, how string) {
	var k *square
	siege := false
	for at, man := range b.men {
		if man == 'k' {
			k = &at
		}
		siege = siege || b.side(man) == 'a'
	}
	switch {
	case k == nil:
		return "a", "the king is captured"
	case b.goal(*k):
		return "d", "the king reached"
	case !siege:
		return "d", "all attackers are captured"
	case b.EdgeFort != "none" && b.fort(*k):
		return "d", "a fort at the edge"
	case b.Encirclement && !b.wayOut(false, b.atEdge):
		return "a", "encirclement"
	case b.Surround != "none" && !b.wayOut(b.Surround == "king", b.goal):
		return "a", "surrounded"
	}
	return "", ""
}

// spread returns all squares that from is connected with by squares that are open.
func (b *book) spread(from square, open func(square) bool) map[square]bool {
	area := map[square]bool{from: true}
	for again := true; again; {
		again = false
		for s := range area {
			for _, d := range compass {
				if n := s.by(d, 1); b.on(n) && !area[n] && open(n) {
					area[n], again = true, true
				}
			}
		}
	}
	return area
}

func (b *book) wayOut(alone bool, goal func(square) bool) bool {
	for at, man := range b.men {
		if b.side(man) == 'a' || alone && man != 'k' {
			continue
		}
		for s := range b.spread(at, func(n square) bool { return b.men[n] == 0 || b.side(b.men[n]) == 'd' }) {
			if goal(s) {
				return true
			}
		}
	}
	return false
}

// action is the number of a move: planes by direction and distance, and from-squares.
func (b *book) action(text string, m hop) env.Action {
	plane := 0
	for d, step := range compass {
		length := []int{b.rows - 1, b.cols - 1}[d%2]
		for n := 1; n <= length && text != "stop"; n++ {
			if m.from.by(step, n) == m.to {
				return env.Action((plane+n-1)*b.rows*b.cols + m.from.row*b.cols + m.from.col)
			}
		}
		plane += length
	}
	return env.Action(plane * b.rows * b.cols)
}

// observation paints the planes square by square. Those of games that were there first
// have no plane of the goal.
func (b *book) observation(first bool) (seen []float32) {
	plane := func(on func(square) bool) {
		for c := range b.rows * b.cols {
			v := float32(0)
			if on(square{c / b.cols, c % b.cols}) {
				v = 1
			}
			seen = append(seen, v)
		}
	}
	plane(func(s square) bool { return b.men[s] == b.turn })
	plane(func(s square) bool { return b.men[s] == 'a'+'d'-b.turn })
	plane(func(s square) bool { return b.men[s] == 'k' })
	plane(func(square) bool { return b.turn == 'd' })
	plane(func(s square) bool { return !b.stops(b.turn, s) })
	if !first {
		plane(b.goal)
	}
	for _, letter := range slices.Sorted(maps.Keys(b.Men)) {
		plane(func(s square) bool { return b.men[s] == letter[0] })
	}
	if b.Berserk != "none" {
		plane(func(s square) bool { return b.again != nil && *b.again == s })
	}
	times := b.met[b.text()] + 1
	for n := 2; n < b.Repeat; n++ {
		plane(func(square) bool { return times >= n })
	}
	return seen
}
