package stones

import (
	"fmt"

	"ludens/env"
)

// ending is how a game ended.
type ending uint8

const (
	ongoing ending = iota
	byJoined
	byThree
	byBridge
	byRing
	byGather
	byLeast
	byQuiet
	byStuck
	byCount
)

// settle says how the game stands for the side whose turn it is now; at is the cell where a
// stone of the other has arrived, -1 for nowhere. It finds where stones can be put.
func (s *State) settle(at int) {
	r, last := &s.game.rules, 1-s.side
	s.banned, s.open = 0, set{}
	switch {
	case s.passed == 2:
		s.tally()
		return
	case r.Goal != "none" && s.reaches(at):
		return
	case r.Least > 0 && s.dwindled(1-last, last):
		return
	case r.Quiet > 0 && int(s.quiet) >= r.Quiet:
		s.end, s.result = byQuiet, env.Drawn
		return
	}
	if s.puts() {
		s.open = s.putsOf(s.side)
	}
	if s.mobile = !s.open.empty() || s.removing() || s.moves() && s.canMove(s.side); s.mobile || r.Pass == "free" || s.canSwap() {
		return
	}
	if r.Pass == "stuck" && s.otherCan() {
		return
	}
	switch {
	case r.Pass == "stuck" || r.Stuck == counts:
		s.tally()
	case r.Stuck == "draws":
		s.end, s.result = byStuck, env.Drawn
	case r.Stuck == wins:
		s.finish(byStuck, s.side)
	default:
		s.finish(byStuck, last)
	}
}

// otherCan reports whether the other side could put or move a stone.
func (s *State) otherCan() bool {
	other := *s
	other.side = 1 - s.side
	if other.puts() {
		if open := other.putsOf(other.side); !open.empty() {
			return true
		}
	}
	return other.moves() && other.canMove(other.side)
}

// dwindled ends the game if a side has too few stones, the first of them before the second.
func (s *State) dwindled(sides ...int8) bool {
	for _, side := range sides {
		if s.stones[side].count()+int(s.hand[side]) < s.game.rules.Least {
			s.finish(byLeast, 1-side)
			return true
		}
	}
	return false
}

// tally ends the game by the count.
func (s *State) tally() {
	s.end = byCount
	n := 2 * (s.tallyOf(0) - s.tallyOf(1))
	n -= s.game.rules.Komi
	if s.game.loses {
		n = -n
	}
	switch {
	case n > 0:
		s.finish(byCount, 0)
	case n < 0:
		s.finish(byCount, 1)
	default:
		s.result = env.Drawn
	}
}

// tallyOf returns what is counted of a side.
func (s *State) tallyOf(side int8) int {
	n := s.stones[side].count()
	if s.game.rules.Count == "area" {
		territory := s.territory(side)
		n += territory.count()
	}
	return n
}

// territory returns the vacant cells that are joined to stones of one side only.
func (s *State) territory(side int8) set {
	g, vacant := s.game, s.vacant()
	reach := func(side int8) set {
		near := g.around(&s.stones[side])
		return g.flood(near.and(&vacant), &vacant)
	}
	own, other := reach(side), reach(1-side)
	return own.minus(&other)
}

func (s *State) finish(by ending, winner int8) {
	s.end, s.result = by, env.WinFor(s.player(winner))
}

// Ending implements env.Explained.
func (s *State) Ending() string { return s.game.endingWords()[s.end] }

// points writes the count of a side.
func (g *Game) points(s *State, side int8) string {
	n := 2 * s.tallyOf(side)
	if side == 1 {
		n += g.rules.Komi
	}
	if n%2 != 0 {
		return fmt.Sprintf("%d.5", (n-b2i(n < 0))/2)
	}
	return fmt.Sprint(n / 2)
}

// endingWords returns what the ways to end are called, by ending.
func (g *Game) endingWords() [byCount + 1]string {
	r := &g.rules
	return [...]string{
		byJoined: "two opposite sides are joined",
		byThree:  "three sides are joined",
		byBridge: "two corners are joined",
		byRing:   "a ring is closed",
		byGather: "all stones of a side are in one group",
		byLeast:  fmt.Sprintf("fewer than %s", stones(r.Least)),
		byQuiet:  fmt.Sprintf("%d plies without a stone put or removed", r.Quiet),
		byStuck:  "the mover has no move",
		byCount:  "the count",
	}
}

// stones returns "one stone", "two stones".
func stones(n int) string {
	if n == 1 {
		return "one stone"
	}
	return env.Number(n) + " stones"
}

// resume is settle for a position that was not played.
func (s *State) resume() {
	if s.game.rules.Goal != "none" && s.moved < 0 && !s.taking && s.reachedAnywhere() {
		return
	}
	if s.moved < 0 && !s.taking {
		s.settle(-1)
	}
}
