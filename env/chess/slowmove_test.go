package chess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

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
			if kind.Promotes != "" && s.k.ClockMen == "" || strings.ContainsAny(s.k.ClockMen, letter+"@") {
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
