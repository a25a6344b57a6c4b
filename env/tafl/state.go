package tafl

import (
	"fmt"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	board  board
	mover  side
	hash   uint64 // of board and mover
	last   move   // beyond before the first; for drawing only
	seen   int    // how often the position occurred before
	end    ending
	result env.Result
	past   []uint64 // hashes of the positions since the last capture but this one; none if nothing is repeated
}

// ToMove returns whose turn it is.
func (s *State) ToMove() env.Player { return s.game.playerOf(s.mover) }

// Result returns how the game stands.
func (s *State) Result() env.Result { return s.result }

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.end != ongoing {
		return dst
	}
	return s.game.legal(&s.board, s.mover, dst)
}

// Play makes a legal move. It panics where a piece of the mover's does not go
// to an empty square, and goes astray at other illegal actions.
func (s *State) Play(a env.Action) {
	m := s.game.moves[a]
	if !s.board.of(s.mover).has(m.from) || !s.game.all.minus(s.board.occupied()).has(m.to) {
		panic(fmt.Sprintf("tafl: action %d is illegal in %s", a, s.game.Position(s)))
	}
	if s.game.rules.Repeat > 0 {
		s.past = append(s.past, s.hash)
	}
	k := s.board.at(m.from)
	s.board.move(k, m)
	s.hash ^= hashes.piece[k][m.from] ^ hashes.piece[k][m.to] ^ hashes.turn
	end := s.capture(m.to)
	s.mover, s.last = s.mover.other(), m
	s.seen = s.countSeen()
	s.settle(end)
}

// capture takes away what falls by the arrival of a piece on c. It returns
// how the king has fallen, or ongoing if he has not.
func (s *State) capture(c cell) (fall ending) {
	taken := s.game.captured(&s.board, c)
	if taken.empty() {
		return ongoing
	}
	if taken.meets(s.board[king]) {
		fall = s.game.fall(&s.board)
	}
	before := s.board.hash()
	s.board.remove(taken)
	s.hash ^= before ^ s.board.hash()
	s.past = s.past[:0]
	return fall
}

// countSeen returns how often the position has occurred since the last
// capture. It can have done so four plies ago at the latest.
func (s *State) countSeen() (n int) {
	for i := len(s.past) - 4; i >= 0; i -= 2 {
		if s.past[i] == s.hash {
			n++
		}
	}
	return n
}

// Key hashes the board, whose turn it is, how often the position has occurred
// and how the game has ended: all that Legal, Result, Observe and String
// depend on.
func (s *State) Key() uint64 { return s.hash ^ hashes.seen[s.seen] ^ hashes.end[s.end] }

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = new(State)
	}
	past := append(d.past[:0], s.past...)
	*d = *s
	d.past = past
	return d
}

// place returns the position with the pieces of b and side s to move.
func (g *Game) place(b board, s side) *State {
	p := &State{game: g, board: b, mover: s, hash: b.hash(), last: move{beyond, beyond}}
	if s == kingsSide {
		p.hash ^= hashes.turn
	}
	p.settle(ongoing)
	return p
}
