package chess

import (
	"fmt"
	"strings"
)

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
			if full || !s.evenly(m.is, q) || !s.within(q, s.turn, kind.DropsIn, kind.DropsInSecond) || !s.lands(q) {
				continue
			}
			if (s.k.DropRegion != "" || s.turn == 1 && s.k.DropRegionSecond != "") && !s.in(q, s.turn, s.k.DropRegion, s.k.DropRegionSecond) {
				continue
			}
			drop := func(m slowMan, sign string) {
				next := s.copy()
				next.men[q] = m
				next.hand[place]--
				next.castleDropped(q)
				next.clock++
				if s.everPromotes(letter[0]) && s.k.ClockMen == "" || strings.ContainsAny(s.k.ClockMen, letter+"@") || sign != "" && !s.k.Demotes {
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

// castleDropped gives back the castlings of men who both stand where they begin, one of them just
// dropped.
func (s *slow) castleDropped(q at) {
	for i, c := range s.castles {
		king, rook := s.men[c.king], s.men[c.rook]
		if s.k.CastlingDropped != "" && (q == c.king || q == c.rook) && king == (slowMan{side: c.side, is: s.k.CastlingDropped[0]}) && rook == (slowMan{side: c.side, is: s.k.CastlingDropped[1]}) {
			s.rights[fmt.Sprint(i)] = true
		}
	}
}

// evenly reports whether a drop keeps those of kinds with colours on squares of two colours.
func (s *slow) evenly(is byte, q at) bool {
	for letter, kind := range s.k.Men {
		if !kind.Colours {
			continue
		}
		n := s.hand[fmt.Sprint(s.turn)+letter]
		var men, free [2]int
		for p := range s.there {
			m, full := s.men[p]
			region := s.k.DropRegion == "" && (s.turn == 0 || s.k.DropRegionSecond == "") || s.in(p, s.turn, s.k.DropRegion, s.k.DropRegionSecond)
			if full && m == (slowMan{side: s.turn, is: letter[0]}) {
				men[(p.x+p.y)%2]++
				n++
			} else if !full && p != q && region && s.within(p, s.turn, kind.DropsIn, kind.DropsInSecond) {
				free[(p.x+p.y)%2]++
			}
		}
		if is == letter[0] && 2*men[(q.x+q.y)%2]+2 > n+1 {
			return false
		}
		if is != letter[0] && min(men[0]+free[0], men[1]+free[1]) < n/2 {
			return false
		}
	}
	return true
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
		if strings.Contains(s.k.ClockMen, string(king.is)) || s.k.ClockMen == "" && s.everPromotes(king.is) {
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
