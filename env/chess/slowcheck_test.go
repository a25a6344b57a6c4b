package chess

import (
	"maps"
	"slices"
	"strings"
)

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
	if m.dropped != 0 || m.passes || !s.k.Men[string(s.men[m.from].is)].Royal {
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

// moves returns the legal moves: drops alone where there are some and they are compulsory.
func (s *slow) moves() []slowMove {
	if !s.k.MustDrop {
		return s.legal(false)
	}
	if all := s.legal(true); len(all) > 0 {
		return all
	}
	return s.legal(false)
}

func (s *slow) legal(dropsAlone bool) []slowMove {
	var all []slowMove
	if !dropsAlone {
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
	if s.k.Pass != "no" && len(s.own()) > 0 && !dropsAlone {
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
		if s.k.Walls != "no" && len(m.next.closable(s.turn, m.to)) == 0 {
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
