package race

import (
	"math/bits"
	"math/rand/v2"

	"ludens/env"
)

// near is the one kind of positions that Start draws: near the end of the game.
const near = "near"

// Starts returns the kinds of positions that Start draws: none where men are put on the
// board, since no side is near the end before that is done.
func (g *Game) Starts() []string {
	if g.rules.Reserve > 0 {
		return nil
	}
	return []string{near}
}

// mostDraws is how many positions are tried where the rules leave hardly any that are
// unfinished.
const mostDraws = 200

// Start draws a position near the end by playing backward: all men of one side are at
// home, those of the other too or anywhere, and then moves of theirs are undone, more of
// them the higher the level. So a side that was at home has a way back, if the other side does
// not stand in it.
func (g *Game) Start(_ string, level float64, rng *rand.Rand) env.State {
	for range mostDraws {
		s := g.blank()
		leader, both := g.side(env.Player(rng.IntN(2))), rng.IntN(2) == 0
		s.comeHome(leader)
		if both {
			s.comeHome(leader.other())
		}
		s.spread(leader.other(), rng)
		s.undoMoves(leader, undone(level, rng), rng)
		if both {
			s.undoMoves(leader.other(), undone(level, rng), rng)
		}
		s.mover = g.side(env.Player(rng.IntN(2)))
		if s.settle(); s.end == ongoing && s.need[south] > 0 && s.need[north] > 0 {
			return s
		}
	}
	return g.New(0)
}

// mostUndone is how many moves of a side are undone at most at level 1.
const mostUndone = 80

// undone draws how many moves are undone.
func undone(level float64, rng *rand.Rand) int { return 1 + rng.IntN(1+int(level*mostUndone)) }

// comeHome puts men of x where they belong: first on squares for their kind alone, then on
// those for several.
func (s *State) comeHome(x side) {
	b := s.game.board
	h := &b.halves[x]
	for _, alone := range []bool{true, false} {
		for kind, men := range b.counts[x] {
			for q := range b.squares {
				if count(s.men(x, kind)) == men {
					break
				}
				others := 0
				for k := range h.goal {
					if h.goal[k].has(q) {
						others++
					}
				}
				if h.goal[kind].has(q) && h.stand[kind].has(q) && !has(s.all(x), q) && (others == 1 || !alone) {
					s.add(x, kind, q)
				}
			}
		}
	}
}

// spread puts the men that x still lacks on free squares, anywhere but on those where the
// other side's men belong if there are others.
func (s *State) spread(x side, rng *rand.Rand) {
	b := s.game.board
	barred := b.halves[x.other()].far
	b.turn(&barred, barred[:b.words], true)
	for kind, men := range b.counts[x] {
		for count(s.men(x, kind)) < men {
			free, some := s.vacant(x, kind), set{}
			for w := range free {
				some[w] = free[w] &^ barred[w]
			}
			if count(some[:]) == 0 {
				some = free
			}
			if count(some[:]) == 0 {
				break
			}
			s.add(x, kind, some.pick(rng))
		}
	}
}

// vacant returns the empty squares where a man of x may come.
func (s *State) vacant(x side, kind int) set {
	free := s.game.board.halves[x].stand[kind]
	for w, all := range s.all(x) {
		free[w] &^= all
	}
	return free
}

// pick draws a square of a set that is not empty.
func (s *set) pick(rng *rand.Rand) (q int) {
	n := rng.IntN(count(s[:]))
	each(s[:], func(at int) bool {
		q = at
		n--
		return n >= 0
	})
	return q
}

// leg is where a man may have come from.
type leg struct{ from, to int }

// undoMoves takes n moves of x back, fewer if there are none; jumps twice as often as
// steps, so that the men go away from home.
func (s *State) undoMoves(x side, n int, rng *rand.Rand) {
	for ; n > 0; n-- {
		jumps, steps := s.undoable(x)
		from := jumps
		if len(jumps) == 0 || len(steps) > 0 && rng.IntN(3) == 0 {
			from = steps
		}
		if len(from) == 0 {
			return
		}
		m := from[rng.IntN(len(from))]
		s.carry(x, m.to, m.from)
	}
}

// undoable returns the single jumps and the steps that x may just have made, captures left
// out.
func (s *State) undoable(x side) (jumps, steps []leg) {
	g := s.game
	h, own, all := &g.board.halves[x], s.own(x), s.all(x)
	for w := range g.board.words {
		for free := g.board.all[w] &^ all[w]; free != 0; free &= free - 1 {
			from := 64*w + bits.TrailingZeros64(free)
			for i := range g.lanes[x] {
				l := &g.lanes[x][i]
				over := int(h.next[l.d][from])
				to := over
				if l.jump && over >= 0 {
					to = int(h.next[l.d][over])
				}
				if to < 0 || !has(own, to) || !h.stand[s.kindAt(x, to)].has(from) {
					continue
				}
				switch {
				case !s.couldGo(x, from, to):
				case !l.jump:
					steps = append(steps, leg{from, to})
				case has(all, over) && (g.law.over == anyMan && !g.law.capture || has(own, over) == (g.law.over != enemyMan)):
					jumps = append(jumps, leg{from, to})
				}
			}
		}
	}
	return jumps, steps
}

// couldGo reports whether x's man on to could have gone there from another square, as to
// where he belongs.
func (s *State) couldGo(x side, from, to int) bool {
	goal := &s.game.board.halves[x].goal[s.kindAt(x, to)]
	switch s.game.law.lock {
	case goalLock:
		return !goal.has(from) || goal.has(to)
	case squareLock:
		return !goal.has(from)
	}
	return true
}
