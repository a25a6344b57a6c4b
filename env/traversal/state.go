package traversal

import (
	"fmt"
	"slices"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	cells  []man    // by cell, as South sees it
	men    [2][]int // the cells of either side's men, in no order
	need   [2]int   // moves that a side's men still need: the sum of board.cost, absent men with them
	mover  side
	must   bool     // the mover must jump if he can
	judged move     // the step on which the mover decides, or none
	last   move     // what led here, by the side that is not to move; for drawings
	ply    int      // moves that stand: neither a step that may be vetoed nor one that was
	sum    uint64   // hash of the men
	past   []uint64 // the hashes of all positions before this one

	// What follows from all that: settle.
	legal  []env.Action // in increasing order
	moves  bool         // the mover has a move that is no pass
	jumps  bool         // one of them is a jump
	hash   uint64       // of men, turn, demand and judged step
	seen   int          // how often that has occurred before
	end    ending
	result env.Result

	// Of a search for chains of jumps: the squares where it has been are those with
	// its number.
	visited []uint32
	search  uint32
	queue   []int
}

// ToMove returns whose turn it is: to move, or to judge a step.
func (s *State) ToMove() env.Player { return s.game.player(s.mover) }

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action { return append(dst, s.legal...) }

// Play makes a legal move. It panics at any that is not.
func (s *State) Play(a env.Action) {
	if _, ok := slices.BinarySearch(s.legal, a); !ok {
		panic(fmt.Sprintf("traversal: action %d is illegal in %s", a, s.game.Position(s)))
	}
	m := s.game.move(a, s.mover)
	s.past = append(s.past, s.hash)
	switch m.verb {
	case step, jump:
		s.move(m)
	case put:
		s.add(newMan(0, s.mover), m.to)
		s.handOver(m)
	case pass:
		s.handOver(m)
	case accept:
		s.judged = none
	case veto:
		s.takeBack()
	}
	if !s.judging() && m.verb != veto {
		s.ply++
	}
	s.settle()
}

// judging reports whether the mover has to decide on his opponent's step.
func (s *State) judging() bool { return s.judged.onBoard() }

// refused reports that the mover's step was vetoed: he is yet to jump.
func (s *State) refused() bool { return s.must && s.game.rules.Demand == byVeto }

// move plays a step or a jump of the mover.
func (s *State) move(m move) {
	if s.game.rules.Demand == byVeto && m.verb == step && s.jumps {
		s.judged = m
	}
	if taken := s.taken(m); taken >= 0 {
		s.take(taken)
	}
	s.carry(m.from, m.to)
	s.handOver(m)
}

// taken returns the cell of the man whom the mover's m captures, or -1.
func (s *State) taken(m move) int {
	if !s.game.rules.Capture || m.verb != jump {
		return -1
	}
	if over := (m.from + m.to) / 2; s.cells[over].side() != s.mover {
		return over
	}
	return -1
}

// takeBack undoes the step that the mover has judged. Its player is to move again and
// must jump.
func (s *State) takeBack() {
	m := s.judged
	s.judged = none
	s.handOver(none)
	s.carry(m.to, m.from)
	s.must = true
}

// handOver gives the turn to the other side after m.
func (s *State) handOver(m move) {
	s.mover = s.mover.other()
	s.must = m.demand
	s.last = m
}

// carry brings a man from one cell to another.
func (s *State) carry(from, to int) {
	m, b := s.cells[from], s.game.board
	s.cells[from], s.cells[to] = nobody, m
	men := s.men[m.side()]
	men[slices.Index(men, from)] = to
	cost := b.cost[m.side()][m.kind()]
	s.need[m.side()] += cost[to] - cost[from]
	s.sum ^= s.game.zobrist(m, from) ^ s.game.zobrist(m, to)
}

// add puts a man on the board.
func (s *State) add(m man, at int) {
	b, x := s.game.board, m.side()
	s.cells[at] = m
	s.men[x] = append(s.men[x], at)
	s.need[x] += b.cost[x][m.kind()][at] - b.absent
	s.sum ^= s.game.zobrist(m, at)
}

// take removes a man.
func (s *State) take(at int) {
	b, m := s.game.board, s.cells[at]
	x := m.side()
	s.cells[at] = nobody
	i, last := slices.Index(s.men[x], at), len(s.men[x])-1
	s.men[x][i] = s.men[x][last]
	s.men[x] = s.men[x][:last]
	s.need[x] += b.absent - b.cost[x][m.kind()][at]
	s.sum ^= s.game.zobrist(m, at)
}

// hand returns how many men of the reserve a side has not put on the board yet.
func (s *State) hand(x side) int {
	if s.game.rules.Reserve == 0 {
		return 0
	}
	return s.game.board.total(x) - len(s.men[x])
}

// Copy returns an equal position; it reuses dst if that is a *State of the same game.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil || d.game != s.game {
		d = s.game.blank()
	}
	c := *s
	c.cells = append(d.cells[:0], s.cells...)
	for x := range s.men {
		c.men[x] = append(d.men[x][:0], s.men[x]...)
	}
	c.past = append(d.past[:0], s.past...)
	c.legal = append(d.legal[:0], s.legal...)
	c.visited, c.search, c.queue = d.visited, d.search, d.queue
	*d = c
	return d
}

// Score returns how many moves fewer p still needs than his opponent, d, as
// d/(|d|+w/4), where w is the most that one can need: a quarter of that ahead is a half.
// It ignores whether the game is over.
func (s *State) Score(p env.Player) float32 {
	me := s.game.side(p)
	d := s.need[me.other()] - s.need[me]
	return float32(4*d) / float32(4*max(d, -d)+s.game.board.worst)
}
