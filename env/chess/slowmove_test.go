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
		if strings.Contains(letters, "i") && !s.begins(q, t, m) || !s.within(t, m.side, kind.Stays, kind.StaysSecond) {
			return
		}
		other, full := s.men[t]
		was, met := to[t]
		switch {
		case !full && passing && slices.Contains(s.over, t) && s.within(t, m.side, s.k.PassingRegion, s.k.PassingRegionSecond):
			to[t] = choice{passing: true}
		case full && other != slowWall && other.side != m.side && captures && !strings.ContainsRune(kind.Spares, rune(other.is)):
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

// within reports whether a square is in a region that is all squares unless it is given.
func (s *slow) within(q at, side int, first, second string) bool {
	return first == "" && (second == "" || side == 0) || s.in(q, side, first, second)
}

// begins is initial for a move to a square: those of three squares and more have a region of
// their own.
func (s *slow) begins(q, t at, m slowMan) bool {
	kind := s.k.Men[string(m.is)]
	far := max(t.x-q.x, q.x-t.x, t.y-q.y, q.y-t.y) > 2
	for _, l := range s.legs[m.is] {
		far = far && l.steps == 1
	}
	if far && (kind.InitialFar != "" || kind.InitialFarSecond != "" && m.side == 1) {
		return s.in(q, m.side, kind.InitialFar, kind.InitialFarSecond)
	}
	return s.initial(q, m)
}

// initial reports whether a man is where his moves with i begin.
func (s *slow) initial(q at, m slowMan) bool {
	if kind := s.k.Men[string(m.is)]; kind.Initial != "" || kind.InitialSecond != "" && m.side == 1 {
		return s.in(q, m.side, kind.Initial, kind.InitialSecond)
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
	promotes, choice := s.promotes(m.is, m.side), kind.Choice
	if m.was != 0 {
		if promotes = ""; s.k.Demotes {
			promotes, choice = string(m.was), s.k.Men[string(m.was)].Choice
		}
	}
	_, arrived := s.men[t]
	may := promotes != "" && (s.in(t, m.side, region, s.k.PromotionSecond) || s.k.PromotionBegins && s.in(q, m.side, region, s.k.PromotionSecond)) && (!s.k.PromotionCaptures || arrived)
	become := func(letter byte, suffix string) {
		next := s.copy()
		man := slowMan{m.side, letter, m.was}
		switch {
		case letter == m.is:
		case m.was != 0:
			man.was = 0
		case s.k.CapturesToHand && !s.k.KeepsPromotion || s.k.Demotes:
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
			next.capture(gone)
		}
		delete(next.men, q)
		next.men[t] = man
		if full && s.k.Blast {
			next.explode(t)
		}
		if full && kind.Petrifies {
			next.men[t] = slowWall
		}
		if s.k.Trail {
			next.men[q] = slowWall
		}
		clockMen := s.k.ClockMen
		counts := strings.ContainsRune(clockMen, rune(m.is)) || clockMen == "" && kind.Promotes != ""
		next.clock++
		if full || suffix != "" && !s.k.Demotes || counts {
			next.clock = 0
		}
		for i, c := range s.castles {
			_, king := next.men[c.king]
			_, rook := next.men[c.rook]
			if q == c.king || q == c.rook || t == c.king || t == c.rook || s.k.Blast && !(king && rook) {
				delete(next.rights, fmt.Sprint(i))
			}
		}
		if len(passed) > 0 && len(passed) <= 2 && suffix == "" {
			next.over, next.victim = passed, t
		}
		move := slowMove{text: q.String() + t.String() + suffix, next: next, captures: full, passing: passing, from: q, to: t}
		if suffix != "" {
			move.becomes = letter
		}
		move.pawn = full && s.k.Men[string(gone.is)].Promotes+strings.Trim(s.k.Men[string(gone.is)].PromotesSecond, "-") != ""
		all = append(all, move)
	}
	if may {
		for _, letter := range []byte(promotes) {
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
	if (!may || choice == "may") && !(s.k.NoStuck && s.stuck(t, m)) && !s.avoids(t, m) {
		become(m.is, "")
	}
	return all
}

// promotes returns what men of a side may become.
func (s *slow) promotes(is byte, side int) string {
	kind := s.k.Men[string(is)]
	if side == 1 && kind.PromotesSecond != "" {
		return strings.Trim(kind.PromotesSecond, "-")
	}
	return kind.Promotes
}

// avoids reports whether a man does not enter a square.
func (s *slow) avoids(q at, m slowMan) bool {
	kind := s.k.Men[string(m.is)]
	return s.in(q, m.side, kind.Avoids, kind.AvoidsSecond)
}

// capture puts a man who is removed into the other side's hand, if he goes there.
func (s *slow) capture(m slowMan) {
	if !s.k.CapturesToHand {
		return
	}
	as := m.is
	if m.was != 0 {
		as = m.was
	}
	s.hand[fmt.Sprint(1-m.side)+string(as)]++
}

// explode removes the men on and around a square.
func (s *slow) explode(q at) {
	for to, m := range maps.Clone(s.men) {
		how := s.k.Men[string(m.is)].Explodes
		if far(q, to) > 1 || how == "never" || how == "captures" && to != q {
			continue
		}
		delete(s.men, to)
		s.capture(m)
	}
}

// far returns how many steps of a king two squares are apart.
func far(a, b at) int { return max(a.x-b.x, b.x-a.x, a.y-b.y, b.y-a.y) }

// ever returns the squares to which a man may come from q, on a board that is empty or
// has one other man.
func (s *slow) ever(q at, m slowMan) map[at]bool {
	all := map[at]bool{}
	alone := *s
	try := func(men map[at]slowMan) {
		alone.men = men
		alone.goes(q, m, func(to at, letters string, _ []at) {
			if !strings.Contains(letters, "i") || s.begins(q, to, m) {
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
			if to != q || !captures || strings.Contains(letters, "i") && !t.begins(from, to, m) {
				return
			}
			if kind := s.k.Men[string(m.is)]; s.within(to, m.side, kind.Stays, kind.StaysSecond) {
				hit = true
			}
		})
		if s.k.Facing && s.k.FacingRanks && s.k.Men[string(m.is)].Royal && from.y == q.y && from != q {
			open := true
			for x := min(from.x, q.x) + 1; x < max(from.x, q.x); x++ {
				if _, full := t.men[at{x, q.y}]; full || !s.there[at{x, q.y}] {
					open = false
				}
			}
			hit = hit || open
		}
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

// ruling returns the royal men of a side who are royal now.
func (s *slow) ruling(side int) map[at]bool {
	all := map[at]bool{}
	for q, m := range s.men {
		if m.side == side && s.k.Men[string(m.is)].Royal && (s.k.RoyalMost == 0 || s.standing(side, m.is) <= s.k.RoyalMost) {
			all[q] = true
		}
	}
	return all
}

// standing counts the men of a kind on the board.
func (s *slow) standing(side int, is byte) (n int) {
	for _, m := range s.men {
		if m.side == side && m.is == is {
			n++
		}
	}
	return n
}

// threatened reports whether a royal man may be captured.
func (s *slow) threatened(q at, side int) bool {
	if s.k.Blast {
		for r := range s.ruling(1 - side) {
			if far(q, r) == 1 {
				return false
			}
		}
	}
	return s.attacked(q, 1-side)
}

// inCheck reports whether a side's royal men are in danger.
func (s *slow) inCheck(side int) bool { return s.endangered(side, s.ruling(side)) }

// endangered reports whether royal men on some squares are.
func (s *slow) endangered(side int, royals map[at]bool) bool {
	hit := 0
	for q := range royals {
		if s.threatened(q, side) {
			hit++
		}
	}
	switch s.k.Royals {
	case "last":
		return len(royals) == 1 && hit == 1
	case "all":
		if s.k.RoyalMost == 0 {
			return len(royals) > 0 && hit == len(royals)
		}
		n, hits := 0, 0
		for q, m := range s.men {
			if m.side == side && s.k.Men[string(m.is)].Royal {
				n++
				if s.threatened(q, side) {
					hits++
				}
			}
		}
		return hit > 0 || n > 0 && hits == n
	}
	return hit > 0
}

// survives reports whether a move leaves the royal men safe who were royal before it.
func (s *slow) survives(m slowMove) bool {
	us := s.turn
	royals := s.ruling(us)
	royal := m.becomes != 0 && s.k.Men[string(m.becomes)].Royal
	switch {
	case m.passes:
	case m.dropped != 0:
		if royal || m.becomes == 0 && s.k.Men[string(m.dropped)].Royal {
			royals[m.to] = true
		}
	case royals[m.from]:
		delete(royals, m.from)
		royals[m.to] = true
	case royal && (s.k.RoyalMost == 0 || s.standing(us, m.becomes) < s.k.RoyalMost):
		royals[m.to] = true
	case royal && !s.k.PromotionBegins:
		for q := range royals {
			if s.men[q].is == m.becomes {
				delete(royals, q)
			}
		}
	}
	if s.k.Blast {
		for q := range royals {
			if man, full := m.next.men[q]; !full || man.side != us {
				return false
			}
		}
		for q := range s.ruling(1 - us) {
			if man, full := m.next.men[q]; !full || man.side == us {
				return true
			}
		}
	}
	return !m.next.endangered(us, royals)
}

// calm reports whether a move is no flight of a royal man who is attacked.
func (s *slow) calm(m slowMove) bool {
	if m.dropped != 0 || m.text != "pass" && !s.k.Men[string(s.men[m.from].is)].Royal {
		return true
	}
	var attackers []at
	for q, royal := range s.men {
		if royal.side != s.turn || !s.k.Men[string(royal.is)].Royal {
			continue
		}
		for from, man := range s.men {
			one := *s
			one.men = maps.Clone(s.men)
			for other, o := range one.men {
				if o.side == 1-s.turn && other != from {
					one.men[other] = slowMan{side: o.side, is: '?'} // stands there and attacks nothing
				}
			}
			if man.side != s.turn && one.attacked(q, 1-s.turn) {
				attackers = append(attackers, from)
			}
		}
	}
	return len(attackers) == 0 || len(attackers) == 1 && m.to == attackers[0]
}

// rare reports whether the keys have rules by which royal men are safe in another way.
func (s *slow) rare() bool { return s.k.RoyalMost > 0 || s.k.Blast }

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
	if s.k.Pass != "no" && len(s.own()) > 0 && (!s.k.MustDrop || !holds) {
		next := s.copy()
		next.clock++
		next.passes = s.passes + 1
		all = append(all, slowMove{text: "pass", next: next, passes: true})
	}
	all = slices.DeleteFunc(all, func(m slowMove) bool {
		m.next.turn = 1 - s.turn
		if s.rare() && !s.survives(m) || !s.rare() && m.next.inCheck(s.turn) || !s.k.Checking && m.next.inCheck(1-s.turn) {
			return true
		}
		if s.k.NoFlight && !s.calm(m) || !s.k.DropChecks && m.dropped != 0 && m.next.inCheck(1-s.turn) {
			return true
		}
		return m.dropped != 0 && s.k.Men[string(m.dropped)].NoMate && m.next.inCheck(1-s.turn) && len(m.next.moves()) == 0
	})
	if s.k.Pass == "stalemate" && len(all) > 1 {
		all = slices.DeleteFunc(all, func(m slowMove) bool { return m.passes })
	}
	if s.k.MustCapture && slices.ContainsFunc(all, func(m slowMove) bool { return m.captures }) {
		all = slices.DeleteFunc(all, func(m slowMove) bool { return !m.captures })
	}
	return all
}

// own returns the squares of the mover's men.
func (s *slow) own() (all []at) {
	for q, m := range s.men {
		if m.side == s.turn {
			all = append(all, q)
		}
	}
	return all
}

// lands reports whether a drop may lead to an empty square.
func (s *slow) lands(q at) bool {
	open := func(dx, dy int) bool {
		for x, y := q.x+dx, q.y+dy; x >= 1 && y >= 1 && x <= s.width && y <= s.height; x, y = x+dx, y+dy {
			if _, full := s.men[at{x, y}]; full || !s.there[at{x, y}] {
				return false
			}
		}
		return true
	}
	blocked := func(dx, dy int) bool {
		_, full := s.men[at{q.x + dx, q.y + dy}]
		return full || !s.there[at{q.x + dx, q.y + dy}]
	}
	switch s.k.DropOnto {
	case "stack":
		for y := 1; y < q.y; y++ {
			if _, full := s.men[at{q.x, y}]; !full || !s.there[at{q.x, y}] {
				return false
			}
		}
	case "edge":
		return open(0, -1) && blocked(0, 1) || open(0, 1) && blocked(0, -1) || open(-1, 0) && blocked(1, 0) || open(1, 0) && blocked(-1, 0)
	}
	return true
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
			file := 0
			for other, man := range s.men {
				if other.x == q.x && man.side == s.turn && man.is == m.is && man.was == 0 {
					file++
				}
			}
			if full || !s.within(q, s.turn, kind.DropsIn, kind.DropsInSecond) || !s.lands(q) {
				continue
			}
			if (s.k.DropRegion != "" || s.turn == 1 && s.k.DropRegionSecond != "") && !s.in(q, s.turn, s.k.DropRegion, s.k.DropRegionSecond) {
				continue
			}
			drop := func(m slowMan, sign string) {
				next := s.copy()
				next.men[q] = m
				next.hand[place]--
				next.clock++
				if kind.Promotes != "" && s.k.ClockMen == "" || strings.ContainsAny(s.k.ClockMen, letter+"@") || sign != "" && !s.k.Demotes {
					next.clock = 0
				}
				move := slowMove{text: sign + letter + "@" + q.String(), next: next, dropped: letter[0], to: q}
				if sign != "" {
					move.becomes = m.is
				}
				all = append(all, move)
			}
			if s.k.DropPromoted {
				for _, to := range []byte(s.promotes(m.is, s.turn)) {
					up := slowMan{side: s.turn, is: to}
					if s.k.CapturesToHand && !s.k.KeepsPromotion || s.k.Demotes {
						up.was = m.is
					}
					drop(up, "+")
				}
			}
			if kind.OneAFile && file > 0 || kind.MostAFile > 0 && file >= kind.MostAFile || s.k.NoStuck && s.stuck(q, m) || s.avoids(q, m) {
				continue
			}
			drop(m, "")
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
			if within(c.king, c.kingTo) && s.ruling(s.turn)[c.king] && s.attacked(q, 1-s.turn) && !s.shielded(q) {
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
		if s.k.Shuffle != "" || s.ever(c.king, king)[c.kingTo] {
			text = c.king.String() + c.rook.String()
		}
		if s.k.CastlingOpposite {
			for j, d := range s.castles {
				if d.side != s.turn && (d.rook.x > d.king.x) == (c.rook.x > c.king.x) {
					delete(next.rights, fmt.Sprint(j))
				}
			}
		}
		all = append(all, slowMove{text: text, next: next, from: c.king, to: c.kingTo})
	}
	return all
}

// shielded reports whether nothing can be captured on a square, since a royal man of the
// other side beside it would explode, too.
func (s *slow) shielded(q at) bool {
	for r := range s.ruling(1 - s.turn) {
		if s.k.Blast && far(q, r) == 1 {
			return true
		}
	}
	return false
}
