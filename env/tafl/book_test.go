package tafl

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// book is a second rule book, slow and written from the rules alone: rows of
// letters that are looked through square by square, and a list of all the
// positions there were.
type book struct {
	Rules
	rows []string // '.' is empty
	turn byte     // 'a' or 'd'
	met  []string
	over string // "", "a", "d" or "draw"
}

// spot is a square, rows counted from the top.
type spot struct{ row, col int }

func (s spot) plus(d spot, n int) spot { return spot{s.row + n*d.row, s.col + n*d.col} }

// around are the directions in the order of the actions.
var around = []spot{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

func newBook(r Rules, position string) *book {
	rows, turn, _ := strings.Cut(position, " ")
	for n := 1; n <= 9; n++ {
		rows = strings.ReplaceAll(rows, fmt.Sprint(n), strings.Repeat(".", n))
	}
	b := &book{Rules: r, rows: strings.Split(rows, "/"), turn: turn[0]}
	b.judge()
	return b
}

func (b *book) size() int { return len(b.rows) }

// at returns the letter on s, '.' if s is empty and 0 if it is off the board.
func (b *book) at(s spot) byte {
	if s.row < 0 || s.row >= b.size() || s.col < 0 || s.col >= b.size() {
		return 0
	}
	return b.rows[s.row][s.col]
}

func (b *book) put(s spot, letter byte) {
	row := []byte(b.rows[s.row])
	row[s.col] = letter
	b.rows[s.row] = string(row)
}

// find lists the squares with one of some letters, row by row.
func (b *book) find(letters string) (all []spot) {
	for row := range b.size() {
		for col := range b.size() {
			if strings.IndexByte(letters, b.rows[row][col]) >= 0 {
				all = append(all, spot{row, col})
			}
		}
	}
	return all
}

func sideOf(letter byte) byte {
	if letter == 'k' {
		return 'd'
	}
	return letter
}

func rival(side byte) byte { return 'a' + 'd' - side }

func (b *book) isThrone(s spot) bool {
	return b.Throne && s == spot{b.size() / 2, b.size() / 2}
}

func (b *book) atCorner(s spot) bool {
	end := b.size() - 1
	return (s.row == 0 || s.row == end) && (s.col == 0 || s.col == end)
}

func (b *book) atEdge(s spot) bool {
	end := b.size() - 1
	return s.row == 0 || s.row == end || s.col == 0 || s.col == end
}

func has(set Kinds, letter byte) bool {
	return set != "none" && strings.Contains(string(set), string(letter))
}

// targets walks one square at a time.
func (b *book) targets(from spot) (all []spot) {
	piece := b.at(from)
	limit := b.ManRange
	if piece == 'k' {
		limit = b.KingRange
	}
	for _, d := range around {
		for n := 1; limit == 0 || n <= limit; n++ {
			s := from.plus(d, n)
			if b.at(s) != '.' {
				break
			}
			throne, corner := b.isThrone(s), b.Corners && b.atCorner(s)
			if !throne && !corner || throne && has(b.ThroneStop, piece) || corner && has(b.CornerStop, piece) {
				all = append(all, s)
			}
			if throne && !has(b.ThronePass, piece) {
				break
			}
		}
	}
	return all
}

// legal lists the legal actions in increasing order.
func (b *book) legal() (all []env.Action) {
	if b.over != "" {
		return nil
	}
	for _, from := range b.find(b.army()) {
		for _, to := range b.targets(from) {
			all = append(all, b.action(from, to))
		}
	}
	slices.Sort(all)
	return all
}

func (b *book) army() string {
	if b.turn == 'd' {
		return "dk"
	}
	return "a"
}

// action is plane*cells + from, planes by direction and distance.
func (b *book) action(from, to spot) env.Action {
	for d, step := range around {
		for n := 1; n < b.size(); n++ {
			if from.plus(step, n) == to {
				plane := d*(b.size()-1) + n - 1
				return env.Action(plane*b.size()*b.size() + from.row*b.size() + from.col)
			}
		}
	}
	panic("no straight line")
}

func (b *book) squaresOf(a env.Action) (from, to spot) {
	cells := b.size() * b.size()
	plane, cell := int(a)/cells, int(a)%cells
	from = spot{cell / b.size(), cell % b.size()}
	return from, from.plus(around[plane/(b.size()-1)], plane%(b.size()-1)+1)
}

// attacks reports whether s helps to capture a piece with letter victim, and
// whether it does so by a piece.
func (b *book) attacks(s spot, victim byte) (helps, byPiece bool) {
	switch there := b.at(s); there {
	case 0:
		return false, false
	case 'a':
		return sideOf(victim) == 'd', true
	case 'd':
		return victim == 'a', true
	case 'k':
		return victim == 'a' && (b.KingArmed == "both" || b.KingArmed == "anvil"), true
	}
	switch {
	case b.isThrone(s):
		return has(b.ThroneHostile, victim), false
	case b.Corners && b.atCorner(s):
		return has(b.CornerHostile, victim), false
	}
	return false, false
}

// besieged applies the rules for a king who is not captured like a man here;
// special is false if he is.
func (b *book) besieged(king spot) (fallen, special bool) {
	var attackers, helpers, onBoard int
	throneBeside, throneLetter := false, byte(0)
	for _, d := range around {
		s := king.plus(d, 1)
		if b.at(s) != 0 {
			onBoard++
		}
		if b.at(s) == 'a' {
			attackers++
		}
		if helps, _ := b.attacks(s, 'k'); helps {
			helpers++
		}
		if b.isThrone(s) {
			throneBeside, throneLetter = true, b.at(s)
		}
	}
	switch b.KingCapture {
	case "throne4":
		return attackers == 4, b.isThrone(king)
	case "nielsen":
		if b.isThrone(king) {
			return attackers == 4, true
		}
		return attackers == 4 || attackers == 3 && throneLetter == '.', throneBeside
	case "four":
		return helpers == 4, true
	case "four_edge":
		return helpers == onBoard, true
	}
	return false, false
}

// falls lists what is captured by the arrival of a piece on to.
func (b *book) falls(to spot) (taken []spot) {
	mover := b.at(to)
	if mover != 'k' || b.KingArmed == "both" || b.KingArmed == "hammer" {
		for _, d := range around {
			s := to.plus(d, 1)
			victim := b.at(s)
			if victim == 0 || victim == '.' || sideOf(victim) == sideOf(mover) {
				continue
			}
			fallen, _ := b.attacks(to.plus(d, 2), victim)
			if victim == 'k' {
				if siege, special := b.besieged(s); special {
					fallen = siege
				}
			}
			if fallen {
				taken = append(taken, s)
			}
		}
	}
	if b.Third && (mover != 'k' || b.KingArmed == "both" || b.KingArmed == "hammer") {
		for _, d := range around {
			s := to.plus(d, 1)
			man := b.at(s)
			if man == 0 || man == '.' || man == 'k' || sideOf(man) == sideOf(mover) || slices.Contains(taken, s) {
				continue
			}
			if b.walksIn(s) { // between two
				taken = append(taken, s)
			}
		}
	}
	falls := b.Passive && b.walksIn(to)
	if falls && b.PassiveOrder == "fall" {
		b.put(to, '.')
		return []spot{to}
	}
	for _, s := range taken {
		b.put(s, '.')
	}
	if b.PassiveOrder == "captures" {
		falls = b.Passive && b.walksIn(to)
	}
	if falls {
		b.put(to, '.')
		taken = append(taken, to)
	}
	return taken
}

// walksIn reports whether the piece that has moved to s has got in between.
func (b *book) walksIn(s spot) bool {
	if b.at(s) == 'k' {
		if fallen, special := b.besieged(s); special {
			return fallen
		}
	}
	for _, d := range around[:2] {
		one, piece := b.attacks(s.plus(d, 1), b.at(s))
		other, second := b.attacks(s.plus(d, -1), b.at(s))
		if one && other && (piece || second) {
			return true
		}
	}
	return false
}

func (b *book) play(a env.Action) {
	b.move(a)
	b.turn = rival(b.turn)
	b.judge()
}

// move changes the board and returns the text of the move.
func (b *book) move(a env.Action) string {
	from, to := b.squaresOf(a)
	piece := b.at(from)
	b.put(to, piece)
	b.put(from, '.')
	taken := b.falls(to)
	return b.describe(from, to, taken, piece)
}

func (b *book) name(s spot) string { return fmt.Sprintf("%c%d", 'a'+s.col, b.size()-s.row) }

func (b *book) describe(from, to spot, taken []spot, piece byte) string {
	text, names := b.name(from)+b.name(to), []string{}
	for _, s := range taken {
		names = append(names, b.name(s))
	}
	slices.Sort(names)
	if len(names) > 0 {
		text += "x" + strings.Join(names, ",")
	}
	switch {
	case b.find("k") == nil:
		text += "#"
	case piece == 'k' && b.home(to):
		text += "+"
	}
	return text
}

func (b *book) home(s spot) bool { return b.atCorner(s) || b.Escape == "edge" && b.atEdge(s) }

// judge says how the game stands, and writes the position down.
func (b *book) judge() {
	b.met = append(b.met, b.text())
	kings := b.find("k")
	switch {
	case kings == nil:
		b.over = "a"
	case b.home(kings[0]) || b.find("a") == nil:
		b.over = "d"
	case b.Encirclement && !b.reachesEdge():
		b.over = "a"
	case len(b.legal()) == 0 && b.NoMove == "draw":
		b.over = "draw"
	case len(b.legal()) == 0:
		b.over = string(rival(b.turn))
	case b.count() == b.Repeat:
		b.over = map[RepeatResult]string{"draw": "draw", "loss_defenders": "a", "loss_mover": string(b.turn)}[b.RepeatResult]
	}
}

func (b *book) text() string { return strings.Join(b.rows, "/") + " " + string(b.turn) }

// count returns how often the position has occurred in the whole game.
func (b *book) count() (n int) {
	now := b.text()
	for _, text := range b.met {
		if text == now {
			n++
		}
	}
	return n
}

// reachesEdge lets the king's side spread over squares without attackers.
func (b *book) reachesEdge() bool {
	reached := map[spot]bool{}
	for stack := b.find("dk"); len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.at(s) == 0 || b.at(s) == 'a' || reached[s] {
			continue
		}
		if b.atEdge(s) {
			return true
		}
		reached[s] = true
		for _, d := range around {
			stack = append(stack, s.plus(d, 1))
		}
	}
	return false
}

// try returns the text of a move without making it.
func (b *book) try(a env.Action) string {
	tried := *b
	tried.rows = slices.Clone(b.rows)
	return tried.move(a)
}

// observation paints the planes square by square.
func (b *book) observation() []float32 {
	cells := b.size() * b.size()
	planes := make([]float32, (5+max(0, b.Repeat-2))*cells)
	set := func(plane int, on func(spot) bool) {
		for c := range cells {
			if on(spot{c / b.size(), c % b.size()}) {
				planes[plane*cells+c] = 1
			}
		}
	}
	set(0, func(s spot) bool { return b.at(s) == b.turn })
	set(1, func(s spot) bool { return b.at(s) == rival(b.turn) })
	set(2, func(s spot) bool { return b.at(s) == 'k' })
	set(3, func(spot) bool { return b.turn == 'd' })
	set(4, func(s spot) bool {
		return b.isThrone(s) && !has(b.ThroneStop, b.turn) || b.Corners && b.atCorner(s) && !has(b.CornerStop, b.turn)
	})
	for n := 2; n < b.Repeat; n++ {
		set(3+n, func(spot) bool { return b.count() >= n })
	}
	return planes
}
