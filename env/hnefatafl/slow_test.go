package hnefatafl

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env/tafl"
)

// book is the rule book once more: slow, with squares as pairs of numbers and pieces as
// letters in a map. It shares nothing with the engine but the decoded Ruleset.
type book struct {
	Ruleset
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

func newBook(r Ruleset) *book {
	b := &book{Ruleset: r, begin: map[square]byte{}, men: map[square]byte{}, marks: map[square]byte{}, met: map[string]int{}}
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
	if r.First == tafl.KingsSide {
		b.turn = 'd'
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
	if b.Men[string(man)].Side == tafl.Attackers {
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

func among(set tafl.Kinds, class byte) bool {
	return set != "none" && strings.Contains(string(set), string(class))
}

func (b *book) stops(man byte, s square) bool {
	set := map[byte]tafl.Kinds{'T': b.ThroneStop, 'X': b.CornerStop, 'A': b.CampStop, 'D': b.FortStop, 0: "adk"}[b.mark(s)]
	return among(set, b.class(man))
}

func (b *book) passes(man byte, s square) bool {
	set := map[byte]tafl.Kinds{'T': b.ThronePass, 'X': b.CornerPass, 'A': b.CampPass, 'D': b.FortPass, 0: "adk"}[b.mark(s)]
	return among(set, b.class(man))
}

func (b *book) armed(man byte) (hammer, anvil bool) {
	arms := tafl.Armed
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

// shut reports whether square n helps against the man on v.
func (b *book) shut(v, n square) bool {
	if !b.on(n) {
		return false
	}
	victim := b.men[v]
	if b.mark(n) == 'T' && among(b.ThroneAlways, b.class(victim)) {
		return true
	}
	if b.men[n] != 0 {
		return b.foe(v, n)
	}
	set := map[byte]tafl.Kinds{'T': b.ThroneHostile, 'X': b.CornerHostile, 'A': b.CampHostile, 'D': b.FortHostile}[b.mark(n)]
	return set != "" && among(set, b.class(victim)) || b.mark(n) == 'T' && victim == 'k' && b.KingCapture == "nielsen"
}

// foe reports whether on n an enemy of the man on v stands who helps by that.
func (b *book) foe(v, n square) bool {
	_, anvil := b.armed(b.men[n])
	return b.men[n] != 0 && b.side(b.men[n]) != b.side(b.men[v]) && anvil
}

// need returns how many sides of the man on v must be shut.
func (b *book) need(v square) int {
	if b.men[v] != 'k' {
		if n := b.Men[string(b.men[v])].Strength; n > 0 {
			return n
		}
		return 2
	}
	on, beside := b.mark(v) == 'T', false
	for _, d := range compass {
		beside = beside || b.mark(v.by(d, 1)) == 'T'
	}
	switch {
	case on && b.StrengthThrone > 0:
		return b.StrengthThrone
	case beside && b.StrengthBeside > 0:
		return b.StrengthBeside
	case b.atEdge(v) && b.StrengthEdge > 0:
		return b.StrengthEdge
	case b.Strength > 0:
		return b.Strength
	}
	switch b.KingCapture {
	case "four":
		if b.atEdge(v) {
			return 5
		}
		return 4
	case "four_edge":
		return 4
	case "nielsen":
		if on || beside {
			return 4
		}
	case "throne4":
		if on {
			return 4
		}
	}
	return 2
}

// surrounded reports whether three or all sides of v are shut; that of a hammer is.
func (b *book) surrounded(v square, hammer square, need int) bool {
	sides, shut := 0, 0
	for _, d := range compass {
		n := v.by(d, 1)
		if b.on(n) {
			sides++
			if n == hammer || b.shut(v, n) {
				shut++
			}
		}
	}
	return need == 3 && shut >= 3 || need == 4 && shut == sides
}

// between reports whether the piece on v stands between enemies of its own accord.
func (b *book) between(v square) bool {
	if need := b.need(v); need != 2 {
		return b.surrounded(v, square{-9, -9}, need)
	}
	for _, d := range compass[:2] {
		x, y := v.by(d, 1), v.by(d, -1)
		if b.shut(v, x) && b.shut(v, y) && (b.foe(v, x) || b.foe(v, y)) {
			return true
		}
	}
	return false
}

// taken returns what falls after move m, which has been made.
func (b *book) taken(m hop) (all []square) {
	mover := b.men[m.to]
	hammer, _ := b.armed(mover)
	found, company := map[square]bool{}, false
	for _, d := range compass {
		v := m.to.by(d, 1)
		if b.men[v] == 0 || b.side(b.men[v]) == b.side(mover) {
			continue
		}
		company = true
		if !hammer {
			continue
		}
		if need := b.need(v); need == 2 && b.shut(v, v.by(d, 1)) || need > 2 && b.surrounded(v, m.to, need) {
			found[v] = true
		}
		if b.Third && b.men[v] != 'k' && b.between(v) {
			found[v] = true
		}
	}
	if !company {
		return nil
	}
	if hammer && b.Shieldwall != "none" {
		for _, row := range b.rowsAtEdges(b.side(mover)) {
			if b.rowFalls(row, m.to) {
				for _, v := range row {
					if b.men[v] != 'k' {
						found[v] = true
					}
				}
			}
		}
	}
	if middle := (square{(m.from.row + m.to.row) / 2, (m.from.col + m.to.col) / 2}); b.leap(mover) == "capture" &&
		max(m.from.row-m.to.row, m.to.row-m.from.row)+max(m.from.col-m.to.col, m.to.col-m.from.col) == 2 && b.men[middle] != 0 {
		found[middle] = true
	}
	if b.Passive {
		rest := b.after(hop{m.to, m.to})
		rest.men[m.to] = mover
		if b.PassiveOrder == "captures" {
			for v := range found {
				delete(rest.men, v)
			}
		}
		if rest.between(m.to) {
			if b.PassiveOrder == "fall" {
				clear(found)
			}
			found[m.to] = true
		}
	}
	for v := range found {
		all = append(all, v)
	}
	return all
}

// rowsAtEdges returns all longest rows at the edges of men who are not of side x.
func (b *book) rowsAtEdges(x byte) (rows [][]square) {
	line := func(from, step square, n int) {
		var row []square
		for i := range n + 1 {
			at := from.by(step, i)
			if man := b.men[at]; i < n && man != 0 && b.side(man) != x {
				row = append(row, at)
			} else if row != nil {
				rows, row = append(rows, row), nil
			}
		}
	}
	line(square{0, 0}, square{0, 1}, b.cols)
	line(square{b.rows - 1, 0}, square{0, 1}, b.cols)
	line(square{0, 0}, square{1, 0}, b.rows)
	line(square{0, b.cols - 1}, square{1, 0}, b.rows)
	return rows
}

// rowFalls reports whether a row falls by the arrival of a piece on c.
func (b *book) rowFalls(row []square, c square) bool {
	if len(row) < 2 {
		return false
	}
	step := square{row[1].row - row[0].row, row[1].col - row[0].col}
	inward := square{step.col, step.row} // down or right
	if step.row == 0 && row[0].row == b.rows-1 || step.col == 0 && row[0].col == b.cols-1 {
		inward = square{-inward.row, -inward.col}
	}
	closes := func(n square) bool { return n == c || b.on(n) && b.foe(row[0], n) }
	part := false
	for _, v := range row {
		if !closes(v.by(inward, 1)) {
			return false
		}
		part = part || !b.ShieldwallFlank && v.by(inward, 1) == c
	}
	open := 0
	for _, e := range []square{row[0].by(step, -1), row[len(row)-1].by(step, 1)} {
		part = part || e == c
		if closes(e) {
			continue
		}
		if b.Shieldwall != "strong" || !b.on(e) || b.mark(e) != 'X' || b.men[e] != 0 {
			return false
		}
		open++
	}
	return part && open < 2
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
		b.winner = map[tafl.RepeatResult]string{"draw": "draw", "loss_defenders": "a", "loss_mover": other}[b.RepeatResult]
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

// fort reports whether the king on k has an edge fort.
func (b *book) fort(k square) bool {
	inside := b.spread(k, func(n square) bool {
		if b.men[n] != 0 {
			return b.side(b.men[n]) == 'a'
		}
		return b.stops('a', n) || b.passes('a', n) || b.CampWithin && b.mark(n) == 'A'
	})
	edge := false
	for s := range inside {
		if b.men[s] != 0 && s != k {
			return false
		}
		edge = edge || b.atEdge(s)
	}
	if !edge || len(b.moves(k)) == 0 {
		return false
	}
	return b.EdgeFort == "closed" || b.unbreakable(inside)
}

// unbreakable lets attackers stand wherever they may outside, and looks what they could
// capture, until nothing more falls.
func (b *book) unbreakable(inside map[square]bool) bool {
	for _, man := range b.men {
		if b.side(man) == 'a' && b.leap(man) != "none" && b.leap(man) != "" {
			return false
		}
	}
	wall := map[square]bool{}
	for at, man := range b.men {
		if man != 'k' && b.side(man) == 'd' {
			wall[at] = true
		}
	}
	for {
		fallen := square{-1, -1}
		for v := range wall {
			if b.couldFall(v, inside, wall) {
				fallen = v
			}
		}
		if fallen.row < 0 {
			break
		}
		delete(wall, fallen)
	}
	for s := range inside {
		for _, d := range compass {
			if n := s.by(d, 1); b.on(n) && !inside[n] && !wall[n] {
				return false
			}
		}
	}
	return true
}

func (b *book) couldFall(v square, inside, wall map[square]bool) bool {
	outside := func(n square) bool { return b.on(n) && !inside[n] && !wall[n] }
	manned := func(n square) bool {
		if !outside(n) {
			return false
		}
		for _, man := range b.men {
			if b.side(man) == 'a' && b.stops(man, n) {
				return true
			}
		}
		return false
	}
	danger := func(n square) bool {
		if !outside(n) {
			return false
		}
		set := map[byte]tafl.Kinds{'T': b.ThroneHostile, 'X': b.CornerHostile, 'A': b.CampHostile, 'D': b.FortHostile}[b.mark(n)]
		return manned(n) || set != "" && among(set, 'd') || b.mark(n) == 'T' && among(b.ThroneAlways, 'd')
	}
	sides, threats := 0, 0
	for _, d := range compass {
		if b.on(v.by(d, 1)) {
			sides++
			if danger(v.by(d, 1)) {
				threats++
			}
		}
	}
	switch b.need(v) {
	case 2:
		for _, d := range compass[:2] {
			if danger(v.by(d, 1)) && danger(v.by(d, -1)) {
				return true
			}
		}
	case 3:
		if threats >= 3 {
			return true
		}
	case 4:
		if threats == sides {
			return true
		}
	}
	if b.Shieldwall == "none" {
		return false
	}
	for _, row := range b.rowsAtEdges('a') {
		if !slices.Contains(row, v) {
			continue
		}
		if b.wallRow(row, v, wall, manned) {
			return true
		}
	}
	return false
}

// wallRow reports whether the part of a row at the edge that still stands, with v in
// it, could be closed in.
func (b *book) wallRow(row []square, v square, wall map[square]bool, manned func(square) bool) bool {
	stands := func(s square) bool { return wall[s] || b.men[s] == 'k' }
	i := slices.Index(row, v)
	low, high := i, i
	for low > 0 && stands(row[low-1]) {
		low--
	}
	for high < len(row)-1 && stands(row[high+1]) {
		high++
	}
	if high == low {
		return false
	}
	step := square{row[1].row - row[0].row, row[1].col - row[0].col}
	for _, s := range row[low : high+1] {
		front := square{step.col, step.row}
		if step.row == 0 && s.row == b.rows-1 || step.col == 0 && s.col == b.cols-1 {
			front = square{-front.row, -front.col}
		}
		if !manned(s.by(front, 1)) {
			return false
		}
	}
	for _, e := range []square{row[low].by(step, -1), row[high].by(step, 1)} {
		if !b.on(e) || !manned(e) && !(b.marks[e] == 'X' && !stands(e)) {
			return false
		}
	}
	return true
}
