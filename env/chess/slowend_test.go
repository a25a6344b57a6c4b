package chess

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

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
		if on {
			all = append(all, "right"+r)
		}
	}
	if len(s.over) > 0 && slices.ContainsFunc(s.moves(), func(m slowMove) bool { return m.passing }) {
		all = append(all, fmt.Sprint("over", s.over, s.victim))
	}
	slices.Sort(all)
	return fmt.Sprint(all, s.turn, s.given)
}

// play makes the move of a text.
func (s *slow) play(text string) *slow {
	if s.walled != (at{}) {
		return s.close(s.read(text[1:]))
	}
	for _, m := range s.moves() {
		if m.text == text {
			if s.k.Checks > 0 && m.next.inCheck(1-s.turn) {
				m.next.given[s.turn]++
			}
			if s.k.Walls != "no" {
				m.next.turn, m.next.walled = s.turn, m.to
				m.next.goOnCounting(m)
				return m.next
			}
			m.next.history = append(m.next.history, m.next.key())
			m.next.checked = append(m.next.checked, m.next.inCheck(m.next.turn))
			m.next.goOnCounting(m)
			m.next.goOnChecking()
			return m.next
		}
	}
	panic("slow: no move " + text)
}

// checkers returns the letters of those who attack a royal man of the mover's.
func (s *slow) checkers() (letters string) {
	for q := range s.ruling(s.turn) {
		for from, man := range s.men {
			one := *s
			one.men = maps.Clone(s.men)
			for other, o := range one.men {
				if o.side == 1-s.turn && other != from {
					one.men[other] = slowMan{side: o.side, is: '?'} // stands there and attacks nothing
				}
			}
			if man.side == 1-s.turn && one.attacked(q, 1-s.turn) {
				letters += string(man.is)
			}
		}
	}
	return letters
}

// goOnChecking notes whether the last move goes on with a series of checks of which one counts.
func (s *slow) goOnChecking() {
	if strings.Trim(s.k.MateChecks, "-") != "" {
		s.series[1-s.turn] = s.inCheck(s.turn) && (s.series[1-s.turn] || strings.ContainsAny(s.checkers(), s.k.MateChecks))
	}
}

// mate returns the result of a checkmate.
func (s *slow) mate(of func(word string, side int) string) string {
	switch {
	case strings.Trim(s.k.MateLoses, "-") != "" && strings.Trim(s.checkers(), s.k.MateLoses) == "":
		return of("win", s.turn)
	case strings.Trim(s.k.MateChecks, "-") != "" && !s.series[1-s.turn]:
		return "drawn"
	}
	return of(s.k.Checkmate, s.turn)
}

// counting returns the limit of a side's count by the rules of Southeast Asia, 0 if none.
func (s *slow) counting(side int) int {
	own, others, pawns := 0, 0, 0
	for _, m := range s.men {
		if m.side == side {
			own++
		} else {
			others++
		}
		if s.everPromotes(m.is) {
			pawns++
		}
	}
	men := func(i int) int { return s.standing(1-side, s.k.CountingMen[i]) }
	rooks, khons, knights := men(0), men(1), men(2)
	if s.k.Counting == "asean" {
		for i, limit := range []int{16, 44, 64} {
			if pawns == 0 && own == 1 && []int{rooks, khons, knights}[i] > 0 {
				return limit
			}
		}
		return 0
	}
	limit := 64
	switch {
	case others == 1 || s.k.Counting == "makruk" && pawns > 0 || s.k.Counting == "cambodian" && own > 3:
		return 0
	case own > 1:
	case pawns > 0:
		return 0
	case rooks > 1:
		limit = 8
	case rooks == 1:
		limit = 16
	case khons > 1:
		limit = 22
	case knights > 1:
		limit = 32
	case khons == 1:
		limit = 44
	}
	if s.k.Counting == "cambodian" {
		limit--
	}
	return limit
}

