package stones

import (
	"fmt"
	"os"
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

// hexProof is how a position of Hex ends: whether the mover wins, and the empty cells in which
// the winner's strategy lies, whatever happens elsewhere.
type hexProof struct {
	won   bool
	needs set
}

// solveHex solves a position. A move outside of what the other side needs to win against one
// move is refuted as well: only moves in all of these cells are tried (Hayward 2003, "must-play").
// The moves come first after which the other side is furthest from joining its edges, and the
// mover nearest.
func solveHex(s *State, met map[uint64]hexProof) hexProof {
	if p, ok := met[s.Key()]; ok {
		return p
	}
	type reply struct {
		s     *State
		c     int
		worth int
	}
	var replies []reply
	side, found := s.side, false
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil).(*State)
		if next.Play(a); next.result != env.Ongoing {
			replies, found = []reply{{next, int(a), 0}}, true
			break
		}
		replies = append(replies, reply{next, int(a), next.missing(1-side) - next.missing(side)})
	}
	p := hexProof{}
	if found {
		p.won = true
		p.needs.add(replies[0].c)
		return p
	}
	slices.SortStableFunc(replies, func(a, b reply) int { return b.worth - a.worth })
	must := s.vacant()
	for _, r := range replies {
		if !must.has(r.c) {
			continue
		}
		q := solveHex(r.s, met)
		if !q.won {
			p = hexProof{true, q.needs}
			p.needs.add(r.c)
			break
		}
		p.needs, must = p.needs.or(&q.needs), must.and(&q.needs)
	}
	met[s.Key()] = p
	return p
}

// Hex: the first player wins from the middle of a small board.
func TestHexFromTheMiddle(t *testing.T) {
	for size, middle := range map[string]string{"3": "b2", "4": "b3", "5": "c3"} {
		if size == "5" && os.Getenv("LUDENS_LONG") == "" { // 6 s
			continue
		}
		s := with(t, "hex", "rows", size, "cols", size, "swap", "off").New(0).(*State)
		a, err := env.Parse(s, middle)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
		met := map[uint64]hexProof{}
		if solveHex(s, met).won {
			t.Errorf("%s on %s by %s does not win", middle, size, size)
		}
		t.Logf("%s by %s: %d positions", size, size, len(met))
	}
	// A corner loses.
	s := with(t, "hex", "rows", "3", "cols", "3", "swap", "off").New(0).(*State)
	s.Play(0)
	if !solveHex(s, map[uint64]hexProof{}).won {
		t.Error("a1 on 3 by 3 wins")
	}
}

// The boards of Go on which each group has an empty neighbour, as J. Tromp and G. Farneback
// counted them (Combinatorics of Go, 2007, table 1).
func TestLegalBoards(t *testing.T) {
	for _, c := range []struct{ rows, cols, want int }{{2, 2, 57}, {2, 3, 489}, {3, 3, 12675}, {3, 4, 321689}, {4, 4, 24318165}} {
		if c.rows*c.cols > 9 && os.Getenv("LUDENS_LONG") == "" {
			continue
		}
		g := with(t, "go-9x9", "rows", fmt.Sprint(c.rows), "cols", fmt.Sprint(c.cols))
		n, s := 0, g.origin.Copy(nil).(*State)
		var fill func(c int)
		fill = func(c int) {
			if c == g.rows*g.cols {
				n += b2i(s.breathe() < 0)
				return
			}
			fill(c + 1)
			for side := range s.stones {
				s.stones[side].add(c)
				fill(c + 1)
				s.stones[side].drop(c)
			}
		}
		fill(0)
		if n != c.want {
			t.Errorf("%d by %d: %d boards, want %d", c.rows, c.cols, n, c.want)
		}
	}
}
