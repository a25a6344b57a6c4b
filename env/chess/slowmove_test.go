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

// goesBack reports whether a man could go from one square to another if he were alone.
func (s *slow) goesBack(q, t at, m slowMan) (can bool) {
	alone := s.copy()
	alone.men = map[at]slowMan{q: m}
	alone.goes(q, m, func(to at, letters string, _ []at) {
		can = can || to == t && (strings.Contains(letters, "m") || !strings.Contains(letters, "c") && !strings.Contains(letters, "e")) && (!strings.Contains(letters, "i") || s.begins(q, t, m))
	})
	return can
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
		counts := strings.ContainsRune(clockMen, rune(m.is)) || clockMen == "" && s.everPromotes(m.is)
		next.clock++
		if full || suffix != "" && !s.k.Demotes || counts && !(s.k.Clock > 0 && s.goesBack(t, q, m)) {
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
		move.pawn = full && s.everPromotes(gone.is)
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

// everPromotes reports whether men of a kind, of either side, may become another.
func (s *slow) everPromotes(is byte) bool { return s.promotes(is, 0)+s.promotes(is, 1) != "" }

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
