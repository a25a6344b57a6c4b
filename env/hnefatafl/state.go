package hnefatafl

import (
	"fmt"

	"ludens/env"
)

// board is where the pieces stand.
type board struct {
	men   [maxCells]kind
	king  cell // beyond if he is captured
	count [mostKinds]int16
}

func (b *board) put(k kind, c cell) {
	b.men[c] = k
	b.count[k]++
	if k == king {
		b.king = c
	}
}

func (b *board) remove(c cell) {
	k := b.men[c]
	b.men[c] = nothing
	b.count[k]--
	if k == king {
		b.king = beyond
	}
}

// State is a position with the history that the rules look at.
type State struct {
	game *Game
	board
	mover  side
	wild   cell   // of the piece that moves again, in a berserk turn; or beyond
	hash   uint64 // of board, mover and wild
	last   move   // for drawing only
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
	return s.legal(dst)
}

// Play makes a legal move. It panics where a piece of the mover's does not go to an
// empty square, and goes astray at other illegal actions.
func (s *State) Play(a env.Action) {
	g := s.game
	if s.game.rules.Repeat > 0 {
		s.past = append(s.past, s.hash)
	}
	if int(a) == g.planes()*g.cells() {
		s.last = noMove
		s.pass(beyond, ongoing)
		return
	}
	m := g.moveOf(a)
	if !m.on() || s.men[m.from] == nothing || g.kinds[s.men[m.from]].side != s.mover || s.men[m.to] != nothing {
		panic(fmt.Sprintf("hnefatafl: action %d is illegal in %s", a, g.Position(s)))
	}
	s.last = m
	s.move(m)
	taken := g.captured(&s.board, m)
	fall := s.capture(&taken)
	if fall != ongoing || taken.empty() || taken.has(m.to) || !s.raging(m.to) {
		s.pass(beyond, fall)
		return
	}
	s.pass(m.to, ongoing)
}

// move moves a piece.
func (s *State) move(m move) {
	k := s.men[m.from]
	s.remove(m.from)
	s.put(k, m.to)
	s.hash ^= hashes.piece[k][m.from] ^ hashes.piece[k][m.to]
}

// capture takes away what has fallen. It returns how the king has, or ongoing.
func (s *State) capture(taken *set) (fall ending) {
	if taken.empty() {
		return ongoing
	}
	if s.king != beyond && taken.has(s.king) {
		fall = s.game.fall(&s.board)
	}
	for c := range cell(s.game.cells()) {
		if taken.has(c) {
			s.hash ^= hashes.piece[s.men[c]][c]
			s.remove(c)
		}
	}
	s.past = s.past[:0]
	return fall
}

// pass hands the turn to the other side, or to the piece on wild once more. fall is how
// the king has just been captured, or ongoing.
func (s *State) pass(wild cell, fall ending) {
	s.hash ^= hashes.wild(s.wild) ^ hashes.wild(wild)
	s.wild = wild
	if wild == beyond {
		s.mover = s.mover.other()
		s.hash ^= hashes.turn
	}
	s.seen = s.countSeen()
	s.settle(fall)
}

// countSeen returns how often the position has occurred since the last capture.
func (s *State) countSeen() (n int) {
	for _, h := range s.past {
		if h == s.hash {
			n++
		}
	}
	return n
}

// Key hashes the board, whose turn it is, how often the position has occurred and how
// the game has ended.
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

// place returns the position with the pieces of b and side x to move; wild is the
// piece that moves again, or beyond.
func (g *Game) place(b board, x side, wild cell) *State {
	s := &State{game: g, board: b, mover: x, wild: wild, last: noMove}
	for c, k := range b.men {
		if k != nothing {
			s.hash ^= hashes.piece[k][c]
		}
	}
	s.hash ^= hashes.wild(wild)
	if x == kingsSide {
		s.hash ^= hashes.turn
	}
	s.settle(ongoing)
	return s
}