// goOnCounting goes on with a count after a move that has led to s.
func (s *slow) goOnCounting(m slowMove) {
	if s.k.Counting == "no" {
		return
	}
	if s.counted[1] > 0 {
		s.counted[0]++
	}
	own, pawns := 0, 0
	for _, man := range s.men {
		if man.side == s.turn {
			own++
		}
		if s.everPromotes(man.is) {
			pawns++
		}
	}
	all := len(s.men)
	if limit := s.counting(1 - s.turn); s.k.Counting != "asean" && m.pawn && all-own == 1 && pawns == 0 && limit > 0 {
		s.counted = [2]int{2*all - 1, 2 * limit}
	}
	if limit := s.counting(s.turn); limit > 0 && (s.counted[1] == 0 || (m.captures || m.becomes != 0) && own == 1) {
		s.counted = [2]int{0, 2 * limit}
		if s.k.Counting != "asean" && own == 1 {
			s.counted[0] = 2 * all
		}
	}
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

// hasReply reports whether the mover has a move after the other side has reached its goal:
// without a king always, unless the other's men are safe; with one only Black who is not in
// check, if he reaches his own.
func (s *slow) hasReply(moves []slowMove) bool {
	if !s.kingly(s.turn) {
		return s.k.GoalReply && !s.k.GoalSafe
	}
	return s.k.GoalReply && s.turn == 1 && !s.inCheck(1) && slices.ContainsFunc(moves, func(m slowMove) bool { n, _ := m.next.arrived(1); return n })
}

// reached reports whether a side has enough men on its goal, safe ones if they must be.
func (s *slow) reached(side int) bool {
	is, safe := s.arrived(side)
	return is && (safe || !s.k.GoalSafe || s.k.GoalReply && side == s.turn)
}

// arrived reports whether a side has enough men on its goal, and whether none of them is
// attacked or it has others to spare.
func (s *slow) arrived(side int) (is, safe bool) {
	n, full := 0, true
	safe = true
	for q := range s.there {
		m, there := s.men[q]
		if !s.in(q, side, s.k.Goal, s.k.GoalSecond) {
			continue
		}
		full = full && there
		if there && m.side == side && strings.ContainsRune(s.goalMen(side), rune(m.is)) {
			n++
			safe = safe && !s.attacked(q, 1-side)
		}
	}
	return n >= s.k.GoalCount || s.k.GoalBlocked && n > 0 && full, safe || n != s.k.GoalCount
}

// goalMen returns the letters of those who count on a side's goal.
func (s *slow) goalMen(side int) string {
	men := s.k.GoalMen
	if side == 1 && s.k.GoalMenSecond != "" {
		men = s.k.GoalMenSecond
	}
	if men == "" || men == "*" {
		for letter := range s.k.Men {
			men += letter
		}
	}
	return men
}

// kingly reports whether only royal men count on a side's goal.
func (s *slow) kingly(side int) bool {
	for _, c := range strings.Trim(s.goalMen(side), "*") {
		if c != '-' && !s.k.Men[string(c)].Royal {
			return false
		}
	}
	return s.k.Royals == "each" && s.k.RoyalMost == 0
}

// connected reports whether men of a side are in line or in a square.
func (s *slow) connected(side int) bool {
	if s.k.Connect+s.k.ConnectSquare == 0 {
		return false
	}
	is := func(x, y int) bool {
		m, full := s.men[at{x, y}]
		return full && m.side == side && (s.k.ConnectMen == "" || s.k.ConnectMen == "*" || strings.ContainsRune(s.k.ConnectMen, rune(m.is)))
	}
	lines := [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}
	if s.k.ConnectLines == "straight" {
		lines = lines[:2]
	}
	for x := 1; x <= s.width; x++ {
		for y := 1; y <= s.height; y++ {
			for _, d := range lines {
				n, most := 0, 0
				for i := 0; i < 12; i++ {
					if is(x+i*d[0], y+i*d[1]) {
						n++
					} else if !s.k.ConnectApart {
						n = 0
					}
					most = max(most, n)
				}
				if s.k.Connect > 0 && most >= s.k.Connect {
					return true
				}
			}
			all := s.k.ConnectSquare > 0
			for i := range s.k.ConnectSquare * s.k.ConnectSquare {
				all = all && is(x+i%s.k.ConnectSquare, y+i/s.k.ConnectSquare)
			}
			if all {
				return true
			}
		}
	}
	return false
}

// outcome returns the result and the legal moves, with odds of draws.
func (s *slow) outcome() (string, []string) {
	result, moves := s.verdict()
	if result == "drawn" && s.k.DrawOdds != "no" {
		result = s.k.DrawOdds + " wins"
	}
	return result, moves
}

// verdict returns the result as the words of env.Result, and the legal moves.
func (s *slow) verdict() (string, []string) {
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
	if s.walled != (at{}) {
		return "ongoing", s.closings()
	}
	us, them := s.turn, 1-s.turn
	moves := s.moves()
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
	own, other := s.reached(us), s.reached(them)
	switch {
	case own && s.k.GoalReply && us == 0 && s.kingly(1) && other, own && s.k.GoalSafe && !s.k.GoalReply && other:
		return "drawn", nil
	case own && (s.k.GoalSafe || s.k.GoalReply):
		return win(us), nil
	case other && !s.hasReply(moves):
		return win(them), nil
	}
	for _, side := range []int{them, us} {
		if s.k.Checks > 0 && s.given[side] >= s.k.Checks {
			return win(side), nil
		}
	}
	if s.connected(them) {
		return of(s.k.ConnectResult, them), nil
	}
	if len(moves) == 0 {
		if s.inCheck(us) {
			return s.mate(of), nil
		}
		own, others := 0, 0
		for _, m := range s.men {
			if m.side == us {
				own++
			} else if m.side == 1-us {
				others++
			}
		}
		switch {
		case s.k.Stalemate != "fewer" && s.k.Stalemate != "more":
			return of(s.k.Stalemate, us), nil
		case own == others:
			return "drawn", nil
		case (own > others) == (s.k.Stalemate == "more"):
			return win(us), nil
		}
		return win(them), nil
	}
	if s.passes > 1 {
		return "drawn", nil
	}
	if s.k.Insufficient != "" && s.barren() || s.k.Clock > 0 && s.clock >= s.k.Clock {
		return "drawn", nil
	}
	n, last := 0, len(s.history)-1
	own2, other2 := true, true // in check at each turn since then
	for i := last; i >= 0; i-- {
		if (last-i)%2 == 1 {
			other2 = other2 && s.checked[i]
			continue
		}
		own2 = own2 && s.checked[i]
		if s.history[i] != s.history[last] {
			continue
		}
		if n++; s.k.Repetition == 0 || n < s.k.Repetition {
			continue
		}
		switch {
		case s.k.PerpetualCheck && own2 && other2 && last > i:
			return "drawn", nil
		case s.k.PerpetualCheck && own2 && last > i:
			return win(us), nil
		case s.k.PerpetualCheck && other2 && last > i:
			return win(them), nil
		case s.k.RepetitionResult == "first" || s.k.RepetitionResult == "second":
			return s.k.RepetitionResult + " wins", nil
		}
		return of(s.k.RepetitionResult, them), nil
	}
	if s.counted[1] > 0 && s.counted[0] > s.counted[1] {
		return "drawn", nil
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
		if m != slowWall && !s.k.Men[string(m.is)].Royal {
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
