package tafl

import (
	"fmt"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	board  board // in room, if that is large enough
	king   cell  // beyond if he is captured
	wild   cell  // of the piece that moves again, in a berserk turn; or beyond
	last   move  // for drawing only
	mover  side
	end    ending
	result env.Result
	seen   int    // how often the position occurred before
	most   int    // the largest seen since the last capture
	hash   uint64 // of board, mover and wild
	room   [2 * int(firstOther)]uint64
	past   []uint64 // hashes of the positions since the last capture but this one; none if nothing is repeated
}

// ToMove returns whose turn it is.
func (s *State) ToMove() env.Player { return s.game.playerOf(s.mover) }

// Result returns how the game stands.
func (s *State) Result() env.Result { return s.result }

// Legal appends the legal actions in increasing order. Elements of dst beyond the result
// may be overwritten.
func (s *State) Legal(dst []env.Action) []env.Action {
	switch {
	case s.end != ongoing:
		return dst
	case s.wild != s.game.beyond:
		return s.legalAgain(dst)
	}
	return s.game.slide(s.board, s.mover, dst)
}

// Play makes a legal move. It panics where a piece of the mover's does not go to an
// empty square, and goes astray at other illegal actions.
func (s *State) Play(a env.Action) {
	g := s.game
	if g.law.repeat > 0 {
		s.past = append(s.past, s.hash)
	}
	if int(a) == len(g.moves) && g.law.mayStop {
		s.last = noMove
		s.pass(g.beyond, ongoing)
		return
	}
	m := g.moves[a]
	k := g.kindIn(s.board, s.mover, m.from)
	if k == nothing || g.kindAt(s.board, m.to) != nothing || m.to == g.beyond {
		panic(fmt.Sprintf("tafl: action %d is illegal in %s", a, g.Position(s)))
	}
	s.last = m
	g.move(s.board, k, m)
	s.hash ^= g.keys.piece[k][m.from] ^ g.keys.piece[k][m.to]
	if k == king {
		s.king = m.to
	}
	if g.enemyBeside(s.board, m.to, s.mover) {
		s.fight(k, m)
		return
	}
	s.pass(g.beyond, ongoing)
}

// fight takes away what falls by a move that has been made, and hands on the turn.
func (s *State) fight(k kind, m move) {
	g := s.game
	var taken set
	if !g.captured(s.board, k, m, &taken) {
		s.pass(g.beyond, ongoing)
		return
	}
	fall := s.remove(&taken)
	if fall != ongoing || taken.has(m.to) || !s.raging(m.to) {
		s.pass(g.beyond, fall)
		return
	}
	s.pass(m.to, ongoing)
}

// remove takes away what has fallen. It returns how the king has, or ongoing.
func (s *State) remove(taken *set) (fall ending) {
	g := s.game
	if s.king != g.beyond && taken.has(s.king) {
		fall = g.fall(s.board, s.king)
		s.king = g.beyond
	}
	i := 0
	for k := range g.kinds {
		for w := range g.words {
			fallen := s.board[i] & taken[w]
			s.board[i] &^= fallen
			s.hash ^= g.keys.of(kind(k), w, fallen)
			i++
		}
	}
	s.past, s.most = s.past[:0], 0
	return fall
}

// pass hands the turn to the other side, or to the piece on wild once more. fall is how
// the king has just been captured, or ongoing.
func (s *State) pass(wild cell, fall ending) {
	g := s.game
	if wild != s.wild {
		s.hash ^= g.keys.wild(g, s.wild) ^ g.keys.wild(g, wild)
		s.wild = wild
	}
	if wild == g.beyond {
		s.mover = s.mover.other()
		s.hash ^= g.keys.turn
	}
	s.seen = s.countSeen()
	s.most = max(s.most, s.seen)
	if s.end = fall; fall == ongoing {
		s.end = s.verdict()
	}
	s.result = g.outcomes[s.end][s.mover]
}

// countSeen returns how often the position has occurred since the last capture. Where
// turns alternate it can have done so four plies ago at the latest.
func (s *State) countSeen() (n int) {
	if s.game.law.berserk {
		for _, h := range s.past {
			if h == s.hash {
				n++
			}
		}
		return n
	}
	for i := len(s.past) - 4; i >= 0; i -= 2 {
		if s.past[i] == s.hash {
			n++
		}
	}
	return n
}

// Key hashes the board, whose turn it is, which piece moves again, how often the
// position has occurred and how the game has ended: all that Legal, Result, Observe and
// String depend on.
func (s *State) Key() uint64 {
	return s.hash ^ s.game.keys.seen[s.seen] ^ s.game.keys.end[s.end]
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = new(State)
	}
	past := append(d.past[:0], s.past...)
	if len(s.board) <= len(s.room) {
		*d = *s
		d.board = d.room[:len(s.board)]
	} else {
		board := append(d.board[:0], s.board...)
		*d = *s
		d.board = board
	}
	d.past = past
	return d
}

// place returns the position with the pieces of b, which it may keep, and side x to move;
// wild is the piece that moves again, or beyond.
func (g *Game) place(b board, x side, wild cell) *State {
	s := &State{}
	s.reset(g, b, x, wild)
	return s
}

// reset makes s the position that place returns.
func (s *State) reset(g *Game, b board, x side, wild cell) {
	var room [len(s.room)]uint64 // b may be in that of s
	copy(room[:], b)
	*s = State{game: g, king: g.kingOf(b), mover: x, wild: wild, last: noMove, past: s.past[:0]}
	s.board = b
	if len(b) <= len(s.room) {
		s.room = room
		s.board = s.room[:len(b)]
	}
	i := 0
	for k := range g.kinds {
		for w := range g.words {
			s.hash ^= g.keys.of(kind(k), w, s.board[i])
			i++
		}
	}
	s.hash ^= g.keys.wild(g, wild)
	if x == kingsSide {
		s.hash ^= g.keys.turn
	}
	s.end = s.verdict()
	s.result = g.outcomes[s.end][s.mover]
}
