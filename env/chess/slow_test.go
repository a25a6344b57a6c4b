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
		s.castles = append(s.castles, slowCastle{0, q[0], q[1], q[2], q[3]})
		up := func(a at) at { return at{a.x, s.height + 1 - a.y} }
		s.castles = append(s.castles, slowCastle{1, up(q[0]), up(q[1]), up(q[2]), up(q[3])})
	}
	for i := range s.castles {
		s.rights[fmt.Sprint(i)] = true
	}
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
		x, n := 1, 0
		for _, c := range row {
			if unicode.IsDigit(c) {
				n = 10*n + int(c-'0')
				continue
			}
			x, n = x+n, 0
			if c != '*' {
				s.men[at{x, s.height - i}] = slowMan{side: sideNumber(c), is: byte(unicode.ToUpper(c))}
			}
			x++
		}
	}
	for _, c := range hand {
		s.hand[fmt.Sprint(sideNumber(c))+string(unicode.ToUpper(c))]++
	}
	if fields[1] == "b" {
		s.turn = 1
	}
	s.history = []string{s.key()}
}

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
	t.history = slices.Clip(s.history)
	return &t
}

// directions are the words for each of a leap's eight vectors, by which Betza's small
// letters choose: files to the right, ranks ahead, a the longer of the two.
func directions(a, b int) map[[2]int]string {
	t := map[[2]int]string{}
	add := func(x, y int, words string) { t[[2]int{x, y}] += " " + words + " " }
	add(b, a, "ff vv rf rv fh rh hr")
	add(-b, -a, "bb vv lb lv bh lh hr")
	add(a, -b, "rr ss br bs bh rh hr")
	add(-a, b, "ll ss fl fs fh lh hr")
	add(a, b, "rr ss fr fs fh rh hl")
	add(-a, -b, "ll ss bl bs bh lh hl")
	add(b, -a, "bb vv rb rv bh rh hl")
	add(-b, a, "ff vv lf lv fh lh hl")
	return t
}

var slowAtoms = map[rune][][2]int{
	'W': {{1, 0}}, 'F': {{1, 1}}, 'D': {{2, 0}}, 'N': {{2, 1}}, 'A': {{2, 2}}, 'H': {{3, 0}}, 'C': {{3, 1}},
	'Z': {{3, 2}}, 'G': {{3, 3}}, 'K': {{1, 0}, {1, 1}}, 'R': {{1, 0}}, 'B': {{1, 1}}, 'Q': {{1, 0}, {1, 1}},
}

// slowLeg is a vector, how often it may be made, and the letters before the atom.
type slowLeg struct {
	v       [2]int
	steps   int
	letters string
}

// legsOf reads a text of moves.
func legsOf(rest string) (all []slowLeg) {
	for rest != "" {
		if strings.HasPrefix(rest, "Sissa") {
			all, rest = append(all, slowLeg{letters: "Sissa"}), rest[5:]
			continue
		}
		n := strings.IndexFunc(rest, unicode.IsUpper)
		letters, atom := rest[:n], rune(rest[n])
		rest = rest[n+1:]
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		steps, rides := 0, strings.ContainsRune("RBQ", atom)
		if digits > 0 {
			steps, _ = strconv.Atoi(rest[:digits])
			rides, rest = true, rest[digits:]
		} else if rest != "" && rune(rest[0]) == atom {
			rides, rest = true, rest[1:]
		}
		if steps == 0 {
			steps = 99
		}
		if !rides {
			steps = 1
		}
		for _, size := range slowAtoms[atom] {
			for v, words := range directions(size[0], size[1]) {
				if chosen(letters, words, size[1] == 0) {
					all = append(all, slowLeg{v, steps, letters})
				}
			}
		}
	}
	return all
}

// goes calls visit for each square where a man on q may come to by his moves, whatever
// the mode: to, the letters before the atom, and the squares passed.
func (s *slow) goes(q at, m slowMan, visit func(to at, letters string, passed []at)) {
	for _, l := range s.legs[m.is] {
		if l.letters == "Sissa" {
			s.goesSissa(q, visit)
		} else {
			s.along(q, m, l.v, l.steps, l.letters, visit)
		}
	}
}

