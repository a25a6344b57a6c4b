package stones

import (
	"slices"
	"testing"

	"ludens/env"
)

// margin returns by how many stones side 0 wins with best play.
func margin(s *State, met map[uint64]int) int {
	if s.result != env.Ongoing {
		return s.tallyOf(0) - s.tallyOf(1)
	}
	if n, ok := met[s.Key()]; ok {
		return n
	}
	best, sign := -100, 1-2*int(s.side)
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil).(*State)
		next.Play(a)
		best = max(best, sign*margin(next, met))
	}
	met[s.Key()] = sign * best
	return sign * best
}

// Othello on 4 by 4: the second player wins by 8, 11 to 3
// (https://www.worldothello.org, solved by exhaustive search).
func TestSmallOthello(t *testing.T) {
	g := with(t, "othello", "rows", "4", "cols", "4")
	if got := margin(g.New(0).(*State), map[uint64]int{}); got != -8 {
		t.Errorf("the first player wins by %d, want -8", got)
	}
}

// winsHex reports whether the mover wins. The moves come first after which the other side is
// furthest from joining its edges, and the mover nearest.
func winsHex(s *State, met map[uint64]bool) bool {
	if won, ok := met[s.Key()]; ok {
		return won
	}
	type reply struct {
		s     *State
		worth int
	}
	var replies []reply
	side, won := s.side, false
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil).(*State)
		if next.Play(a); next.result != env.Ongoing {
			won = true
			break
		}
		if far := next.missing(1 - side); far > 1 { // else the other side wins at once
			replies = append(replies, reply{next, far - next.missing(side)})
		}
	}
	slices.SortStableFunc(replies, func(a, b reply) int { return b.worth - a.worth })
	for i := 0; i < len(replies) && !won; i++ {
		won = !winsHex(replies[i].s, met)
	}
	met[s.Key()] = won
	return won
}

// Hex: the first player wins from the middle of a small board.
func TestHexFromTheMiddle(t *testing.T) {
	for size, middle := range map[string]string{"3": "b2", "4": "b3"} {
		s := with(t, "hex", "rows", size, "cols", size, "swap", "off").New(0).(*State)
		a, err := env.Parse(s, middle)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
		met := map[uint64]bool{}
		if winsHex(s, met) {
			t.Errorf("%s on %s by %s does not win", middle, size, size)
		}
		t.Logf("%s by %s: %d positions", size, size, len(met))
	}
	// A corner loses.
	s := with(t, "hex", "rows", "3", "cols", "3", "swap", "off").New(0).(*State)
	s.Play(0)
	if !winsHex(s, map[uint64]bool{}) {
		t.Error("a1 on 3 by 3 wins")
	}
}
