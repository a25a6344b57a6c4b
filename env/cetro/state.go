package cetro

import (
	"fmt"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	sides  [2]side // the board as First and as Second see it
	mover  env.Player
	must   bool     // the mover must jump if he can
	judged move     // the retreat on which the mover decides, if its verb is retreat
	last   move     // what led here, by the player who is not to move; for drawings
	ply    int      // moves that stand: neither a retreat that may be vetoed nor one that was
	men    uint64   // hash of the men
	past   []uint64 // the hashes of all positions before this one
	lap    int      // a position can only recur after a multiple of so many plies

	// What follows from all that: settle.
	reach  reach  // what the mover may do with his men; nothing while he judges
	hash   uint64 // of men, turn, demand and judged retreat
	seen   int    // how often that has occurred before
	end    ending
	result env.Result
}

// ToMove returns whose turn it is: to move, or to judge a retreat.
func (s *State) ToMove() env.Player { return s.mover }

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	g, n := s.game, len(dst)
	switch {
	case s.end != ongoing:
		return dst
	case s.judging():
		return append(dst, g.global(acceptAction), g.global(vetoAction))
	case s.reach.none():
		dst = append(dst, g.global(passAction))
	default:
		dst = s.reach.appendTo(dst, g.board.cells())
	}
	if g.demand == onMove {
		dst = s.appendDemands(dst, dst[n:])
	}
	return dst
}

// Play makes a legal move. It panics at any that is not, but for a demand where
// none matters, which is void.
func (s *State) Play(a env.Action) {
	m := s.game.moves[a]
	if !s.allows(m) {
		panic(fmt.Sprintf("cetro: action %d is illegal in %s", a, s.game.Position(s)))
	}
	s.past = append(s.past, s.hash)
	switch m.verb {
	case jump, retreat:
		s.move(m)
	case pass:
		s.lap = 1
		s.handOver(m)
	case accept:
		s.judged = move{}
	case veto:
		s.takeBack()
	}
	if !s.judging() && m.verb != veto {
		s.ply++
	}
	s.settle()
}

// allows reports whether m is legal, whatever demand comes with it.
func (s *State) allows(m move) bool {
	switch m.verb {
	case jump, retreat:
		return s.end == ongoing && s.reach[m.dir]&m.from.bit() != 0
	case pass:
		return s.end == ongoing && !s.judging() && s.reach.none()
	case accept, veto:
		return s.end == ongoing && s.judging()
	}
	return false
}

// judging reports whether the mover has to decide on his opponent's retreat.
func (s *State) judging() bool { return s.judged.verb == retreat }

// refused reports that the mover's retreat was vetoed: he is yet to jump.
func (s *State) refused() bool { return s.must && s.game.demand == byVeto }

// move plays a jump or a retreat of the mover.
func (s *State) move(m move) {
	s.carry(s.mover, m.from, m.to)
	if s.objectionable(m) {
		s.judged = m
	}
	s.handOver(m)
}

// takeBack undoes the retreat that the mover has judged. Its player is to move
// again and must jump.
func (s *State) takeBack() {
	m := s.judged
	s.judged = move{}
	s.handOver(move{})
	s.carry(s.mover, m.to, m.from)
	s.must = true
}

// handOver gives the turn to the other player after m.
func (s *State) handOver(m move) {
	s.mover = s.mover.Other()
	s.must = m.demand
	s.last = m
}

// carry brings a man of p from one square to another.
func (s *State) carry(p env.Player, from, to square) {
	b, me, you := s.game.board, &s.sides[p], &s.sides[p.Other()]
	c := me.colourAt(from)
	step := from.bit() | to.bit()
	me.men[c] ^= step
	me.own ^= step
	me.all ^= step
	you.all ^= b.footprint(from, to)
	me.need += int(b.cost[c][to]) - int(b.cost[c][from])
	s.men ^= zobrist.man[p][c][from] ^ zobrist.man[p][c][to]
}

// put adds a man of p.
func (s *State) put(p env.Player, c colour, q square) {
	b, me, you := s.game.board, &s.sides[p], &s.sides[p.Other()]
	me.men[c] |= q.bit()
	me.own |= q.bit()
	me.all |= q.bit()
	you.all |= b.footprint(q, q)
	me.need += int(b.cost[c][q])
	s.men ^= zobrist.man[p][c][q]
}

// settle finds out what follows from the position.
func (s *State) settle() {
	s.reach = s.free()
	s.hash = s.identity()
	s.seen = s.occurrences()
	s.end, s.result = s.outcome()
}

// free returns what the mover may do with his men.
func (s *State) free() reach {
	if s.judging() {
		return reach{}
	}
	me := &s.sides[s.mover]
	jl, jr, rl, rr := s.game.board.reach(me.own, me.all)
	return s.heed(reach{jl, jr, rl, rr})
}

// occurrences counts the earlier positions that are the same.
func (s *State) occurrences() (n int) {
	for i := len(s.past) - s.lap; i >= 0; i -= s.lap {
		if s.past[i] == s.hash {
			n++
		}
	}
	return n
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = s.game.blank()
	}
	past := append(d.past[:0], s.past...)
	*d = *s
	d.past = past
	return d
}

// Score returns how many moves fewer p still needs than his opponent, d, as
// d/(|d|+w/4), where w is the most that one can need: a quarter of that ahead is
// a half. It ignores whether the game is over.
func (s *State) Score(p env.Player) float32 {
	d := s.sides[p.Other()].need - s.sides[p].need
	return float32(4*d) / float32(4*max(d, -d)+s.game.board.worst)
}
