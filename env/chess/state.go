package chess

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// State is a position with the history that the rules look at.
type State struct {
	game   *Game
	board  board
	clock  int      // plies since the last capture or move of clock_men
	number int      // of the move, as in FEN
	seen   int      // how often this position has occurred before
	past   []uint64 // the earlier positions that can come back, oldest first
	last   [2]square

	found  bool // moves, actions, end and result have been found out
	end    ending
	result env.Result
	moves  []move       // in the order of actions
	acts   []env.Action // in increasing order
}

// ToMove returns whose turn it is.
func (s *State) ToMove() env.Player { return s.board.toMove }

// find finds out how the game stands and what moves there are.
func (s *State) find() {
	if s.found {
		return
	}
	s.found = true
	s.moves = s.moves[:0]
	s.end, s.result = s.outcome()
	if s.end != ongoing {
		s.moves = s.moves[:0]
	}
	s.acts = s.acts[:0]
	for _, m := range s.moves {
		s.acts = append(s.acts, s.game.action(&s.board, m))
	}
	s.arrange()
}

// arrange puts actions and their moves in increasing order.
func (s *State) arrange() {
	for i := 1; i < len(s.acts); i++ { // mostly sorted by square
		a, m := s.acts[i], s.moves[i]
		j := i
		for ; j > 0 && s.acts[j-1] > a; j-- {
			s.acts[j], s.moves[j] = s.acts[j-1], s.moves[j-1]
		}
		s.acts[j], s.moves[j] = a, m
	}
}

// Legal appends the legal actions in increasing order.
func (s *State) Legal(dst []env.Action) []env.Action {
	s.find()
	return append(dst, s.acts...)
}

// moveOf returns the move of a legal action.
func (s *State) moveOf(a env.Action) (move, bool) {
	s.find()
	i, ok := slices.BinarySearch(s.acts, a)
	if !ok {
		return move{}, false
	}
	return s.moves[i], true
}

// Play makes a legal move. It panics at an illegal action.
func (s *State) Play(a env.Action) {
	m, ok := s.moveOf(a)
	if !ok {
		panic(fmt.Sprintf("chess: action %d is illegal in %s", a, s.game.Position(s)))
	}
	before := s.board.hash
	if s.board.toMove == env.Second {
		s.number++
	}
	s.last = [2]square{m.from, m.to}
	if m.what == dropped {
		s.last[0] = nowhere
	}
	zero, final := s.game.play(&s.board, m, s.moves)
	s.clock++
	if zero {
		s.clock = 0
	}
	if final {
		s.past = s.past[:0]
	} else if s.game.keys.Repetition > 0 {
		s.past = append(s.past, before)
	}
	s.seen = 0
	for _, hash := range s.past {
		if hash == s.board.hash {
			s.seen++
		}
	}
	s.found = false
}

// Result is how the game stands.
func (s *State) Result() env.Result {
	s.find()
	return s.result
}

func (s *State) ending() ending {
	s.find()
	return s.end
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string { return endings[s.ending()] }

// Recurs implements env.Recurrent.
func (s *State) Recurs() env.Result {
	if s.seen == 0 || s.game.keys.Repetition == 0 {
		return env.Ongoing
	}
	return value(s.game.keys.RepetitionResult, s.board.toMove.Other())
}

// clockSteps is in how many steps observations and keys see the clock run: finer ones
// would keep equal positions apart that are the same to any player.
const clockSteps = 10

// clockStep returns the steps of the clock that are over; the last one ends the game.
func (s *State) clockStep() int {
	if s.game.keys.Clock == 0 {
		return 0
	}
	return min(s.clock*clockSteps/s.game.keys.Clock, clockSteps)
}

// repeats is how often the position has occurred before, as far as the rules care.
func (s *State) repeats() int { return min(s.seen, max(0, s.game.keys.Repetition-1)) }

// Key hashes the men, hands, rights, the turn, what can be captured in passing, checks
// given, how often the position has occurred and, in steps, the clock.
func (s *State) Key() uint64 {
	return s.board.hash ^ hashOf(hashSeen, 0, uint64(s.repeats())) ^ hashOf(hashClock, 0, uint64(s.clockStep()))
}

// Copy returns an equal position; it reuses dst if that is a *State.
func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok || d == nil {
		d = &State{}
	}
	past, moves, acts := append(d.past[:0], s.past...), append(d.moves[:0], s.moves...), append(d.acts[:0], s.acts...)
	*d = *s
	d.past, d.moves, d.acts = past, moves, acts
	return d
}

// Format returns a move as UCI engines write it: "e2e4", "e7e8q", "N@f3".
func (s *State) Format(a env.Action) string {
	m, ok := s.moveOf(a)
	if !ok {
		return fmt.Sprintf("action %d", a)
	}
	g := s.game
	switch {
	case m.what == dropped:
		return g.order[m.from:m.from+1] + "@" + g.name(m.to)
	case m.what >= castled:
		return g.castlingText(&g.castlings[m.what-castled])
	case m.becomes != noKind:
		return g.name(m.from) + g.name(m.to) + strings.ToLower(g.order[m.becomes:m.becomes+1])
	}
	return g.name(m.from) + g.name(m.to)
}

// castlingText is the king's move, or that to the rook's square where the king can also
// just make that move.
func (g *Game) castlingText(c *castling) string {
	for _, w := range g.ways[c.owner][kindOf(c.kingPiece)][c.king] {
		for i, q := range w.squares {
			if q == c.kingTo && w.lands(i) {
				return g.name(c.king) + g.name(c.rook)
			}
		}
	}
	return g.name(c.king) + g.name(c.kingTo)
}
