package lines

import (
	"fmt"

	"ludens/env"
)

// ending is how a game ended.
type ending uint8

const (
	ongoing ending = iota
	byLine
	byLonger
	byCapture
	byFull
	byStuck // the board is not full, but neither side may go to the cells that are left
)

// settle says how the game stands after a stone: row is what its rows decide. What wins
// goes before what loses. cut asks for the rows of the other side, too: a capture may cut
// a long row down to a line.
func (s *State) settle(row decision, cut bool) {
	r, last := &s.game.rules, s.lastSide()
	switch {
	case row.verdict == winning:
		s.finish(row.ending(), last)
	case s.enough(last):
		s.finish(byCapture, last)
	case row.verdict == losing:
		s.finish(row.ending(), 1-last)
	case cut && s.cutDown(1-last):
	case s.stuck() && !s.canSwap():
		s.end = byStuck
		if s.game.cells.minus(s.stones[0]).minus(s.stones[1]).empty() {
			s.end = byFull
		}
		if winner, ok := r.fills(last); ok {
			s.finish(s.end, winner)
		} else {
			s.result = env.Drawn
		}
	}
}

// fills returns the side that wins when there is no cell to go to, last being that which
// has put the last stone; false for a draw.
func (r *rules) fills(last int8) (winner int8, ok bool) {
	switch r.Full {
	case "first":
		return 0, true
	case "second":
		return 1, true
	case "last":
		return last, true
	case "next":
		return 1 - last, true
	}
	return 0, false
}

// cutDown ends the game where a row of a side decides that it has not just made, and
// reports whether one does.
func (s *State) cutDown(side int8) bool {
	switch row := s.rows(side); {
	case row.verdict == winning:
		s.finish(row.ending(), side)
	case s.enough(side):
		s.finish(byCapture, side)
	case row.verdict == losing:
		s.finish(row.ending(), 1-side)
	}
	return s.end != ongoing
}

// enough reports that a side has captured what wins.
func (s *State) enough(side int8) bool {
	return s.game.capturing != nil && int(s.captured[side]) >= s.game.rules.CaptureWins
}

func (s *State) finish(by ending, winner int8) {
	s.end, s.result = by, env.WinFor(s.player(winner))
}

// lastSide returns the side that has put the last stone.
func (s *State) lastSide() int8 {
	if int(s.left) < s.turn() {
		return s.side
	}
	return 1 - s.side
}

// turn returns how many stones the turn has.
func (s *State) turn() int {
	if r := &s.game.rules; int(s.placed) < r.FirstStones {
		return r.FirstStones
	}
	return s.game.rules.Stones
}

func (d decision) ending() ending {
	if d.longer {
		return byLonger
	}
	return byLine
}

// Ending implements env.Explained.
func (s *State) Ending() string { return s.game.endings()[s.end] }

// endings returns what the ways to end are called, by ending.
func (g *Game) endings() [byStuck + 1]string {
	return [...]string{
		ongoing:   "",
		byLine:    env.Number(g.rules.Length) + " in a row",
		byLonger:  "more than " + env.Number(g.rules.Length) + " in a row",
		byCapture: fmt.Sprintf("%d stones captured", g.rules.CaptureWins),
		byFull:    "the board is full",
		byStuck:   "there is no cell to go to",
	}
}

// Decisive appends the moves that may win at once: those whose row or captures do.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	near, kept := s.nearWins(), dst[:n]
	for _, a := range dst[n:] {
		if int(a) == s.game.puts() {
			continue
		}
		if p := s.landing(a); near.has(p) && s.winsAt(p) {
			kept = append(kept, a)
		}
	}
	return kept
}

// nearWins returns the places where a stone of the mover may win: where it makes a row of
// the length that is to be had, and if his captures may be enough, all.
func (s *State) nearWins() (near set) {
	g, own := s.game, &s.stones[s.side]
	if g.capturing != nil && int(s.captured[s.side])+g.most() >= g.rules.CaptureWins {
		return g.cells
	}
	length, sign := g.aim()
	if sign < 0 {
		return near
	}
	for _, step := range g.steps {
		var behind [maxSide + 1]set // by n: places with n own stones right behind them
		behind[0] = g.cells
		for n := 1; n < length; n++ {
			behind[n] = behind[n-1].and(own.back(n * step))
		}
		ahead := g.cells
		for n := range length {
			if n > 0 {
				ahead = ahead.and(own.ahead(n * step))
			}
			near = near.or(ahead.and(behind[length-1-n]))
		}
	}
	return near
}

// winsAt reports whether the mover's stone on a place wins by its row or its captures.
func (s *State) winsAt(p int) bool {
	if s.rowAt(p, s.side).verdict == winning {
		return true
	}
	if s.game.capturing == nil {
		return false
	}
	n := int(s.captured[s.side])
	s.enclosed(p, s.side, func(int) { n++ })
	return n >= s.game.rules.CaptureWins
}

// unusual reports that the mover might win otherwise: by what his captures leave of the
// enemy's rows, by a full board, or by leaving no cell that the opening allows.
func (s *State) unusual() bool {
	r := &s.game.rules
	if s.game.capturing != nil && r.Longer == nothing && r.Line == loses {
		return true
	}
	return r.Full != "draw" && (s.open.count() <= 1 || int(s.placed) <= r.FirstStones+2*r.Stones)
}

// rowAt returns what the rows through a stone decide for its side: a win, if one of them
// does, goes before a loss.
func (s *State) rowAt(p int, side int8) (best decision) {
	own := &s.stones[side]
	for _, step := range s.game.steps {
		n := 1
		for q := p + step; own.has(q); q += step {
			n++
		}
		for q := p - step; own.has(q); q -= step {
			n++
		}
		best = best.better(s.game.decide(n))
	}
	return best
}

// decision is what a row decides, and whether it is longer than a line.
type decision struct {
	verdict verdict
	longer  bool
}

// decide returns what a row of n stones decides for its side.
func (g *Game) decide(n int) decision {
	return decision{g.verdicts[n], n > g.rules.Length && g.rules.Longer != same}
}

// better returns the better of two decisions; of equal ones that of a line.
func (d decision) better(e decision) decision {
	if e.verdict > d.verdict || e.verdict == d.verdict && d.longer && !e.longer {
		return e
	}
	return d
}

// rows returns what all rows of a side decide.
func (s *State) rows(side int8) (best decision) {
	s.stones[side].each(func(p int) { best = best.better(s.rowAt(p, side)) })
	return best
}

// take removes what a stone of a side has just enclosed, and returns how many that is.
func (s *State) take(p int, side int8) (n int) {
	s.enclosed(p, side, func(q int) {
		s.stones[1-side].drop(q)
		s.hash ^= stoneHash[1-side][q]
		s.open.add(q)
		n++
	})
	s.captured[side] += int16(n)
	return n
}

// enclosed calls visit for each enemy stone that a stone of a side encloses, or would.
func (s *State) enclosed(p int, side int8, visit func(q int)) {
	own, other := &s.stones[side], &s.stones[1-side]
	for _, step := range s.game.steps {
		for _, step := range [2]int{step, -step} {
			for _, n := range s.game.capturing {
				if !all(other, p, step, n) || !own.has(p+(n+1)*step) {
					continue
				}
				for i := range n {
					visit(p + (i+1)*step)
				}
			}
		}
	}
}

// all reports whether the n places behind p have stones of a set.
func all(stones *set, p, step, n int) bool {
	for i := range n {
		if !stones.has(p + (i+1)*step) {
			return false
		}
	}
	return true
}
