package cetran

import (
	"fmt"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	board  board
	clock  int      // plies since the last capture or pawn move
	number int      // of the move, as in FEN: grows after Black's move
	seen   int      // how often this position has occurred before
	past   []uint64 // the earlier positions that can come back, oldest first
	last   move
	end    ending
	known  bool // end has been found out

	settled float32 // exactly: Settled(-1, 1)
	weighed bool    // settled has been found out
}

// longestPast is how many positions can come back under the fifty-move rule.
const longestPast = 100

// ToMove returns whose turn it is.
func (s *State) ToMove() env.Player { return s.board.toMove }

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.ending() != ongoing {
		return dst
	}
	var l legal
	l.find(&s.board)
	return s.game.appendActions(dst, &l, s.board.toMove)
}

// Play makes a legal move. It panics at an action that no man of the mover
// could make on any board, and goes astray at other illegal ones.
func (s *State) Play(a env.Action) {
	m := s.game.move(a, s.board.toMove)
	k := none
	if m.from != nowhere {
		k, _ = s.board.at(m.from)
	}
	if k == none || s.board.men[s.board.toMove]&m.from.bit() == 0 || s.board.men[s.board.toMove]&m.to.bit() != 0 {
		panic(fmt.Sprintf("cetran: action %d is illegal in %s", a, s.game.Position(s)))
	}
	s.play(m, k)
}

func (s *State) play(m move, k kind) {
	before := s.board.hash
	if s.board.toMove == env.Second {
		s.number++
	}
	if s.board.play(m, k) {
		s.clock, s.past = 0, s.past[:0]
	} else {
		s.clock++
		s.remember(before)
	}
	s.seen = s.countSeen()
	s.last, s.known, s.weighed = m, false, false
}

// remember keeps a position that can come back, if that would matter.
func (s *State) remember(hash uint64) {
	if s.game.threefold {
		s.past = append(s.past, hash)
	}
}

// countSeen returns how often the position stood on the board before.
func (s *State) countSeen() (n int) {
	for _, hash := range s.past {
		if hash == s.board.hash {
			n++
		}
	}
	return n
}

// Key hashes the men, the turn, a possible capture in passing, how often the
// position has occurred and, in steps of ten plies, the fifty-move clock: all
// that Legal, Result and Observe depend on.
func (s *State) Key() uint64 {
	return s.board.hash ^ hashes.seen[s.repeats()] ^ hashes.clock[s.clockStep()]
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = &State{past: make([]uint64, 0, longestPast)}
	}
	past := append(d.past[:0], s.past...)
	*d = *s
	d.past = past
	return d
}

// Format returns a move as UCI engines write it: "e2e4", "e7e8s".
func (s *State) Format(a env.Action) string {
	return s.game.move(a, s.board.toMove).String()
}

// String returns the squares from and to and the small letter of a promotion.
func (m move) String() string {
	text := m.from.String() + m.to.String()
	if m.promoted != none {
		text += lower([]kind{m.promoted})
	}
	return text
}

// Score returns p's material minus his opponent's, d pawns, as d/(|d|+5): a
// queen ahead is 0.64. It ignores whether the game is over.
func (s *State) Score(p env.Player) float32 {
	return score(s.board.material(p) - s.board.material(p.Other()))
}