// chosen reports whether the small letters before an atom choose a vector by its words.
func chosen(letters, words string, straight bool) bool {
	var of []string
	for i := 0; i < len(letters); i++ {
		if !strings.ContainsRune("fblrvsh", rune(letters[i])) {
			continue
		}
		pair := letters[i:i+1] + letters[i:i+1]
		if i+1 < len(letters) {
			next := letters[i : i+2]
			upright, level := strings.ContainsAny(next[:1], "fbvh"), strings.ContainsAny(next[:1], "rlsh")
			if next[0] == next[1] || upright && strings.ContainsAny(next[1:], "rlsh") || level && strings.ContainsAny(next[1:], "fbvh") {
				pair = next
				i++
			}
		}
		of = append(of, pair)
	}
	if of == nil {
		return true
	}
	for _, pair := range of {
		if straight && pair[0] != pair[1] {
			for _, c := range pair {
				if strings.Contains(words, " "+string(c)+string(c)+" ") || c == 'h' {
					return true
				}
			}
		} else if strings.Contains(words, " "+pair+" ") || pair == "hh" {
			return true
		}
	}
	return false
}

// along walks a vector.
func (s *slow) along(q at, m slowMan, v [2]int, steps int, letters string, visit func(at, string, []at)) {
	if m.side == 1 {
		v = [2]int{-v[0], -v[1]}
	}
	if strings.Contains(letters, "n") {
		s.lame(q, v, letters, visit)
		return
	}
	var passed []at
	mounts := 0
	for i := 1; i <= steps; i++ {
		to := at{q.x + i*v[0], q.y + i*v[1]}
		if !s.there[to] {
			return
		}
		_, full := s.men[to]
		hops, vaults := strings.Contains(letters, "p"), strings.Contains(letters, "g")
		switch {
		case !hops && !vaults, mounts == 1:
			visit(to, letters, slices.Clone(passed))
			if vaults || full {
				return
			}
		case full:
			mounts++
		}
		passed = append(passed, to)
	}
}

// lame leaps over empty squares only: straight ones first, then diagonal ones.
func (s *slow) lame(q at, v [2]int, letters string, visit func(at, string, []at)) {
	to := at{q.x + v[0], q.y + v[1]}
	var passed []at
	here := q
	for here != to {
		dx, dy := to.x-here.x, to.y-here.y
		switch {
		case max(dx, -dx) > max(dy, -dy):
			here.x += dx / max(dx, -dx)
		case max(dx, -dx) < max(dy, -dy):
			here.y += dy / max(dy, -dy)
		default:
			here.x += dx / max(dx, -dx)
			here.y += dy / max(dy, -dy)
		}
		if !s.there[here] {
			return
		}
		if _, full := s.men[here]; full && here != to {
			return
		}
		if here != to {
			passed = append(passed, here)
		}
	}
	visit(to, letters, passed)
}

func (s *slow) goesSissa(q at, visit func(at, string, []at)) {
	straight, diagonal := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	for turn := range 2 {
		for _, v := range straight {
			for _, w := range diagonal {
				first, second := v, w
				if turn == 1 {
					first, second = w, v
				}
				for n := 1; n < 12; n++ {
					here, open := q, true
					for i := 1; i <= 2*n && open; i++ {
						d := first
						if i > n {
							d = second
						}
						here = at{here.x + d[0], here.y + d[1]}
						_, full := s.men[here]
						open = s.there[here] && (!full || i == 2*n)
					}
					if open {
						visit(here, "", nil)
					}
				}
			}
		}
	}
}

// tries returns the moves of a man without regard to kings, by squares.
func (s *slow) tries(q at) (all []slowMove) {
	m := s.men[q]
	kind := s.k.Men[string(m.is)]
	type choice struct {
		passing bool
		passed  []at
	}
	to := map[at]choice{}
	s.goes(q, m, func(t at, letters string, passed []at) {
		quiet, captures, passing := strings.Contains(letters, "m"), strings.Contains(letters, "c"), strings.Contains(letters, "e")
		if !quiet && !captures && !passing {
			quiet, captures = true, true
		}
		if strings.Contains(letters, "i") && !s.initial(q, m) || kind.Stays != "" && !s.in(t, m.side, kind.Stays, "") {
			return
		}
		other, full := s.men[t]
		was, met := to[t]
		switch {
		case !full && passing && slices.Contains(s.over, t):
			to[t] = choice{passing: true}
		case full && other.side != m.side && captures:
			to[t] = choice{}
		case !full && quiet && !was.passing:
			c := choice{}
			if strings.Contains(letters, "i") && strings.Contains(letters, "n") {
				c.passed = passed
			}
			if !met {
				to[t] = c
			}
		}
	})
	for t, c := range to {
		all = append(all, s.arrivals(q, t, c.passing, c.passed)...)
	}
	return all
}

