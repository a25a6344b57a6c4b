package chess

import (
	"fmt"
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
