package cetran

import "ludens/env"

// ending is how a game ended.
type ending int8

const (
	ongoing ending = iota
	checkmate
	stalemate
	bare
	fifty
	third
)

var endings = [...]string{
	ongoing:   "",
	checkmate: "checkmate",
	stalemate: "stalemate",
	bare:      "only kings (and a knight) left",
	fifty:     "fifty moves without a capture or pawn move",
	third:     "third occurrence",
}

// bareWithBishop is the text of bare in an army with bishops.
const bareWithBishop = "only kings (and a knight or bishop) left"

// Result is a win after checkmate and a draw after any other ending.
func (s *State) Result() env.Result {
	switch s.ending() {
	case ongoing:
		return env.Ongoing
	case checkmate:
		return env.WinFor(s.board.toMove.Other())
	}
	return env.Drawn
}

// Ending says how the game ended, or nothing while it goes on.
func (s *State) Ending() string {
	if s.ending() == bare && s.game.army.has(bishop) {
		return bareWithBishop
	}
	return endings[s.ending()]
}

func (s *State) ending() ending {
	if !s.known {
		s.end, s.known = s.findEnding(), true
	}
	return s.end
}

// findEnding looks for a mate first: a mate with the hundredth ply counts.
func (s *State) findEnding() ending {
	switch {
	case !s.board.canMove():
		if s.board.inCheck() {
			return checkmate
		}
		return stalemate
	case s.game.insufficient && s.board.barren():
		return bare
	case s.game.fifty && s.clock >= fiftyMoves:
		return fifty
	case s.game.threefold && s.seen >= 2:
		return third
	}
	return ongoing
}

// fiftyMoves is the fifty-move rule in plies.
const fiftyMoves = 100

// Left implements env.Ticking.
func (s *State) Left() (plies int, ok bool) {
	return max(0, fiftyMoves-s.clock), s.game.fifty
}

// barren reports whether only kings, or kings and one knight or bishop, are
// left. Every other officer mates a bare king by force.
func (b *board) barren() bool {
	others := b.occupied() &^ b.kind[king]
	return others == 0 || single(others) && others == b.kind[knight]|b.kind[bishop]
}

// canMove reports whether the mover has a legal move. It stops at the first man
// that has one, the king, whose moves cost most, being asked last.
func (b *board) canMove() bool {
	var g guard
	g.lookAround(b)
	own, others, occ := b.men[b.toMove], b.men[b.toMove.Other()], b.occupied()
	for men := own & b.kind[pawn]; men != 0; men &= men - 1 {
		s := first(men)
		if pawnMoves(s, b.toMove, others, occ)&g.allowed(s) != 0 || b.inPassing(s) != 0 {
			return true
		}
	}
	for men := own &^ (b.kind[pawn] | b.kind[king]); men != 0; men &= men - 1 {
		s := first(men)
		if b.attacks(b.kindOn(s), s, occ)&^own&g.allowed(s) != 0 {
			return true
		}
	}
	return b.kingCanMove()
}

// repeats is how often the position has occurred before, as far as the draw
// rules care: 0, 1 or 2.
func (s *State) repeats() int {
	if !s.game.threefold {
		return 0
	}
	return min(s.seen, 2)
}

// clockSteps is in how many steps observations and keys see the fifty-move
// clock run: finer ones would keep equal positions apart that are the same to
// any player.
const clockSteps = 10

// clockStep returns the steps of the clock that are over; the last one ends the
// game.
func (s *State) clockStep() int {
	if !s.game.fifty {
		return 0
	}
	return min(s.clock*clockSteps/fiftyMoves, clockSteps)
}