// initial reports whether a man is where his moves with i begin.
func (s *slow) initial(q at, m slowMan) bool {
	if text := s.k.Men[string(m.is)].Initial; text != "" {
		return s.in(q, m.side, text, "")
	}
	letter := string(m.is)
	if m.side == 1 {
		letter = strings.ToLower(letter)
	}
	return s.homes[letter][q]
}

// arrivals returns a move with all that the man may become.
func (s *slow) arrivals(q, t at, passing bool, passed []at) (all []slowMove) {
	m := s.men[q]
	kind := s.k.Men[string(m.is)]
	region := s.k.Promotion
	if region == "" && s.k.PromotionSecond == "" || region == "" && m.side == 0 {
		region = "*" + strconv.Itoa(s.height)
	}
	if region == "" {
		region = "*" + strconv.Itoa(s.height)
	}
	may := m.was == 0 && kind.Promotes != "" && (s.in(t, m.side, region, s.k.PromotionSecond) || s.k.PromotionBegins && s.in(q, m.side, region, s.k.PromotionSecond))
	become := func(letter byte, suffix string) {
		next := s.copy()
		man := slowMan{m.side, letter, m.was}
		if letter != m.is && s.k.CapturesToHand && !s.k.KeepsPromotion {
			man.was = m.is
		}
		gone, full := next.men[t]
		at := t
		if passing {
			at = s.victim
			gone, full = next.men[at]
		}
		if full {
			delete(next.men, at)
			if s.k.CapturesToHand {
				as := gone.is
				if gone.was != 0 {
					as = gone.was
				}
				next.hand[fmt.Sprint(m.side)+string(as)]++
			}
		}
		delete(next.men, q)
		next.men[t] = man
		clockMen := s.k.ClockMen
		counts := strings.ContainsRune(clockMen, rune(m.is)) || clockMen == "" && kind.Promotes != ""
		next.clock++
		if full || suffix != "" || counts {
			next.clock = 0
		}
		for i, c := range s.castles {
			if q == c.king || q == c.rook || t == c.king || t == c.rook {
				delete(next.rights, fmt.Sprint(i))
			}
		}
		if len(passed) > 0 && len(passed) <= 2 {
			next.over, next.victim = passed, t
		}
		all = append(all, slowMove{text: q.String() + t.String() + suffix, next: next, captures: full, passing: passing})
	}
	if may {
		for _, letter := range []byte(kind.Promotes) {
			limit := s.k.Men[string(letter)].Limit
			n := 0
			for _, other := range s.men {
				if other.side == m.side && other.is == letter {
					n++
				}
			}
			if limit == 0 || n < limit {
				become(letter, strings.ToLower(string(letter)))
			}
		}
	}
	if (!may || kind.Choice == "may") && !(s.k.NoStuck && s.stuck(t, m)) {
		become(m.is, "")
	}
	return all
}

// ever returns the squares to which a man may come from q, on a board that is empty or
// has one other man.
func (s *slow) ever(q at, m slowMan) map[at]bool {
	all := map[at]bool{}
	alone := *s
	try := func(men map[at]slowMan) {
		alone.men = men
		alone.goes(q, m, func(to at, letters string, _ []at) {
			if !strings.Contains(letters, "i") || s.initial(q, m) {
				all[to] = true
			}
		})
	}
	try(map[at]slowMan{q: m})
	if strings.ContainsAny(s.k.Men[string(m.is)].Moves, "pg") {
		for other := range s.there {
			if other != q {
				try(map[at]slowMan{q: m, other: m})
			}
		}
	}
	return all
}

// stuck reports whether a man could never move from q.
func (s *slow) stuck(q at, m slowMan) bool { return len(s.ever(q, m)) == 0 }

// attacked reports whether a side could capture on q.
func (s *slow) attacked(q at, by int) bool {
	t := *s
	t.men = maps.Clone(s.men)
	if _, full := t.men[q]; !full {
		t.men[q] = slowMan{side: 1 - by, is: '?'}
	}
	hit := false
	for from, m := range t.men {
		if m.side != by {
			continue
		}
		t.goes(from, m, func(to at, letters string, _ []at) {
			captures := strings.Contains(letters, "c") || !strings.ContainsAny(letters, "me")
			if to != q || !captures || strings.Contains(letters, "i") && !t.initial(from, m) {
				return
			}
			if stays := s.k.Men[string(m.is)].Stays; stays == "" || s.in(to, m.side, stays, "") {
				hit = true
			}
		})
		if s.k.Facing && s.k.Men[string(m.is)].Royal && from.x == q.x && from != q {
			open := true
			for y := min(from.y, q.y) + 1; y < max(from.y, q.y); y++ {
				if _, full := t.men[at{q.x, y}]; full || !s.there[at{q.x, y}] {
					open = false
				}
			}
			hit = hit || open
		}
	}
	return hit
}

// inCheck reports whether a side's royal men are in danger.
func (s *slow) inCheck(side int) bool {
	royals, hit := 0, 0
	for q, m := range s.men {
		if m.side == side && s.k.Men[string(m.is)].Royal {
			royals++
			if s.attacked(q, 1-side) {
				hit++
			}
		}
	}
	switch s.k.Royals {
	case "last":
		return royals == 1 && hit == 1
	case "all":
		return royals > 0 && hit == royals
	}
	return hit > 0
}

// moves returns the legal moves.
func (s *slow) moves() []slowMove {
	var all []slowMove
	holds := false
	for place, n := range s.hand {
		holds = holds || n > 0 && place[0] == byte('0'+s.turn)
	}
	if !s.k.MustDrop || !holds {
		for q, m := range s.men {
			if m.side == s.turn {
				all = append(all, s.tries(q)...)
			}
		}
		all = append(all, s.castlings()...)
	}
	if s.k.Drops {
		all = append(all, s.dropping()...)
	}
	all = slices.DeleteFunc(all, func(m slowMove) bool {
		m.next.turn = 1 - s.turn
		if m.next.inCheck(s.turn) || !s.k.Checking && m.next.inCheck(1-s.turn) {
			return true
		}
		return m.dropped != 0 && s.k.Men[string(m.dropped)].NoMate && m.next.inCheck(1-s.turn) && len(m.next.moves()) == 0
	})
	if s.k.MustCapture && slices.ContainsFunc(all, func(m slowMove) bool { return m.captures }) {
		all = slices.DeleteFunc(all, func(m slowMove) bool { return !m.captures })
	}
	return all
}

func (s *slow) dropping() (all []slowMove) {
	for letter, kind := range s.k.Men {
		place := fmt.Sprint(s.turn) + letter
		if s.hand[place] == 0 {
			continue
		}
		m := slowMan{side: s.turn, is: letter[0]}
		for q := range s.there {
			_, full := s.men[q]
			file := false
			for other, man := range s.men {
				file = file || other.x == q.x && man.side == s.turn && man.is == m.is && man.was == 0
			}
			if full || kind.OneAFile && file || s.k.NoStuck && s.stuck(q, m) || kind.DropsIn != "" && !s.in(q, s.turn, kind.DropsIn, "") {
				continue
			}
			if (s.k.DropRegion != "" || s.turn == 1 && s.k.DropRegionSecond != "") && !s.in(q, s.turn, s.k.DropRegion, s.k.DropRegionSecond) {
				continue
			}
			next := s.copy()
			next.men[q] = m
			next.hand[place]--
			next.clock++
			if kind.Promotes != "" && s.k.ClockMen == "" || strings.Contains(s.k.ClockMen, letter) {
				next.clock = 0
			}
			all = append(all, slowMove{text: letter + "@" + q.String(), next: next, dropped: letter[0]})
		}
	}
	return all
}

func (s *slow) castlings() (all []slowMove) {
	for i, c := range s.castles {
		if c.side != s.turn || !s.rights[fmt.Sprint(i)] {
			continue
		}
		king, rook := s.men[c.king], s.men[c.rook]
		ok := true
		for q := range s.there {
			if q.y != c.king.y {
				continue
			}
			within := func(a, b at) bool { return q.x >= min(a.x, b.x) && q.x <= max(a.x, b.x) }
			_, full := s.men[q]
			if full && q != c.king && q != c.rook && (within(c.king, c.kingTo) || within(c.rook, c.rookTo)) {
				ok = false
			}
			if within(c.king, c.kingTo) && s.k.Men[string(king.is)].Royal && s.attacked(q, 1-s.turn) {
				ok = false
			}
		}
		if !ok {
			continue
		}
		next := s.copy()
		delete(next.men, c.king)
		delete(next.men, c.rook)
		next.men[c.kingTo], next.men[c.rookTo] = king, rook
		next.clock++
		if strings.Contains(s.k.ClockMen, string(king.is)) || s.k.ClockMen == "" && s.k.Men[string(king.is)].Promotes != "" {
			next.clock = 0
		}
		for j, d := range s.castles {
			for _, q := range []at{c.king, c.kingTo} {
				if q == d.king || q == d.rook {
					delete(next.rights, fmt.Sprint(j))
				}
			}
		}
		text := c.king.String() + c.kingTo.String()
		if s.ever(c.king, king)[c.kingTo] {
			text = c.king.String() + c.rook.String()
		}
		all = append(all, slowMove{text: text, next: next})
	}
	return all
}

// key writes all that makes two positions the same.
func (s *slow) key() string {
	var all []string
	for q, m := range s.men {
		all = append(all, fmt.Sprint(q, m))
	}
	for place, n := range s.hand {
		all = append(all, fmt.Sprint(place, "x", n))
		if n == 0 {
			all = all[:len(all)-1]
		}
	}
	for r, on := range s.rights {
		all = append(all, fmt.Sprint("right", r, on))
	}
	if len(s.over) > 0 && slices.ContainsFunc(s.moves(), func(m slowMove) bool { return m.passing }) {
		all = append(all, fmt.Sprint("over", s.over, s.victim))
	}
	slices.Sort(all)
	return fmt.Sprint(all, s.turn, s.given)
}

// play makes the move of a text.
func (s *slow) play(text string) *slow {
	for _, m := range s.moves() {
		if m.text == text {
			if s.k.Checks > 0 && m.next.inCheck(1-s.turn) {
				m.next.given[s.turn]++
			}
			m.next.history = append(m.next.history, m.next.key())
			return m.next
		}
	}
	panic("slow: no move " + text)
}

// count counts men of a side, those of one kind or all.
func (s *slow) count(side int, letter string) (n int) {
	for _, m := range s.men {
		if m.side == side && (letter == "*" || letter == string(m.is)) {
			n++
		}
	}
	for place, more := range s.hand {
		if place[0] == byte('0'+side) && (letter == "*" || place[1:] == letter) {
			n += more
		}
	}
	return n
}

// reached reports whether a side has enough men on its goal.
func (s *slow) reached(side int) bool {
	n := 0
	for q, m := range s.men {
		if m.side == side && (s.k.GoalMen == "" || s.k.GoalMen == "*" || strings.ContainsRune(s.k.GoalMen, rune(m.is))) && s.in(q, side, s.k.Goal, s.k.GoalSecond) {
			n++
		}
	}
	return n >= s.k.GoalCount
}

// outcome returns the result as the words of env.Result, and the legal moves.
func (s *slow) outcome() (string, []string) {
	win := func(side int) string { return [2]string{"first wins", "second wins"}[side] }
	of := func(word string, side int) string {
		switch word {
		case "win":
			return win(side)
		case "loss":
			return win(1 - side)
		}
		return "drawn"
	}
	us, them := s.turn, 1-s.turn
	moves := s.moves()
	own, other := s.reached(us), s.reached(them)
	switch {
	case s.k.GoalReply && own && other:
		return "drawn", nil
	case s.k.GoalReply && other && us == 1 && slices.ContainsFunc(moves, func(m slowMove) bool { return m.next.reached(1) }):
		goto on
	case other:
		return win(them), nil
	case own:
		return win(us), nil
	}
on:
	for _, side := range []int{them, us} {
		if s.k.Checks > 0 && s.given[side] >= s.k.Checks {
			return win(side), nil
		}
	}
	for _, side := range []int{them, us} {
		need := s.k.ExtinctionOpponent
		if s.k.ExtinctionReply && side == us {
			need++
		}
		kinds := strings.Split(s.k.ExtinctionMen, "")
		for _, letter := range kinds {
			if s.k.Extinction != "no" && s.count(side, letter) <= s.k.ExtinctionCount && s.count(1-side, letter) >= need {
				return of(s.k.Extinction, side), nil
			}
		}
	}
	if len(moves) == 0 {
		if s.inCheck(us) {
			return of(s.k.Checkmate, us), nil
		}
		return of(s.k.Stalemate, us), nil
	}
	if s.k.Insufficient != "" && s.barren() || s.k.Clock > 0 && s.clock >= s.k.Clock {
		return "drawn", nil
	}
	n := 0
	for _, key := range s.history {
		if key == s.history[len(s.history)-1] {
			n++
		}
	}
	if s.k.Repetition > 0 && n >= s.k.Repetition {
		return of(s.k.RepetitionResult, them), nil
	}
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.text)
	}
	slices.Sort(texts)
	return "ongoing", texts
}

func (s *slow) barren() bool {
	others := 0
	for _, m := range s.men {
		if !s.k.Men[string(m.is)].Royal {
			others++
			if !strings.ContainsRune(s.k.Insufficient, rune(m.is)) {
				others = 2
			}
		}
	}
	for _, n := range s.hand {
		if n > 0 {
			return false
		}
	}
	return others < 2
}
